/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_selftest.c - the provider's known answers: are they right, and does a wrong kernel fail them?
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "kernel.h"
#include "provider/selftest.h"
#include "reference.h"
#include "select.h"

static void test_textbook_agrees(void **state)
{
    (void)state;
    assert_null(selftest_run(&aes_kernel_textbook));
}

static void test_every_kernel_passes(void **state)
{
    struct cpu cpu;
    size_t tested = 0;

    (void)state;
    cpu_read(&cpu);
    for (const struct aes_kernel *const *kernel = kernels_all(); *kernel != NULL; kernel++) {
        const char *failed;

        if (((*kernel)->features & ~cpu_features(&cpu)) != 0)
            continue;
        failed = selftest_run(*kernel);
        if (failed != NULL)
            fail_msg("%s: %s", (*kernel)->name, failed);
        tested++;
    }
    assert_true(tested >= 2); /* the portable ones run everywhere */
}

/* Functions of the textbook, each with one bit of the last byte of its output wrong. */
static const struct aes_kernel *const good = &aes_kernel_textbook;

static void flip_last(uint8_t *out, size_t blocks)
{
    if (blocks > 1)
        out[blocks * AES_BLOCK_LEN - 1] ^= 1;
}

static void wrong_ecb_encrypt(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    flip_last(out, blocks);
}

static void wrong_ecb_decrypt(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_decrypt(key, out, in, blocks);
    flip_last(out, blocks);
}

static void wrong_ctr(const struct aes_key *key, uint8_t counter[AES_BLOCK_LEN], uint8_t *out, const uint8_t *in,
                      size_t blocks)
{
    good->ctr(key, counter, out, in, blocks);
    flip_last(out, blocks);
}

static void wrong_ghash(struct ghash_key *key, uint8_t hash[AES_BLOCK_LEN], const uint8_t *in, size_t blocks)
{
    good->ghash(key, hash, in, blocks);
    hash[AES_BLOCK_LEN - 1] ^= 1;
}

static void wrong_gcm_encrypt(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                              uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->gcm_encrypt(key, hash_key, state, out, in, blocks);
    flip_last(out, blocks);
}

static void wrong_gcm_encrypt_hash(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                                   uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->gcm_encrypt(key, hash_key, state, out, in, blocks);
    state->hash[0] ^= 0x80;
}

static void wrong_gcm_decrypt(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                              uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->gcm_decrypt(key, hash_key, state, out, in, blocks);
    flip_last(out, blocks);
}

static void wrong_gcm_decrypt_hash(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                                   uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->gcm_decrypt(key, hash_key, state, out, in, blocks);
    state->hash[0] ^= 0x80;
}

static void wrong_gcm_tag(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                          const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    good->gcm_tag(hash_key, tag, hash, mask, in, blocks, data_len, aad_len);
}

/* wrong_for_256 expands the longest key with its last bit wrong. */
static void wrong_for_256(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    uint8_t copy[AES_MAX_KEY_LEN];

    memcpy(copy, user_key, key_len);
    copy[key_len - 1] ^= key_len == AES_MAX_KEY_LEN;
    good->set_encrypt_key(key, copy, key_len);
}

static void test_wrong_kernels_fail(void **state)
{
    struct {
        const char *expected;
        struct aes_kernel kernel;
    } wrong[] = {
        {"AES-128-ECB", *good}, {"AES-128-ECB", *good}, {"AES-128-CTR", *good}, {"AES-128-GCM", *good},
        {"AES-128-GCM", *good}, {"AES-128-GCM", *good}, {"AES-128-GCM", *good}, {"AES-128-GCM", *good},
        {"AES-256-ECB", *good}, {"AES-128-GCM", *good},
    };

    (void)state;
    wrong[0].kernel.ecb_encrypt = wrong_ecb_encrypt;
    wrong[1].kernel.ecb_decrypt = wrong_ecb_decrypt;
    wrong[2].kernel.ctr = wrong_ctr;
    wrong[3].kernel.ghash = wrong_ghash;
    wrong[4].kernel.gcm_encrypt = wrong_gcm_encrypt;
    wrong[5].kernel.gcm_encrypt = wrong_gcm_encrypt_hash;
    wrong[6].kernel.gcm_decrypt = wrong_gcm_decrypt;
    wrong[7].kernel.gcm_decrypt = wrong_gcm_decrypt_hash;
    wrong[8].kernel.set_encrypt_key = wrong_for_256;
    wrong[9].kernel.gcm_tag = wrong_gcm_tag;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const char *failed = selftest_run(&wrong[i].kernel);

        assert_non_null(failed);
        assert_string_equal(failed, wrong[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textbook_agrees),
        cmocka_unit_test(test_every_kernel_passes),
        cmocka_unit_test(test_wrong_kernels_fail),
    };

    return cmocka_run_group_tests_name("selftest", tests, NULL, NULL);
}
