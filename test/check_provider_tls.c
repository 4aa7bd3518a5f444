/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_tls.c - the calls that TLS 1.2, TLS 1.3, QUIC and OpenSSH make, against the default provider: records
 * of many lengths, record after record in one context, tampered ones among them.
 */
#include "evp_pair.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
    MAX_RECORD = 16384,
    EXPLICIT_LEN = 8, /* RFC 5288: the part of the nonce that a record carries */
    TAG_LEN = 16,
    AAD_LEN = 13,
};

static const uint8_t key[32] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6};
static const uint8_t nonce[16] = {0xaa, 0xbb, 0xcc, 0xdd, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9};
static uint8_t data[EXPLICIT_LEN + MAX_RECORD + TAG_LEN];

/* Payload lengths: small ones, both sides of block and batch bounds, and the largest. */
static const size_t lengths[] = {
    1,   2,   7,   8,   15,  16,  17,  31,   32,   33,   47,   48,   49,   63,   64,   65,   95,    96,    97,   127,
    128, 129, 240, 255, 256, 257, 511, 512,  513,  575,  576,  767,  768,  769,  1023, 1024, 1025,  1280,  1350, 1500,
    511, 496, 495, 480, 479, 992, 991, 2047, 2048, 2049, 4095, 4096, 4097, 8191, 8192, 8193, 16383, 16384,
};

/* set_aad makes the 13 bytes of additional data of TLS 1.2 for a record of `len` bytes, as libssl counts it. */
static int set_aad(struct pair *pair, uint8_t number, size_t len)
{
    uint8_t aad[AAD_LEN] = {0, 0, 0, 0, 0, 0, 0, number, 23, 3, 3, (uint8_t)(len >> 8), (uint8_t)len};
    return pair_ctrl(pair, EVP_CTRL_AEAD_TLS1_AAD, AAD_LEN, aad, AAD_LEN, NULL);
}

/* start12 makes a context as libssl does at a change of keys; the IV's fixed part alone, or all of it so that both
 * sides send the same. */
static struct pair *start12(const char *algorithm, int enc, int fixed_len)
{
    struct pair *pair = pair_new(algorithm);
    assert_int_equal(pair_begin(pair, key, NULL, 0, enc), 1);
    assert_int_equal(pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_FIXED, fixed_len, nonce, 12, NULL), 1);
    pair->random |= enc && fixed_len != -1; /* each side drew the rest */
    pair_state(pair);
    return pair;
}

/* record runs one record in place, through EVP_CipherUpdate or EVP_Cipher, and returns what that returned. */
static int record(struct pair *pair, const uint8_t *in, size_t len, bool by_update)
{
    int ret = by_update ? pair_update(pair, in, len) : pair_cipher(pair, in, len);
    return ret > 0 ? pair->out_len : ret;
}

/* one_record sends a payload of `len` bytes from encrypt to decrypt. */
static void one_record(struct pair *encrypt, struct pair *decrypt, uint8_t number, size_t len)
{
    static uint8_t sealed[sizeof(data)];
    size_t record_len = EXPLICIT_LEN + len + TAG_LEN;
    encrypt->in_at = encrypt->out_at = OUT_AT + number % 16;
    decrypt->in_at = decrypt->out_at = OUT_AT + 8 + number % 16;
    assert_int_equal(set_aad(encrypt, number, EXPLICIT_LEN + len), TAG_LEN);
    assert_int_equal(record(encrypt, data, record_len, number % 2), record_len);
    memcpy(sealed, pair_output(encrypt, SUBJECT), record_len);
    pair_state(encrypt);
    assert_int_equal(set_aad(decrypt, number, record_len), TAG_LEN);
    /* EVP_Cipher returns the length of its input, decrypting too */
    assert_int_equal(record(decrypt, sealed, record_len, number % 3), number % 3 ? len : record_len);
    assert_memory_equal(pair_output(decrypt, SUBJECT) + EXPLICIT_LEN, data + EXPLICIT_LEN, len);
    pair_state(decrypt);
}

static void tls12_records(void **state)
{
    (void)state;
    for (size_t a = 6; a < ALGORITHMS; a++) {
        struct pair *encrypt = start12(algorithms[a], 1, -1);
        struct pair *decrypt = start12(algorithms[a], 0, 4);
        for (unsigned i = 0; i < COUNT(lengths) + 250; i++) {
            size_t len = i < COUNT(lengths) ? lengths[i] : 1 + pair_random(encrypt, i % 10 ? 2000 : MAX_RECORD);
            one_record(encrypt, decrypt, (uint8_t)i, len);
        }
        pair_free(encrypt);
        pair_free(decrypt);
    }
}

static void tls12_every_short_record(void **state)
{
    (void)state;
    struct pair *encrypt = start12("AES-128-GCM", 1, -1);
    struct pair *decrypt = start12("AES-128-GCM", 0, 4);
    for (size_t len = 1; len <= 2100; len++)
        one_record(encrypt, decrypt, (uint8_t)len, len);
    pair_free(encrypt);
    pair_free(decrypt);
}

/* As libssl does it, each side draws the start of its explicit IVs; what either sends, default receives. */
static void tls12_drawn_iv(void **state)
{
    (void)state;
    struct pair *encrypt = start12("AES-256-GCM", 1, 4);
    struct pair *decrypt = start12("AES-256-GCM", 0, 4);
    uint8_t ivs[SIDES][EXPLICIT_LEN];
    assert_true(encrypt->random);
    for (unsigned i = 0; i < 300; i++) {
        size_t len = lengths[i % COUNT(lengths)];
        encrypt->in_at = encrypt->out_at = OUT_AT;
        decrypt->in_at = decrypt->out_at = OUT_AT;
        assert_int_equal(set_aad(encrypt, (uint8_t)i, EXPLICIT_LEN + len), TAG_LEN);
        assert_int_equal(record(encrypt, data, EXPLICIT_LEN + len + TAG_LEN, true), EXPLICIT_LEN + len + TAG_LEN);
        for (int side = 0; side < SIDES; side++) {
            assert_int_equal(set_aad(decrypt, (uint8_t)i, EXPLICIT_LEN + len + TAG_LEN), TAG_LEN);
            assert_int_equal(record(decrypt, pair_output(encrypt, side), EXPLICIT_LEN + len + TAG_LEN, true), len);
            assert_memory_equal(pair_output(decrypt, ORACLE) + EXPLICIT_LEN, data + EXPLICIT_LEN, len);
            /* the explicit part counts by one */
            const uint8_t *now = pair_output(encrypt, side);
            uint64_t count = 0;
            uint64_t before = 0;
            for (size_t b = 0; b < EXPLICIT_LEN; b++) {
                count = count << 8 | now[b];
                before = before << 8 | ivs[side][b];
            }
            if (i > 0)
                assert_true(count == before + 1);
            memcpy(ivs[side], now, EXPLICIT_LEN);
        }
        pair_state(encrypt);
    }
    pair_free(encrypt);
    pair_free(decrypt);
}

/* Records that were changed, one byte in each part of them: refused, nothing of the text left, and the next one is
 * fine. */
static void tls12_tampered(void **state)
{
    (void)state;
    static uint8_t sealed[sizeof(data)];
    struct pair *encrypt = start12("AES-128-GCM", 1, -1);
    struct pair *decrypt = start12("AES-128-GCM", 0, 4);
    for (size_t i = 0; i < COUNT(lengths); i++) {
        size_t len = lengths[i];
        size_t record_len = EXPLICIT_LEN + len + TAG_LEN;
        const size_t places[] = {0, 7, 8, 8 + len / 2, 8 + len - 1, 8 + len, record_len - 1};
        encrypt->in_at = encrypt->out_at = decrypt->in_at = decrypt->out_at = OUT_AT;
        assert_int_equal(set_aad(encrypt, 1, EXPLICIT_LEN + len), TAG_LEN);
        assert_int_equal(record(encrypt, data, record_len, true), record_len);
        memcpy(sealed, pair_output(encrypt, SUBJECT), record_len);
        for (size_t p = 0; p < COUNT(places); p++) {
            sealed[places[p]] ^= 0x40;
            assert_int_equal(set_aad(decrypt, 1, record_len), TAG_LEN);
            int ret = record(decrypt, sealed, record_len, p % 2);
            assert_int_equal(ret, p % 2 ? 0 : -1);
            if (len > 16)
                assert_memory_not_equal(pair_output(decrypt, SUBJECT) + EXPLICIT_LEN, data + EXPLICIT_LEN, len);
            pair_state(decrypt);
            sealed[places[p]] ^= 0x40;
        }
        assert_int_equal(set_aad(decrypt, 2, record_len), TAG_LEN); /* another sequence number */
        record(decrypt, sealed, record_len, true);
        assert_int_equal(set_aad(decrypt, 1, record_len), TAG_LEN);
        assert_int_equal(record(decrypt, sealed, record_len, true), len);
    }
    pair_free(encrypt);
    pair_free(decrypt);
}

/* What is no record: too short, not in place, without data or output, twice, with a length that differs from the AAD.
 */
static void tls12_misuse(void **state)
{
    (void)state;
    for (int enc = 0; enc < 2; enc++) {
        for (size_t len = 0; len <= 60; len++) {
            struct pair *pair = start12("AES-192-GCM", enc, enc ? -1 : 4);
            pair->in_at = pair->out_at = OUT_AT;
            for (unsigned way = 0; way < 7; way++) {
                set_aad(pair, 1, 40);
                if (way == 1)
                    pair->in_at = IN_AT;
                if (way == 2)
                    pair_aad(pair, data, len);
                else if (way == 3)
                    pair_final(pair);
                else if (way == 4)
                    pair_update(pair, NULL, 0);
                else if (way == 5)
                    pair_cipher(pair, data, len);
                else
                    pair_update(pair, data, len);
                pair_state(pair);
                pair->in_at = pair->out_at;
                pair_update(pair, data, 40); /* without new AAD */
                pair_final(pair);
                pair_state(pair);
                if (way == 6)
                    pair_init(pair, NULL, nonce, 12, -1);
                set_aad(pair, 2, 48);
                pair_update(pair, data, 48);
                pair_state(pair);
            }
            pair_free(pair);
        }
    }
}

/* tlsaad of each size, with each length in it, and in contexts that are not ready for it. */
static void tls12_aad(void **state)
{
    (void)state;
    uint8_t aad[64] = {0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3, 0, 40};
    for (int enc = 0; enc < 2; enc++) {
        struct pair *pair = start12("AES-256-GCM", enc, enc ? -1 : 4);
        for (size_t size = 0; size <= 20; size++) {
            pair_set_one(pair, "tlsaad", OSSL_PARAM_OCTET_STRING, aad, size);
            pair_ctrl(pair, EVP_CTRL_AEAD_TLS1_AAD, (int)size, aad, sizeof(aad), NULL);
            pair_state(pair);
        }
        pair_set_one(pair, "tlsaad", OSSL_PARAM_UTF8_STRING, aad, 13);
        pair_set_one(pair, "tlsaad", OSSL_PARAM_UNSIGNED_INTEGER, aad, 8);
        for (size_t len = 0; len <= 50; len++)
            set_aad(pair, 1, len);
        set_aad(pair, 1, 65535);
        pair_state(pair);
        /* without key or IV */
        pair_reset(pair);
        assert_int_equal(pair_begin(pair, NULL, NULL, 0, enc), 1);
        set_aad(pair, 1, 40);
        pair_state(pair);
        pair->in_at = pair->out_at;
        pair_update(pair, data, 40);
        pair_state(pair);
        assert_int_equal(pair_init(pair, key, NULL, 0, enc), 1);
        set_aad(pair, 1, 40);
        pair_update(pair, data, 40);
        pair_state(pair);
        assert_int_equal(pair_init(pair, NULL, nonce, 12, enc), 1); /* an IV, but no fixed one */
        set_aad(pair, 1, 40);
        pair_update(pair, data, 40);
        pair_state(pair);
        pair_free(pair);
    }
}

/* tlsivfixed of each size, for IVs of several lengths. Sizes beyond the IV are in check_provider_params.c: default
 * overruns its buffer. */
static void fixed_iv(void **state)
{
    (void)state;
    static const int iv_lens[] = {1, 4, 8, 11, 12, 13, 16, 128};
    static const uint8_t fixed[MAX_IV_LEN] = {5, 6, 7, 8};
    struct pair *pair = pair_new("AES-128-GCM");
    for (int enc = 0; enc < 2; enc++) {
        for (size_t i = 0; i < COUNT(iv_lens); i++) {
            for (int size = -1; size <= iv_lens[i]; size++) {
                for (unsigned keyed = 0; keyed < 2; keyed++) {
                    assert_int_equal(pair_reset(pair), 1);
                    assert_int_equal(pair_begin(pair, keyed ? key : NULL, NULL, 0, enc), 1);
                    pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, iv_lens[i], NULL, 0, NULL);
                    int ret = pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_FIXED, size, fixed, MAX_IV_LEN, NULL);
                    pair->random |= ret == 1 && enc && size != -1;
                    pair_state(pair);
                    if (iv_lens[i] < EXPLICIT_LEN)
                        continue; /* default would count in the eight bytes before the IV's end */
                    for (int part = -1; part <= 17 && part <= iv_lens[i]; part++) {
                        pair_ctrl(pair, EVP_CTRL_GCM_IV_GEN, part, fixed, MAX_IV_LEN, NULL);
                        if (part >= 0)
                            pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_INV, part, fixed, MAX_IV_LEN, NULL);
                        pair_state(pair);
                    }
                    pair_update(pair, data, 33);
                    pair_final(pair);
                    pair_state(pair);
                    pair_ctrl(pair, EVP_CTRL_GCM_IV_GEN, -1, fixed, MAX_IV_LEN, NULL);
                    pair_update(pair, data, 33);
                    pair_state(pair);
                }
            }
        }
    }
    pair_free(pair);
}

/* OpenSSH: the whole IV once, then for each packet IV_GEN (or IV_INV), EVP_Cipher for AAD and data, and the tag. */
static void openssh_packets(void **state)
{
    (void)state;
    static const uint8_t room[32];
    static uint8_t sealed[MAX_RECORD];
    uint8_t tag[32];
    uint8_t last_iv[1];
    struct pair *encrypt = pair_new("AES-256-GCM");
    struct pair *decrypt = pair_new("AES-256-GCM");
    for (int enc = 0; enc < 2; enc++) {
        struct pair *pair = enc ? encrypt : decrypt;
        assert_int_equal(pair_begin(pair, NULL, nonce, 12, enc), 1);
        assert_int_equal(pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_FIXED, -1, nonce, 12, NULL), 1);
        assert_int_equal(pair_init(pair, key, NULL, 0, -1), 1);
        pair_state(pair);
    }
    for (unsigned packet = 0; packet < 300; packet++) {
        size_t len = 16 * (1 + pair_random(encrypt, packet % 20 ? 100 : MAX_RECORD / 16));
        assert_int_equal(pair_ctrl(encrypt, EVP_CTRL_GCM_IV_GEN, 1, room, 1, last_iv), 1);
        assert_int_equal(pair_cipher_aad(encrypt, data, 4), 4);
        assert_int_equal(pair_cipher(encrypt, data + 4, len), len);
        memcpy(sealed, pair_output(encrypt, ORACLE), len);
        assert_int_equal(pair_cipher(encrypt, NULL, 0), 0);
        assert_int_equal(pair_ctrl(encrypt, EVP_CTRL_AEAD_GET_TAG, 16, room, sizeof(room), tag), 1);
        pair_state(encrypt);

        bool forged = packet % 7 == 6;
        tag[3] ^= forged;
        assert_int_equal(pair_ctrl(decrypt, EVP_CTRL_GCM_IV_GEN, 1, room, 1, last_iv), 1);
        assert_int_equal(pair_ctrl(decrypt, EVP_CTRL_AEAD_SET_TAG, 16, tag, sizeof(tag), NULL), 1);
        assert_int_equal(pair_cipher_aad(decrypt, data, 4), 4);
        assert_int_equal(pair_cipher(decrypt, sealed, len), len);
        assert_memory_equal(pair_output(decrypt, SUBJECT), data + 4, len);
        assert_int_equal(pair_cipher(decrypt, NULL, 0), forged ? -1 : 0);
        pair_state(decrypt);
    }
    pair_free(encrypt);
    pair_free(decrypt);
}

/* TLS 1.3 (RFC 8446, 5.2): the nonce by init for each record, five bytes of AAD, final, tag. */
static void tls13_records(void **state)
{
    (void)state;
    static const uint8_t room[32];
    static uint8_t sealed[sizeof(data)];
    uint8_t tag[32];
    uint8_t record_nonce[12];
    for (size_t a = 6; a < ALGORITHMS; a++) {
        struct pair *encrypt = pair_new(algorithms[a]);
        struct pair *decrypt = pair_new(algorithms[a]);
        memcpy(record_nonce, nonce, sizeof(record_nonce));
        for (int enc = 0; enc < 2; enc++) {
            struct pair *pair = enc ? encrypt : decrypt;
            assert_int_equal(pair_begin(pair, NULL, NULL, 0, enc), 1);
            assert_int_equal(pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL, 0, NULL), 1);
            assert_int_equal(pair_init(pair, key, NULL, 0, enc), 1);
        }
        for (unsigned i = 0; i < COUNT(lengths) + 150; i++) {
            size_t len = i < COUNT(lengths) ? lengths[i] : 1 + pair_random(encrypt, MAX_RECORD / 4);
            uint8_t header[5] = {23, 3, 3, (uint8_t)((len + TAG_LEN) >> 8), (uint8_t)(len + TAG_LEN)};
            record_nonce[11] ^= (uint8_t)i;
            encrypt->in_at = encrypt->out_at = decrypt->in_at = decrypt->out_at = OUT_AT + 5;
            assert_int_equal(pair_init(encrypt, NULL, record_nonce, 12, 1), 1);
            assert_int_equal(pair_aad(encrypt, header, sizeof(header)), 1);
            assert_int_equal(pair_update(encrypt, data, len), 1);
            memcpy(sealed, pair_output(encrypt, ORACLE), len);
            assert_int_equal(pair_final(encrypt), 1);
            assert_int_equal(pair_ctrl(encrypt, EVP_CTRL_AEAD_GET_TAG, 16, room, sizeof(room), tag), 1);
            pair_state(encrypt);

            bool forged = i % 11 == 10;
            sealed[len / 2] ^= forged;
            assert_int_equal(pair_init(decrypt, NULL, record_nonce, 12, 0), 1);
            assert_int_equal(pair_ctrl(decrypt, EVP_CTRL_AEAD_SET_TAG, 16, tag, sizeof(tag), NULL), 1);
            assert_int_equal(pair_aad(decrypt, header, sizeof(header)), 1);
            assert_int_equal(pair_update(decrypt, sealed, len), 1);
            int verified = i % 2 ? pair_final(decrypt) : pair_final_null(decrypt); /* NULL: as QUIC does */
            assert_int_equal(verified, !forged);
            pair_state(decrypt);
        }
        pair_free(encrypt);
        pair_free(decrypt);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tls12_records),  cmocka_unit_test(tls12_every_short_record),
        cmocka_unit_test(tls12_drawn_iv), cmocka_unit_test(tls12_tampered),
        cmocka_unit_test(tls12_misuse),   cmocka_unit_test(tls12_aad),
        cmocka_unit_test(fixed_iv),       cmocka_unit_test(openssh_packets),
        cmocka_unit_test(tls13_records),
    };
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)(i * 5 + i / 251);
    return cmocka_run_group_tests_name("provider TLS", tests, pair_setup, pair_teardown);
}
