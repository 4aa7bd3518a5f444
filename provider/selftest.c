/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * selftest.c - known answers through the chosen kernel, before anybody uses it.
 *
 * A kernel that goes wrong on some CPU must not get as far as a TLS record, nor, on OpenSSL 3.0, into the process's
 * random generator. The message is longer than the largest batch and has a tail of every smaller kind, and the counters
 * wrap within it. What is compared is a checksum of each output: the outputs themselves would be 11 KiB.
 */
#include "selftest.h"

#include <stdbool.h>
#include <string.h>

enum {
    BLOCKS = 64 + 16 + 8 + 4 + 2 + 1,
    LEN = BLOCKS * AES_BLOCK_LEN,
};

/* struct answers: FNV-1a checksums (64 bits) of the message below, enciphered with the key 00 01 02 ... of key_len
 * bytes. They were computed with OpenSSL 3.0.22's default provider (2026-11-30); test/check_selftest.c holds the
 * textbook AES of test/ against them. */
struct answers {
    size_t key_len;
    const char *names[3];
    uint64_t ecb, ctr;
    uint64_t gcm; /* of the ciphertext, then GHASH of it */
};

static const struct answers answers[] = {
    {16,
     {"AES-128-ECB", "AES-128-CTR", "AES-128-GCM"},
     UINT64_C(0xbc6e738655d5ced2),
     UINT64_C(0x3088f217898fdd5c),
     UINT64_C(0x4b42813831fd8236)},
    {24,
     {"AES-192-ECB", "AES-192-CTR", "AES-192-GCM"},
     UINT64_C(0x96c27b5430adbeb1),
     UINT64_C(0xd1d97f887c744905),
     UINT64_C(0x98470231e9801db8)},
    {32,
     {"AES-256-ECB", "AES-256-CTR", "AES-256-GCM"},
     UINT64_C(0xd10842a6136864fe),
     UINT64_C(0xc35c4c641d97ada8),
     UINT64_C(0x655257a184cfad83)},
};

/* Counters that wrap half way into a batch: all 128 bits of CTR's, the last 32 bits of GCM's. */
static const uint8_t ctr_start[AES_BLOCK_LEN] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                                 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf5};
static const uint8_t gcm_start[AES_BLOCK_LEN] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                                 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf5};

/* fnv1a goes on with a checksum (Fowler, Noll, Vo; RFC 9923). */
static uint64_t fnv1a(uint64_t sum, const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static const uint64_t fnv_start = UINT64_C(0xcbf29ce484222325);

/* struct work: the message, and room for what becomes of it. */
struct work {
    const struct aes_kernel *kernel;
    struct aes_key key;
    uint8_t message[LEN], out[LEN], back[LEN];
};

static bool returned(const struct work *work)
{
    return memcmp(work->back, work->message, LEN) == 0;
}

static bool test_ecb(struct work *work, const struct answers *expected)
{
    struct aes_key decrypt_key;

    work->kernel->ecb_encrypt(&work->key, work->out, work->message, BLOCKS);
    work->kernel->set_decrypt_key(&decrypt_key, &work->key);
    work->kernel->ecb_decrypt(&decrypt_key, work->back, work->out, BLOCKS);
    return fnv1a(fnv_start, work->out, LEN) == expected->ecb && returned(work);
}

static bool test_ctr(struct work *work, const struct answers *expected)
{
    uint8_t counter[AES_BLOCK_LEN];

    memcpy(counter, ctr_start, sizeof(counter));
    work->kernel->ctr(&work->key, counter, work->out, work->message, BLOCKS);
    return fnv1a(fnv_start, work->out, LEN) == expected->ctr;
}

/* test_tag ends the message both ways: by gcm_tag, and by hashing a block of lengths. `hash` is that of the message,
 * and is lost. */
static bool test_tag(const struct work *work, struct ghash_key *hash_key, uint8_t hash[AES_BLOCK_LEN])
{
    const uint8_t lengths[AES_BLOCK_LEN] = {[6] = 1, [7] = 5 * 8, [14] = LEN * 8 >> 8, [15] = LEN * 8 & 0xff};
    const uint64_t aad_len = (1 << 8 | 5 * 8) / 8;
    const uint8_t zero[AES_BLOCK_LEN] = {0};
    uint8_t tag[AES_BLOCK_LEN];

    work->kernel->gcm_tag(hash_key, tag, zero, lengths, work->out, BLOCKS, aad_len, LEN);
    work->kernel->ghash(hash_key, hash, lengths, 1);
    for (size_t i = 0; i < sizeof(tag); i++)
        tag[i] ^= lengths[i]; /* which served as the mask */
    return memcmp(tag, hash, sizeof(tag)) == 0;
}

static bool test_gcm(struct work *work, const struct answers *expected)
{
    const struct aes_kernel *kernel = work->kernel;
    struct ghash_key hash_key;
    struct gcm_state state = {.hash = {0}};
    uint8_t h[AES_BLOCK_LEN] = {0};
    uint8_t hash[AES_BLOCK_LEN] = {0};

    kernel->ecb_encrypt(&work->key, h, h, 1);
    kernel->set_ghash_key(&hash_key, h);
    memcpy(state.counter, gcm_start, sizeof(gcm_start));
    kernel->gcm_encrypt(&work->key, &hash_key, &state, work->out, work->message, BLOCKS);
    if (fnv1a(fnv1a(fnv_start, work->out, LEN), state.hash, sizeof(state.hash)) != expected->gcm)
        return false;

    /* The same hash on the two other ways to it. */
    kernel->ghash(&hash_key, hash, work->out, BLOCKS);
    if (memcmp(hash, state.hash, sizeof(hash)) != 0)
        return false;
    memcpy(state.counter, gcm_start, sizeof(gcm_start));
    memset(state.hash, 0, sizeof(state.hash));
    kernel->gcm_decrypt(&work->key, &hash_key, &state, work->back, work->out, BLOCKS);
    return memcmp(hash, state.hash, sizeof(hash)) == 0 && returned(work) && test_tag(work, &hash_key, hash);
}

const char *selftest_run(const struct aes_kernel *kernel)
{
    bool (*const tests[3])(struct work *, const struct answers *) = {test_ecb, test_ctr, test_gcm};
    struct work work = {.kernel = kernel};
    uint8_t user_key[AES_MAX_KEY_LEN];

    for (size_t i = 0; i < sizeof(user_key); i++)
        user_key[i] = (uint8_t)i;
    for (size_t i = 0; i < LEN; i++)
        work.message[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        kernel->set_encrypt_key(&work.key, user_key, answers[i].key_len);
        for (size_t t = 0; t < sizeof(tests) / sizeof(tests[0]); t++) {
            if (!tests[t](&work, &answers[i]))
                return answers[i].names[t];
        }
    }
    return NULL;
}
