/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_call.c - one function of one kernel, ready to be called again and again.
 */
#include "kernel_call.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"

struct call {
    const struct aes_kernel *kernel;
    size_t key_len, blocks;
    uint8_t user_key[AES_MAX_KEY_LEN];
    struct aes_key encrypt_key, decrypt_key;
    struct ghash_key hash_key;
    uint8_t counter[AES_BLOCK_LEN], hash[AES_BLOCK_LEN];
    struct gcm_state state;
    uint8_t *out, *in; /* blocks * 16 bytes each */
};

static void work_set_encrypt_key(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->set_encrypt_key(&c->encrypt_key, c->user_key, c->key_len);
}

static void work_set_decrypt_key(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->set_decrypt_key(&c->decrypt_key, &c->encrypt_key);
}

static void work_ecb_encrypt(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->ecb_encrypt(&c->encrypt_key, c->out, c->in, c->blocks);
}

static void work_ecb_decrypt(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->ecb_decrypt(&c->decrypt_key, c->out, c->in, c->blocks);
}

static void work_ctr(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->ctr(&c->encrypt_key, c->counter, c->out, c->in, c->blocks);
}

static void work_set_ghash_key(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->set_ghash_key(&c->hash_key, c->user_key);
}

static void work_ghash(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->ghash(&c->hash_key, c->hash, c->in, c->blocks);
}

static void work_gcm_encrypt(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->gcm_encrypt(&c->encrypt_key, &c->hash_key, &c->state, c->out, c->in, c->blocks);
}

static void work_gcm_decrypt(void *state, size_t messages)
{
    struct call *c = state;

    for (; messages > 0; messages--)
        c->kernel->gcm_decrypt(&c->encrypt_key, &c->hash_key, &c->state, c->out, c->in, c->blocks);
}

const struct function functions[FUNCTIONS] = {
    {"set_encrypt_key", work_set_encrypt_key, true, false, NULL},
    {"set_decrypt_key", work_set_decrypt_key, true, false, NULL},
    {"ecb_encrypt", work_ecb_encrypt, true, true, "ECB"},
    {"ecb_decrypt", work_ecb_decrypt, true, true, "ECB"},
    {"ctr", work_ctr, true, true, "CTR"},
    {"set_ghash_key", work_set_ghash_key, false, false, NULL},
    {"ghash", work_ghash, false, true, NULL},
    {"gcm_encrypt", work_gcm_encrypt, true, true, "GCM"},
    {"gcm_decrypt", work_gcm_decrypt, true, true, "GCM"},
};

struct call *call_new(const struct aes_kernel *kernel, size_t key_len, size_t len)
{
    const size_t size = (len / 4096 + 1) * 4096;
    struct call *c = aligned_alloc(64, (sizeof(*c) + 63) / 64 * 64);

    if (c == NULL)
        die("no memory");
    memset(c, 0, sizeof(*c));
    c->kernel = kernel;
    c->key_len = key_len;
    c->blocks = len / AES_BLOCK_LEN;
    c->in = aligned_alloc(4096, size);
    c->out = aligned_alloc(4096, size);
    if (c->in == NULL || c->out == NULL)
        die("no memory");
    memset(c->out, 0, size);
    for (size_t i = 0; i < size; i++)
        c->in[i] = (uint8_t)(i * 31 + (i >> 8));
    for (size_t i = 0; i < sizeof(c->user_key); i++)
        c->user_key[i] = (uint8_t)(i * 7 + 1);
    kernel->set_encrypt_key(&c->encrypt_key, c->user_key, key_len);
    kernel->set_decrypt_key(&c->decrypt_key, &c->encrypt_key);
    kernel->set_ghash_key(&c->hash_key, c->user_key);
    return c;
}

void call_free(struct call *c)
{
    free(c->in);
    free(c->out);
    free(c);
}

bool call_check(const struct function *function, const struct aes_kernel *kernel, size_t key_len, size_t len)
{
    struct call *calls[] = {call_new(kernel, key_len, len), call_new(&aes_kernel_portable64, key_len, len)};

    for (size_t i = 0; i < 2; i++) {
        struct call *c = calls[i];

        function->work(c, 1);
        /* Key objects are each kernel's own: functions that set keys are compared by what their keys do. */
        if (!function->bulk) {
            c->kernel->ecb_encrypt(&c->encrypt_key, c->out, c->in, 1);
            c->kernel->ecb_decrypt(&c->decrypt_key, c->counter, c->in, 1);
            c->kernel->ghash(&c->hash_key, c->hash, c->in, 1);
        }
    }
    const bool same = memcmp(calls[0]->out, calls[1]->out, function->bulk ? len : AES_BLOCK_LEN) == 0 &&
                      memcmp(calls[0]->counter, calls[1]->counter, AES_BLOCK_LEN) == 0 &&
                      memcmp(calls[0]->hash, calls[1]->hash, AES_BLOCK_LEN) == 0 &&
                      memcmp(&calls[0]->state, &calls[1]->state, sizeof(struct gcm_state)) == 0;
    call_free(calls[0]);
    call_free(calls[1]);
    return same;
}
