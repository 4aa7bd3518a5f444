/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_ecb.c - ECB's own rules, against the default provider: padding, the block that is held back, partial
 * blocks at the end, EVP_Cipher, and the calls of QUIC's header protection.
 */
#include "evp_pair.h"

#include <string.h>

static const uint8_t key[32] = {0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae};
static const uint8_t zeros[512];

/* begin_fresh starts a new message in a direction, with padding on or off. */
static void begin_fresh(struct pair *pair, int enc, int padding)
{
    assert_int_equal(pair_begin(pair, key, NULL, 0, enc), 1);
    assert_int_equal(pair_padding(pair, padding), 1);
}

/* Each total length in two pieces: what each update gives out shows which block is held back. */
static void two_pieces(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-192-ECB");
    for (int mode = 0; mode < 4; mode++) {
        for (size_t first = 0; first <= 50; first++) {
            for (size_t second = 0; second <= 50; second++) {
                begin_fresh(pair, mode & 1, mode >> 1);
                assert_int_equal(pair_update(pair, zeros, first), 1);
                assert_int_equal(pair_update(pair, zeros, second), 1);
                pair_state(pair);
                pair_final(pair);
                pair_final(pair);
            }
        }
    }
    pair_free(pair);
}

static void one_byte_at_a_time(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-128-ECB");
    for (int mode = 0; mode < 4; mode++) {
        begin_fresh(pair, mode & 1, mode >> 1);
        for (size_t i = 0; i < 128; i++)
            assert_int_equal(pair_update(pair, zeros + i, 1), 1);
        pair_final(pair);
    }
    pair_free(pair);
}

/* padded encrypts 16 chosen bytes without padding, and returns what decrypting that with padding gives: every form of
 * good and bad padding can be made so. */
static int padded(struct pair *pair, const uint8_t plain[16])
{
    uint8_t cipher[16];
    begin_fresh(pair, 1, 0);
    assert_int_equal(pair_update(pair, plain, 16), 1);
    memcpy(cipher, pair_output(pair, ORACLE), 16);
    begin_fresh(pair, 0, 1);
    assert_int_equal(pair_update(pair, cipher, 16), 1);
    assert_int_equal(pair->out_len, 0);
    return pair_final(pair);
}

static void padding_bytes(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-256-ECB");
    unsigned good = 0;
    for (unsigned last = 0; last < 256; last++) {
        uint8_t plain[16];
        memset(plain, (int)last, sizeof(plain));
        good += padded(pair, plain) == 1;
        for (size_t i = 0; i < 15; i++) { /* one other byte: bad inside the padding, of no matter outside */
            memset(plain, (int)last, sizeof(plain));
            plain[i] ^= 1;
            padded(pair, plain);
        }
    }
    assert_int_equal(good, 16);
    pair_free(pair);
}

/* Padding may be switched at any time; it counts at the next update or final. */
static void padding_switched(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-128-ECB");
    static const int values[] = {0, 1, 2, -1, 1000};
    for (int enc = 0; enc < 2; enc++) {
        for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
            for (size_t len = 0; len <= 33; len++) {
                begin_fresh(pair, enc, 1);
                pair_update(pair, zeros, len);
                pair_padding(pair, values[i]);
                pair_state(pair);
                pair_update(pair, zeros, 16);
                pair_padding(pair, values[(i + 1) % 5]);
                pair_final(pair);
                /* an init drops what is buffered and keeps the flag */
                pair_init(pair, NULL, NULL, 0, enc);
                pair_state(pair);
                pair_update(pair, zeros, len);
                pair_final(pair);
                pair_init(pair, NULL, NULL, 0, !enc);
                pair_update(pair, zeros, len);
                pair_final(pair);
            }
        }
    }
    pair_free(pair);
}

static void without_key(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-256-ECB");
    for (int enc = 0; enc < 2; enc++) {
        for (size_t len = 0; len <= 33; len += 3) {
            assert_int_equal(pair_reset(pair), 1);
            assert_int_equal(pair_begin(pair, NULL, NULL, 0, enc), 1);
            pair_state(pair);
            pair_update(pair, zeros, len);
            pair_final(pair);
            pair_cipher(pair, zeros, len);
            pair_cipher(pair, NULL, 0);
            assert_int_equal(pair_init(pair, key, NULL, 0, enc), 1);
            assert_int_equal(pair_update(pair, zeros, 32), 1);
            pair_final(pair);
        }
    }
    pair_free(pair);
}

/* EVP_Cipher works on the whole blocks and returns the length, whatever the padding. */
static void evp_cipher(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-256-ECB");
    for (int mode = 0; mode < 4; mode++) {
        for (size_t len = 0; len <= 100; len++) {
            begin_fresh(pair, mode & 1, mode >> 1);
            pair_cipher(pair, zeros, len);
            pair_update(pair, zeros, 5);
            pair_cipher(pair, zeros, len); /* beside the buffered bytes */
            pair_final(pair);
            pair_cipher(pair, NULL, 0);
        }
    }
    pair_free(pair);
}

/* QUIC masks each packet's header with one block: init with neither key nor IV, then 16 bytes with padding on. */
static void header_protection(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct pair *pair = pair_new(algorithms[i]);
        assert_int_equal(pair_begin(pair, key, NULL, 0, 1), 1);
        for (unsigned packet = 0; packet < 100; packet++) {
            uint8_t sample[16];
            pair_fill(pair, sample, sizeof(sample));
            assert_int_equal(pair_init(pair, NULL, NULL, 0, -1), 1);
            assert_int_equal(pair_update(pair, sample, sizeof(sample)), 1);
            assert_int_equal(pair->out_len, 16);
            if (packet % 3 == 0) {
                assert_int_equal(pair_final(pair), 1);
                assert_int_equal(pair->out_len, 16);
            }
        }
        pair_free(pair);
    }
}

/* A new key in the same context, the same key in the other direction, and another cipher in it. */
static void re_init(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-128-ECB");
    for (unsigned i = 0; i < 300; i++) {
        uint8_t new_key[32];
        pair_fill(pair, new_key, sizeof(new_key));
        int enc = (int)pair_random(pair, 2);
        if (pair_random(pair, 3) == 0 || i == 0) {
            pair_use(pair, algorithms[pair_random(pair, 3)]);
            assert_int_equal(pair_begin(pair, new_key, NULL, 0, enc), 1);
        } else {
            assert_int_equal(pair_init(pair, pair_random(pair, 2) ? new_key : NULL, NULL, 0, enc), 1);
        }
        pair_state(pair);
        pair_update(pair, zeros, pair_random(pair, 300));
        pair_final(pair);
    }
    pair_free(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pieces),        cmocka_unit_test(one_byte_at_a_time),
        cmocka_unit_test(padding_bytes),     cmocka_unit_test(padding_switched),
        cmocka_unit_test(without_key),       cmocka_unit_test(evp_cipher),
        cmocka_unit_test(header_protection), cmocka_unit_test(re_init),
    };
    return cmocka_run_group_tests_name("provider ECB", tests, pair_setup, pair_teardown);
}
