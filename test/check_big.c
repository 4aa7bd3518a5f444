/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_big.c - sizes beyond 32 bits: messages and single calls of more than 4 GiB, additional data past 512 MiB (whose
 * length in bits no longer fits 32), the limits of GCM, and many contexts at once.
 *
 * The memory stays small: the input is untouched memory, which is one page of zeros, and the output is one piece of
 * memory, mapped over and over. What is compared with the default provider is the last piece, and the tag.
 */
#include "evp_pair.h"

#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "direct.h"
#include "kernels/select.h"
#include "provider/ciphers/aes_gcm.h"
#include "provider/ciphers/algorithms.h"

#define GIB ((size_t)1 << 30)

/* Room for the longest single call: 4 GiB, and an odd number more. */
static const size_t room = 4 * GIB + 4 * ((size_t)1 << 20);
enum { PIECE_LEN = 1 << 20 };

static const uint8_t key[32] = {1, 2, 3, 4}, iv[16] = {5, 6, 7, 8};
static uint8_t *input, *output, *piece; /* piece is the memory behind all of output */

static int map_memory(void **state)
{
    int file = memfd_create("output", 0);

    if (pair_setup(state) != 0 || file < 0 || ftruncate(file, PIECE_LEN) != 0)
        return -1;
    input = mmap(NULL, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    output = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (input == MAP_FAILED || output == MAP_FAILED)
        return -1;
    for (size_t at = 0; at < room; at += PIECE_LEN) {
        if (mmap(output + at, PIECE_LEN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
            return -1;
    }
    piece = output;
    close(file);
    return 0;
}

static int unmap_memory(void **state)
{
    munmap(input, room);
    munmap(output, room);
    return pair_teardown(state);
}

static bool is_gcm(const EVP_CIPHER *cipher)
{
    return EVP_CIPHER_get_mode(cipher) == EVP_CIPH_GCM_MODE;
}

/* struct result: what is left of a message. */
struct result {
    uint8_t piece[PIECE_LEN];
    uint8_t tag[16];
};

/* message does `len` bytes of zeros after `aad_len` bytes of zeros in updates of `step` bytes at most; returns false
 * when a call fails. */
static bool message(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, bool encrypting, size_t aad_len, size_t len,
                    size_t step, struct result *result)
{
    int n;

    memset(result, 0, sizeof(*result));
    memset(piece, 0, PIECE_LEN);
    if (EVP_CipherInit_ex(ctx, cipher, NULL, key, iv, encrypting) != 1)
        return false;
    EVP_CIPHER_CTX_set_padding(ctx, 0);
    for (size_t done = 0; done < aad_len; done += (size_t)n) {
        if (EVP_CipherUpdate(ctx, NULL, &n, input, (int)(aad_len - done < step ? aad_len - done : step)) != 1)
            return false;
    }
    for (size_t done = 0; done < len; done += (size_t)n) {
        /* The output goes on where it was within the piece, as if all of it were there. */
        if (EVP_CipherUpdate(ctx, output + done % PIECE_LEN, &n, input, (int)(len - done < step ? len - done : step)) !=
            1)
            return false;
    }
    if (encrypting && (EVP_CipherFinal_ex(ctx, result->tag, &n) != 1 ||
                       (is_gcm(cipher) && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, result->tag) != 1)))
        return false;
    memcpy(result->piece, piece, PIECE_LEN);
    return true;
}

static struct result results[SIDES];

static void same_results(void)
{
    assert_memory_equal(results[ORACLE].piece, results[SUBJECT].piece, PIECE_LEN);
    assert_memory_equal(results[ORACLE].tag, results[SUBJECT].tag, 16);
}

/* More than 4 GiB in one message, by updates of INT_MAX bytes. */
static void updates_of_int_max(void **state)
{
    const char *algorithm = *state;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    /* ECB takes whole blocks: else what is held back is not where the next update goes. */
    const size_t step = strstr(algorithm, "ECB") != NULL ? INT_MAX / 16 * 16 : INT_MAX;

    for (int side = 0; side < SIDES; side++)
        assert_true(
            message(ctx, pair_fetch(side, algorithm), true, 0, 2 * step + 5 * 16 + PIECE_LEN, step, &results[side]));
    same_results();
    EVP_CIPHER_CTX_free(ctx);
}

static void long_additional_data(void **state)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    (void)state;
    for (size_t extra = 0; extra < 2; extra++) {
        for (int side = 0; side < SIDES; side++)
            assert_true(message(ctx, pair_fetch(side, "AES-128-GCM"), true, GIB / 2 + 16 + extra * 12345, 33,
                                extra == 0 ? INT_MAX : 100000007, &results[side]));
        same_results();
    }
    EVP_CIPHER_CTX_free(ctx);
}

/* One call of more than 4 GiB: callers inside libcrypto pass a size_t. */
static void one_call(void **state)
{
    const char *algorithm = *state;
    const bool encrypting = strstr(algorithm, "256") == NULL;
    const size_t len = 4 * GIB + PIECE_LEN + 16 * 7;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    struct direct provider;
    struct direct_cipher cipher;
    const size_t key_len = encrypting ? 16 : 32;
    const size_t iv_len = strstr(algorithm, "ECB") != NULL ? 0 : strstr(algorithm, "GCM") != NULL ? 12 : 16;
    unsigned int padding = 0;
    OSSL_PARAM no_padding[] = {OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_PADDING, &padding),
                               OSSL_PARAM_construct_end()};
    size_t out_len = 0;
    void *subject;

    assert_true(message(ctx, pair_fetch(ORACLE, algorithm), encrypting, 0, len, GIB, &results[ORACLE]));
    EVP_CIPHER_CTX_free(ctx);

    memset(&results[SUBJECT], 0, sizeof(results[SUBJECT]));
    memset(piece, 0, PIECE_LEN);
    assert_true(direct_load(&provider, NULL));
    assert_true(direct_find(&cipher, &provider, algorithm));
    subject = cipher.newctx(provider.provctx);
    assert_int_equal((encrypting ? cipher.encrypt_init : cipher.decrypt_init)(
                         subject, key, key_len, iv_len == 0 ? NULL : iv, iv_len, no_padding),
                     1);
    assert_int_equal(cipher.update(subject, output, &out_len, room, input, len), 1);
    assert_true(out_len == len);
    memcpy(results[SUBJECT].piece, piece, PIECE_LEN);
    if (encrypting && iv_len == 12) {
        OSSL_PARAM tag[] = {OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, results[SUBJECT].tag, 16),
                            OSSL_PARAM_construct_end()};

        assert_int_equal(cipher.final(subject, NULL, &out_len, 0), 1);
        assert_int_equal(cipher.get_ctx_params(subject, tag), 1);
    }
    cipher.freectx(subject);
    direct_unload(&provider);
    same_results();
}

static const uint64_t max_data_len = ((uint64_t)1 << 36) - 32; /* SP 800-38D, 5.2.1.1 */
static const uint64_t max_aad_len = (uint64_t)1 << 61;

/* jump puts a message at a place far into it, as if `done` bytes, whole blocks, had been enciphered. */
static void jump(struct gcm *gcm, uint64_t done)
{
    uint32_t counter = (uint32_t)(2 + done / AES_BLOCK_LEN);

    gcm->data_len = done;
    for (size_t i = 0; i < 4; i++)
        gcm->state.counter[15 - i] = (uint8_t)(counter >> 8 * i);
}

/* The last bytes that a message may have, and none more, with every kernel: the key stream's last counter is 2^32 - 1,
 * and what is refused changes nothing (openssl issue 17220: a fused path forgot the limit). */
static void gcm_data_limit(void **state)
{
    static const size_t lefts[] = {0, 1, 15, 16, 17, 32, 255, 256, 257, 1024, 4096, 5000};
    static uint8_t out[8192], zeros[8192], stream[8192];
    struct direct provider;

    (void)state;
    assert_true(direct_load(&provider, NULL));
    for (const struct aes_kernel *const *kernel = kernels_all(); *kernel != NULL; kernel++) {
        struct cpu cpu;
        struct kernel_choice choice;

        cpu_read(&cpu);
        kernel_choose(&choice, &cpu, (*kernel)->name);
        if (choice.kernel == NULL) {
            print_message("# not here: %s\n", choice.error);
            continue;
        }
        for (size_t i = 0; i < sizeof(lefts) / sizeof(lefts[0]); i++) {
            const size_t left = lefts[i];
            const size_t from = (left + 15) / 16 * 16; /* the jump is to a whole block */
            struct gcm gcm, before;

            memset(&gcm, 0, sizeof(gcm));
            gcm_set_key(&gcm, *kernel, key, 16);
            gcm_start(&gcm, *kernel, iv, 12);
            jump(&gcm, max_data_len - from);
            for (uint32_t block = 0; block < from / 16; block++) {
                const uint32_t counter = UINT32_MAX - (uint32_t)(from / 16) + 1 + block;
                uint8_t *at = stream + 16 * block;

                memcpy(at, iv, 12);
                for (size_t b = 0; b < 4; b++)
                    at[15 - b] = (uint8_t)(counter >> 8 * b);
            }
            (*kernel)->ecb_encrypt(&gcm.key, stream, stream, from / 16);
            if (from > left) /* the bytes up to where `left` are left */
                assert_true(gcm_crypt(&gcm, *kernel, out, zeros, from - left, true));
            memcpy(&before, &gcm, sizeof(gcm));
            assert_false(gcm_crypt(&gcm, *kernel, out, zeros, left + 1, true));
            assert_false(gcm_crypt(&gcm, *kernel, out, zeros, left + 8, false));
            assert_false(gcm_crypt(&gcm, *kernel, out, zeros, (size_t)max_data_len, true));
            assert_false(gcm_crypt(&gcm, *kernel, out, zeros, SIZE_MAX, true));
            assert_false(gcm_crypt(&gcm, *kernel, out, zeros, SIZE_MAX - left, false));
            assert_memory_equal(&before, &gcm, sizeof(gcm));
            assert_true(gcm_crypt(&gcm, *kernel, out, zeros, left, true));
            assert_memory_equal(out, stream + from - left, left);
            assert_false(gcm_crypt(&gcm, *kernel, out, zeros, 1, true));
            assert_true(gcm_crypt(&gcm, *kernel, out, zeros, 0, true));
        }
    }
    direct_unload(&provider);
}

/* Longer than any message: its counter would come round to that of the first block. */
static void gcm_whole_limit_at_once(void **state)
{
    const struct aes_kernel *kernel = kernels_all()[0];
    struct gcm gcm;

    (void)state;
    for (size_t i = 0; kernels_all()[i] != NULL; i++)
        kernel = kernels_all()[i]; /* portable64: any will do, for nothing is enciphered */
    gcm_set_key(&gcm, kernel, key, 32);
    gcm_start(&gcm, kernel, iv, 12);
    assert_false(gcm_crypt(&gcm, kernel, output, input, (size_t)max_data_len + 1, true));
    assert_false(gcm_crypt(&gcm, kernel, output, input, (size_t)max_data_len + 1, false));
    assert_false(gcm_crypt(&gcm, kernel, output, input, SIZE_MAX, true));
    assert_true(gcm.data_len == 0);
}

static void gcm_aad_limit(void **state)
{
    const struct aes_kernel *kernel = kernels_all()[0];
    struct gcm gcm;

    (void)state;
    for (size_t i = 0; kernels_all()[i] != NULL; i++)
        kernel = kernels_all()[i];
    gcm_set_key(&gcm, kernel, key, 32);
    gcm_start(&gcm, kernel, iv, 12);
    assert_false(gcm_aad(&gcm, kernel, input, (size_t)max_aad_len + 1));
    assert_false(gcm_aad(&gcm, kernel, input, SIZE_MAX));
    gcm.aad_len = max_aad_len - 48;
    assert_false(gcm_aad(&gcm, kernel, input, 49));
    assert_false(gcm_aad(&gcm, kernel, input, SIZE_MAX - 47));
    assert_true(gcm_aad(&gcm, kernel, input, 48));
    assert_false(gcm_aad(&gcm, kernel, input, 1));
    assert_true(gcm.aad_len == max_aad_len);
}

/* The same limit where EVP stands, and what is raised there. */
static void gcm_limit_through_update(void **state)
{
    struct direct provider;
    struct direct_cipher cipher;
    struct gcm_context *context;
    uint8_t out[64];
    size_t out_len;

    (void)state;
    assert_true(direct_load(&provider, NULL));
    assert_true(direct_find(&cipher, &provider, "AES-128-GCM"));
    context = cipher.newctx(provider.provctx);
    assert_int_equal(cipher.encrypt_init(context, key, 16, iv, 12, NULL), 1);
    assert_int_equal(cipher.update(context, out, &out_len, 16, input, 16), 1);
    jump(&context->gcm, max_data_len - 16);
    direct_errors = 0;
    assert_int_equal(cipher.update(context, out, &out_len, 17, input, 17), 0);
    assert_int_equal(direct_errors, 1);
    assert_int_equal(direct_last_error, 102); /* CIPHER_OPERATION_FAILED */
    assert_int_equal(cipher.cipher(context, out, &out_len, 17, input, 17), 0);
    assert_int_equal(cipher.update(context, out, &out_len, 16, input, 16), 1);
    assert_int_equal(cipher.update(context, out, &out_len, 1, input, 1), 0);
    cipher.freectx(context);
    direct_unload(&provider);
}

/* The real limit, 64 GiB, against the default provider: for the long run. */
static void gcm_real_limit(void **state)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int len;

    (void)state;
    if (getenv("TEST_MINUTES") == NULL) {
        EVP_CIPHER_CTX_free(ctx);
        print_message("# 64 GiB are enciphered with TEST_MINUTES only\n");
        skip();
    }
    for (int side = 0; side < SIDES; side++) {
        const EVP_CIPHER *cipher = pair_fetch(side, "AES-128-GCM");

        assert_true(message(ctx, cipher, true, 0, (size_t)max_data_len, INT_MAX, &results[side]));
        /* And one byte more than that is refused, in another message up to there. */
        assert_int_equal(EVP_EncryptInit_ex(ctx, NULL, NULL, NULL, iv), 1);
        for (uint64_t done = 0; done < max_data_len; done += (uint64_t)len) {
            uint64_t left = max_data_len - done;

            assert_int_equal(EVP_EncryptUpdate(ctx, output, &len, input, left < INT_MAX ? (int)left : INT_MAX), 1);
        }
        assert_int_equal(EVP_EncryptUpdate(ctx, output, &len, input, 1), 0);
    }
    same_results();
    EVP_CIPHER_CTX_free(ctx);
}

/* resident_len returns the bytes of memory that the process has. */
static size_t resident_len(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long size = 0, resident = 0;

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu %lu", &size, &resident), 2);
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

enum { MANY = 200000 };

/* A server with that many connections. Each context has a key, and has enciphered a little. */
static void many_contexts(void **state)
{
    static const char *const names[] = {"AES-256-GCM", "AES-256-CTR", "AES-256-ECB"};
    EVP_CIPHER_CTX **contexts = malloc(MANY * sizeof(*contexts));

    (void)state;
    assert_non_null(contexts);
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        uint8_t first[2][64] = {{0}};

        for (int side = 0; side < SIDES; side++) {
            const size_t count = n == 0 ? MANY : MANY / 10;
            size_t before;

            malloc_trim(0);
            before = resident_len();
            for (size_t i = 0; i < count; i++) {
                uint8_t out[64];
                int len;

                contexts[i] = EVP_CIPHER_CTX_new();
                assert_non_null(contexts[i]);
                assert_int_equal(EVP_EncryptInit_ex(contexts[i], pair_fetch(side, names[n]), NULL, key, iv), 1);
                assert_int_equal(EVP_EncryptUpdate(contexts[i], out, &len, input, 48), 1);
                if (i == 0)
                    memcpy(first[0], out, 48);
                else if (memcmp(first[0], out, 48) != 0)
                    fail_msg("context %zu gives another result", i);
            }
            print_message("# %s, %s: %zu contexts, %zu bytes each, EVP's own part included\n", names[n],
                          side == ORACLE ? "default" : "aeswide", count, (resident_len() - before) / count);
            for (size_t i = 0; i < count; i++) {
                uint8_t out[64];
                int len;

                assert_int_equal(EVP_EncryptUpdate(contexts[i], out, &len, input, 16), 1);
                if (i == 0)
                    memcpy(first[1], out, 16);
                else if (memcmp(first[1], out, 16) != 0)
                    fail_msg("context %zu goes on with another result", i);
                EVP_CIPHER_CTX_free(contexts[i]);
            }
        }
    }
    free(contexts);
}

/* What a context takes is a promise to servers. */
static void context_sizes(void **state)
{
    (void)state;
    print_message("# bytes of a context: ECB %zu, CTR %zu, GCM %zu\n", aes_ecb_context_size, aes_ctr_context_size,
                  aes_gcm_context_size);
    assert_in_range(aes_gcm_context_size, 1, 2048);
    assert_in_range(aes_ecb_context_size, 1, 1280);
    assert_in_range(aes_ctr_context_size, 1, 1280);
    for (size_t i = 0; i < DIRECT_ALGORITHMS; i++) {
        struct direct provider;
        struct direct_cipher cipher;
        void *context;

        assert_true(direct_load(&provider, NULL));
        assert_true(direct_find(&cipher, &provider, direct_algorithms[i]));
        context = cipher.newctx(provider.provctx);
        assert_in_range(malloc_usable_size(context), 1, i >= 6 ? 2048 + 64 : 1280 + 64);
        cipher.freectx(context);
        direct_unload(&provider);
    }
}

int main(void)
{
    static const char *const each_mode[] = {"AES-128-ECB", "AES-192-CTR", "AES-256-GCM"};
    static const char *const calls[] = {"AES-128-ECB", "AES-256-ECB", "AES-128-CTR", "AES-128-GCM", "AES-256-GCM"};
    enum { UPDATES = sizeof(each_mode) / sizeof(each_mode[0]), CALLS = sizeof(calls) / sizeof(calls[0]) };
    static char names[UPDATES + CALLS][64];
    struct CMUnitTest tests[8 + UPDATES + CALLS] = {
        cmocka_unit_test(context_sizes),
        cmocka_unit_test(gcm_data_limit),
        cmocka_unit_test(gcm_whole_limit_at_once),
        cmocka_unit_test(gcm_aad_limit),
        cmocka_unit_test(gcm_limit_through_update),
        cmocka_unit_test(long_additional_data),
        cmocka_unit_test(many_contexts),
        cmocka_unit_test(gcm_real_limit),
    };

    for (size_t i = 0; i < UPDATES + CALLS; i++) {
        const bool update = i < UPDATES;
        const char *algorithm = update ? each_mode[i] : calls[i - UPDATES];

        snprintf(names[i], sizeof(names[i]), "%s: %s", algorithm,
                 update ? "over 4 GiB in updates of INT_MAX" : "over 4 GiB in one call");
        tests[8 + i] = (struct CMUnitTest){names[i], update ? updates_of_int_max : one_call, NULL, NULL,
                                           (void *)(uintptr_t)algorithm};
    }
    return cmocka_run_group_tests_name("big", tests, map_memory, unmap_memory);
}
