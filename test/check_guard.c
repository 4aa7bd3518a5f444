/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_guard.c - every buffer that crosses EVP stands between pages that nobody may touch: key, IV, additional data,
 * input, output and tag, for every length from 0 to 1100, every kernel and both directions. The results are compared
 * with the default provider's.
 *
 * Known-answer tests never see a read beyond a buffer; others have shipped it (openssl issue 27216, aws-lc issue 2227,
 * CVE-2023-1255, wolfAsyncCrypt issue 10).
 */
#include "provider_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "duration.h"
#include "evp_pair.h"

enum { MAX_LEN = 1100, BLOCK = 16 };

/* struct scene: the memory of each argument, and what they hold. */
enum argument { KEY, IV, AAD, IN, OUT, TAG, ARGUMENTS };
static const char *const argument_names[ARGUMENTS] = {"key", "IV", "additional data", "input", "output", "tag"};

struct scene {
    struct random random;
    struct guard guards[ARGUMENTS];
    uint8_t *at[ARGUMENTS];
    size_t len[ARGUMENTS];
    uint8_t source[ARGUMENTS][MAX_LEN + 2 * BLOCK];
    uint8_t expected[MAX_LEN + 2 * BLOCK], expected_tag[BLOCK];
    size_t expected_len;
    const char *kernel, *algorithm;
    size_t message_len;
    const char *step;
};

static struct scene scene;

/* place puts an argument of that length at one end of its memory, and copies its bytes there unless it is an output. */
static void place(enum argument argument, enum guard_side side, size_t len, bool is_output)
{
    scene.len[argument] = len;
    scene.at[argument] = guard_place(&scene.guards[argument], side, 0, len);
    if (!is_output && len > 0)
        memcpy(scene.at[argument], scene.source[argument], len);
}

/* intact fails the test when anything around an argument has changed, or an input itself. */
static void intact(bool tag_is_output)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        const uint8_t *damage = guard_find_damage(&scene.guards[i], scene.at[i], scene.len[i]);

        if (damage != NULL)
            fail_msg("%s, %s, %zu bytes, %s: wrote beside the %s, at %td", scene.kernel, scene.algorithm,
                     scene.message_len, scene.step, argument_names[i], damage - scene.at[i]);
        if (i != OUT && !(i == TAG && tag_is_output) && memcmp(scene.at[i], scene.source[i], scene.len[i]) != 0)
            fail_msg("%s, %s, %zu bytes, %s: changed the %s", scene.kernel, scene.algorithm, scene.message_len,
                     scene.step, argument_names[i]);
    }
}

static bool is_gcm(const EVP_CIPHER *cipher)
{
    return EVP_CIPHER_get_mode(cipher) == EVP_CIPH_GCM_MODE;
}

/* must fails the test unless EVP said 1. */
static void must(int result, const char *call)
{
    if (result != 1)
        fail_msg("%s, %s, %zu bytes, %s: %s failed", scene.kernel, scene.algorithm, scene.message_len, scene.step,
                 call);
}

/* message enciphers or deciphers one message between the guards, in two updates of which the first has `first` bytes;
 * the output, of out_len bytes, must be `expected`. */
static void message(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, bool encrypting, size_t first, size_t tag_len)
{
    int len = 0, total = 0;

    must(EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, encrypting), "init");
    if (is_gcm(cipher) && scene.len[IV] != 12)
        must(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)scene.len[IV], NULL), "set ivlen");
    must(EVP_CipherInit_ex(ctx, NULL, NULL, scene.at[KEY], scene.len[IV] == 0 ? NULL : scene.at[IV], -1), "init");
    if (is_gcm(cipher)) {
        size_t half = scene.len[AAD] / 3;

        if (!encrypting)
            must(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)tag_len, scene.at[TAG]), "set tag");
        must(EVP_CipherUpdate(ctx, NULL, &len, scene.at[AAD], (int)half), "additional data");
        must(EVP_CipherUpdate(ctx, NULL, &len, scene.at[AAD] + half, (int)(scene.len[AAD] - half)), "additional data");
    }
    must(EVP_CipherUpdate(ctx, scene.at[OUT], &len, scene.at[IN], (int)first), "update");
    total = len;
    must(EVP_CipherUpdate(ctx, scene.at[OUT] + total, &len, scene.at[IN] + first, (int)(scene.len[IN] - first)),
         "update");
    total += len;
    must(EVP_CipherFinal_ex(ctx, scene.at[OUT] + total, &len), "final");
    total += len;
    if (is_gcm(cipher) && encrypting)
        must(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)tag_len, scene.at[TAG]), "get tag");
    intact(encrypting);
    if ((size_t)total != scene.expected_len || memcmp(scene.at[OUT], scene.expected, (size_t)total) != 0)
        fail_msg("%s, %s, %zu bytes, %s: wrong output", scene.kernel, scene.algorithm, scene.message_len, scene.step);
    if (is_gcm(cipher) && encrypting && memcmp(scene.at[TAG], scene.expected_tag, tag_len) != 0)
        fail_msg("%s, %s, %zu bytes, %s: wrong tag", scene.kernel, scene.algorithm, scene.message_len, scene.step);
}

/* expect computes with the default provider what enciphering source[IN] must give. */
static void expect(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *oracle, size_t iv_len, size_t aad_len, size_t len)
{
    int part = 0;

    must(EVP_EncryptInit_ex(ctx, oracle, NULL, NULL, NULL), "init of default");
    if (is_gcm(oracle))
        must(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)iv_len, NULL), "set ivlen of default");
    must(EVP_EncryptInit_ex(ctx, NULL, NULL, scene.source[KEY], iv_len == 0 ? NULL : scene.source[IV]),
         "init of default");
    if (is_gcm(oracle))
        must(EVP_EncryptUpdate(ctx, NULL, &part, scene.source[AAD], (int)aad_len), "additional data of default");
    must(EVP_EncryptUpdate(ctx, scene.expected, &part, scene.source[IN], (int)len), "update of default");
    scene.expected_len = (size_t)part;
    must(EVP_EncryptFinal_ex(ctx, scene.expected + part, &part), "final of default");
    scene.expected_len += (size_t)part;
    if (is_gcm(oracle))
        must(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, BLOCK, scene.expected_tag), "tag of default");
}

/* both_directions enciphers a message between the guards, and deciphers it likewise. */
static void both_directions(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const EVP_CIPHER *oracle, size_t len,
                            enum guard_side side)
{
    const size_t iv_len = !is_gcm(cipher) ? (size_t)EVP_CIPHER_get_iv_length(cipher)
                          : len % 3 == 2  ? 1 + random_below(&scene.random, 128)
                                          : 12;
    const size_t aad_len = is_gcm(cipher) ? len : 0;
    const size_t tag_len = is_gcm(cipher) ? 1 + len % BLOCK : 0;
    const size_t first = random_below(&scene.random, len + 1);
    uint8_t back[MAX_LEN];

    scene.message_len = len;
    scene.step = "encrypting";
    expect(ctx, oracle, iv_len, aad_len, len);
    place(KEY, side, (size_t)EVP_CIPHER_get_key_length(cipher), false);
    place(IV, side, iv_len, false);
    place(AAD, side, aad_len, false);
    place(IN, side, len, false);
    place(TAG, side, tag_len, true);
    place(OUT, side, scene.expected_len, true);
    message(ctx, cipher, true, first, tag_len);

    /* Back again; for an output of exactly the right length, ECB's padding needs none beyond it. */
    scene.step = "decrypting";
    memcpy(back, scene.source[IN], len);
    memcpy(scene.source[IN], scene.expected, scene.expected_len);
    memcpy(scene.source[TAG], scene.expected_tag, tag_len);
    place(IN, side, scene.expected_len, false);
    place(TAG, side, tag_len, false);
    place(OUT, side, len, true);
    memcpy(scene.expected, back, len);
    scene.expected_len = len;
    message(ctx, cipher, false, first, tag_len);
    memcpy(scene.source[IN], back, len);
}

static void every_length(void **state)
{
    struct provider_kernel kernel;
    EVP_CIPHER_CTX *ctx;

    scene.kernel = *state;
    provider_kernel_load(&kernel, scene.kernel);
    ctx = EVP_CIPHER_CTX_new();
    for (size_t i = 0; i < ALGORITHMS; i++) {
        struct duration duration = duration_begin(PROVIDER_KERNELS * ALGORITHMS);
        EVP_CIPHER *cipher = provider_kernel_fetch(&kernel, algorithms[i], "aeswide");
        EVP_CIPHER *oracle = provider_kernel_fetch(&kernel, algorithms[i], "default");

        scene.algorithm = algorithms[i];
        do {
            for (size_t len = 0; len <= MAX_LEN; len++) {
                for (int side = GUARD_BEGIN; side <= GUARD_END; side++)
                    both_directions(ctx, cipher, oracle, len, (enum guard_side)side);
            }
        } while (duration_left(&duration)); /* with other splits and lengths of IVs */
        EVP_CIPHER_free(cipher);
        EVP_CIPHER_free(oracle);
    }
    scene.step = NULL;
    EVP_CIPHER_CTX_free(ctx);
    provider_kernel_unload(&kernel);
}

/* A record of TLS 1.2 is in place, with eight bytes before and a tag after the data. */
static void tls_records(void **state)
{
    struct provider_kernel kernel;
    EVP_CIPHER_CTX *ctx;
    EVP_CIPHER *cipher;

    scene.kernel = *state;
    provider_kernel_load(&kernel, scene.kernel);
    ctx = EVP_CIPHER_CTX_new();
    cipher = provider_kernel_fetch(&kernel, "AES-256-GCM", "aeswide");
    for (size_t len = 0; len <= MAX_LEN; len++) {
        for (int side = GUARD_BEGIN; side <= GUARD_END; side++) {
            uint8_t record[MAX_LEN + 24];

            for (int encrypting = 1; encrypting >= 0; encrypting--) {
                const size_t coded_len = 8 + len + (encrypting ? 0 : 16);

                scene.message_len = len;
                scene.step = encrypting ? "record, encrypting" : "record, decrypting";
                scene.source[AAD][11] = (uint8_t)(coded_len >> 8);
                scene.source[AAD][12] = (uint8_t)coded_len;
                place(KEY, (enum guard_side)side, 32, false);
                place(IV, (enum guard_side)side, 4, false);
                place(AAD, (enum guard_side)side, 13, false);
                place(IN, (enum guard_side)side, 0, false);
                place(TAG, (enum guard_side)side, 0, false);
                place(OUT, (enum guard_side)side, len + 24, true);
                if (encrypting)
                    memcpy(scene.at[OUT] + 8, scene.source[IN], len);
                else
                    memcpy(scene.at[OUT], record, len + 24);
                must(EVP_CipherInit_ex(ctx, cipher, NULL, scene.at[KEY], NULL, encrypting), "init");
                must(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_IV_FIXED, 4, scene.at[IV]), "fixed IV");
                assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, scene.at[AAD]), 16);
                assert_int_equal(EVP_Cipher(ctx, scene.at[OUT], scene.at[OUT], (unsigned)len + 24) >= 0, 1);
                intact(false);
                if (encrypting)
                    memcpy(record, scene.at[OUT], len + 24);
                else
                    assert_memory_equal(scene.at[OUT] + 8, scene.source[IN], len);
            }
        }
    }
    scene.step = NULL;
    EVP_CIPHER_free(cipher);
    EVP_CIPHER_CTX_free(ctx);
    provider_kernel_unload(&kernel);
}

static int open_guards(void **state)
{
    (void)state;
    scene.random.state = random_seed();
    print_message("# TEST_SEED=%llu\n", (unsigned long long)scene.random.state);
    for (int i = 0; i < ARGUMENTS; i++) {
        if (!guard_open(&scene.guards[i], MAX_LEN + 2 * BLOCK))
            return -1;
        random_fill(&scene.random, scene.source[i], sizeof(scene.source[i]));
    }
    return 0;
}

static int close_guards(void **state)
{
    (void)state;
    for (int i = 0; i < ARGUMENTS; i++)
        guard_close(&scene.guards[i]);
    return 0;
}

/* tell says where a test ended that a signal has ended. */
static int tell(void **state)
{
    (void)state;
    if (scene.step != NULL)
        print_message("# last: %s, %s, %zu bytes, %s\n", scene.kernel, scene.algorithm, scene.message_len, scene.step);
    scene.step = NULL;
    return 0;
}

int main(void)
{
    static char names[2 * PROVIDER_KERNELS][64];
    struct CMUnitTest tests[2 * PROVIDER_KERNELS];

    for (size_t i = 0; i < PROVIDER_KERNELS; i++) {
        void *kernel = (void *)(uintptr_t)provider_kernel_names[i];

        snprintf(names[2 * i], sizeof(names[0]), "%s: every length from 0 to %d", provider_kernel_names[i], MAX_LEN);
        snprintf(names[2 * i + 1], sizeof(names[0]), "%s: records of TLS 1.2", provider_kernel_names[i]);
        tests[2 * i] = (struct CMUnitTest){names[2 * i], every_length, NULL, tell, kernel};
        tests[2 * i + 1] = (struct CMUnitTest){names[2 * i + 1], tls_records, NULL, tell, kernel};
    }
    return cmocka_run_group_tests_name("guard pages", tests, open_guards, close_guards);
}
