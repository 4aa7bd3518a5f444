/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_random.c - the process's random generator on aeswide. On OpenSSL 3.0 its CTR-DRBG runs on whatever AES
 * default_properties prefers, so it must give what it gives on the default provider, for the same seed, call by call;
 * from many threads and after fork; and it must really run on aeswide here, or all this proves nothing.
 */
#include "evp_pair.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <openssl/provider.h>
#include <openssl/rand.h>

#include "duration.h"

/* The init function of the static library (option builtin_init). */
OSSL_provider_init_fn AESWIDE_PROVIDER_INIT;

enum { ENTROPY_LEN = 512, OUT_LEN = 3000 };

/* A generator of each side over a TEST-RAND, which gives out the entropy that it is told to. */
struct generators {
    EVP_RAND_CTX *sources[SIDES], *drbgs[SIDES];
};

static void set_entropy(struct generators *generators, const uint8_t entropy[ENTROPY_LEN])
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, (void *)(uintptr_t)entropy, ENTROPY_LEN),
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_NONCE, (void *)(uintptr_t)entropy, 16),
        OSSL_PARAM_construct_end()};

    for (int side = 0; side < SIDES; side++)
        assert_int_equal(EVP_RAND_CTX_set_params(generators->sources[side], params), 1);
}

static void open_generators(struct generators *generators, const char *cipher, int derive, unsigned reseed_after,
                            const uint8_t entropy[ENTROPY_LEN])
{
    static char properties[SIDES][20] = {"provider=default", "provider=aeswide"};
    unsigned strength = 256;
    EVP_RAND *source = EVP_RAND_fetch(pair_library(), "TEST-RAND", NULL);
    EVP_RAND *drbg = EVP_RAND_fetch(pair_library(), "CTR-DRBG", NULL);
    char name[20];

    assert_non_null(source);
    assert_non_null(drbg);
    snprintf(name, sizeof(name), "%s", cipher);
    for (int side = 0; side < SIDES; side++) {
        OSSL_PARAM of_source[] = {OSSL_PARAM_construct_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
                                  OSSL_PARAM_construct_end()};
        OSSL_PARAM of_drbg[] = {OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_CIPHER, name, 0),
                                OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_PROPERTIES, properties[side], 0),
                                OSSL_PARAM_construct_int(OSSL_DRBG_PARAM_USE_DF, &derive),
                                OSSL_PARAM_construct_uint(OSSL_DRBG_PARAM_RESEED_REQUESTS, &reseed_after),
                                OSSL_PARAM_construct_end()};

        generators->sources[side] = EVP_RAND_CTX_new(source, NULL);
        generators->drbgs[side] = EVP_RAND_CTX_new(drbg, generators->sources[side]);
        assert_non_null(generators->drbgs[side]);
        assert_int_equal(EVP_RAND_CTX_set_params(generators->sources[side], of_source), 1);
        assert_int_equal(EVP_RAND_CTX_set_params(generators->drbgs[side], of_drbg), 1);
    }
    set_entropy(generators, entropy);
    for (int side = 0; side < SIDES; side++) {
        assert_int_equal(EVP_RAND_instantiate(generators->sources[side], 256, 0, NULL, 0, NULL), 1);
        assert_int_equal(EVP_RAND_instantiate(generators->drbgs[side], 128, 0, entropy, 20, NULL), 1);
    }
    EVP_RAND_free(source);
    EVP_RAND_free(drbg);
}

static void close_generators(struct generators *generators)
{
    for (int side = 0; side < SIDES; side++) {
        EVP_RAND_CTX_free(generators->drbgs[side]);
        EVP_RAND_CTX_free(generators->sources[side]);
    }
}

/* Random sequences of generate, with and without additional input and prediction resistance, reseed, and changes of the
 * entropy; with reseeding after a few requests, which the generator does by itself. */
static void same_as_default(void **state)
{
    static uint8_t out[SIDES][OUT_LEN], entropy[ENTROPY_LEN], input[64];
    struct duration duration = duration_begin(1);
    struct random random = {pair_seed()};
    unsigned long calls = 0;

    (void)state;
    print_message("# TEST_SEED=%llu\n", (unsigned long long)pair_seed());
    do {
        for (size_t i = 0; i < 6 * 40; i++) {
            struct generators generators;
            const int derive = i % 6 >= 3;

            random_fill(&random, entropy, sizeof(entropy));
            open_generators(&generators, algorithms[3 + i % 3], derive, 1 + (unsigned)random_below(&random, 8),
                            entropy);
            for (unsigned n = 0; n < 20; n++, calls++) {
                const size_t len = 1 + random_below(&random, n % 4 == 0 ? OUT_LEN : 64);
                const size_t input_len = random_below(&random, 33);
                const int resistance = random_below(&random, 4) == 0;
                const size_t kind = random_below(&random, 8);
                int results[SIDES];

                random_fill(&random, input, sizeof(input));
                if (kind == 0) {
                    random_fill(&random, entropy, sizeof(entropy));
                    set_entropy(&generators, entropy);
                }
                for (int side = 0; side < SIDES; side++)
                    results[side] = kind == 1
                                        ? EVP_RAND_reseed(generators.drbgs[side], resistance, NULL, 0, input, input_len)
                                        : EVP_RAND_generate(generators.drbgs[side], out[side], len, 128, resistance,
                                                            input, input_len);
                assert_int_equal(results[ORACLE], 1);
                assert_int_equal(results[SUBJECT], 1);
                assert_memory_equal(out[ORACLE], out[SUBJECT], len);
            }
            close_generators(&generators);
        }
    } while (duration_left(&duration));
    print_message("# %lu calls, the same on both\n", calls);
}

/* A wrapped aeswide, which counts how often AES in CTR or ECB mode is given a key. */
static atomic_ulong keys_set;
static OSSL_FUNC_provider_query_operation_fn *real_query;
static OSSL_FUNC_cipher_encrypt_init_fn *real_init[2];
enum { TABLE_LEN = 32 };
static OSSL_DISPATCH wrapped_ciphers[2][TABLE_LEN], wrapped_provider[TABLE_LEN];
static OSSL_ALGORITHM wrapped_algorithms[TABLE_LEN];

static int counting_ctr_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv,
                             size_t iv_len, const OSSL_PARAM params[])
{
    keys_set += key != NULL;
    return real_init[0](ctx, key, key_len, iv, iv_len, params);
}

static int counting_ecb_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv,
                             size_t iv_len, const OSSL_PARAM params[])
{
    keys_set += key != NULL;
    return real_init[1](ctx, key, key_len, iv, iv_len, params);
}

/* copy_table copies a dispatch table, with one entry replaced; returns what that was. */
static void (*copy_table(OSSL_DISPATCH *to, const OSSL_DISPATCH *from, int id, void (*function)(void)))(void)
{
    void (*replaced)(void) = NULL;

    for (; from->function_id != 0; from++, to++) {
        *to = *from;
        if (to->function_id == id) {
            replaced = to->function;
            to->function = function;
        }
    }
    *to = *from;
    return replaced;
}

static const OSSL_ALGORITHM *wrapped_query(void *provctx, int operation, int *no_cache)
{
    const OSSL_ALGORITHM *real = real_query(provctx, operation, no_cache);

    return operation == OSSL_OP_CIPHER ? wrapped_algorithms : real;
}

static int wrapped_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                        void **provctx)
{
    const OSSL_DISPATCH *functions;
    const OSSL_ALGORITHM *real;
    int no_cache;
    size_t i = 0;

    if (!AESWIDE_PROVIDER_INIT(handle, in, &functions, provctx))
        return 0;
    real_query = (OSSL_FUNC_provider_query_operation_fn *)copy_table(
        wrapped_provider, functions, OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))wrapped_query);
    for (real = real_query(*provctx, OSSL_OP_CIPHER, &no_cache); real->algorithm_names != NULL; real++) {
        wrapped_algorithms[i] = *real;
        if (strncmp(real->algorithm_names, "AES-256-CTR", 11) == 0) {
            real_init[0] = (OSSL_FUNC_cipher_encrypt_init_fn *)copy_table(wrapped_ciphers[0], real->implementation,
                                                                          OSSL_FUNC_CIPHER_ENCRYPT_INIT,
                                                                          (void (*)(void))counting_ctr_init);
            wrapped_algorithms[i].implementation = wrapped_ciphers[0];
        } else if (strncmp(real->algorithm_names, "AES-256-ECB", 11) == 0) {
            real_init[1] = (OSSL_FUNC_cipher_encrypt_init_fn *)copy_table(wrapped_ciphers[1], real->implementation,
                                                                          OSSL_FUNC_CIPHER_ENCRYPT_INIT,
                                                                          (void (*)(void))counting_ecb_init);
            wrapped_algorithms[i].implementation = wrapped_ciphers[1];
        }
        i++;
    }
    wrapped_algorithms[i] = *real;
    *out = wrapped_provider;
    return 1;
}

/* struct preferring is a library context that prefers aeswide, whose generator is not in use yet. */
struct preferring {
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *standard, *aeswide;
};

static void open_preferring(struct preferring *preferring)
{
    preferring->context = OSSL_LIB_CTX_new();
    assert_non_null(preferring->context);
    assert_int_equal(OSSL_PROVIDER_add_builtin(preferring->context, "aeswide", wrapped_init), 1);
    preferring->standard = OSSL_PROVIDER_load(preferring->context, "default");
    preferring->aeswide = OSSL_PROVIDER_load(preferring->context, "aeswide");
    assert_non_null(preferring->standard);
    assert_non_null(preferring->aeswide);
    assert_int_equal(EVP_set_default_properties(preferring->context, "?provider=aeswide"), 1);
}

static void close_preferring(struct preferring *preferring)
{
    OSSL_PROVIDER_unload(preferring->aeswide);
    OSSL_PROVIDER_unload(preferring->standard);
    OSSL_LIB_CTX_free(preferring->context);
}

enum { THREADS = 16, DRAWS = 400, DRAW_LEN = 16 };

struct drawer {
    OSSL_LIB_CTX *context;
    uint8_t drawn[DRAWS][DRAW_LEN];
    bool good;
};

/* draw fills the blocks, by turns from the public and the private generator of its thread. */
static void *draw(void *argument)
{
    struct drawer *drawer = argument;

    drawer->good = true;
    for (size_t i = 0; i < DRAWS; i++) {
        int (*generate)(OSSL_LIB_CTX *, unsigned char *, size_t, unsigned int) =
            i % 2 != 0 ? RAND_priv_bytes_ex : RAND_bytes_ex;

        drawer->good = drawer->good && generate(drawer->context, drawer->drawn[i], DRAW_LEN, 0) == 1;
    }
    return NULL;
}

static int compare_draws(const void *a, const void *b)
{
    return memcmp(a, b, DRAW_LEN);
}

/* all_differ sorts the blocks and tells whether no two are the same. */
static bool all_differ(uint8_t (*blocks)[DRAW_LEN], size_t count)
{
    qsort(blocks, count, DRAW_LEN, compare_draws);
    for (size_t i = 1; i < count; i++) {
        if (memcmp(blocks[i - 1], blocks[i], DRAW_LEN) == 0)
            return false;
    }
    return true;
}

static void many_threads(void **state)
{
    static struct drawer drawers[THREADS];
    static uint8_t all[THREADS * DRAWS][DRAW_LEN];
    struct preferring preferring;
    pthread_t threads[THREADS];
    const unsigned long before = keys_set;

    (void)state;
    open_preferring(&preferring);
    for (size_t i = 0; i < THREADS; i++) {
        drawers[i].context = preferring.context;
        assert_int_equal(pthread_create(&threads[i], NULL, draw, &drawers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(drawers[i].good);
        memcpy(all[i * DRAWS], drawers[i].drawn, sizeof(drawers[i].drawn));
    }
    assert_true(all_differ(all, THREADS * DRAWS));
    print_message("# %lu keys set in aeswide for %d draws\n", keys_set - before, THREADS * DRAWS);
    /* Each draw gives the generator a new key (SP 800-90A, 10.2.1.5.1), if it is OpenSSL 3.0, where its AES follows
     * the preference. */
    if (OPENSSL_version_major() == 3 && OPENSSL_version_minor() == 0)
        assert_true(keys_set - before >= THREADS * DRAWS);
    close_preferring(&preferring);
}

/* Three generations of processes share a generator's state at fork, and no block twice. */
static void after_fork(void **state)
{
    enum { PROCESSES = 4 };
    struct drawer *drawers =
        mmap(NULL, PROCESSES * sizeof(*drawers), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    static uint8_t all[PROCESSES * DRAWS][DRAW_LEN];
    struct preferring preferring;
    uint8_t warm[40];

    (void)state;
    assert_true(drawers != MAP_FAILED);
    open_preferring(&preferring);
    assert_int_equal(RAND_bytes_ex(preferring.context, warm, sizeof(warm), 0), 1);
    assert_int_equal(RAND_priv_bytes_ex(preferring.context, warm, sizeof(warm), 0), 1);
    for (size_t i = 0; i < PROCESSES; i++) {
        pid_t child = 0;

        drawers[i].context = preferring.context;
        fflush(NULL);
        if (i > 0)
            child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            draw(&drawers[i]);
            if (i > 0)
                _exit(0);
        } else {
            int status;

            assert_int_equal(waitpid(child, &status, 0), child);
            assert_int_equal(status, 0);
        }
    }
    for (size_t i = 0; i < PROCESSES; i++) {
        assert_true(drawers[i].good);
        memcpy(all[i * DRAWS], drawers[i].drawn, sizeof(drawers[i].drawn));
    }
    assert_true(all_differ(all, PROCESSES * DRAWS));
    munmap(drawers, PROCESSES * sizeof(*drawers));
    close_preferring(&preferring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_default),
        cmocka_unit_test(many_threads),
        cmocka_unit_test(after_fork),
    };

    return cmocka_run_group_tests_name("random generator", tests, pair_setup, pair_teardown);
}
