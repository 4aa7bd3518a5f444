/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_rand.c - OpenSSL's random generator on aeswide: a CTR-DRBG over its ciphers gives what one over the
 * default provider's gives, and RAND_bytes works in a library context that prefers it.
 */
#include "evp_pair.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <openssl/provider.h>
#include <openssl/rand.h>

static uint8_t entropy[3000];

/* new_source makes a TEST-RAND (of the default provider), which gives out the entropy that it is told to. */
static EVP_RAND_CTX *new_source(void)
{
    unsigned strength = 256;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
                           OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, entropy, sizeof(entropy)),
                           OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_NONCE, entropy + 500, 32),
                           OSSL_PARAM_construct_end()};
    EVP_RAND *algorithm = EVP_RAND_fetch(pair_library(), "TEST-RAND", NULL);
    assert_non_null(algorithm);
    EVP_RAND_CTX *source = EVP_RAND_CTX_new(algorithm, NULL);
    assert_non_null(source);
    EVP_RAND_free(algorithm);
    assert_int_equal(EVP_RAND_instantiate(source, strength, 0, NULL, 0, params), 1);
    return source;
}

/* new_drbg makes a CTR-DRBG (SP 800-90A, 10.2.1) whose cipher is of one side. */
static EVP_RAND_CTX *new_drbg(int side, EVP_RAND_CTX *source, const char *cipher, int derive, unsigned strength)
{
    static char properties[SIDES][20] = {"provider=default", "provider=aeswide"};
    char name[20];
    strcpy(name, cipher);
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_CIPHER, name, 0),
                           OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_PROPERTIES, properties[side], 0),
                           OSSL_PARAM_construct_int(OSSL_DRBG_PARAM_USE_DF, &derive), OSSL_PARAM_construct_end()};
    EVP_RAND *algorithm = EVP_RAND_fetch(pair_library(), "CTR-DRBG", NULL);
    assert_non_null(algorithm);
    EVP_RAND_CTX *drbg = EVP_RAND_CTX_new(algorithm, source);
    assert_non_null(drbg);
    EVP_RAND_free(algorithm);
    assert_int_equal(EVP_RAND_instantiate(drbg, strength, 0, entropy + 700, 30, params), 1);
    return drbg;
}

static void same_numbers(void **state)
{
    (void)state;
    static uint8_t out[SIDES][70000];
    for (size_t i = 0; i < 6; i++) {
        EVP_RAND_CTX *sources[SIDES];
        EVP_RAND_CTX *drbgs[SIDES];
        for (int side = 0; side < SIDES; side++) {
            sources[side] = new_source();
            drbgs[side] = new_drbg(side, sources[side], algorithms[3 + i % 3], i >= 3, 128 + 64 * (unsigned)(i % 3));
        }
        for (size_t len = 1; len < sizeof(out[0]); len += len < 400 ? 1 : len) {
            for (int side = 0; side < SIDES; side++) {
                int reseed = len % 100 == 0;
                assert_int_equal(EVP_RAND_generate(drbgs[side], out[side], len, 128, reseed, entropy, len % 33), 1);
            }
            assert_memory_equal(out[ORACLE], out[SUBJECT], len);
        }
        for (int side = 0; side < SIDES; side++) {
            EVP_RAND_CTX_free(drbgs[side]);
            EVP_RAND_CTX_free(sources[side]);
        }
    }
}

/* differ tells whether two blocks are not the same, and neither is all zero. */
static bool differ(const uint8_t a[32], const uint8_t b[32])
{
    static const uint8_t zeros[32];
    return memcmp(a, b, 32) != 0 && memcmp(a, zeros, 32) != 0 && memcmp(b, zeros, 32) != 0;
}

/* draw fills both blocks through RAND_bytes and RAND_priv_bytes of a library context. */
static bool draw(OSSL_LIB_CTX *context, uint8_t blocks[2][32])
{
    memset(blocks, 0, 64);
    return RAND_bytes_ex(context, blocks[0], 32, 0) == 1 && RAND_priv_bytes_ex(context, blocks[1], 32, 0) == 1;
}

/* RAND_bytes where every AES is aeswide's, also in a child of fork, which must not repeat its parent. */
static void preferred(void **state)
{
    (void)state;
    static uint8_t big[100000];
    uint8_t blocks[2][32];
    uint8_t later[2][32];
    OSSL_LIB_CTX *context = new_library();
    assert_non_null(context);
    OSSL_PROVIDER *providers[] = {OSSL_PROVIDER_load(context, "default"), OSSL_PROVIDER_load(context, "aeswide")};
    assert_non_null(providers[0]);
    assert_non_null(providers[1]);
    assert_int_equal(EVP_set_default_properties(context, "?provider=aeswide"), 1);
    assert_true(draw(context, blocks));
    assert_true(differ(blocks[0], blocks[1]));
    for (size_t len = 1; len < sizeof(big); len += len < 200 ? 1 : len)
        assert_int_equal(RAND_bytes_ex(context, big, len, 0), 1);
    assert_true(draw(context, later));
    assert_true(differ(blocks[0], later[0]));

    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool good = draw(context, later) && write(ends[1], later, sizeof(later)) == sizeof(later);
        _exit(good ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], later, sizeof(later)), sizeof(later));
    close(ends[0]);
    close(ends[1]);
    assert_true(draw(context, blocks));
    assert_true(differ(blocks[0], later[0]));
    assert_true(differ(blocks[1], later[1]));
    OSSL_PROVIDER_unload(providers[1]);
    OSSL_PROVIDER_unload(providers[0]);
    OSSL_LIB_CTX_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_numbers),
        cmocka_unit_test(preferred),
    };
    for (size_t i = 0; i < sizeof(entropy); i++)
        entropy[i] = (uint8_t)(i * i + i / 256);
    return cmocka_run_group_tests_name("provider random generator", tests, pair_setup, pair_teardown);
}
