/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ghash.h - GHASH (SP 800-38D, 6.4) by integer multiplication, without tables.
 *
 * The carry-less product is made of integer products with holes, an idea that Thomas Pornin describes for BearSSL:
 * keep one bit in four of each factor, and the sums that meet at such a bit have room to carry into the three bits
 * above it; the lowest bit of each sum is the one of the carry-less product. Of 64-bit factors 16 bits are kept, and 16
 * terms are one too many for four bits of room. So the hash key's four highest bits are taken apart: a factor of a
 * single bit has no carries at all. That makes 16 + 4 multiplications to 128 bits for a full product; holes of four
 * bits make it 25, and low halves of products and of bit-reversed products 32, besides the reversals.
 *
 * Constant time needs a multiplication instruction that is. Those from 64 by 64 to 128 bits of x86-64 and aarch64 are
 * (on the latter the architecture says so, with DIT). Targets without one make it of four from 32 by 32 to 64 bits,
 * which are constant-time on x86 and on ARM's application cores, but not on every microcontroller (Cortex-M3).
 *
 * Rejected: hashing several blocks to a reduction, for that is one instruction in fifteen, and each power of H would
 * take as many factors more; shifts and masks for the four highest bits in place of multiplications, which cost the
 * same (Zen 4, gcc 12 and clang 14).
 *
 * A block is a polynomial over GF(2) whose coefficient of x^0 is the highest bit of its first byte: read as a
 * big-endian number, it is in reverse order. A product of such numbers has the coefficient of x^k at bit 254 - k; one
 * more shift would put it to 255 - k, and is saved by taking H / x for H.
 */
#ifndef AESWIDE_KERNELS_PORTABLE_GHASH_H
#define AESWIDE_KERNELS_PORTABLE_GHASH_H

#include "kernel.h"
#include "words.h"

/* A factor is 64 bits of the key, ready for multiplication: eight words, first those with one bit in four of bits 0 to
 * 59, then the bits 60 to 63, a word each. The table of struct ghash_key holds three, in the target's byte order. */
enum {
    FACTOR_LOW,    /* of the low half of H / x */
    FACTOR_HIGH,   /* of its high half */
    FACTOR_MIDDLE, /* of their sum, for Karatsuba's method */
    FACTOR_WORDS = 8,
};

#define EVERY_FOURTH_BIT UINT64_C(0x1111111111111111)

struct product {
    uint64_t low, high;
};

/* multiply is the integer product. */
INLINE struct product multiply(uint64_t x, uint64_t y)
{
#ifdef __SIZEOF_INT128__
    __extension__ unsigned __int128 product = (unsigned __int128)x * y;

    return (struct product){(uint64_t)product, (uint64_t)(product >> 64)};
#else
    uint64_t x0 = x & UINT32_MAX, x1 = x >> 32, y0 = y & UINT32_MAX, y1 = y >> 32;
    uint64_t low = x0 * y0;
    uint64_t middle = x1 * y0 + (low >> 32);
    uint64_t carried = x0 * y1 + (middle & UINT32_MAX);

    return (struct product){carried << 32 | (low & UINT32_MAX), x1 * y1 + (middle >> 32) + (carried >> 32)};
#endif
}

INLINE struct product add(struct product x, struct product y)
{
    return (struct product){x.low ^ y.low, x.high ^ y.high};
}

INLINE struct product add_four(struct product a, struct product b, struct product c, struct product d)
{
    return add(add(a, b), add(c, d));
}

INLINE struct product keep(struct product x, uint64_t mask)
{
    return (struct product){x.low & mask, x.high & mask};
}

/* factor_word returns the address of a word in the table. */
INLINE uint8_t *factor_word(struct ghash_key *key, unsigned factor, unsigned word)
{
    unsigned index = FACTOR_WORDS * factor + word;

    return &key->table[index / 2][8 * (index % 2)];
}

INLINE void make_factor(struct ghash_key *key, unsigned factor, uint64_t h)
{
    UNROLL
    for (unsigned i = 0; i < 4; i++) {
        store_word(factor_word(key, factor, i), h & (EVERY_FOURTH_BIT >> 4) << i);
        store_word(factor_word(key, factor, 4 + i), h & UINT64_C(1) << (60 + i));
    }
}

/* carryless_multiply returns the product over GF(2) of a factor and x. */
INLINE struct product carryless_multiply(struct ghash_key *key, unsigned factor, uint64_t x)
{
    uint64_t m0 = EVERY_FOURTH_BIT, m1 = m0 << 1, m2 = m0 << 2, m3 = m0 << 3;
    uint64_t x0 = x & m0, x1 = x & m1, x2 = x & m2, x3 = x & m3, h[FACTOR_WORDS];

    UNROLL
    for (unsigned i = 0; i < FACTOR_WORDS; i++)
        h[i] = load_word(factor_word(key, factor, i));

    struct product z0 = add_four(multiply(x0, h[0]), multiply(x1, h[3]), multiply(x2, h[2]), multiply(x3, h[1]));
    struct product z1 = add_four(multiply(x0, h[1]), multiply(x1, h[0]), multiply(x2, h[3]), multiply(x3, h[2]));
    struct product z2 = add_four(multiply(x0, h[2]), multiply(x1, h[1]), multiply(x2, h[0]), multiply(x3, h[3]));
    struct product z3 = add_four(multiply(x0, h[3]), multiply(x1, h[2]), multiply(x2, h[1]), multiply(x3, h[0]));
    struct product top = add_four(multiply(x, h[4]), multiply(x, h[5]), multiply(x, h[6]), multiply(x, h[7]));

    return add(add_four(keep(z0, m0), keep(z1, m1), keep(z2, m2), keep(z3, m3)), top);
}

/* fold reduces 64 coefficients: those of x^(k + 128) in `word` are those of x^k, x^(k + 1), x^(k + 2) and x^(k + 7). */
INLINE void fold(uint64_t *high, uint64_t *low, uint64_t word)
{
    *high ^= word ^ word >> 1 ^ word >> 2 ^ word >> 7;
    *low ^= word << 63 ^ word << 62 ^ word << 57;
}

static void set_ghash_key(struct ghash_key *key, const uint8_t h[AES_BLOCK_LEN])
{
    uint64_t high = big_endian(load_word(h)), low = big_endian(load_word(h + 8));
    uint64_t x_to_0 = -(high >> 63);

    /* H / x: all coefficients move down, and that of x^0 becomes x^-1 = x^127 + x^6 + x + 1. */
    high = (high << 1 | low >> 63) ^ (x_to_0 & UINT64_C(0xc200000000000000));
    low = low << 1 ^ (x_to_0 & 1);
    make_factor(key, FACTOR_LOW, low);
    make_factor(key, FACTOR_HIGH, high);
    make_factor(key, FACTOR_MIDDLE, low ^ high);
    key->powers = 1;
}

static void ghash(struct ghash_key *key, uint8_t hash[AES_BLOCK_LEN], const uint8_t *in, size_t blocks)
{
    uint64_t high = big_endian(load_word(hash)), low = big_endian(load_word(hash + 8));

    for (; blocks > 0; blocks--, in += AES_BLOCK_LEN) {
        high ^= big_endian(load_word(in));
        low ^= big_endian(load_word(in + 8));

        struct product l = carryless_multiply(key, FACTOR_LOW, low);
        struct product h = carryless_multiply(key, FACTOR_HIGH, high);
        struct product middle = add(add(carryless_multiply(key, FACTOR_MIDDLE, low ^ high), l), h);

        low = h.low ^ middle.high;
        high = h.high;
        l.high ^= middle.low;
        fold(&low, &l.high, l.low);
        fold(&high, &low, l.high);
    }
    store_word(hash, big_endian(high));
    store_word(hash + 8, big_endian(low));
}

#endif
