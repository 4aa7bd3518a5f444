/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * gcm_body.h - GCM (SP 800-38D, sections 7.1 and 7.2) in one pass: the AES rounds of a batch interleaved with the GHASH
 * of HASH_BLOCKS blocks of ciphertext, for encryption those of the batch before, for decryption those of this batch.
 *
 * The kernel includes aes_body.h and ghash_body.h before this file.
 */
#ifndef AESWIDE_KERNELS_X86_GCM_BODY_H
#define AESWIDE_KERNELS_X86_GCM_BODY_H

enum {
    HASH_VECS = HASH_BLOCKS / VEC_BLOCKS, /* as many vectors are enciphered and hashed in one fused batch */
    HASH_STEPS = HASH_VECS,               /* a step of GHASH is one vector */
};

/* struct hash_stream is the GHASH of one batch, underway. */
struct hash_stream {
    struct ghash_key *key;
    const uint8_t *in; /* HASH_BLOCKS blocks */
    block hash;        /* before this batch, in reversed byte order */
    struct product sum;
    vec first; /* of the pair of vectors at work */
};

/* hash_step does step 0 to HASH_STEPS - 1 of a batch. Pairs of vectors share one vector of sums of halves. The pair at
 * the front, which waits for the hash of the batch before, comes last. */
INLINE void hash_step(struct hash_stream *s, int step)
{
    int pair = (step / 2 + 1) % (HASH_STEPS / 2);
    int index = 2 * pair + step % 2;
    size_t n = (size_t)(HASH_BLOCKS - index * VEC_BLOCKS);
    vec power = vec_load(ghash_powers(s->key, n));
    vec data = vec_reverse(vec_load(s->in + (size_t)index * sizeof(vec)));

    if (index == 0)
        data = vec_xor(data, vec_from_block(s->hash));
    if (step == 0) {
        s->sum.low = vec_clmul_low(data, power);
        s->sum.high = vec_clmul_high(data, power);
    } else {
        s->sum.low = vec_xor(s->sum.low, vec_clmul_low(data, power));
        s->sum.high = vec_xor(s->sum.high, vec_clmul_high(data, power));
    }
    if (step % 2 == 0) {
        s->first = data;
    } else {
        vec sums = sum_halves(s->first, data);
        vec middles = vec_load(ghash_middles(s->key, n + VEC_BLOCKS));

        if (step == 1)
            s->sum.middle = vec_xor(vec_clmul_low(sums, middles), vec_clmul_high(sums, middles));
        else
            s->sum.middle = vec_xor3(s->sum.middle, vec_clmul_low(sums, middles), vec_clmul_high(sums, middles));
        vec_pin(&s->sum.middle);
    }
    vec_pin(&s->sum.low);
    vec_pin(&s->sum.high);
}

/* gcm_batch enciphers HASH_BLOCKS blocks and advances *counters, and hashes the HASH_BLOCKS blocks of s->in meanwhile.
 * `rounds` is a constant. */
INLINE void gcm_batch(const struct aes_key *key, size_t rounds, struct hash_stream *s, vec *counters, uint8_t *out,
                      const uint8_t *in)
{
    vec b[HASH_VECS], k;
    int step = 0;

    counter_vecs(b, counters, HASH_VECS, true);
    k = vec_round_key(key, 0);
    UNROLL
    for (int i = 0; i < HASH_VECS; i++)
        b[i] = vec_xor(b[i], k);
    UNROLL
    for (size_t round = 1; round < rounds; round++) {
        k = vec_round_key(key, round);
        UNROLL
        for (int i = 0; i < HASH_VECS; i++)
            b[i] = vec_aesenc(b[i], k);
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
        b[i] = vec_aesenclast(b[i], vec_xor(k, vec_load(in + (size_t)i * sizeof(vec))));
    store_vecs(out, b, HASH_VECS, 0);
}

/* gcm_encrypt_batches does all whole batches, of which there are one or more; the last of them is left unhashed. It
 * returns the hash. `rounds` is a constant. */
INLINE block gcm_encrypt_batches(const struct aes_key *key, size_t rounds, struct ghash_key *hash_key, block hash,
                                 vec *counters, uint8_t *out, const uint8_t *in, size_t blocks)
{
    struct hash_stream s = {.key = hash_key, .in = out, .hash = hash};

    ctr_vecs(key, counters, out, in, HASH_VECS, 0, true);
    while (blocks -= HASH_BLOCKS, blocks >= HASH_BLOCKS) {
        out += HASH_BLOCKS * AES_BLOCK_LEN;
        in += HASH_BLOCKS * AES_BLOCK_LEN;
        gcm_batch(key, rounds, &s, counters, out, in);
        s.in = out;
    }
    return s.hash;
}

/* gcm_decrypt_batches does all whole batches and returns the hash. `rounds` is a constant. */
INLINE block gcm_decrypt_batches(const struct aes_key *key, size_t rounds, struct ghash_key *hash_key, block hash,
                                 vec *counters, uint8_t *out, const uint8_t *in, size_t blocks)
{
    struct hash_stream s = {.key = hash_key, .in = in, .hash = hash};

    for (; blocks >= HASH_BLOCKS; blocks -= HASH_BLOCKS) {
        gcm_batch(key, rounds, &s, counters, out, s.in);
        out += HASH_BLOCKS * AES_BLOCK_LEN;
        s.in += HASH_BLOCKS * AES_BLOCK_LEN;
    }
    return s.hash;
}

/* gcm_advance adds `blocks` to the counter in *state, modulo 2^32. */
INLINE void gcm_advance(struct gcm_state *state, size_t blocks)
{
    store_be32(state->counter + 12, load_be32(state->counter + 12) + (uint32_t)blocks);
}

INLINE void aes_gcm_encrypt(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                            uint8_t *out, const uint8_t *in, size_t blocks)
{
    vec counters = first_counters(state->counter, true);
    block hash = block_reverse(block_load(state->hash));
    size_t unhashed = blocks, done = 0;

    gcm_advance(state, blocks);
    if (blocks >= HASH_BLOCKS) {
        ghash_need_powers(hash_key, HASH_BLOCKS);
        if (key->rounds == 10)
            hash = gcm_encrypt_batches(key, 10, hash_key, hash, &counters, out, in, blocks);
        else if (key->rounds == 12)
            hash = gcm_encrypt_batches(key, 12, hash_key, hash, &counters, out, in, blocks);
        else
            hash = gcm_encrypt_batches(key, 14, hash_key, hash, &counters, out, in, blocks);
        unhashed = HASH_BLOCKS + blocks % HASH_BLOCKS;
        done = blocks - blocks % HASH_BLOCKS;
    }
    ctr_tail(key, counters, out + done * AES_BLOCK_LEN, in + done * AES_BLOCK_LEN, blocks - done, true);
    hash = ghash_blocks(hash_key, hash, out + (blocks - unhashed) * AES_BLOCK_LEN, unhashed);
    block_store(state->hash, block_reverse(hash));
}

INLINE void aes_gcm_decrypt(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                            uint8_t *out, const uint8_t *in, size_t blocks)
{
    vec counters = first_counters(state->counter, true);
    block hash = block_reverse(block_load(state->hash));
    size_t done = blocks - blocks % HASH_BLOCKS;

    gcm_advance(state, blocks);
    if (done > 0) {
        ghash_need_powers(hash_key, HASH_BLOCKS);
        if (key->rounds == 10)
            hash = gcm_decrypt_batches(key, 10, hash_key, hash, &counters, out, in, done);
        else if (key->rounds == 12)
            hash = gcm_decrypt_batches(key, 12, hash_key, hash, &counters, out, in, done);
        else
            hash = gcm_decrypt_batches(key, 14, hash_key, hash, &counters, out, in, done);
    }
    out += done * AES_BLOCK_LEN;
    in += done * AES_BLOCK_LEN;
    hash = ghash_blocks(hash_key, hash, in, blocks - done);
    ctr_tail(key, counters, out, in, blocks - done, true);
    block_store(state->hash, block_reverse(hash));
}

#endif
