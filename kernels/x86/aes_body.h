/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes_body.h - ECB and CTR over vectors of VEC_BLOCKS blocks. The kernel includes one of vec128.h, vec256.h, vec512.h
 * and defines BATCH_VECS, the vectors in flight, before this file.
 */
#ifndef AESWIDE_KERNELS_X86_AES_BODY_H
#define AESWIDE_KERNELS_X86_AES_BODY_H

/* vec_round_key returns a round key in every lane. */
INLINE vec vec_round_key(const struct aes_key *key, size_t round)
{
    return vec_broadcast(block_load(key->round_keys[round]));
}

/* aes_round does one round that is not the last on b[0..vecs-1]. */
INLINE void aes_round(const struct aes_key *key, size_t round, vec *b, int vecs, bool decrypt)
{
    vec k = vec_round_key(key, round);

    UNROLL
    for (int i = 0; i < vecs; i++)
        b[i] = decrypt ? vec_aesdec(b[i], k) : vec_aesenc(b[i], k);
}

/* aes_rounds adds the first round key to b[0..vecs-1] and does all rounds but the last. Straight code for the rounds
 * that every key length has, and two branches: a loop over the rounds costs up to 8 percent with AES-256. */
INLINE void aes_rounds(const struct aes_key *key, vec *b, int vecs, bool decrypt)
{
    const vec k = vec_round_key(key, 0);

    UNROLL
    for (int i = 0; i < vecs; i++)
        b[i] = vec_xor(b[i], k);
    UNROLL
    for (size_t round = 1; round < 10; round++)
        aes_round(key, round, b, vecs, decrypt);
    if (key->rounds > 10) {
        aes_round(key, 10, b, vecs, decrypt);
        aes_round(key, 11, b, vecs, decrypt);
        if (key->rounds > 12) {
            aes_round(key, 12, b, vecs, decrypt);
            aes_round(key, 13, b, vecs, decrypt);
        }
    }
}

/* load_vecs loads vectors, the last of them only `part` blocks long if part is not 0; store_vecs stores the like. */
INLINE void load_vecs(vec *b, const uint8_t *in, int vecs, size_t part)
{
    UNROLL
    for (int i = 0; i < vecs; i++) {
        const uint8_t *p = in + (size_t)i * sizeof(vec);

        b[i] = part != 0 && i == vecs - 1 ? vec_load_part(p, part) : vec_load(p);
    }
}

INLINE void store_vecs(uint8_t *out, const vec *b, int vecs, size_t part)
{
    UNROLL
    for (int i = 0; i < vecs; i++) {
        uint8_t *p = out + (size_t)i * sizeof(vec);

        if (part != 0 && i == vecs - 1)
            vec_store_part(p, b[i], part);
        else
            vec_store(p, b[i]);
    }
}

/* ecb_vecs does a constant number of vectors. */
INLINE void ecb_vecs(const struct aes_key *key, uint8_t *out, const uint8_t *in, int vecs, size_t part, bool decrypt)
{
    vec b[BATCH_VECS], k;

    load_vecs(b, in, vecs, part);
    aes_rounds(key, b, vecs, decrypt);
    k = vec_round_key(key, key->rounds);
    UNROLL
    for (int i = 0; i < vecs; i++)
        b[i] = decrypt ? vec_aesdeclast(b[i], k) : vec_aesenclast(b[i], k);
    store_vecs(out, b, vecs, part);
}

INLINE void aes_ecb(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks, bool decrypt)
{
    for (; blocks >= BATCH_BLOCKS; blocks -= BATCH_BLOCKS) {
        ecb_vecs(key, out, in, BATCH_VECS, 0, decrypt);
        out += BATCH_BLOCKS * AES_BLOCK_LEN;
        in += BATCH_BLOCKS * AES_BLOCK_LEN;
    }
    UNROLL
    for (int vecs = BATCH_VECS / 2; vecs > 0; vecs /= 2) {
        if ((blocks & (size_t)(vecs * VEC_BLOCKS)) != 0) {
            ecb_vecs(key, out, in, vecs, 0, decrypt);
            out += (size_t)vecs * sizeof(vec);
            in += (size_t)vecs * sizeof(vec);
        }
    }
    if (blocks % VEC_BLOCKS != 0)
        ecb_vecs(key, out, in, 1, blocks % VEC_BLOCKS, decrypt);
}

/* vec_add_counter adds to the counters in the lanes, which are little-endian here: 64 bits wide in CTR, where the
 * caller keeps runs within 2^64, and 32 bits wide with wraparound in GCM (inc32). */
INLINE vec vec_add_counter(vec counters, vec addend, bool gcm)
{
    return gcm ? vec_add32(counters, addend) : vec_add64(counters, addend);
}

/* counter_vecs fills b with the counter blocks of the next vectors and advances *counters. */
INLINE void counter_vecs(vec *b, vec *counters, int vecs, bool gcm)
{
    const vec step = vec_broadcast(_mm_set_epi64x(0, VEC_BLOCKS));

    UNROLL
    for (int i = 0; i < vecs; i++) {
        b[i] = vec_reverse(*counters);
        *counters = vec_add_counter(*counters, step, gcm);
    }
}

/* ctr_vecs does a constant number of vectors and advances *counters by them. The input is added to the last round key,
 * which keeps it off the way of the data. */
INLINE void ctr_vecs(const struct aes_key *key, vec *counters, uint8_t *out, const uint8_t *in, int vecs, size_t part,
                     bool gcm)
{
    vec b[BATCH_VECS], t[BATCH_VECS], k;

    counter_vecs(b, counters, vecs, gcm);
    aes_rounds(key, b, vecs, false);
    k = vec_round_key(key, key->rounds);
    load_vecs(t, in, vecs, part);
    UNROLL
    for (int i = 0; i < vecs; i++)
        b[i] = vec_aesenclast(b[i], vec_xor(t[i], k));
    store_vecs(out, b, vecs, part);
}

/* ctr_tail does fewer than BATCH_BLOCKS blocks. */
INLINE void ctr_tail(const struct aes_key *key, vec counters, uint8_t *out, const uint8_t *in, size_t blocks, bool gcm)
{
    UNROLL
    for (int vecs = BATCH_VECS / 2; vecs > 0; vecs /= 2) {
        if ((blocks & (size_t)(vecs * VEC_BLOCKS)) != 0) {
            ctr_vecs(key, &counters, out, in, vecs, 0, gcm);
            out += (size_t)vecs * sizeof(vec);
            in += (size_t)vecs * sizeof(vec);
        }
    }
    if (blocks % VEC_BLOCKS != 0)
        ctr_vecs(key, &counters, out, in, 1, blocks % VEC_BLOCKS, gcm);
}

/* first_counters returns the counters of the first vector, from a counter block in wire format. */
INLINE vec first_counters(const uint8_t *counter, bool gcm)
{
    return vec_add_counter(vec_broadcast(block_reverse(block_load(counter))), vec_lane_numbers(), gcm);
}

/* aes_ctr cuts the message where the low 64 bits of the counter wrap. */
INLINE void aes_ctr(const struct aes_key *key, uint8_t *counter, uint8_t *out, const uint8_t *in, size_t blocks)
{
    while (blocks > 0) {
        uint64_t low = load_be64(counter + 8);
        size_t run = blocks - 1 > UINT64_MAX - low ? (size_t)(UINT64_MAX - low) + 1 : blocks;
        vec counters = first_counters(counter, false);

        blocks -= run;
        low += run;
        store_be64(counter + 8, low);
        if (low < run)
            store_be64(counter, load_be64(counter) + 1);
        for (; run >= BATCH_BLOCKS; run -= BATCH_BLOCKS) {
            ctr_vecs(key, &counters, out, in, BATCH_VECS, 0, false);
            out += BATCH_BLOCKS * AES_BLOCK_LEN;
            in += BATCH_BLOCKS * AES_BLOCK_LEN;
        }
        ctr_tail(key, counters, out, in, run, false);
        out += run * AES_BLOCK_LEN;
        in += run * AES_BLOCK_LEN;
    }
}

#endif
