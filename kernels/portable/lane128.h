/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * lane128.h - lanes of 128 bits, for little-endian targets with SSE2 or NEON: eight blocks in flight.
 *
 * The names are those of lane64.h, where they are described. A lane is a vector of the compiler (vector extensions and
 * __builtin_shufflevector of gcc 12 and clang), so the same source serves both instruction sets.
 *
 * Here bit 32 * row + 8 * column + block: a row is an element of the vector, and a byte belongs to one byte of the
 * state. SSE2 shuffles elements in one instruction, but bytes not at all.
 */
#ifndef AESWIDE_KERNELS_PORTABLE_LANE_H
#define AESWIDE_KERNELS_PORTABLE_LANE_H

#include "kernel.h"
#include "words.h"

typedef uint32_t lane __attribute__((vector_size(16)));
typedef uint16_t lane_of_16 __attribute__((vector_size(16)));
typedef uint8_t lane_of_8 __attribute__((vector_size(16)));

enum { LANE_BLOCKS = 8 };

INLINE lane lane_fill(uint8_t byte)
{
    uint32_t word = UINT32_C(0x01010101) * byte;

    return (lane){word, word, word, word};
}

INLINE void lane_swap(lane *a, lane *b, lane mask, unsigned distance)
{
    lane difference = ((*a >> distance) ^ *b) & mask;

    *b ^= difference;
    *a ^= difference << distance;
}

INLINE lane lane_turn(lane x, unsigned rows, unsigned columns)
{
    if (rows == 1)
        x = __builtin_shufflevector(x, x, 1, 2, 3, 0);
    else
        x = __builtin_shufflevector(x, x, 2, 3, 0, 1);
    return columns == 0 ? x : (x >> 8 * columns) | (x << (32 - 8 * columns));
}

INLINE lane lane_turn_odd_rows(lane x)
{
    lane_of_16 y = (lane_of_16)x;

    return (lane)__builtin_shufflevector(y, y, 0, 1, 3, 2, 4, 5, 7, 6);
}

INLINE unsigned lane_key_index(unsigned row, unsigned column)
{
    return 4 * row + column;
}

INLINE void lane_spread(lane state[8], const uint8_t bytes[AES_BLOCK_LEN])
{
    lane_of_8 x;

    memcpy(&x, bytes, sizeof x);
    UNROLL
    for (unsigned bit = 0; bit < 8; bit++) {
        lane_of_8 mask = (lane_of_8)lane_fill((uint8_t)(1 << bit));

        state[bit] = (lane)((x & mask) == mask);
    }
}

INLINE void lane_gather(uint8_t bytes[AES_BLOCK_LEN], const lane state[8])
{
    lane x = lane_fill(0);

    UNROLL
    for (unsigned bit = 0; bit < 8; bit++)
        x |= state[bit] & lane_fill((uint8_t)(1 << bit));
    memcpy(bytes, &x, sizeof x);
}

/* lane_transpose turns the 4 by 4 bytes of a block over, from columns to rows and back: the halves are interleaved
 * twice, each time a rotation of the four bits of the byte's index. */
INLINE lane_of_8 lane_transpose(lane_of_8 x)
{
    UNROLL
    for (unsigned i = 0; i < 2; i++) {
        lane_of_8 upper = (lane_of_8)__builtin_shufflevector((lane)x, (lane)x, 2, 3, 0, 1);

        x = __builtin_shufflevector(x, upper, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    }
    return x;
}

INLINE void lane_load(lane state[8], const uint8_t *in)
{
    UNROLL
    for (unsigned block = 0; block < LANE_BLOCKS; block++) {
        lane_of_8 x;

        memcpy(&x, in + 16 * block, sizeof x);
        state[block] = (lane)lane_transpose(x);
    }
}

INLINE void lane_store(uint8_t *out, const lane state[8])
{
    UNROLL
    for (unsigned block = 0; block < LANE_BLOCKS; block++) {
        lane_of_8 x = lane_transpose((lane_of_8)state[block]);

        memcpy(out + 16 * block, &x, sizeof x);
    }
}

#endif
