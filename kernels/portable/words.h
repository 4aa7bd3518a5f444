/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * words.h - 64-bit words in memory, in either byte order, on every target.
 */
#ifndef AESWIDE_KERNELS_PORTABLE_WORDS_H
#define AESWIDE_KERNELS_PORTABLE_WORDS_H

#include <stdint.h>
#include <string.h>

/* INLINE functions take shift counts and directions as constants: only when they are inlined do the branches on those
 * vanish and the arrays of lanes live in registers, at -O2 as at -O3. */
#define INLINE static inline __attribute__((always_inline))

/* UNROLL stands before a loop over the lanes of a state, so that they live in registers: gcc 12 does not do it by
 * itself at -O2. */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* little_endian and big_endian turn a word of that byte order into the target's own, and back. */
INLINE uint64_t little_endian(uint64_t word)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap64(word);
}

INLINE uint64_t big_endian(uint64_t word)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap64(word) : word;
}

/* load_word and store_word use the target's own byte order. */
INLINE uint64_t load_word(const uint8_t *in)
{
    uint64_t word;

    memcpy(&word, in, sizeof word);
    return word;
}

INLINE void store_word(uint8_t *out, uint64_t word)
{
    memcpy(out, &word, sizeof word);
}

#endif
