/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes.h - fixsliced AES over the lanes of lane64.h or lane128.h, whichever was included before.
 *
 * Fixslicing (A. Adomnicai and T. Peyrin, "Fixslicing AES-like Ciphers", TCHES 2021/1, eprint 2020/1123): ShiftRows is
 * never carried out. After r rounds the state is S with ShiftRows undone r times, F = ShiftRows^-r(S); SubBytes does
 * not care, round key r is stored with ShiftRows undone r times, and MixColumns of round r takes the four bytes of a
 * column from where they are: row i + 1 from r columns further on than row i. Since ShiftRows^4 is the identity there
 * are four such MixColumns; and what is left at the end, ShiftRows^Nr, is nothing for 12 rounds and two columns in the
 * odd rows for 10 and 14. Decryption walks through the same states backwards with the same round keys, so there is one
 * schedule for both. Both directions are fully fixsliced.
 *
 * The S-boxes here lack the constant 0x63: it is xored to every byte of the round keys 1 to Nr instead. It passes
 * MixColumns and its inverse unchanged, for the coefficients of each sum up to 1.
 *
 * struct aes_key holds a round key as 16 bytes in the lanes' order, and a call spreads them to whole lanes once.
 * Rejected: spreading them anew for every batch, which needs no stack and nothing to wipe; short calls took the same
 * time, but long ones 10 to 30 % more (Zen 4, gcc 12 and clang 14).
 */
#ifndef AESWIDE_KERNELS_PORTABLE_AES_H
#define AESWIDE_KERNELS_PORTABLE_AES_H

#include "sbox.h"

/* struct lane_keys is a key schedule spread to lanes, for the time of a call: its user wipes it. */
struct lane_keys {
    lane keys[AES_MAX_ROUND_KEYS][8];
    uint32_t rounds;
};

/* swap_bits exchanges, in each byte of eight lanes, the number of the lane with the number of the bit: it makes a state
 * of what lane_load has read, and back. */
INLINE void swap_bits(lane s[8])
{
    UNROLL
    for (unsigned i = 0; i < 4; i++)
        lane_swap(&s[i], &s[i + 4], lane_fill(0x0f), 4);
    UNROLL
    for (unsigned i = 0; i < 2; i++) {
        lane_swap(&s[i], &s[i + 2], lane_fill(0x33), 2);
        lane_swap(&s[i + 4], &s[i + 6], lane_fill(0x33), 2);
    }
    UNROLL
    for (unsigned i = 0; i < 8; i += 2)
        lane_swap(&s[i], &s[i + 1], lane_fill(0x55), 1);
}

INLINE void add_round_key(lane s[8], const lane key[8])
{
    UNROLL
    for (unsigned i = 0; i < 8; i++)
        s[i] ^= key[i];
}

/* double_bytes returns in d twice each byte of s in GF(2^8) (FIPS 197, 4.2.1). */
INLINE void double_bytes(lane d[8], const lane s[8])
{
    d[0] = s[7];
    d[1] = s[0] ^ s[7];
    d[2] = s[1];
    d[3] = s[2] ^ s[7];
    d[4] = s[3] ^ s[7];
    d[5] = s[4];
    d[6] = s[5];
    d[7] = s[6];
}

/* mix_turned is MixColumns (FIPS 197, 5.1.3) where each row is `turn` columns behind the one above it. With s' one row
 * down and s'' two, 2 s + 3 s' + s'' + s''' is 2 (s + s') + s' + (s + s')''. */
INLINE void mix_turned(lane s[8], unsigned turn)
{
    lane down[8], pair[8], doubled[8];

    UNROLL
    for (unsigned i = 0; i < 8; i++) {
        down[i] = lane_turn(s[i], 1, turn);
        pair[i] = s[i] ^ down[i];
    }
    double_bytes(doubled, pair);
    UNROLL
    for (unsigned i = 0; i < 8; i++)
        s[i] = doubled[i] ^ down[i] ^ lane_turn(pair[i], 2, 2 * turn % 4);
}

/* inv_mix_turned is its inverse: the polynomial 0b x^3 + 0d x^2 + 09 x + 0e (FIPS 197, 5.3.3) is that of MixColumns
 * times 04 x^2 + 05. */
INLINE void inv_mix_turned(lane s[8], unsigned turn)
{
    lane pair[8], doubled[8];

    UNROLL
    for (unsigned i = 0; i < 8; i++)
        pair[i] = s[i] ^ lane_turn(s[i], 2, 2 * turn % 4);
    double_bytes(doubled, pair);
    double_bytes(pair, doubled);
    UNROLL
    for (unsigned i = 0; i < 8; i++)
        s[i] ^= pair[i];
    mix_turned(s, turn);
}

/* mix_columns and inv_mix_columns are those of a round, 1 to Nr - 1. */
INLINE void mix_columns(lane s[8], uint32_t round)
{
    switch (round % 4) {
    case 0:
        mix_turned(s, 0);
        break;
    case 1:
        mix_turned(s, 1);
        break;
    case 2:
        mix_turned(s, 2);
        break;
    default:
        mix_turned(s, 3);
        break;
    }
}

INLINE void inv_mix_columns(lane s[8], uint32_t round)
{
    switch (round % 4) {
    case 0:
        inv_mix_turned(s, 0);
        break;
    case 1:
        inv_mix_turned(s, 1);
        break;
    case 2:
        inv_mix_turned(s, 2);
        break;
    default:
        inv_mix_turned(s, 3);
        break;
    }
}

/* shift_rows_left_over carries out ShiftRows^rounds, which is its own inverse, for rounds is even. */
INLINE void shift_rows_left_over(lane s[8], uint32_t rounds)
{
    if (rounds % 4 == 0)
        return;
    UNROLL
    for (unsigned i = 0; i < 8; i++)
        s[i] = lane_turn_odd_rows(s[i]);
}

/* encrypt_batch enciphers LANE_BLOCKS blocks, all of which are read before any is written. */
static void encrypt_batch(const struct lane_keys *schedule, uint8_t *out, const uint8_t *in)
{
    uint32_t rounds = schedule->rounds;
    lane s[8];

    lane_load(s, in);
    swap_bits(s);
    add_round_key(s, schedule->keys[0]);
    for (uint32_t round = 1; round < rounds; round++) {
        sub_bytes(s);
        mix_columns(s, round);
        add_round_key(s, schedule->keys[round]);
    }
    sub_bytes(s);
    add_round_key(s, schedule->keys[rounds]);
    shift_rows_left_over(s, rounds);
    swap_bits(s);
    lane_store(out, s);
}

/* decrypt_batch is its inverse. */
static void decrypt_batch(const struct lane_keys *schedule, uint8_t *out, const uint8_t *in)
{
    uint32_t rounds = schedule->rounds;
    lane s[8];

    lane_load(s, in);
    swap_bits(s);
    shift_rows_left_over(s, rounds);
    add_round_key(s, schedule->keys[rounds]);
    inv_sub_bytes(s);
    for (uint32_t round = rounds - 1; round > 0; round--) {
        add_round_key(s, schedule->keys[round]);
        inv_mix_columns(s, round);
        inv_sub_bytes(s);
    }
    add_round_key(s, schedule->keys[0]);
    swap_bits(s);
    lane_store(out, s);
}

/* spread_keys fills *schedule from *key. */
static void spread_keys(struct lane_keys *schedule, const struct aes_key *key)
{
    schedule->rounds = key->rounds;
    for (uint32_t round = 0; round <= key->rounds; round++)
        lane_spread(schedule->keys[round], key->round_keys[round]);
}

/* sub_word is SubWord (FIPS 197, 5.2) on four bytes. */
static void sub_word(uint8_t word[4])
{
    uint8_t bytes[AES_BLOCK_LEN] = {word[0], word[1], word[2], word[3]};
    lane s[8];

    lane_spread(s, bytes);
    sub_bytes(s);
    lane_gather(bytes, s);
    UNROLL
    for (unsigned i = 0; i < 4; i++)
        word[i] = bytes[i] ^ 0x63;
}

/* expand_key is KeyExpansion (FIPS 197, 5.2) for a key of key_len bytes, in the standard's order of bytes. */
static void expand_key(uint8_t expanded[AES_MAX_ROUND_KEYS * AES_BLOCK_LEN], size_t expanded_len,
                       const uint8_t *user_key, size_t key_len)
{
    uint8_t word[4];
    unsigned rcon = 1;

    memcpy(expanded, user_key, key_len);
    for (size_t at = key_len; at < expanded_len; at += 4) {
        const uint8_t *last = expanded + at - 4;

        if (at % key_len == 0) {
            memcpy(word, (const uint8_t[4]){last[1], last[2], last[3], last[0]}, 4);
            sub_word(word);
            word[0] ^= (uint8_t)rcon;
            rcon = rcon == 0x80 ? 0x1b : 2 * rcon;
        } else {
            memcpy(word, last, 4);
            if (key_len == 32 && at % key_len == 16)
                sub_word(word);
        }
        UNROLL
        for (unsigned i = 0; i < 4; i++)
            expanded[at + i] = expanded[at - key_len + i] ^ word[i];
    }
}

static void set_encrypt_key(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    uint8_t expanded[AES_MAX_ROUND_KEYS * AES_BLOCK_LEN];

    key->rounds = (uint32_t)key_len / 4 + 6;
    expand_key(expanded, (key->rounds + 1) * AES_BLOCK_LEN, user_key, key_len);
    for (uint32_t round = 0; round <= key->rounds; round++) {
        for (unsigned row = 0; row < 4; row++) {
            for (unsigned column = 0; column < 4; column++) {
                unsigned shifted = (column - row * round) % 4;
                uint8_t byte = expanded[AES_BLOCK_LEN * round + 4 * shifted + row];

                key->round_keys[round][lane_key_index(row, column)] = round == 0 ? byte : byte ^ 0x63;
            }
        }
    }
    explicit_bzero(expanded, sizeof expanded);
}

static void set_decrypt_key(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    if (decrypt_key != encrypt_key)
        *decrypt_key = *encrypt_key;
}

#endif
