/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * gcm_body.h - GCM (SP 800-38D, sections 7.1 and 7.2) in one pass: the AES rounds of a batch of HASH_BLOCKS blocks
 * interleaved with the GHASH of as many blocks of ciphertext, for encryption those of the batch before, for decryption
 * those of this batch.
 *
 * What counts is the number of vector operations, not their order: on Zen 4, AESENC and PCLMULQDQ share two pipes of
 * four, and each other operation takes one of these two half of the time. So counters cost one exclusive or a vector,
 * the middle terms of two vectors are multiplied as one vector, and sums are reduced before their lanes are folded.
 * Measured and rejected (AMD EPYC (Zen 4), 2026-11-30, AES-128, cycles a byte of vaes256 / vaes512):
 *  - counters by addition and byte shuffle, 0.32 / 0.27 for the loop, or by addition of bytes, 0.33 / 0.28, in place of
 *    0.29 / 0.25;
 *  - two groups of vectors half of the rounds apart, so that one is amid its rounds while the other loads and stores:
 *    0.315 / 0.27, for two round keys are loaded for each round;
 *  - other orders of AES and GHASH within a round, the reduction before or after the last round: no difference;
 *
 * The kernel includes aes_body.h and ghash_body.h before this file.
 */
#ifndef AESWIDE_KERNELS_X86_GCM_BODY_H
#define AESWIDE_KERNELS_X86_GCM_BODY_H

enum {
    HASH_VECS = HASH_BLOCKS / VEC_BLOCKS, /* as many vectors are enciphered and hashed in one fused batch */
    HASH_STEPS = HASH_VECS / 2,           /* steps of GHASH, two vectors each */
    HASH_LEN = HASH_BLOCKS * AES_BLOCK_LEN,
    /* Fused batches begin at a counter that is a multiple of ALIGN_BLOCKS. */
    ALIGN_BLOCKS = HASH_BLOCKS < 16 ? HASH_BLOCKS : 16,
    ALIGN_VECS = ALIGN_BLOCKS / VEC_BLOCKS,
    FUSED_BLOCKS = 5 * HASH_BLOCKS, /* shorter messages are not fused: measured, of 3, 4, 5, 6 and 8 */
};

/* struct hash_stream is the GHASH of one batch, underway. */
struct hash_stream {
    struct ghash_key *key;
    const uint8_t *in; /* HASH_BLOCKS blocks */
    block hash;        /* before this batch, in reversed byte order */
    struct product sum;
};

/* pin_sums keeps compilers from putting additions to *sum off until there are too many products for the registers. Not
 * with 512-bit vectors, where they join two additions into one VPTERNLOGQ. */
INLINE void pin_sums(struct product *sum)
{
    if (VEC_BLOCKS < 4) {
        vec_pin(&sum->low);
        vec_pin(&sum->high);
    }
}

/* hash_step does step 0 to HASH_STEPS - 1 of a batch: a pair of vectors, which share one vector of sums of halves. The
 * pair at the front, which waits for the hash of the batch before, comes last. */
INLINE void hash_step(struct hash_stream *s, int step)
{
    const int pair = (step + 1) % HASH_STEPS;
    const size_t n = (size_t)(HASH_BLOCKS - pair * 2 * VEC_BLOCKS);
    const uint8_t *in = s->in + (size_t)pair * 2 * sizeof(vec);
    struct product *sum = &s->sum;
    vec a, b, power;

    a = vec_reverse(vec_load(in));
    if (pair == 0)
        a = vec_xor(a, vec_from_block(s->hash));
    vec_pin(&a);
    power = vec_load(ghash_powers(s->key, n));
    sum->low = step == 0 ? vec_clmul_low(a, power) : vec_xor(sum->low, vec_clmul_low(a, power));
    sum->high = step == 0 ? vec_clmul_high(a, power) : vec_xor(sum->high, vec_clmul_high(a, power));
    pin_sums(sum);

    b = vec_reverse(vec_load(in + sizeof(vec)));
    vec_pin(&b);
    a = sum_halves(a, b);
    power = vec_load(ghash_powers(s->key, n - VEC_BLOCKS));
    sum->low = vec_xor(sum->low, vec_clmul_low(b, power));
    sum->high = vec_xor(sum->high, vec_clmul_high(b, power));
    pin_sums(sum);
    vec_pin(&a);

    power = vec_load(ghash_middles(s->key, n));
    sum->middle = step == 0 ? vec_clmul_low(a, power) : vec_xor(sum->middle, vec_clmul_low(a, power));
    sum->middle = vec_xor(sum->middle, vec_clmul_high(a, power));
    vec_pin(&sum->low);
    vec_pin(&sum->high);
    vec_pin(&sum->middle);
}

/* gcm_ctr is counter mode for what is not fused: one copy of it for all uses. */
static __attribute__((noinline)) void gcm_ctr(const struct aes_key *key, struct counters *counters, uint8_t *out,
                                              const uint8_t *in, size_t blocks)
{
    ctr_some(key, counters, out, in, blocks, true);
}

/* aligned_counters sets b to the first counter blocks of a batch plus the first round key. *number is their counter, a
 * multiple of ALIGN_BLOCKS, as a little-endian number in every lane: so among ALIGN_BLOCKS blocks only the last byte
 * differs, by bits that are zero in the first of them, and one exclusive or makes each vector. */
INLINE void aligned_counters(const struct aes_key *key, vec *b, vec *number)
{
    const vec k = vec_round_key(key, 0);

    UNROLL
    for (int first = 0; first < HASH_VECS; first += ALIGN_VECS) {
        const vec base = vec_xor(vec_reverse(*number), k);

        *number = vec_add32(*number, vec_broadcast(_mm_cvtsi32_si128(ALIGN_BLOCKS)));
        UNROLL
        for (int i = 0; i < ALIGN_VECS; i++)
            b[first + i] = vec_xor(base, vec_load(small_numbers[i * VEC_BLOCKS]));
    }
}

/* gcm_batch enciphers HASH_BLOCKS blocks from the counter *number on, which it advances, and hashes the HASH_BLOCKS
 * blocks of s->in meanwhile. `rounds` is a constant. */
INLINE void gcm_batch(const struct aes_key *key, size_t rounds, struct hash_stream *s, vec *number, uint8_t *out,
                      const uint8_t *in)
{
    vec b[HASH_VECS], k;
    int step = 0;

    aligned_counters(key, b, number);
    UNROLL
    for (size_t round = 1; round < rounds; round++) {
        aes_round(key, round, b, HASH_VECS, false);
        UNROLL
        for (int i = 0; i < HASH_VECS; i++)
            vec_pin(&b[i]);
        if ((size_t)step * (rounds - 2) < round * HASH_STEPS && step < HASH_STEPS)
            hash_step(s, step++);
    }
    UNROLL
    while (step < HASH_STEPS)
        hash_step(s, step++);
    s->hash = reduce(&s->sum);
    k = vec_round_key(key, rounds);
    UNROLL
    for (int i = 0; i < HASH_VECS; i++)
        store_vec(out, vec_aesenclast(b[i], vec_xor(k, load_vec(in, i, HASH_VECS, 0))), i, HASH_VECS, 0);
}

/* gcm_encrypt_batches does `blocks` blocks, a multiple of HASH_BLOCKS. The first batch hashes s->in, each other one the
 * output of the one before; the last one's output is left unhashed. `rounds` is a constant. */
INLINE void gcm_encrypt_batches(const struct aes_key *key, size_t rounds, struct hash_stream *s, vec number,
                                uint8_t *out, const uint8_t *in, size_t blocks)
{
    for (; blocks > 0; blocks -= HASH_BLOCKS) {
        gcm_batch(key, rounds, s, &number, out, in);
        s->in = out;
        out += HASH_LEN;
        in += HASH_LEN;
    }
}

/* gcm_decrypt_batches does `blocks` blocks, a multiple of HASH_BLOCKS, and hashes them. `rounds` is a constant. */
INLINE void gcm_decrypt_batches(const struct aes_key *key, size_t rounds, struct hash_stream *s, vec number,
                                uint8_t *out, const uint8_t *in, size_t blocks)
{
    for (; blocks > 0; blocks -= HASH_BLOCKS) {
        s->in = in;
        gcm_batch(key, rounds, s, &number, out, in);
        out += HASH_LEN;
        in += HASH_LEN;
    }
}

/* gcm_advance adds `blocks` to the counter in *state, modulo 2^32. */
INLINE void gcm_advance(struct gcm_state *state, size_t blocks)
{
    store_be32(state->counter + 12, load_be32(state->counter + 12) + (uint32_t)blocks);
}

/* lead_in copies `blocks` blocks of `in`, 1 to HASH_BLOCKS, to the end of `batch`, with the hash so far
 * added to the first of them and zeros before it: so the hash of the whole batch, begun at zero, is the hash of these
 * blocks, begun at `hash`. */
INLINE void lead_in(uint8_t batch[HASH_LEN], block hash, const uint8_t *in, size_t blocks)
{
    uint8_t *first = batch + HASH_LEN - blocks * AES_BLOCK_LEN;

    for (size_t i = 0; i < HASH_LEN; i += sizeof(vec))
        vec_store(batch + i, vec_zero());
    for (size_t i = 0; i < blocks; i++)
        block_store(first + i * AES_BLOCK_LEN, block_load(in + i * AES_BLOCK_LEN));
    block_store(first, block_xor(block_load(in), block_reverse(hash)));
}

INLINE void aes_gcm_encrypt(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                            uint8_t *out, const uint8_t *in, size_t blocks)
{
    struct counters c = counters_load(state->counter);
    block hash = block_reverse(block_load(state->hash));
    const uint8_t *unhashed = out;

    gcm_advance(state, blocks);
    if (blocks >= FUSED_BLOCKS) {
        uint8_t batch[HASH_LEN] __attribute__((aligned(64)));
        struct hash_stream s = {.key = hash_key, .in = batch};
        size_t lead = HASH_BLOCKS - c.low % ALIGN_BLOCKS;
        size_t fused = (blocks - lead) / HASH_BLOCKS * HASH_BLOCKS;
        vec number;

        ghash_need_powers(hash_key, HASH_BLOCKS);
        gcm_ctr(key, &c, out, in, lead);
        lead_in(batch, hash, out, lead);
        out += lead * AES_BLOCK_LEN;
        in += lead * AES_BLOCK_LEN;
        s.hash = _mm_setzero_si128();
        number = vec_broadcast(counters_number(&c));
        if (key->rounds == 10)
            gcm_encrypt_batches(key, 10, &s, number, out, in, fused);
        else if (key->rounds == 12)
            gcm_encrypt_batches(key, 12, &s, number, out, in, fused);
        else
            gcm_encrypt_batches(key, 14, &s, number, out, in, fused);
        block_wipe(batch + HASH_LEN - lead * AES_BLOCK_LEN);
        counters_skip(&c, fused, true);
        hash = s.hash;
        unhashed = s.in;
        out += fused * AES_BLOCK_LEN;
        in += fused * AES_BLOCK_LEN;
        blocks -= lead + fused;
    }
    gcm_ctr(key, &c, out, in, blocks);
    hash = ghash_blocks(hash_key, hash, unhashed, (size_t)(out - unhashed) / AES_BLOCK_LEN + blocks);
    block_store(state->hash, block_reverse(hash));
}

INLINE void aes_gcm_decrypt(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                            uint8_t *out, const uint8_t *in, size_t blocks)
{
    struct counters c = counters_load(state->counter);
    block hash = block_reverse(block_load(state->hash));

    gcm_advance(state, blocks);
    if (blocks >= FUSED_BLOCKS) {
        struct hash_stream s = {.key = hash_key};
        size_t lead = (0 - c.low) % ALIGN_BLOCKS;
        size_t fused = (blocks - lead) / HASH_BLOCKS * HASH_BLOCKS;
        vec number;

        ghash_need_powers(hash_key, HASH_BLOCKS);
        s.hash = ghash_blocks(hash_key, hash, in, lead);
        gcm_ctr(key, &c, out, in, lead);
        out += lead * AES_BLOCK_LEN;
        in += lead * AES_BLOCK_LEN;
        number = vec_broadcast(counters_number(&c));
        if (key->rounds == 10)
            gcm_decrypt_batches(key, 10, &s, number, out, in, fused);
        else if (key->rounds == 12)
            gcm_decrypt_batches(key, 12, &s, number, out, in, fused);
        else
            gcm_decrypt_batches(key, 14, &s, number, out, in, fused);
        counters_skip(&c, fused, true);
        hash = s.hash;
        out += fused * AES_BLOCK_LEN;
        in += fused * AES_BLOCK_LEN;
        blocks -= lead + fused;
    }
    hash = ghash_blocks(hash_key, hash, in, blocks);
    gcm_ctr(key, &c, out, in, blocks);
    block_store(state->hash, block_reverse(hash));
}

/* aes_gcm_tag makes the block of the lengths in registers: in memory it would be stored in parts and loaded as a whole,
 * which waits until the parts are done. */
INLINE void aes_gcm_tag(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                        const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    const block lengths = _mm_set_epi64x((long long)(aad_len * 8), (long long)(data_len * 8));
    const block last = ghash_last(hash_key, block_reverse(block_load(hash)), in, blocks, lengths);

    block_store(tag, block_xor(block_reverse(last), block_load(mask)));
}

#endif
