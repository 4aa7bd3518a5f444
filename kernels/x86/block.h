/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * block.h - one block of 16 bytes in an xmm register: what the x86 kernels do a block at a time.
 */
#ifndef AESWIDE_KERNELS_X86_BLOCK_H
#define AESWIDE_KERNELS_X86_BLOCK_H

#include "kernel.h"

#include <immintrin.h>
#include <stdbool.h>

/* INLINE functions take counts and directions as constants: only when they are inlined do loops unroll and branches
 * vanish, at -O2 as at -O3. */
#define INLINE static inline __attribute__((always_inline))

/* UNROLL stands before a loop over an array of vectors with a constant count, so that the array lives in registers. */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

typedef __m128i block;

INLINE block block_load(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

INLINE void block_store(uint8_t *p, block b)
{
    _mm_storeu_si128((__m128i *)(void *)p, b);
}

INLINE block block_xor(block a, block b)
{
    return _mm_xor_si128(a, b);
}

/* block_reverse reverses the order of the bytes: from wire format to a little-endian number, and back. */
INLINE block block_reverse(block b)
{
    return _mm_shuffle_epi8(b, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

/* block_wipe zeroes 16 bytes of the stack that held a secret; the compiler may not leave it out. */
INLINE void block_wipe(uint8_t *p)
{
    block_store(p, _mm_setzero_si128());
    __asm__ volatile("" : : "r"(p) : "memory");
}

/* load_be64, load_be32 and store_be32 read and write counters. */
INLINE uint64_t load_be64(const uint8_t *p)
{
    uint64_t x;

    __builtin_memcpy(&x, p, sizeof x);
    return __builtin_bswap64(x);
}

INLINE uint32_t load_be32(const uint8_t *p)
{
    uint32_t x;

    __builtin_memcpy(&x, p, sizeof x);
    return __builtin_bswap32(x);
}

INLINE void store_be32(uint8_t *p, uint32_t x)
{
    x = __builtin_bswap32(x);
    __builtin_memcpy(p, &x, sizeof x);
}

#endif
