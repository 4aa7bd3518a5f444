/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_gcm.c - GCM against the default provider: IVs of every length, the counter's wrap, tags, additional
 * data, missing keys and IVs, and each form of init.
 */
#include "evp_pair.h"

#include <string.h>

#include "reference.h"

static const uint8_t key[32] = {0xfe, 0xff, 0xe9, 0x92, 0x86, 0x65, 0x73, 0x1c, 0x6d, 0x6a, 0x8f, 0x94};
static const uint8_t iv[MAX_IV_LEN] = {0xca, 0xfe, 0xba, 0xbe, 0xfa, 0xce, 0xdb, 0xad, 0xde, 0xca, 0xf8, 0x88, 1, 2, 3};
static uint8_t data[16384];

/* begin starts a message with a key and an IV of any length. */
static void begin(struct pair *pair, const uint8_t *message_iv, size_t iv_len, int enc)
{
    assert_int_equal(pair_begin(pair, NULL, NULL, 0, enc), 1);
    assert_int_equal(pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, (int)iv_len, NULL, 0, NULL), 1);
    assert_int_equal(pair_init(pair, key, message_iv, iv_len, -1), 1);
}

/* get_tag and set_tag are the controls of these names. */
static int get_tag(struct pair *pair, int tag_len, uint8_t tag[32])
{
    static const uint8_t room[32];
    return pair_ctrl(pair, EVP_CTRL_AEAD_GET_TAG, tag_len, room, sizeof(room), tag);
}

static int set_tag(struct pair *pair, int tag_len, const uint8_t tag[32])
{
    return pair_ctrl(pair, EVP_CTRL_AEAD_SET_TAG, tag_len, tag, 32, NULL);
}

/* seal encrypts data and keeps result and tag. */
static void seal(struct pair *pair, size_t iv_len, size_t aad_len, size_t len, uint8_t *cipher, uint8_t tag[32])
{
    begin(pair, iv, iv_len, 1);
    assert_int_equal(pair_aad(pair, data, aad_len), 1);
    assert_int_equal(pair_update(pair, data, len), 1);
    memcpy(cipher, pair_output(pair, ORACLE), len);
    assert_int_equal(pair_final(pair), 1);
    assert_int_equal(get_tag(pair, 16, tag), 1);
}

static void iv_lengths(void **state)
{
    (void)state;
    uint8_t cipher[300];
    uint8_t tag[32];
    for (size_t a = 6; a < ALGORITHMS; a++) {
        struct pair *pair = pair_new(algorithms[a]);
        for (size_t iv_len = 1; iv_len <= MAX_IV_LEN; iv_len++) {
            seal(pair, iv_len, iv_len, 2 * iv_len, cipher, tag);
            pair_state(pair);
            begin(pair, iv, iv_len, 0);
            assert_int_equal(pair_aad(pair, data, iv_len), 1);
            assert_int_equal(pair_update(pair, cipher, 2 * iv_len), 1);
            assert_int_equal(set_tag(pair, 16, tag), 1);
            assert_int_equal(pair_final(pair), 1);
            pair_state(pair);
        }
        pair_free(pair);
    }
}

/* multiply is the product in GCM's field (SP 800-38D, 6.3): the reference's GHASH of one block. */
static void multiply(uint8_t product[16], const uint8_t a[16], const uint8_t b[16])
{
    struct ghash_key ghash_key;
    uint8_t hash[16] = {0};
    aes_kernel_textbook.set_ghash_key(&ghash_key, a);
    aes_kernel_textbook.ghash(&ghash_key, hash, b, 1);
    memcpy(product, hash, 16);
}

/* iv_for makes the 16-byte IV from which the key's GCM derives the given J0: GHASH of two blocks, solved for the first.
 */
static void iv_for(uint8_t wanted_iv[16], const uint8_t j0[16])
{
    static const uint8_t lengths[16] = {[15] = 128}; /* of the IV, in bits */
    struct aes_key schedule;
    uint8_t h[16] = {0};
    uint8_t inverse[16] = {0x80}; /* the field's 1 */
    uint8_t power[16];
    aes_kernel_textbook.set_encrypt_key(&schedule, key, 32);
    aes_kernel_textbook.ecb_encrypt(&schedule, h, h, 1);
    memcpy(power, h, 16);
    for (unsigned i = 1; i < 128; i++) { /* h^(2^128 - 2) */
        multiply(power, power, power);
        multiply(inverse, inverse, power);
    }
    multiply(wanted_iv, j0, inverse);
    for (size_t i = 0; i < 16; i++)
        wanted_iv[i] ^= lengths[i];
    multiply(wanted_iv, wanted_iv, inverse);
}

/* The counter wraps in its last 32 bits, from each distance, in one call and in pieces. */
static void counter_wrap(void **state)
{
    (void)state;
    uint8_t tag[32];
    struct pair *pair = pair_new("AES-256-GCM");
    for (unsigned before = 1; before <= 140; before += before < 70 ? 1 : 7) {
        uint8_t j0[16];
        uint8_t wrap_iv[16];
        memset(j0, 0xff, sizeof(j0));
        j0[15] = (uint8_t)(0 - before);
        iv_for(wrap_iv, j0);
        /* the first counter block is J0 + 1: with before = 1 its last word is 0, and the rest still ff */
        for (int enc = 0; enc < 2; enc++) {
            begin(pair, wrap_iv, 16, enc);
            assert_int_equal(pair_update(pair, data, 16 * 180 + 3), 1);
            pair_final(pair);
            get_tag(pair, 16, tag);
            begin(pair, wrap_iv, 16, enc);
            for (unsigned i = 0; i < 50; i++)
                assert_int_equal(pair_update(pair, data, pair_random(pair, 130)), 1);
            pair_final(pair);
            get_tag(pair, 16, tag);
        }
        if (before == 1) { /* E(K, ff..ff 00000000) is the first block: proof that iv_for is right */
            struct aes_key schedule;
            uint8_t block[16];
            memset(block, 0xff, 12);
            memset(block + 12, 0, 4);
            aes_kernel_textbook.set_encrypt_key(&schedule, key, 32);
            aes_kernel_textbook.ecb_encrypt(&schedule, block, block, 1);
            begin(pair, wrap_iv, 16, 1);
            assert_int_equal(pair_update(pair, (const uint8_t[16]){0}, 16), 1);
            assert_memory_equal(pair_output(pair, SUBJECT), block, 16);
        }
    }
    pair_free(pair);
}

/* Tags of each length, given and asked for, when encrypting and when not, before and after final. */
static void tag_lengths(void **state)
{
    (void)state;
    uint8_t cipher[64];
    uint8_t tag[32];
    uint8_t part[32];
    struct pair *pair = pair_new("AES-192-GCM");
    seal(pair, 12, 5, 50, cipher, tag);
    for (int tag_len = -1; tag_len <= 17; tag_len++) {
        seal(pair, 12, 5, 50, cipher, tag);
        get_tag(pair, tag_len, part);
        set_tag(pair, tag_len, tag); /* wrong direction */
        pair_state(pair);
        for (unsigned when = 0; when < 4; when++) {
            begin(pair, iv, 12, 0);
            if (when == 0)
                set_tag(pair, tag_len, tag);
            assert_int_equal(pair_aad(pair, data, 5), 1);
            if (when == 1)
                set_tag(pair, tag_len, tag);
            assert_int_equal(pair_update(pair, cipher, 50), 1);
            get_tag(pair, tag_len, part); /* too early, and the wrong direction */
            if (when == 2)
                set_tag(pair, tag_len, tag);
            int verified = pair_final(pair);
            if (when < 3 && tag_len >= 1 && tag_len <= 16)
                assert_int_equal(verified, 1);
            else
                assert_int_equal(verified, 0);
            get_tag(pair, tag_len, part);
            set_tag(pair, tag_len, tag);
            pair_final(pair);
            pair_state(pair);
        }
    }
    /* too early: before data, before final, before a key */
    pair_reset(pair);
    pair_begin(pair, NULL, NULL, 0, 1);
    get_tag(pair, 16, part);
    begin(pair, iv, 12, 1);
    get_tag(pair, 16, part);
    assert_int_equal(pair_update(pair, data, 20), 1);
    get_tag(pair, 16, part);
    pair_state(pair);
    pair_free(pair);
}

/* Each bit of the tag counts, up to the length that was set, and none beyond. */
static void forged_tags(void **state)
{
    (void)state;
    uint8_t cipher[64];
    uint8_t tag[32];
    struct pair *pair = pair_new("AES-128-GCM");
    seal(pair, 12, 20, 33, cipher, tag);
    for (int tag_len = 1; tag_len <= 16; tag_len++) {
        for (int bit = 0; bit < 128; bit++) {
            uint8_t forged[32];
            memcpy(forged, tag, sizeof(forged));
            forged[bit / 8] ^= (uint8_t)(1 << bit % 8);
            begin(pair, iv, 12, 0);
            assert_int_equal(set_tag(pair, tag_len, forged), 1);
            assert_int_equal(pair_aad(pair, data, 20), 1);
            assert_int_equal(pair_update(pair, cipher, 33), 1);
            int verified = bit % 2 ? pair_final(pair) : pair_final_null(pair);
            assert_int_equal(verified, bit >= 8 * tag_len);
            if (bit % 8 == 0) {
                pair_state(pair);
                pair_update(pair, cipher, 3);
                pair_final(pair);
            }
        }
    }
    /* the same through EVP_Cipher, which must say -1: OpenSSH looks for < 0 */
    for (int bad = 0; bad < 2; bad++) {
        begin(pair, iv, 12, 0);
        assert_int_equal(pair_cipher_aad(pair, data, 20), 20);
        assert_int_equal(pair_cipher(pair, cipher, 33), 33);
        tag[15] ^= (uint8_t)bad;
        assert_int_equal(set_tag(pair, 16, tag), 1);
        assert_int_equal(pair_cipher(pair, NULL, 0), bad ? -1 : 0);
        pair_state(pair);
        pair_cipher(pair, NULL, 0);
    }
    pair_free(pair);
}

/* authenticate runs a message with additional data in pieces through both directions. */
static void authenticate(struct pair *encrypt, struct pair *decrypt, size_t aad_len, size_t most, size_t len)
{
    uint8_t tag[32];
    uint8_t cipher[512];
    size_t now;
    assert_int_equal(pair_init(encrypt, NULL, iv, 12, 1), 1);
    for (size_t done = 0; done < aad_len; done += now) {
        now = most == 0 || done == aad_len - 1 ? aad_len - done : pair_random(encrypt, most);
        now = now < aad_len - done ? now : aad_len - done;
        assert_int_equal(pair_aad(encrypt, data + done, now), 1);
    }
    assert_int_equal(pair_update(encrypt, data, len), 1);
    memcpy(cipher, pair_output(encrypt, ORACLE), len);
    assert_int_equal(pair_final(encrypt), 1);
    assert_int_equal(get_tag(encrypt, 16, tag), 1);
    assert_int_equal(pair_init(decrypt, NULL, iv, 12, 0), 1);
    assert_int_equal(pair_aad(decrypt, data, aad_len), 1);
    assert_int_equal(pair_update(decrypt, cipher, len), 1);
    assert_int_equal(set_tag(decrypt, 16, tag), 1);
    assert_int_equal(pair_final(decrypt), 1);
}

static void additional_data(void **state)
{
    (void)state;
    for (size_t a = 6; a < ALGORITHMS; a++) {
        struct pair *encrypt = pair_new(algorithms[a]);
        struct pair *decrypt = pair_new(algorithms[a]);
        begin(encrypt, iv, 12, 1);
        begin(decrypt, iv, 12, 0);
        for (size_t aad_len = 0; aad_len <= 600; aad_len++) {
            authenticate(encrypt, decrypt, aad_len, 0, aad_len % 35);
            authenticate(encrypt, decrypt, aad_len, 40, aad_len * 7 % 300);
            authenticate(encrypt, decrypt, aad_len, 300, aad_len * 7 % 300);
        }
        for (size_t aad_len = 10000; aad_len <= 10100; aad_len++) {
            authenticate(encrypt, decrypt, aad_len, 0, aad_len % 50);
            authenticate(encrypt, decrypt, aad_len, 700, aad_len % 50);
        }
        pair_free(encrypt);
        pair_free(decrypt);
    }
}

/* Two pieces of additional data of every length: what is left over in one must meet the next. */
static void additional_data_in_two(void **state)
{
    (void)state;
    uint8_t tag[32];
    struct pair *pair = pair_new("AES-256-GCM");
    begin(pair, iv, 12, 1);
    for (size_t first = 0; first <= 280; first += first < 40 ? 1 : 5) {
        for (size_t second = 0; second <= 34; second++) {
            assert_int_equal(pair_init(pair, NULL, iv, 12, -1), 1);
            assert_int_equal(pair_aad(pair, data, first), 1);
            assert_int_equal(pair_aad(pair, data, second), 1);
            assert_int_equal(pair_update(pair, data, (first + second) % 50), 1);
            assert_int_equal(pair_update(pair, data, second), 1);
            assert_int_equal(pair_final(pair), 1);
            get_tag(pair, 16, tag);
        }
    }
    pair_free(pair);
}

/* Additional data after data fails, and the message can go on; after an empty update it is allowed. */
static void additional_data_after_data(void **state)
{
    (void)state;
    uint8_t tag[32];
    struct pair *pair = pair_new("AES-256-GCM");
    for (int enc = 0; enc < 2; enc++) {
        for (size_t aad_len = 0; aad_len <= 20; aad_len += 5) {
            for (size_t len = 0; len <= 40; len++) {
                begin(pair, iv, 12, enc);
                assert_int_equal(pair_aad(pair, data, aad_len), 1);
                assert_int_equal(pair_update(pair, data, len), 1);
                pair_aad(pair, data, 7);
                pair_state(pair);
                pair_update(pair, data, 30);
                pair_cipher_aad(pair, data, 3);
                pair_update(pair, data, 3);
                pair_final(pair);
                get_tag(pair, 16, tag);
                pair_state(pair);
            }
        }
    }
    pair_free(pair);
}

/* Zero-length calls, with pointers and without, at each stage: they change nothing. */
static void nothing_at_all(void **state)
{
    (void)state;
    struct pair *pair = pair_new("AES-128-GCM");
    for (int enc = 0; enc < 2; enc++) {
        for (unsigned stage = 0; stage < 6; stage++) {
            pair_reset(pair);
            if (stage > 0)
                assert_int_equal(pair_begin(pair, stage > 1 ? key : NULL, stage > 2 ? iv : NULL, 12, enc), 1);
            if (stage > 3)
                assert_int_equal(pair_update(pair, data, 5), 1);
            if (stage > 4)
                pair_final(pair);
            pair_update(pair, data, 0);
            pair_update(pair, NULL, 0);
            pair_aad(pair, data, 0);
            pair_aad(pair, NULL, 0);
            if (stage > 0)
                pair_state(pair);
            if (stage > 1) {
                pair_update(pair, data, 12);
                pair_final(pair);
                pair_state(pair);
            }
        }
    }
    pair_free(pair);
}

/* No key, no IV, or neither: each call of a message. A missing IV is drawn when encrypting, which leaves the shapes. */
static void missing_parts(void **state)
{
    (void)state;
    uint8_t tag[32] = {0};
    static const int iv_lens[] = {0, 1, 8, 11, 12, 13, 16, 64, 128};
    struct pair *pair = pair_new("AES-256-GCM");
    for (int enc = 0; enc < 2; enc++) {
        for (size_t i = 0; i < sizeof(iv_lens) / sizeof(iv_lens[0]); i++) {
            for (unsigned call = 0; call < 9; call++) {
                pair_reset(pair);
                assert_int_equal(pair_begin(pair, call % 3 ? key : NULL, call % 3 == 2 ? NULL : iv, 12, enc), 1);
                pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, iv_lens[i], NULL, 0, NULL);
                pair_state(pair);
                if (call / 3 == 0)
                    pair_aad(pair, data, 10);
                if (call / 3 <= 1)
                    pair_update(pair, data, 10);
                pair_state(pair);
                if (call / 3 == 2)
                    pair_cipher(pair, data, 10);
                if (!enc)
                    set_tag(pair, 16, tag);
                pair_final(pair);
                get_tag(pair, 16, tag);
                pair_state(pair);
                pair_init(pair, NULL, iv, 128, -1); /* and with an IV at last */
                pair_update(pair, data, 10);
                pair_final(pair);
                pair_init(pair, key, NULL, 12, -1);
                pair_update(pair, data, 10);
                pair_final(pair);
            }
        }
    }
    pair_free(pair);
}

/* A drawn IV is new for every message, and the other side can decrypt with it. */
static void drawn_iv(void **state)
{
    (void)state;
    static const uint8_t room[32];
    uint8_t last[12] = {0};
    struct pair *pair = pair_new("AES-128-GCM");
    EVP_CIPHER_CTX *decrypt = EVP_CIPHER_CTX_new();
    assert_non_null(decrypt);
    for (unsigned i = 0; i < 20; i++) {
        uint8_t drawn[12];
        uint8_t tag[16];
        uint8_t plain[100];
        int len;
        pair_reset(pair);
        assert_int_equal(pair_begin(pair, key, NULL, 0, 1), 1);
        assert_int_equal(pair_update(pair, data, sizeof(plain)), 1);
        assert_true(pair->random);
        assert_int_equal(EVP_CIPHER_CTX_get_original_iv(pair->ctx[SUBJECT], drawn, sizeof(drawn)), 1);
        assert_memory_not_equal(drawn, last, sizeof(drawn));
        memcpy(last, drawn, sizeof(last));
        assert_int_equal(EVP_DecryptInit_ex(decrypt, pair_fetch(ORACLE, "AES-128-GCM"), NULL, key, drawn), 1);
        assert_int_equal(EVP_DecryptUpdate(decrypt, plain, &len, pair_output(pair, SUBJECT), sizeof(plain)), 1);
        assert_memory_equal(plain, data, sizeof(plain));
        assert_int_equal(pair_final(pair), 1);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(pair->ctx[SUBJECT], EVP_CTRL_AEAD_GET_TAG, 16, tag), 1);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(decrypt, EVP_CTRL_AEAD_SET_TAG, 16, tag), 1);
        assert_int_equal(EVP_DecryptFinal_ex(decrypt, plain, &len), 1);
        pair_ctrl(pair, EVP_CTRL_AEAD_GET_TAG, 16, room, sizeof(room), NULL);
        pair_state(pair);
    }
    EVP_CIPHER_CTX_free(decrypt);
    pair_free(pair);
}

/* Every form of init at every stage of a message, then another message. */
static void re_init(void **state)
{
    (void)state;
    uint8_t tag[32] = {0};
    struct pair *pair = pair_new("AES-192-GCM");
    for (unsigned stage = 0; stage < 5; stage++) {
        for (unsigned form = 0; form < 16; form++) {
            int enc = (int)(form & 1);
            pair_reset(pair);
            begin(pair, iv, form & 8 ? 20 : 12, enc);
            if (stage > 0)
                assert_int_equal(pair_aad(pair, data, 9), 1);
            if (stage > 1)
                assert_int_equal(pair_update(pair, data, 41), 1);
            if (stage > 2)
                pair_final(pair);
            if (stage > 3)
                get_tag(pair, 16, tag);
            pair_init(pair, form & 2 ? key + 1 : NULL, form & 4 ? key : NULL, 20, stage % 2 ? !enc : enc);
            pair_state(pair);
            pair_aad(pair, data, 9);
            pair_update(pair, data, 41);
            pair_final(pair);
            get_tag(pair, 16, tag);
            pair_state(pair);
            /* another cipher, in the same context */
            pair_use(pair, form & 4 ? "AES-192-GCM" : "AES-128-GCM");
            pair_begin(pair, form & 2 ? key : NULL, iv, 12, -1);
            pair_state(pair);
            pair_update(pair, data, 41);
            pair_final(pair);
            pair_state(pair);
            pair_use(pair, "AES-192-GCM");
        }
    }
    pair_free(pair);
}

/* Final twice, and updates of each kind after final. */
static void after_final(void **state)
{
    (void)state;
    uint8_t tag[32];
    struct pair *pair = pair_new("AES-256-GCM");
    for (int enc = 0; enc < 2; enc++) {
        for (unsigned call = 0; call < 7; call++) {
            begin(pair, iv, 12, enc);
            assert_int_equal(pair_update(pair, data, 20), 1);
            pair_final(pair);
            get_tag(pair, 16, tag);
            if (call == 0)
                pair_final(pair);
            if (call == 1)
                pair_final_null(pair);
            if (call == 2)
                pair_update(pair, data, 20);
            if (call == 3)
                pair_aad(pair, data, 20);
            if (call == 4)
                pair_cipher(pair, data, 20);
            if (call == 5)
                pair_cipher(pair, NULL, 0);
            if (call == 6)
                pair_cipher_aad(pair, data, 20);
            get_tag(pair, 16, tag);
            pair_state(pair);
        }
    }
    pair_free(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iv_lengths),
        cmocka_unit_test(counter_wrap),
        cmocka_unit_test(tag_lengths),
        cmocka_unit_test(forged_tags),
        cmocka_unit_test(additional_data),
        cmocka_unit_test(additional_data_in_two),
        cmocka_unit_test(additional_data_after_data),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(missing_parts),
        cmocka_unit_test(drawn_iv),
        cmocka_unit_test(re_init),
        cmocka_unit_test(after_final),
    };
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)(i * 7 + i / 256);
    return cmocka_run_group_tests_name("provider GCM", tests, pair_setup, pair_teardown);
}
