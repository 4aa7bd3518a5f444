/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_params.c - parameters of a context, against the default provider: every key, in every type and size,
 * right and wrong, asked for and set, in contexts of every mode.
 */
#include "evp_pair.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const uint8_t key[32] = {0x92, 0x8e, 0x46};
static const uint8_t iv[MAX_IV_LEN] = {0xca, 0xfe, 0xba, 0xbe};

static const unsigned types[] = {
    OSSL_PARAM_INTEGER,      OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_REAL,      OSSL_PARAM_UTF8_STRING,
    OSSL_PARAM_OCTET_STRING, OSSL_PARAM_UTF8_PTR,         OSSL_PARAM_OCTET_PTR, 77,
};

/* is_empty_number: default reads the byte before an integer that has none. */
static bool is_empty_number(unsigned type, size_t size)
{
    return size == 0 && (type == OSSL_PARAM_INTEGER || type == OSSL_PARAM_UNSIGNED_INTEGER);
}

static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 24, 32, 64, 127, 128, 129, 200};

/* The keys that a cipher context may know, and some that none does. tlsivgen, which changes the context, is left to
 * check_provider_tls.c. */
static const char *const keys[] = {
    "keylen",    "ivlen",  "padding",      "num",          "iv",    "updated-iv", "tls-mac", "taglen",      "tag",
    "tlsaadpad", "tlsaad", "iv-generated", "pipeline-tag", "mode",  "blocksize",  "aead",    "custom-iv",   "randkey",
    "use-bits",  "cts",    "tls-version",  "tls-mac-size", "speed", "mackey",     "Padding", "unknown-key", "",
};

/* Contexts in each of these states are asked. */
enum { ECB, CTR, CTR_IN_BLOCK, GCM_ENCRYPT, GCM_DECRYPT, GCM_DONE, GCM_NO_KEY, GCM_LONG_IV, SETUPS };

/* set_up brings a context into one of them. */
static void set_up(struct pair *pair, int setup)
{
    static const char *const algorithm_of[SETUPS] = {"AES-192-ECB", "AES-256-CTR", "AES-128-CTR", "AES-256-GCM",
                                                     "AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "AES-256-GCM"};
    size_t iv_len = setup == ECB ? 0 : setup >= GCM_ENCRYPT ? 12 : 16;
    pair_use(pair, algorithm_of[setup]);
    assert_int_equal(pair_begin(pair, NULL, NULL, 0, setup != GCM_DECRYPT), 1);
    if (setup == GCM_NO_KEY)
        return;
    if (setup == GCM_LONG_IV) {
        iv_len = MAX_IV_LEN;
        assert_int_equal(pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, (int)iv_len, NULL, 0, NULL), 1);
    }
    assert_int_equal(pair_init(pair, key, setup == ECB ? NULL : iv, iv_len, -1), 1);
    if (setup == CTR_IN_BLOCK || setup == GCM_DONE)
        assert_int_equal(pair_update(pair, key, 21), 1);
    if (setup == GCM_DONE)
        assert_int_equal(pair_final(pair), 1);
}

static void get_every_type_and_size(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-128-ECB");
    for (int setup = 0; setup < SETUPS; setup++) {
        set_up(pair, setup);
        for (size_t k = 0; k < COUNT(keys); k++) {
            for (size_t t = 0; t < COUNT(types); t++) {
                for (size_t s = 0; s < COUNT(sizes); s++) {
                    if (is_empty_number(types[t], sizes[s]))
                        continue;
                    pair_get(pair, keys[k], types[t], sizes[s], true);
                    if (pair_type_fits(keys[k], types[t])) /* a real number: see where_default_crashes */
                        pair_get(pair, keys[k], types[t], sizes[s], false);
                }
            }
        }
        pair_state(pair);
    }
    pair_free(pair);
}

/* set_and_use sets one parameter in a fresh context, and looks at all that came of it. */
static void set_and_use(struct pair *pair, int setup, const char *name, unsigned type, const void *data, size_t size)
{
    static const uint8_t other_iv[MAX_IV_LEN] = {1};
    set_up(pair, setup);
    pair_set_one(pair, name, type, data, size);
    pair_state(pair);
    /* what follows would work on a wild num, or in CBC's TLS mode, which default does not check */
    if (strcmp(name, "num") == 0 || strcmp(name, "tls-version") == 0 || strcmp(name, "tlsaad") == 0)
        return;
    pair_update(pair, key, 19);
    pair_final(pair);
    pair_state(pair);
    pair_init(pair, NULL, setup == ECB ? NULL : other_iv, MAX_IV_LEN, -1);
    pair_update(pair, key, 19);
    pair_final(pair);
    pair_state(pair);
}

static void set_every_type_and_size(void **state)
{
    (void)state;
    static const uint8_t values[][8] = {
        {0},
        {1},
        {12},
        {15},
        {16},
        {17},
        {128},
        {129},
        {0, 1},
        {0, 0, 0, 1},
        {0, 0, 0, 0, 1},
        {255, 255, 255, 127},
        {255, 255, 255, 255},
        {255, 255, 255, 255, 255, 255, 255, 255},
        {1, 0, 0, 0, 0, 0, 0, 0x80},
        {0, 0, 0, 0, 0, 0, 0x28, 0x40} /* the double 12.0 */,
    };
    uint8_t data[200];
    struct pair *pair = pair_new("AES-128-ECB");
    for (int setup = 0; setup < SETUPS; setup++) {
        for (size_t k = 0; k < COUNT(keys); k++) {
            for (size_t t = 0; t < COUNT(types); t++) {
                for (size_t s = 0; s < COUNT(sizes); s++) {
                    if (is_empty_number(types[t], sizes[s]))
                        continue;
                    /* a pointer type's data is read as a pointer: only wrong sizes and the NULL pointer are safe */
                    bool pointer = types[t] == OSSL_PARAM_UTF8_PTR || types[t] == OSSL_PARAM_OCTET_PTR;
                    size_t v = pointer ? 0 : (k + s * 5 + t * 3) % COUNT(values);
                    memset(data, v >= 11 && v <= 13 ? 255 : 0, sizeof(data));
                    memcpy(data, values[v], sizeof(values[v]));
                    set_and_use(pair, setup, keys[k], types[t], data, sizes[s]);
                }
            }
        }
    }
    pair_free(pair);
}

/* Integers of each width, signed and not, of each interesting value. */
static void set_integers(void **state)
{
    (void)state;
    static const char *const names[] = {"padding", "ivlen", "num", "use-bits", "tls-mac-size", "taglen", "keylen"};
    static const int64_t values[] = {
        0,  1,   2,    8,         11,        12,         13,        15,        16,
        17, 64,  127,  128,       129,       255,        256,       65536,     INT32_MAX,
        -1, -12, -128, INT32_MIN, 1LL << 32, UINT32_MAX, INT64_MAX, INT64_MIN, (1LL << 32) + 12};
    struct pair *pair = pair_new("AES-128-ECB");
    for (int setup = 0; setup < SETUPS; setup++) {
        for (size_t n = 0; n < COUNT(names); n++) {
            for (size_t v = 0; v < COUNT(values); v++) {
                for (size_t size = 1; size <= 16; size *= 2) {
                    int64_t wide[2] = {values[v], values[v] < 0 ? -1 : 0}; /* little-endian, as every target is */
                    set_and_use(pair, setup, names[n], OSSL_PARAM_INTEGER, wide, size);
                    set_and_use(pair, setup, names[n], OSSL_PARAM_UNSIGNED_INTEGER, wide, size);
                }
                double real = (double)values[v];
                set_and_use(pair, setup, names[n], OSSL_PARAM_REAL, &real, sizeof(real));
                real += 0.5;
                set_and_use(pair, setup, names[n], OSSL_PARAM_REAL, &real, sizeof(real));
            }
        }
    }
    pair_free(pair);
}

/* Data NULL when setting, in the types that default does not read through NULL for. */
static void set_without_data(void **state)
{
    (void)state;
    static const char *const names[] = {"padding", "ivlen", "num", "tag", "use-bits", "tls-mac-size", "unknown-key"};
    struct pair *pair = pair_new("AES-128-ECB");
    for (int setup = 0; setup < SETUPS; setup++) {
        for (size_t n = 0; n < COUNT(names); n++) {
            for (size_t s = 0; s < COUNT(sizes); s++) {
                set_and_use(pair, setup, names[n], OSSL_PARAM_OCTET_STRING, NULL, sizes[s]);
                set_and_use(pair, setup, names[n], OSSL_PARAM_UTF8_STRING, NULL, sizes[s]);
            }
        }
    }
    pair_free(pair);
}

/* refused tells that aeswide alone fails to set a parameter. */
static bool refused(struct pair *pair, const char *name, unsigned type, void *data, size_t size)
{
    OSSL_PARAM params[2] = {{name, type, data, size, OSSL_PARAM_UNMODIFIED}, OSSL_PARAM_construct_end()};
    int ret = EVP_CIPHER_CTX_set_params(pair->ctx[SUBJECT], params);
    ERR_clear_error();
    return ret == 0;
}

/* What reads or writes where it must not in some releases' default provider, and so can only be asked of aeswide: a
 * number from NULL, a real number's size, TLS fields that are NULL or longer than the IV. */
static void where_default_crashes(void **state)
{
    (void)state;
    static const char *const numbers[] = {"padding", "ivlen", "num", "use-bits", "tls-version", "tls-mac-size"};
    static const unsigned number_types[] = {OSSL_PARAM_INTEGER, OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_REAL};
    uint8_t data[256] = {0};
    struct pair *pair = pair_new("AES-128-ECB");
    for (int setup = 0; setup < SETUPS; setup++) {
        bool gcm = setup >= GCM_ENCRYPT;
        set_up(pair, setup);
        for (size_t t = 0; t < COUNT(number_types); t++) {
            for (size_t s = 0; s < COUNT(sizes); s++) {
                for (size_t n = 0; n < COUNT(numbers); n++) {
                    bool known = gcm == (strcmp(numbers[n], "ivlen") == 0);
                    bool failed = refused(pair, numbers[n], number_types[t], NULL, sizes[s]);
                    assert_true(failed || !known); /* EVP itself refuses some that the provider does not know */
                }
                for (size_t k = 0; k < COUNT(keys); k++) {
                    OSSL_PARAM params[2] = {{keys[k], OSSL_PARAM_REAL, NULL, sizes[s], OSSL_PARAM_UNMODIFIED},
                                            OSSL_PARAM_construct_end()};
                    assert_in_range(EVP_CIPHER_CTX_get_params(pair->ctx[SUBJECT], params), 0, 1);
                    ERR_clear_error();
                }
            }
        }
        if (gcm) {
            assert_true(refused(pair, "tlsaad", OSSL_PARAM_OCTET_STRING, NULL, 13));
            assert_true(refused(pair, "tlsivfixed", OSSL_PARAM_OCTET_STRING, NULL, 4));
            for (size_t size = setup == GCM_LONG_IV ? 129 : 13; size < sizeof(data); size++)
                assert_true(refused(pair, "tlsivfixed", OSSL_PARAM_OCTET_STRING, data, size));
            refused(pair, "tlsivfixed", OSSL_PARAM_OCTET_STRING, data, 4);
            assert_true(refused(pair, "tlsivinv", OSSL_PARAM_OCTET_STRING, NULL, 8));
            for (size_t size = setup == GCM_LONG_IV ? 129 : 13; size < sizeof(data); size++)
                assert_true(refused(pair, "tlsivinv", OSSL_PARAM_OCTET_STRING, data, size));
        }
    }
    pair_free(pair);
}

/* No parameters, unknown ones, several, and some twice. */
static void lists(void **state)
{
    (void)state;
    unsigned zero = 0;
    unsigned one = 1;
    size_t eight = 8;
    size_t sixteen = 16;
    size_t bad = 999;
    uint8_t tag[16] = {1, 2, 3};
    uint8_t other_tag[12] = {4};
    OSSL_PARAM padding_0 = OSSL_PARAM_construct_uint("padding", &zero);
    OSSL_PARAM padding_1 = OSSL_PARAM_construct_uint("padding", &one);
    OSSL_PARAM ivlen_8 = OSSL_PARAM_construct_size_t("ivlen", &eight);
    OSSL_PARAM ivlen_16 = OSSL_PARAM_construct_size_t("ivlen", &sixteen);
    OSSL_PARAM ivlen_bad = OSSL_PARAM_construct_size_t("ivlen", &bad);
    OSSL_PARAM tag_16 = OSSL_PARAM_construct_octet_string("tag", tag, sizeof(tag));
    OSSL_PARAM tag_12 = OSSL_PARAM_construct_octet_string("tag", other_tag, sizeof(other_tag));
    OSSL_PARAM unknown = OSSL_PARAM_construct_size_t("never-heard-of", &bad);
    OSSL_PARAM end = OSSL_PARAM_construct_end();
    const OSSL_PARAM given[][5] = {
        {end},
        {unknown, end},
        {unknown, unknown, end},
        {unknown, padding_0, ivlen_8, tag_12, end},
        {padding_0, padding_1, end},
        {padding_1, padding_0, end},
        {ivlen_8, ivlen_16, end},
        {ivlen_16, ivlen_8, end},
        {tag_16, tag_12, end},
        {tag_12, ivlen_16, padding_0, tag_16, end},
        {ivlen_bad, padding_0, end},
        {padding_0, ivlen_bad, tag_16, end},
        {tag_16, ivlen_bad, end},
        {ivlen_8, tag_16, padding_0, end},
    };
    struct pair *pair = pair_new("AES-128-ECB");
    for (int setup = 0; setup < SETUPS; setup++) {
        set_up(pair, setup);
        pair_set(pair, NULL);
        for (size_t i = 0; i < COUNT(given); i++) {
            set_up(pair, setup);
            pair_set(pair, given[i]);
            pair_state(pair);
            /* the same with init, where EVP looks for some of them too */
            pair_reset(pair);
            pair_begin_params(pair, key, setup == ECB ? NULL : iv, MAX_IV_LEN, setup != GCM_DECRYPT, given[i]);
            pair_state(pair);
            pair_update(pair, key, 32);
            pair_final(pair);
            pair_state(pair);
        }
    }
    pair_free(pair);
}

/* The key length can only be what it is: through its own call, through parameters, and with init. */
static void key_length(void **state)
{
    (void)state;
    static const int lengths[] = {16, 24, 32, 0, 1, 15, 17, 31, 33, 64, -1, INT32_MAX};
    struct pair *pair = pair_new("AES-128-ECB");
    for (size_t a = 0; a < ALGORITHMS; a++) {
        pair_use(pair, algorithms[a]);
        for (size_t i = 0; i < COUNT(lengths); i++) {
            size_t len = (size_t)lengths[i];
            unsigned small_len = (unsigned)lengths[i];
            OSSL_PARAM params[2] = {OSSL_PARAM_construct_size_t("keylen", &len), OSSL_PARAM_construct_end()};
            OSSL_PARAM small_params[2] = {OSSL_PARAM_construct_uint("keylen", &small_len), OSSL_PARAM_construct_end()};
            OSSL_PARAM wrong_params[2] = {OSSL_PARAM_construct_octet_string("keylen", &len, 8),
                                          OSSL_PARAM_construct_end()};
            assert_int_equal(pair_begin(pair, NULL, NULL, 0, 1), 1);
            pair_key_length(pair, lengths[i]);
            pair_state(pair);
            pair_init(pair, key, NULL, 0, 1);
            pair_key_length(pair, lengths[i]);
            pair_ctrl(pair, EVP_CTRL_SET_KEY_LENGTH, lengths[i], NULL, 0, NULL);
            pair_set(pair, params);
            pair_state(pair);
            pair_begin_params(pair, key, NULL, 0, 1, params);
            pair_state(pair);
            pair_begin_params(pair, NULL, NULL, 0, 0, params);
            pair_begin_params(pair, key, NULL, 0, 1, small_params);
            pair_begin_params(pair, key, NULL, 0, 1, wrong_params);
            pair_state(pair);
        }
    }
    pair_free(pair);
}

/* tls-version and its fellows are sent by libssl to every cipher. */
static void tls_parameters(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-128-ECB");
    unsigned version = 0x0303;
    size_t mac_len = 0;
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_uint("tls-version", &version),
                                 OSSL_PARAM_construct_size_t("tls-mac-size", &mac_len), OSSL_PARAM_construct_end()};
    for (int setup = 0; setup < SETUPS; setup++) {
        set_up(pair, setup);
        assert_int_equal(pair_set(pair, params), 1);
        pair_state(pair);
        if (setup >= GCM_ENCRYPT) {
            pair_update(pair, key, 30);
            pair_final(pair);
            pair_state(pair);
        }
    }
    pair_free(pair);
}

/* Every control that is not a matter of one mode. Data points to enough memory for each. */
static void controls(void **state)
{
    (void)state;
    static const int kinds[] = {
        EVP_CTRL_INIT,      EVP_CTRL_SET_KEY_LENGTH, EVP_CTRL_GET_RC2_KEY_BITS, EVP_CTRL_SET_RC2_KEY_BITS,
        EVP_CTRL_COPY,      EVP_CTRL_AEAD_SET_IVLEN, EVP_CTRL_AEAD_GET_TAG,     EVP_CTRL_AEAD_SET_TAG,
        EVP_CTRL_GET_IVLEN, EVP_CTRL_CCM_SET_L,      EVP_CTRL_AEAD_SET_MAC_KEY, 0x7f};
    static const int args[] = {-2, -1, 0, 1, 4, 8, 11, 12, 13, 15, 16, 17, 32, 127, 128, 129};
    static const uint8_t data[256] = {7};
    struct pair *pair = pair_new("AES-128-ECB");
    for (int setup = 0; setup < SETUPS; setup++) {
        for (size_t k = 0; k < COUNT(kinds); k++) {
            for (size_t a = 0; a < COUNT(args); a++) {
                set_up(pair, setup);
                pair_ctrl(pair, kinds[k], args[a], data, sizeof(data), NULL);
                pair_state(pair);
                if (kinds[k] == EVP_CTRL_AEAD_SET_IVLEN)
                    pair_ctrl(pair, kinds[k], args[a], NULL, 0, NULL);
                pair_init(pair, NULL, setup == ECB ? NULL : iv, MAX_IV_LEN, -1);
                pair_update(pair, key, 5);
                pair_final(pair);
                pair_state(pair);
            }
        }
    }
    pair_free(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(get_every_type_and_size),
        cmocka_unit_test(set_every_type_and_size),
        cmocka_unit_test(set_integers),
        cmocka_unit_test(set_without_data),
        cmocka_unit_test(where_default_crashes),
        cmocka_unit_test(lists),
        cmocka_unit_test(key_length),
        cmocka_unit_test(tls_parameters),
        cmocka_unit_test(controls),
    };
    return cmocka_run_group_tests_name("provider parameters", tests, pair_setup, pair_teardown);
}
