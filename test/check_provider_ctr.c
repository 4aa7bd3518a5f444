/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_ctr.c - CTR's own rules, against the default provider: the counter's carries, messages that continue,
 * num, and the two IV parameters.
 */
#include "evp_pair.h"

#include <string.h>

static const uint8_t key[32] = {0x76, 0x91, 0xbe, 0x03, 0x5e, 0x50, 0x20, 0xa8, 0xac, 0x6e, 0x61};
static const uint8_t zeros[4096];

/* Counters whose carries run through 32, 64, 96 or 128 bits (`ones` bytes ff), a few blocks before they do. */
static void counter_carries(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-256-CTR");
    for (size_t ones = 1; ones <= 16; ones++) {
        for (unsigned before = 0; before < 70; before += before < 4 ? 1 : 11) {
            uint8_t iv[16];
            memset(iv, 0x5a, sizeof(iv));
            memset(iv + 16 - ones, 0xff, ones);
            iv[15] = (uint8_t)(0xff - before);
            assert_int_equal(pair_begin(pair, key, iv, 16, 1), 1);
            assert_int_equal(pair_update(pair, zeros, 200 * 16), 1); /* in one call */
            pair_state(pair);
            assert_int_equal(pair_begin(pair, key, iv, 16, 1), 1);
            for (unsigned i = 0; i < 80; i++) /* and in pieces */
                assert_int_equal(pair_update(pair, zeros, pair_random(pair, 100)), 1);
            pair_state(pair);
        }
    }
    pair_free(pair);
}

/* Every number of blocks from 1 to 200 across the carry, for each key length. */
static void carry_at_every_length(void **state)
{
    (void)state;
    static const uint8_t ivs[][16] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xfe},
        {0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xe0},
        {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255},
        {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 200},
    };
    for (size_t algorithm = 3; algorithm < 6; algorithm++) {
        struct pair *pair = pair_new(algorithms[algorithm]);
        assert_int_equal(pair_begin(pair, key, NULL, 0, 1), 1);
        for (size_t blocks = 1; blocks <= 200; blocks++) {
            const uint8_t *iv = ivs[blocks % 4];
            assert_int_equal(pair_init(pair, NULL, iv, 16, (int)(blocks & 1)), 1);
            assert_int_equal(pair_update(pair, zeros, 16 * blocks), 1);
            pair_get(pair, OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_STRING, 16, true);
            assert_int_equal(pair_update(pair, zeros, blocks), 1);
            pair_get(pair, OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_STRING, 16, true);
        }
        pair_free(pair);
    }
}

/* num and updated-iv after every byte of three blocks. */
static void state_at_every_byte(void **state)
{
    (void)state;
    static const uint8_t iv[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 255, 255, 255, 255};
    struct pair *pair = pair_new("AES-192-CTR");
    assert_int_equal(pair_begin(pair, key, iv, 16, 1), 1);
    for (size_t i = 0; i < 48; i++) {
        assert_int_equal(pair_update(pair, zeros, 1), 1);
        pair_state(pair);
    }
    /* final gives nothing and ends nothing */
    assert_int_equal(pair_final(pair), 1);
    pair_state(pair);
    assert_int_equal(pair_update(pair, zeros, 5), 1);
    assert_int_equal(pair_final_null(pair), 1);
    assert_int_equal(pair_update(pair, zeros, 50), 1);
    pair_state(pair);
    pair_free(pair);
}

/* Each form of init in the middle of a block, in both directions. */
static void re_init(void **state)
{
    (void)state;
    static const uint8_t iv[16] = {9, 9, 9};
    struct pair *pair = pair_new("AES-128-CTR");
    for (size_t used = 0; used <= 17; used++) {
        for (unsigned form = 0; form < 8; form++) {
            assert_int_equal(pair_begin(pair, key, iv, 16, 1), 1);
            assert_int_equal(pair_update(pair, zeros, used), 1);
            assert_int_equal(pair_init(pair, form & 1 ? key + 7 : NULL, form & 2 ? key : NULL, 16, form & 4 ? 0 : 1),
                             1);
            pair_state(pair);
            assert_int_equal(pair_update(pair, zeros, 40), 1);
            pair_state(pair);
        }
    }
    pair_free(pair);
}

/* The same without a key, or without an IV, at the very first. */
static void incomplete(void **state)
{
    (void)state;
    static const uint8_t iv[16] = {3, 1};
    struct pair *pair = pair_new("AES-256-CTR");
    for (unsigned form = 0; form < 8; form++) {
        assert_int_equal(pair_reset(pair), 1);
        pair_begin(pair, form & 1 ? key : NULL, form & 2 ? iv : NULL, 16, form & 4 ? 0 : 1);
        pair_state(pair);
        pair_update(pair, zeros, 0);
        pair_update(pair, zeros, 20);
        pair_cipher(pair, zeros, 20);
        pair_final(pair);
        pair_state(pair);
        pair_init(pair, key, NULL, 16, -1);
        pair_update(pair, zeros, 20);
        pair_state(pair);
    }
    pair_free(pair);
}

/* num can be set: to values that make sense, and others. */
static void number(void **state)
{
    (void)state;
    static const uint8_t iv[16] = {8, 7};
    struct pair *pair = pair_new("AES-256-CTR");
    for (int value = 0; value <= 15; value++) {
        assert_int_equal(pair_begin(pair, key, iv, 16, 1), 1);
        assert_int_equal(pair_update(pair, zeros, 21), 1);
        int accepted = pair_number(pair, value);
        pair_state(pair);
        if (accepted == 1) {
            assert_int_equal(pair_update(pair, zeros, 50), 1);
            pair_state(pair);
        }
        assert_int_equal(pair_init(pair, NULL, NULL, 16, 1), 1);
        pair_state(pair);
        assert_int_equal(pair_update(pair, zeros, 50), 1);
    }
    pair_free(pair);
}

static void evp_cipher(void **state)
{
    (void)state;
    static const uint8_t iv[16] = {4, 4};
    struct pair *pair = pair_new("AES-128-CTR");
    assert_int_equal(pair_begin(pair, key, iv, 16, 1), 1);
    for (size_t len = 0; len <= 200; len++) {
        assert_int_equal(pair_cipher(pair, zeros, len), len);
        assert_int_equal(pair_update(pair, zeros, len % 19), 1);
        pair_state(pair);
    }
    pair_cipher(pair, NULL, 0);
    pair_state(pair);
    pair_free(pair);
}

/* A DRBG's use: a new key for every call, sixteen blocks or fewer, and the counter read back or set again. */
static void new_key_every_time(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-256-CTR");
    uint8_t new_key[32];
    uint8_t iv[16];
    for (unsigned i = 0; i < 500; i++) {
        pair_fill(pair, new_key, sizeof(new_key));
        pair_fill(pair, iv, sizeof(iv));
        if (i % 7 == 0) {
            pair_use(pair, algorithms[3 + i % 3]);
            assert_int_equal(pair_begin(pair, new_key, iv, 16, 1), 1);
        } else {
            assert_int_equal(pair_init(pair, new_key, iv, 16, 1), 1);
        }
        assert_int_equal(pair_update(pair, zeros, pair_random(pair, 260)), 1);
        pair_state(pair);
    }
    pair_free(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counter_carries),     cmocka_unit_test(carry_at_every_length),
        cmocka_unit_test(state_at_every_byte), cmocka_unit_test(re_init),
        cmocka_unit_test(incomplete),          cmocka_unit_test(number),
        cmocka_unit_test(evp_cipher),          cmocka_unit_test(new_key_every_time),
    };
    return cmocka_run_group_tests_name("provider CTR", tests, pair_setup, pair_teardown);
}
