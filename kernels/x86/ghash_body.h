/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ghash_body.h - GHASH (SP 800-38D, section 6.4) over vectors of VEC_BLOCKS blocks. The kernel includes one of
 * vec128.h, vec256.h, vec512.h and defines HASH_BLOCKS, the most blocks to one reduction, before this file.
 *
 * Representation. A block in reversed byte order is a number whose bit 127 - i is the coefficient of x^i. The
 * carry-less product of two such numbers is the product of the polynomials one bit too far down; instead of shifting
 * each product, H and its powers are stored divided by x once (Gueron and Kounavis, "Intel Carry-Less Multiplication
 * Instruction and its Usage for Computing the GCM Mode", algorithm 5, shifts one factor to the same end). A product of
 * stored powers is the stored form of the product.
 *
 * Table. struct ghash_key holds H^32, ..., H^2, H^1, 0, 0, ...: the powers for n blocks are the n entries that end with
 * H^1, and a last vector that is partly empty meets zeros. Only as many are computed as messages need.
 *
 * Products. Karatsuba: three multiplications and one sum of halves a block. PCLMULQDQ shares two pipes with AESENC on
 * Zen 4: ten VAESENC, the additions and shuffles of GCM and three VPCLMULQDQ on 256 bits take 8.0 cycles there, with
 * four VPCLMULQDQ and no sums of halves 9.9 (AMD EPYC (Zen 4), 2026-11-30).
 */
#ifndef AESWIDE_KERNELS_X86_GHASH_BODY_H
#define AESWIDE_KERNELS_X86_GHASH_BODY_H

enum { FEW_BLOCKS = 3 }; /* up to so many blocks are better hashed one at a time: measured, of 2, 3 and 5 */

/* struct product is a sum of unreduced products, lane by lane: low + middle * 2^64 + high * 2^128, where low and high
 * have yet to be added to middle (Karatsuba). */
struct product {
    vec low, middle, high;
};

/* ghash_powers returns the place of H^n, ..., H^1 in the table. */
INLINE uint8_t *ghash_powers(struct ghash_key *key, size_t n)
{
    return key->table[GHASH_MAX_POWERS - n];
}

/* vec_reduce reduces the product in each lane from below: it adds the multiple of the polynomial that clears the lowest
 * 64 bits, twice. */
INLINE vec vec_reduce(const struct product *p)
{
    const vec polynomial = vec_broadcast(_mm_set1_epi64x((long long)0xc200000000000000));
    vec middle = vec_xor(vec_xor(p->middle, p->high), vec_xor(p->low, vec_swap(p->low)));

    middle = vec_xor(middle, vec_clmul_low(p->low, polynomial));
    return vec_xor(vec_xor(p->high, vec_swap(middle)), vec_clmul_low(middle, polynomial));
}

/* reduce reduces the lanes and adds them up. The other order takes more operations, for three vectors are to be folded.
 */
INLINE block reduce(const struct product *p)
{
    return vec_fold(vec_reduce(p));
}

/* multiply sets *p to a * b. */
INLINE void multiply(struct product *p, vec a, vec b)
{
    p->low = vec_clmul_low(a, b);
    p->high = vec_clmul_high(a, b);
    p->middle = vec_clmul_low(vec_xor(a, vec_swap(a)), vec_xor(b, vec_swap(b)));
}

/* multiply_add adds a * b to *p. */
INLINE void multiply_add(struct product *p, vec a, vec b)
{
    struct product q;

    multiply(&q, a, b);
    p->low = vec_xor(p->low, q.low);
    p->high = vec_xor(p->high, q.high);
    p->middle = vec_xor(p->middle, q.middle);
}

/* struct block_product is a sum of unreduced products of single blocks: low + middle * 2^64 + high * 2^128. */
struct block_product {
    block low, middle, high;
};

/* multiply_block adds a * b to *p. Four multiplications at once are sooner done than Karatsuba's three, where there is
 * little to add up. */
INLINE void multiply_block(struct block_product *p, block a, block b)
{
    p->low = block_xor(p->low, _mm_clmulepi64_si128(a, b, 0x00));
    p->high = block_xor(p->high, _mm_clmulepi64_si128(a, b, 0x11));
    p->middle = block_xor(p->middle, block_xor(_mm_clmulepi64_si128(a, b, 0x01), _mm_clmulepi64_si128(a, b, 0x10)));
}

/* reduce_block is vec_reduce for one block. */
INLINE block reduce_block(const struct block_product *p)
{
    const block polynomial = _mm_set1_epi64x((long long)0xc200000000000000);
    const block middle = block_xor(block_xor(p->middle, _mm_shuffle_epi32(p->low, 0x4e)),
                                   _mm_clmulepi64_si128(p->low, polynomial, 0x00));

    return block_xor(block_xor(p->high, _mm_shuffle_epi32(middle, 0x4e)),
                     _mm_clmulepi64_si128(middle, polynomial, 0x00));
}

/* multiply_one returns a * b for one block. */
INLINE block multiply_one(block a, block b)
{
    struct block_product p = {_mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128()};

    multiply_block(&p, a, b);
    return reduce_block(&p);
}

/* ghash_middles returns where the sums of halves of the powers are that begin with H^n, for two vectors: for vectors a
 * and b, the sums of a's lanes are in the low halves of one vector, b's in the high halves. */
INLINE uint8_t *ghash_middles(struct ghash_key *key, size_t n)
{
    return key->middle[GHASH_MAX_POWERS - n];
}

/* sum_halves returns the sums of halves of a and b, in the order that ghash_middles has. */
INLINE vec sum_halves(vec a, vec b)
{
    return vec_xor(vec_low_halves(a, b), vec_high_halves(a, b));
}

/* ghash_double_powers computes as many powers again as there are: H^(i + n) = H^i * H^n. The first four a block at a
 * time, for a vector load waits until the several stores that it spans are done. */
INLINE void ghash_double_powers(struct ghash_key *key)
{
    const size_t n = key->powers;
    const block factor = block_load(ghash_powers(key, n));
    struct product p;

    if (n < 4) {
        for (size_t i = n; i > 0; i--)
            block_store(ghash_powers(key, i + n), multiply_one(block_load(ghash_powers(key, i)), factor));
    } else {
        for (size_t i = n; i > 0; i -= VEC_BLOCKS) {
            multiply(&p, vec_load(ghash_powers(key, i)), vec_broadcast(factor));
            vec_store(ghash_powers(key, i + n), vec_reduce(&p));
        }
    }
    key->powers = (uint32_t)(2 * n);
}

/* ghash_need_powers computes powers until there are n, and with the last of them the sums of halves for whole batches.
 */
INLINE void ghash_need_powers(struct ghash_key *key, size_t n)
{
    if (key->powers >= n)
        return;
    while (key->powers < n)
        ghash_double_powers(key);
    if (key->powers >= HASH_BLOCKS) {
        for (size_t i = HASH_BLOCKS; i > 0; i -= 2 * VEC_BLOCKS)
            vec_store(ghash_middles(key, i),
                      sum_halves(vec_load(ghash_powers(key, i)), vec_load(ghash_powers(key, i - VEC_BLOCKS))));
    }
}

INLINE void ghash_set_key(struct ghash_key *key, const uint8_t *h)
{
    const block zero = _mm_setzero_si128();
    block b = block_reverse(block_load(h));
    /* Dividing by x is a shift to the left; what falls out, x^0, becomes 1/x = x^127 + x^6 + x + 1. */
    block out = _mm_srai_epi32(_mm_shuffle_epi32(b, 0xff), 31);
    block carries = _mm_slli_si128(_mm_srli_epi64(b, 63), 8);

    b = _mm_or_si128(_mm_slli_epi64(b, 1), carries);
    b = block_xor(b, _mm_and_si128(out, _mm_set_epi64x((long long)0xc200000000000000, 1)));
    block_store(key->table[GHASH_MAX_POWERS - 1], b);
    for (int i = GHASH_MAX_POWERS; i < GHASH_MAX_POWERS + 4; i++)
        block_store(key->table[i], zero);
    key->powers = 1;
}

/* ghash_sum sets *p to the unreduced sum of `blocks` blocks, 1 or more, times the powers from `powers` on. The hash
 * goes in in reversed byte order. */
INLINE void ghash_sum(struct product *p, const uint8_t *powers, block hash, const uint8_t *in, size_t blocks)
{
    vec first = vec_from_block(hash);

    *p = (struct product){vec_zero(), vec_zero(), vec_zero()};
    for (; blocks >= VEC_BLOCKS; blocks -= VEC_BLOCKS) {
        multiply_add(p, vec_xor(vec_reverse(vec_load(in)), first), vec_load(powers));
        first = vec_zero();
        in += sizeof(vec);
        powers += sizeof(vec);
    }
    if (blocks > 0)
        multiply_add(p, vec_xor(vec_reverse(vec_load_part(in, blocks)), first), vec_load(powers));
}

/* ghash_some returns the hash after `blocks` more blocks, 1 to the number of powers that there are. The hash goes in
 * and out in reversed byte order. */
INLINE block ghash_some(struct ghash_key *key, block hash, const uint8_t *in, size_t blocks)
{
    struct product p;

    ghash_sum(&p, ghash_powers(key, blocks), hash, in, blocks);
    return reduce(&p);
}

/* ghash_blocks returns the hash after any number of blocks. */
INLINE block ghash_blocks(struct ghash_key *key, block hash, const uint8_t *in, size_t blocks)
{
    size_t n;

    if (blocks == 1)
        return multiply_one(block_xor(hash, block_reverse(block_load(in))), block_load(ghash_powers(key, 1)));
    if (blocks > key->powers)
        ghash_need_powers(key, blocks < HASH_BLOCKS ? blocks : HASH_BLOCKS);
    for (; blocks > 0; blocks -= n) {
        n = blocks < key->powers ? blocks : key->powers;
        hash = ghash_some(key, hash, in, n);
        in += n * AES_BLOCK_LEN;
    }
    return hash;
}

/* ghash_few is ghash_last for fewer blocks than there are powers, a block at a time: no lanes to be folded, and no
 * vector load that spans the stores of several blocks. */
INLINE block ghash_few(struct ghash_key *key, block hash, const uint8_t *in, size_t blocks, block last)
{
    struct block_product p = {_mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128()};

    for (; blocks > 0; blocks--) {
        multiply_block(&p, block_xor(hash, block_reverse(block_load(in))), block_load(ghash_powers(key, blocks + 1)));
        hash = _mm_setzero_si128();
        in += AES_BLOCK_LEN;
    }
    multiply_block(&p, block_xor(hash, last), block_load(ghash_powers(key, 1)));
    return reduce_block(&p);
}

/* ghash_last returns the hash after `blocks` more blocks and a last one, which is in reversed byte order: one reduction
 * for a short message. */
INLINE block ghash_last(struct ghash_key *key, block hash, const uint8_t *in, size_t blocks, block last)
{
    struct product p;

    if (blocks >= key->powers)
        ghash_need_powers(key, blocks + 1 < HASH_BLOCKS ? blocks + 1 : HASH_BLOCKS);
    while (blocks >= key->powers) {
        hash = ghash_some(key, hash, in, key->powers);
        in += key->powers * AES_BLOCK_LEN;
        blocks -= key->powers;
    }
    if (blocks <= FEW_BLOCKS)
        return ghash_few(key, hash, in, blocks, last);
    ghash_sum(&p, ghash_powers(key, blocks + 1), hash, in, blocks);
    multiply_add(&p, vec_from_block(last), vec_from_block(block_load(ghash_powers(key, 1))));
    return reduce(&p);
}

INLINE void ghash_update(struct ghash_key *key, uint8_t *hash, const uint8_t *in, size_t blocks)
{
    block_store(hash, block_reverse(ghash_blocks(key, block_reverse(block_load(hash)), in, blocks)));
}

#endif
