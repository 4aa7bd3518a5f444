/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_pitfalls.c - every length from 0 to 4200 after every first piece from 1 to 17 bytes, on each kernel, against
 * the default provider. Batches of one size were wrong after a partial block, while round sizes passed, in the JDK
 * (JDK-8371864, JDK-8283022) and in OpenSSL (issue 31633). PITFALLS.md has the other rows and their tests.
 *
 * In ECB, CTR and GCM the ciphertext of a message's beginning is the beginning of its ciphertext. So the default
 * provider enciphers the longest message only, and makes a tag for each length.
 */
#include "provider_kernels.h"

#include <stdio.h>
#include <string.h>

#include "evp_pair.h"

enum { MAX_LEN = 4200, MAX_FIRST = 17, BLOCK = 16 };

/* struct subject is one algorithm on one kernel. */
struct subject {
    const char *kernel, *algorithm;
};

static const uint8_t key[32] = {0x83, 0x71, 0x86, 0x4a, 1, 2, 3};
static const uint8_t iv[16] = {0x82, 0x83, 0x02, 0x2b, 4, 5, 6, 0xff, 0xff, 0xff, 0xff, 0xff};
static uint8_t plain[MAX_LEN], cipher_text[MAX_LEN + BLOCK], tags[MAX_LEN + 1][BLOCK];

/* encipher enciphers len bytes, of which `first` by themselves, and gives a tag if there is one. Returns how many bytes
 * it has written. */
static size_t encipher(EVP_CIPHER_CTX *ctx, uint8_t *out, uint8_t tag[BLOCK], size_t first, size_t len)
{
    int written = 0, rest = 0, last = 0;

    first = first < len ? first : len;
    assert_int_equal(EVP_EncryptInit_ex2(ctx, NULL, NULL, iv, NULL), 1);
    if (len > 0)
        assert_int_equal(EVP_EncryptUpdate(ctx, out, &written, plain, (int)first), 1);
    if (len > first)
        assert_int_equal(EVP_EncryptUpdate(ctx, out + written, &rest, plain + first, (int)(len - first)), 1);
    if (EVP_CIPHER_CTX_get_mode(ctx) != EVP_CIPH_ECB_MODE)
        assert_int_equal(EVP_EncryptFinal_ex(ctx, out + written + rest, &last), 1);
    if (EVP_CIPHER_CTX_get_mode(ctx) == EVP_CIPH_GCM_MODE)
        assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, BLOCK, tag), 1);
    return (size_t)(written + rest + last);
}

/* open_context returns a context with the key in it. */
static EVP_CIPHER_CTX *open_context(const EVP_CIPHER *cipher)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    assert_non_null(ctx);
    assert_int_equal(EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_set_padding(ctx, 0), 1);
    return ctx;
}

/* expect fills cipher_text and tags by the default provider. */
static void expect(const EVP_CIPHER *cipher)
{
    static uint8_t scratch[MAX_LEN + BLOCK];
    EVP_CIPHER_CTX *ctx = open_context(cipher);

    for (size_t len = 0; EVP_CIPHER_get_mode(cipher) == EVP_CIPH_GCM_MODE && len <= MAX_LEN; len++)
        encipher(ctx, scratch, tags[len], len, len);
    encipher(ctx, cipher_text, scratch, MAX_LEN, MAX_LEN);
    EVP_CIPHER_CTX_free(ctx);
}

static void every_length_after_every_first_piece(void **state)
{
    static uint8_t out[MAX_LEN + 2 * BLOCK];
    const struct subject *subject = *state;
    struct provider_kernel kernel;

    provider_kernel_load(&kernel, subject->kernel);
    EVP_CIPHER *oracle = provider_kernel_fetch(&kernel, subject->algorithm, "default");
    EVP_CIPHER *tested = provider_kernel_fetch(&kernel, subject->algorithm, "aeswide");
    for (size_t i = 0; i < MAX_LEN; i++)
        plain[i] = (uint8_t)(i * 11 + i / 256);
    expect(oracle);
    EVP_CIPHER_CTX *ctx = open_context(tested);
    const int mode = EVP_CIPHER_get_mode(tested);

    for (size_t len = 0; len <= MAX_LEN; len++) {
        const size_t whole = mode == EVP_CIPH_ECB_MODE ? len - len % BLOCK : len;

        for (size_t first = 1; first <= MAX_FIRST; first++) {
            uint8_t tag[BLOCK];

            out[whole] = 0x5a;
            if (encipher(ctx, out, tag, first, len) != whole || memcmp(out, cipher_text, whole) != 0 ||
                out[whole] != 0x5a || (mode == EVP_CIPH_GCM_MODE && memcmp(tag, tags[len], BLOCK) != 0))
                fail_msg("%zu bytes, of which %zu first", len, first);
        }
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(oracle);
    EVP_CIPHER_free(tested);
    provider_kernel_unload(&kernel);
}

int main(void)
{
    static const char *const chosen[] = {"AES-256-CTR", "AES-128-GCM", "AES-192-ECB"};
    enum { CHOSEN = sizeof(chosen) / sizeof(chosen[0]), TESTS = PROVIDER_KERNELS * CHOSEN };
    static struct subject subjects[TESTS];
    static char names[TESTS][64];
    static struct CMUnitTest tests[TESTS];

    for (size_t i = 0; i < TESTS; i++) {
        subjects[i] = (struct subject){provider_kernel_names[i / CHOSEN], chosen[i % CHOSEN]};
        snprintf(names[i], sizeof(names[i]), "%s, %s: every length after every first piece", subjects[i].kernel,
                 subjects[i].algorithm);
        tests[i] = (struct CMUnitTest){names[i], every_length_after_every_first_piece, NULL, NULL, &subjects[i]};
    }
    return cmocka_run_group_tests_name("pitfalls", tests, NULL, NULL);
}
