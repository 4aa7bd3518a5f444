/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * vec128.h - the vector type of the shared bodies: one block in an xmm register.
 *
 * vec128.h, vec256.h and vec512.h define the same names, and a kernel includes one of them before the bodies. A "lane"
 * is one block's 128 bits within the vector; what concerns halves (low and high 64 bits) works within each lane.
 */
#ifndef AESWIDE_KERNELS_X86_VEC_H
#define AESWIDE_KERNELS_X86_VEC_H

#include "block.h"

typedef __m128i vec;

enum { VEC_BLOCKS = 1 };

INLINE vec vec_load(const uint8_t *p)
{
    return block_load(p);
}

INLINE void vec_store(uint8_t *p, vec v)
{
    block_store(p, v);
}

/* vec_load_part loads the first `blocks` lanes (1 to VEC_BLOCKS - 1) and zeroes the others. */
INLINE vec vec_load_part(const uint8_t *p, size_t blocks)
{
    return blocks != 0 ? block_load(p) : _mm_setzero_si128();
}

/* vec_store_part stores the first `blocks` lanes (1 to VEC_BLOCKS - 1). */
INLINE void vec_store_part(uint8_t *p, vec v, size_t blocks)
{
    if (blocks != 0)
        block_store(p, v);
}

INLINE vec vec_zero(void)
{
    return _mm_setzero_si128();
}

/* vec_broadcast returns b in every lane. */
INLINE vec vec_broadcast(block b)
{
    return b;
}

/* vec_from_block returns b in lane 0, zero elsewhere. */
INLINE vec vec_from_block(block b)
{
    return b;
}

/* vec_fold returns the exclusive or of all lanes. */
INLINE block vec_fold(vec v)
{
    return v;
}

INLINE vec vec_xor(vec a, vec b)
{
    return _mm_xor_si128(a, b);
}

INLINE vec vec_aesenc(vec v, vec round_key)
{
    return _mm_aesenc_si128(v, round_key);
}

INLINE vec vec_aesenclast(vec v, vec round_key)
{
    return _mm_aesenclast_si128(v, round_key);
}

INLINE vec vec_aesdec(vec v, vec round_key)
{
    return _mm_aesdec_si128(v, round_key);
}

INLINE vec vec_aesdeclast(vec v, vec round_key)
{
    return _mm_aesdeclast_si128(v, round_key);
}

/* vec_reverse is block_reverse in each lane. */
INLINE vec vec_reverse(vec v)
{
    return block_reverse(v);
}

/* vec_swap exchanges the halves. */
INLINE vec vec_swap(vec v)
{
    return _mm_shuffle_epi32(v, 0x4e);
}

/* vec_low_halves returns the low halves of a and b, vec_high_halves the high ones (a's below b's). */
INLINE vec vec_low_halves(vec a, vec b)
{
    return _mm_unpacklo_epi64(a, b);
}

INLINE vec vec_high_halves(vec a, vec b)
{
    return _mm_unpackhi_epi64(a, b);
}

/* vec_clmul_low multiplies the low halves without carries, vec_clmul_high the high ones. */
INLINE vec vec_clmul_low(vec a, vec b)
{
    return _mm_clmulepi64_si128(a, b, 0x00);
}

INLINE vec vec_clmul_high(vec a, vec b)
{
    return _mm_clmulepi64_si128(a, b, 0x11);
}

/* vec_add8, vec_add32 and vec_add64 add numbers of 8, 32 and 64 bits. */
INLINE vec vec_add8(vec a, vec b)
{
    return _mm_add_epi8(a, b);
}

INLINE vec vec_add32(vec a, vec b)
{
    return _mm_add_epi32(a, b);
}

INLINE vec vec_add64(vec a, vec b)
{
    return _mm_add_epi64(a, b);
}

/* vec_lane_numbers returns 0, 1, ... in the lowest 64 bits of the lanes. */
INLINE vec vec_lane_numbers(void)
{
    return _mm_setzero_si128();
}

/* vec_pin makes the compiler have *v ready in a register at this point of the program, in this order. */
INLINE void vec_pin(vec *v)
{
    __asm__ volatile("" : "+x"(*v));
}

#endif
