/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_sequences.c - calls in every order, sensible or not, against the default provider: each sequence of
 * three from several starts, and long random ones.
 */
#include "evp_pair.h"

#include <stdio.h>

static const uint8_t keys[2][32] = {{0x60, 0x3d, 0xeb}, {0x10, 0x15, 0xca, 0x71}};
static const uint8_t ivs[2][MAX_IV_LEN] = {
    {0xf0, 0xf1}, {0xff, 0xff, 0xff, 0xff, 0, 1, 2, 3, 255, 255, 255, 255, 255, 255, 255, 255}};
static const uint8_t tag[16] = {1, 2, 3, 4};
static uint8_t data[2000];

/* struct mode is what one mode's sequences are made of. */
struct mode {
    const char *name;
    size_t first_algorithm; /* of the three key sizes, in algorithms[] */
    unsigned starts;        /* contexts that a sequence begins with: see start */
    unsigned calls;         /* see call_common and call_gcm */
};

enum { COMMON_CALLS = 17, GCM_CALLS = 34 };

/* call_common makes one of the calls that every mode has. */
static void call_common(struct pair *pair, unsigned number, size_t iv_len)
{
    const uint8_t *iv = iv_len ? ivs[0] : NULL;
    switch (number) {
    case 0:
        pair_init(pair, keys[0], iv, iv_len, 1);
        break;
    case 1:
        pair_init(pair, keys[1], iv, iv_len, 0);
        break;
    case 2:
        pair_init(pair, keys[1], NULL, 0, -1);
        break;
    case 3:
        pair_init(pair, NULL, iv_len ? ivs[1] : NULL, iv_len, -1);
        break;
    case 4:
        pair_init(pair, NULL, NULL, 0, 1);
        break;
    case 5:
        pair_init(pair, NULL, NULL, 0, 0);
        break;
    case 6:
        pair_begin(pair, NULL, NULL, 0, -1);
        break;
    case 7:
        pair_update(pair, data, 0);
        break;
    case 8:
        pair_update(pair, data, 5);
        break;
    case 9:
        pair_update(pair, data + 3, 16);
        break;
    case 10:
        pair_update(pair, data + 7, 267);
        break;
    case 11:
        pair_final(pair);
        break;
    case 12:
        pair_cipher(pair, data, 16);
        break;
    case 13:
        pair_cipher(pair, data, 37);
        break;
    case 14:
        pair_cipher(pair, NULL, 0);
        break;
    case 15:
        pair_padding(pair, 0);
        break;
    case 16:
        pair_padding(pair, 1);
        break;
    default:
        fail_msg("no call %u", number);
    }
}

/* call_gcm makes one of those that GCM has besides. */
static void call_gcm(struct pair *pair, unsigned number)
{
    const uint8_t aad[13] = {0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3, 0, 56};
    static const uint8_t room[16];
    switch (number) {
    case 17:
        pair_aad(pair, data, 7);
        break;
    case 18:
        pair_aad(pair, data, 32);
        break;
    case 19:
        pair_aad(pair, data, 0);
        break;
    case 20:
        pair_cipher_aad(pair, data, 20);
        break;
    case 21:
        pair_update(pair, NULL, 0);
        break;
    case 22:
        pair_final_null(pair);
        break;
    case 23:
        pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL, 0, NULL);
        break;
    case 24:
        pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, 16, NULL, 0, NULL);
        break;
    case 25:
        pair_ctrl(pair, EVP_CTRL_AEAD_SET_TAG, 16, tag, sizeof(tag), NULL);
        break;
    case 26:
        pair_ctrl(pair, EVP_CTRL_AEAD_SET_TAG, 5, NULL, 0, NULL);
        break;
    case 27:
        pair_ctrl(pair, EVP_CTRL_AEAD_GET_TAG, 16, room, sizeof(room), NULL);
        break;
    case 28:
        pair_ctrl(pair, EVP_CTRL_AEAD_GET_TAG, 3, room, sizeof(room), NULL);
        break;
    case 29:
        pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_FIXED, -1, ivs[1], 16, NULL);
        break;
    case 30:
        pair_ctrl(pair, EVP_CTRL_GCM_IV_GEN, 8, room, sizeof(room), NULL);
        break;
    case 31:
        pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_INV, 8, ivs[0], 16, NULL);
        break;
    case 32:
        pair_ctrl(pair, EVP_CTRL_AEAD_TLS1_AAD, 13, aad, sizeof(aad), NULL);
        break;
    case 33: /* a record that fits that, in place */
        pair->in_at = pair->out_at;
        pair_update(pair, data, 72);
        pair->in_at = IN_AT;
        break;
    default:
        fail_msg("no call %u", number);
    }
}

static void call(struct pair *pair, const struct mode *mode, unsigned number)
{
    /* 16 bytes are enough for every IV length that a sequence can set */
    size_t iv_len = mode->first_algorithm == 0 ? 0 : 16;
    if (number < COMMON_CALLS)
        call_common(pair, number, iv_len);
    else
        call_gcm(pair, number);
    pair_state(pair);
}

/* start brings a context to one of the points that a sequence begins at. */
static void start(struct pair *pair, const struct mode *mode, unsigned number)
{
    const uint8_t *iv = mode->first_algorithm == 0 ? NULL : ivs[0];
    pair_reset(pair);
    if (number == 0)
        pair_begin(pair, NULL, NULL, 0, 1);
    if (number == 1)
        pair_begin(pair, keys[0], iv, 16, 1);
    if (number == 2)
        pair_begin(pair, keys[0], iv, 16, 0);
    if (number == 3) {
        pair_begin(pair, keys[0], NULL, 0, 1);
        pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_FIXED, -1, ivs[1], 16, NULL);
    }
    if (number == 4) {
        pair_begin(pair, keys[0], NULL, 0, 0);
        pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_FIXED, 4, ivs[1], 16, NULL);
    }
}

static void every_three(void **state)
{
    const struct mode *mode = *state;
    struct pair *pair = pair_new(algorithms[mode->first_algorithm + 2]);
    for (unsigned s = 0; s < mode->starts; s++) {
        for (unsigned a = 0; a < mode->calls; a++) {
            for (unsigned b = 0; b < mode->calls; b++) {
                for (unsigned c = 0; c < mode->calls; c++) {
                    start(pair, mode, s);
                    call(pair, mode, a);
                    call(pair, mode, b);
                    call(pair, mode, c);
                }
            }
        }
    }
    pair_free(pair);
}

static void long_random(void **state)
{
    const struct mode *mode = *state;
    struct pair *pair = pair_new(algorithms[mode->first_algorithm]);
    struct pair *spare = pair_new(algorithms[mode->first_algorithm]);
    for (unsigned round = 0; round < 3000; round++) {
        pair_use(pair, algorithms[mode->first_algorithm + pair_random(pair, 3)]);
        start(pair, mode, (unsigned)pair_random(pair, mode->starts));
        for (unsigned i = 0; i < 25; i++) {
            call(pair, mode, (unsigned)pair_random(pair, mode->calls));
            if (pair_random(pair, 10) == 0) {
                /* away and back: the context is now a copy of a copy */
                pair_copy(spare, pair);
                pair_copy(pair, spare);
            }
        }
    }
    pair_free(pair);
    pair_free(spare);
}

int main(void)
{
    static const struct mode modes[] = {
        {"ECB", 0, 3, COMMON_CALLS},
        {"CTR", 3, 3, COMMON_CALLS},
        {"GCM", 6, 5, GCM_CALLS},
    };
    enum { MODES = sizeof(modes) / sizeof(modes[0]) };
    static char names[2 * MODES][64];
    static struct CMUnitTest tests[2 * MODES];
    for (size_t i = 0; i < 2 * MODES; i++) {
        const struct mode *mode = &modes[i % MODES];
        snprintf(names[i], sizeof(names[i]), "%s: %s", mode->name,
                 i < MODES ? "every three calls from each start" : "long random sequences");
        tests[i] =
            (struct CMUnitTest){names[i], i < MODES ? every_three : long_random, NULL, NULL, (void *)(uintptr_t)mode};
    }
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)(i * 11 + i / 256);
    return cmocka_run_group_tests_name("provider sequences", tests, pair_setup, pair_teardown);
}
