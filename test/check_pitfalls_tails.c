/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_pitfalls_tails.c - every number of blocks from 0 to 96, in every function of every kernel that runs here and
 * with each key size, against the textbook. check_pitfalls.sh builds it with each compiler at each level of
 * optimisation: in OpenSSL wide CTR was wrong for short tails with one of them only (issues 32873, 32883).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reference.h"
#include "select.h"

enum { MAX_BLOCKS = 96, MAX_LEN = MAX_BLOCKS * AES_BLOCK_LEN, FUNCTIONS = 6 };

/* struct result is what one call has made. */
struct result {
    uint8_t out[MAX_LEN + AES_BLOCK_LEN];
    struct gcm_state state;
};

static const char *const function_names[FUNCTIONS] = {"ecb_encrypt", "ecb_decrypt", "ctr",
                                                      "ghash",       "gcm_encrypt", "gcm_decrypt"};
static uint8_t data[MAX_LEN];

/* call lets a kernel work on the first blocks of the data. */
static void call(struct result *result, const struct aes_kernel *kernel, size_t function, size_t key_len, size_t blocks)
{
    static const uint8_t user_key[AES_MAX_KEY_LEN] = {0x32, 0x87, 0x3a, 0x32, 0x88, 0x3b};
    static const uint8_t start[AES_BLOCK_LEN] = {1, 2, 3, [12] = 0xff, 0xff, 0xff, 0xd8}; /* it wraps after 40 blocks */
    struct aes_key key, decrypt_key;
    struct ghash_key hash_key;
    uint8_t h[AES_BLOCK_LEN] = {0};

    memset(result, 0x5a, sizeof(*result));
    memcpy(result->state.counter, start, sizeof(start));
    kernel->set_encrypt_key(&key, user_key, key_len);
    kernel->set_decrypt_key(&decrypt_key, &key);
    kernel->ecb_encrypt(&key, h, h, 1);
    kernel->set_ghash_key(&hash_key, h);
    switch (function) {
    case 0:
        kernel->ecb_encrypt(&key, result->out, data, blocks);
        break;
    case 1:
        kernel->ecb_decrypt(&decrypt_key, result->out, data, blocks);
        break;
    case 2:
        kernel->ctr(&key, result->state.counter, result->out, data, blocks);
        break;
    case 3:
        kernel->ghash(&hash_key, result->state.hash, data, blocks);
        break;
    case 4:
        kernel->gcm_encrypt(&key, &hash_key, &result->state, result->out, data, blocks);
        break;
    default:
        kernel->gcm_decrypt(&key, &hash_key, &result->state, result->out, data, blocks);
        break;
    }
}

static void every_tail(void **state)
{
    static struct result expected, got;
    const struct aes_kernel *kernel = *state;
    struct cpu cpu;

    cpu_read(&cpu);
    if ((kernel->features & ~cpu_features(&cpu)) != 0) {
        print_message("# this CPU does not run it\n");
        skip();
    }
    for (size_t i = 0; i < MAX_LEN; i++)
        data[i] = (uint8_t)(i * 13 + i / 256);
    for (size_t key_len = 16; key_len <= 32; key_len += 8) {
        for (size_t function = 0; function < FUNCTIONS; function++) {
            for (size_t blocks = 0; blocks <= MAX_BLOCKS; blocks++) {
                call(&expected, &aes_kernel_textbook, function, key_len, blocks);
                call(&got, kernel, function, key_len, blocks);
                if (memcmp(&got, &expected, sizeof(got)) != 0)
                    fail_msg("%s, key of %zu bytes, %zu blocks", function_names[function], key_len, blocks);
            }
        }
    }
}

int main(void)
{
    struct CMUnitTest tests[KERNELS_MAX] = {{NULL, NULL, NULL, NULL, NULL}};
    const struct aes_kernel *const *kernels = kernels_all();

    /* cmocka's states are not const, and this one is only read. */
    for (size_t i = 0; kernels[i] != NULL; i++) {
        union {
            const void *in;
            void *out;
        } kernel = {.in = kernels[i]};

        tests[i] = (struct CMUnitTest){kernels[i]->name, every_tail, NULL, NULL, kernel.out};
    }
    return cmocka_run_group_tests_name("tails", tests, NULL, NULL);
}
