/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes_body.h - ECB and CTR over vectors of VEC_BLOCKS blocks. The kernel includes one of vec128.h, vec256.h, vec512.h
 * before this file.
 *
 * BATCH_VECS vectors are in flight; what remains at the end is cut into 8, 4, 2, 1 vectors and a part of one, which
 * overlap in time, for nothing in them waits for the others.
 */
#ifndef AESWIDE_KERNELS_X86_AES_BODY_H
#define AESWIDE_KERNELS_X86_AES_BODY_H

enum {
    /* Vectors in flight. AESENC takes 4 cycles on Zen 4, and two start in each: 8 would do, were it not for the seams
     * between batches. In the 16 registers of the smaller kernels, 12 leave enough for a round key and the input. */
    BATCH_VECS = 12,
    BATCH_BLOCKS = BATCH_VECS * VEC_BLOCKS,
};

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

/* load_vec loads vector i of `vecs`, the last of which is only `part` blocks long if part is not 0; store_vec stores
 * the like. */
INLINE vec load_vec(const uint8_t *in, int i, int vecs, size_t part)
{
    const uint8_t *p = in + (size_t)i * sizeof(vec);

    return part != 0 && i == vecs - 1 ? vec_load_part(p, part) : vec_load(p);
}

INLINE void store_vec(uint8_t *out, vec v, int i, int vecs, size_t part)
{
    uint8_t *p = out + (size_t)i * sizeof(vec);

    if (part != 0 && i == vecs - 1)
        vec_store_part(p, v, part);
    else
        vec_store(p, v);
}

/* ecb_vecs does a constant number of vectors. */
INLINE void ecb_vecs(const struct aes_key *key, uint8_t *out, const uint8_t *in, int vecs, size_t part, bool decrypt)
{
    vec b[BATCH_VECS], k;

    UNROLL
    for (int i = 0; i < vecs; i++)
        b[i] = load_vec(in, i, vecs, part);
    aes_rounds(key, b, vecs, decrypt);
    k = vec_round_key(key, key->rounds);
    UNROLL
    for (int i = 0; i < vecs; i++)
        store_vec(out, decrypt ? vec_aesdeclast(b[i], k) : vec_aesenclast(b[i], k), i, vecs, part);
}

/* ecb_piece does `vecs` vectors, a power of two, if the binary number of blocks has them, and goes on in *out and *in.
 */
INLINE void ecb_piece(const struct aes_key *key, uint8_t **out, const uint8_t **in, size_t blocks, int vecs,
                      bool decrypt)
{
    if ((blocks & (size_t)(vecs * VEC_BLOCKS)) == 0)
        return;
    ecb_vecs(key, *out, *in, vecs, 0, decrypt);
    *out += (size_t)vecs * sizeof(vec);
    *in += (size_t)vecs * sizeof(vec);
}

/* ecb_one does a single block on 128 bits: a chain of such calls, as `openssl speed` makes, is a cycle faster for each
 * than on 512 (Zen 4, 2026-12-01), and then as fast as the default provider's. */
INLINE void ecb_one(const struct aes_key *key, uint8_t *out, const uint8_t *in, bool decrypt)
{
    block b = block_xor(block_load(in), block_load(key->round_keys[0]));

    UNROLL
    for (size_t round = 1; round < AES_MAX_ROUND_KEYS - 1; round++) {
        const block k = block_load(key->round_keys[round]);

        if ((round == 10 || round == 12) && key->rounds == round)
            break;
        b = decrypt ? _mm_aesdec_si128(b, k) : _mm_aesenc_si128(b, k);
    }
    const block last = block_load(key->round_keys[key->rounds]);

    block_store(out, decrypt ? _mm_aesdeclast_si128(b, last) : _mm_aesenclast_si128(b, last));
}

INLINE void aes_ecb(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks, bool decrypt)
{
    if (blocks == 1) {
        ecb_one(key, out, in, decrypt);
        return;
    }
    for (; blocks >= BATCH_BLOCKS; blocks -= BATCH_BLOCKS) {
        ecb_vecs(key, out, in, BATCH_VECS, 0, decrypt);
        out += BATCH_BLOCKS * AES_BLOCK_LEN;
        in += BATCH_BLOCKS * AES_BLOCK_LEN;
    }
    ecb_piece(key, &out, &in, blocks, 8, decrypt);
    ecb_piece(key, &out, &in, blocks, 4, decrypt);
    ecb_piece(key, &out, &in, blocks, 2, decrypt);
    ecb_piece(key, &out, &in, blocks, 1, decrypt);
    if (blocks % VEC_BLOCKS != 0)
        ecb_vecs(key, out, in, 1, blocks % VEC_BLOCKS, decrypt);
}

/* struct counters is the counter of the next block: as two numbers, and in wire format in every lane. In GCM only the
 * low 32 bits count and wrap (SP 800-38D, inc32); in CTR the low 64 bits, and the caller cuts messages where they wrap.
 */
struct counters {
    uint64_t high, low;
    vec wire;
};

/* small_numbers[i] is the block that ends with the byte i: what counter blocks differ by as long as only their last
 * byte changes. */
static const uint8_t small_numbers[48][AES_BLOCK_LEN] __attribute__((aligned(64))) = {
    {[15] = 0},  {[15] = 1},  {[15] = 2},  {[15] = 3},  {[15] = 4},  {[15] = 5},  {[15] = 6},  {[15] = 7},
    {[15] = 8},  {[15] = 9},  {[15] = 10}, {[15] = 11}, {[15] = 12}, {[15] = 13}, {[15] = 14}, {[15] = 15},
    {[15] = 16}, {[15] = 17}, {[15] = 18}, {[15] = 19}, {[15] = 20}, {[15] = 21}, {[15] = 22}, {[15] = 23},
    {[15] = 24}, {[15] = 25}, {[15] = 26}, {[15] = 27}, {[15] = 28}, {[15] = 29}, {[15] = 30}, {[15] = 31},
    {[15] = 32}, {[15] = 33}, {[15] = 34}, {[15] = 35}, {[15] = 36}, {[15] = 37}, {[15] = 38}, {[15] = 39},
    {[15] = 40}, {[15] = 41}, {[15] = 42}, {[15] = 43}, {[15] = 44}, {[15] = 45}, {[15] = 46}, {[15] = 47},
};

/* counters_number returns the counter as a little-endian number. */
INLINE block counters_number(const struct counters *c)
{
    return _mm_set_epi64x((long long)c->high, (long long)c->low);
}

INLINE struct counters counters_load(const uint8_t *counter)
{
    struct counters c = {load_be64(counter), load_be64(counter + 8), vec_broadcast(block_load(counter))};

    return c;
}

/* counters_advance adds `blocks` to the counter. */
INLINE void counters_advance(struct counters *c, size_t blocks, bool gcm)
{
    if (gcm)
        c->low = (c->low & 0xffffffff00000000) | (uint32_t)(c->low + blocks);
    else
        c->low += blocks;
}

/* counters_skip is counters_advance where no vectors were made: it renews the wire format too. */
INLINE void counters_skip(struct counters *c, size_t blocks, bool gcm)
{
    counters_advance(c, blocks, gcm);
    c->wire = vec_broadcast(block_reverse(counters_number(c)));
}

/* counter_vecs fills b with the counter blocks of the next vectors and advances *c by `blocks`. Two cheap additions a
 * vector (this and the first round key) as long as the last byte does not wrap. Turning little-endian numbers around
 * instead, always, takes a byte shuffle for each: those compete with AESENC for a pipe of Zen 4, which then loses 5
 * percent. */
INLINE void counter_vecs(vec *b, struct counters *c, int vecs, size_t blocks, bool gcm)
{
    if ((c->low & 0xff) + blocks <= 256) {
        UNROLL
        for (int i = 0; i < vecs; i++)
            b[i] = vec_add8(c->wire, vec_load(small_numbers[i * VEC_BLOCKS]));
        counters_advance(c, blocks, gcm);
        c->wire = vec_add8(c->wire, vec_broadcast(_mm_slli_si128(_mm_cvtsi32_si128((int)blocks), 15)));
        if ((c->low & 0xff) == 0)
            c->wire = vec_broadcast(block_reverse(counters_number(c)));
    } else {
        const vec step = vec_broadcast(_mm_set_epi64x(0, VEC_BLOCKS));
        vec number = vec_broadcast(counters_number(c));

        number = gcm ? vec_add32(number, vec_lane_numbers()) : vec_add64(number, vec_lane_numbers());
        UNROLL
        for (int i = 0; i < vecs; i++) {
            b[i] = vec_reverse(number);
            number = gcm ? vec_add32(number, step) : vec_add64(number, step);
        }
        counters_skip(c, blocks, gcm);
    }
}

/* ctr_vecs does a constant number of vectors and advances *counters by them. The input is added to the last round key,
 * which keeps it off the way of the data. Vector by vector and forward: with `out` below `in` a store reaches only what
 * has been loaded. To load them all first made gcc spill plain text to the stack. */
INLINE void ctr_vecs(const struct aes_key *key, struct counters *counters, uint8_t *out, const uint8_t *in, int vecs,
                     size_t part, bool gcm)
{
    vec b[BATCH_VECS], k;

    counter_vecs(b, counters, vecs, part != 0 ? part : (size_t)vecs * VEC_BLOCKS, gcm);
    aes_rounds(key, b, vecs, false);
    k = vec_round_key(key, key->rounds);
    UNROLL
    for (int i = 0; i < vecs; i++)
        store_vec(out, vec_aesenclast(b[i], vec_xor(load_vec(in, i, vecs, part), k)), i, vecs, part);
}

/* ctr_piece does `vecs` vectors, a power of two, if the binary number of blocks has them, and goes on in *out and *in.
 */
INLINE void ctr_piece(const struct aes_key *key, struct counters *counters, uint8_t **out, const uint8_t **in,
                      size_t blocks, int vecs, bool gcm)
{
    if ((blocks & (size_t)(vecs * VEC_BLOCKS)) == 0)
        return;
    ctr_vecs(key, counters, *out, *in, vecs, 0, gcm);
    *out += (size_t)vecs * sizeof(vec);
    *in += (size_t)vecs * sizeof(vec);
}

/* ctr_some does any number of blocks and advances *counters. */
INLINE void ctr_some(const struct aes_key *key, struct counters *counters, uint8_t *out, const uint8_t *in,
                     size_t blocks, bool gcm)
{
    for (; blocks >= BATCH_BLOCKS; blocks -= BATCH_BLOCKS) {
        ctr_vecs(key, counters, out, in, BATCH_VECS, 0, gcm);
        out += BATCH_BLOCKS * AES_BLOCK_LEN;
        in += BATCH_BLOCKS * AES_BLOCK_LEN;
    }
    ctr_piece(key, counters, &out, &in, blocks, 8, gcm);
    ctr_piece(key, counters, &out, &in, blocks, 4, gcm);
    ctr_piece(key, counters, &out, &in, blocks, 2, gcm);
    ctr_piece(key, counters, &out, &in, blocks, 1, gcm);
    if (blocks % VEC_BLOCKS != 0)
        ctr_vecs(key, counters, out, in, 1, blocks % VEC_BLOCKS, gcm);
}

/* aes_ctr cuts the message where the low 64 bits of the counter wrap. */
INLINE void aes_ctr(const struct aes_key *key, uint8_t *counter, uint8_t *out, const uint8_t *in, size_t blocks)
{
    while (blocks > 0) {
        struct counters counters = counters_load(counter);
        uint64_t low = counters.low;
        block next;
        size_t run = blocks - 1 > UINT64_MAX - low ? (size_t)(UINT64_MAX - low) + 1 : blocks;

        /* As one block, for the next call loads it as one. */
        next = _mm_set_epi64x((long long)(counters.high + (low + run < run)), (long long)(low + run));
        block_store(counter, block_reverse(next));
        ctr_some(key, &counters, out, in, run, false);
        out += run * AES_BLOCK_LEN;
        in += run * AES_BLOCK_LEN;
        blocks -= run;
    }
}

#endif
