/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * lane64.h - lanes of 64 bits, for every target: four blocks in flight.
 *
 * lane64.h and lane128.h define the same names, and a kernel includes one of them before aes.h. Lane number p of a
 * state holds bit p of every byte of LANE_BLOCKS blocks: the 16 bytes of the AES state (FIPS 197, 3.4), row after row
 * and in a row column after column, and for each of these the bits of all blocks side by side.
 *
 * Here bit 16 * row + 4 * column + block.
 */
#ifndef AESWIDE_KERNELS_PORTABLE_LANE_H
#define AESWIDE_KERNELS_PORTABLE_LANE_H

#include "kernel.h"
#include "words.h"

typedef uint64_t lane;

enum { LANE_BLOCKS = 4 };

/* lane_fill returns a lane with every byte equal to `byte`. */
INLINE lane lane_fill(uint8_t byte)
{
    return UINT64_C(0x0101010101010101) * byte;
}

/* lane_swap exchanges the bits of *a under mask << distance with those of *b under mask. */
INLINE void lane_swap(lane *a, lane *b, lane mask, unsigned distance)
{
    lane difference = ((*a >> distance) ^ *b) & mask;

    *b ^= difference;
    *a ^= difference << distance;
}

INLINE lane rotate_right(lane x, unsigned count)
{
    return count == 0 ? x : (x >> count) | (x << (64 - count));
}

/* lane_turn puts at each row and column what stood `rows` rows below and `columns` columns to the right (mod 4). */
INLINE lane lane_turn(lane x, unsigned rows, unsigned columns)
{
    unsigned count = 16 * rows + 4 * columns;
    lane within_row = UINT64_C(0x0001000100010001) * (0xffff >> 4 * columns);

    if (columns == 0)
        return rotate_right(x, count);
    return (rotate_right(x, count) & within_row) | (rotate_right(x, count - 16) & ~within_row);
}

/* lane_turn_odd_rows turns rows 1 and 3 by two columns: ShiftRows twice. */
INLINE lane lane_turn_odd_rows(lane x)
{
    lane even = UINT64_C(0x0000ffff0000ffff), low = UINT64_C(0x00ff000000ff0000);

    return (x & even) | ((x >> 8) & low) | ((x & low) << 8);
}

/* lane_key_index returns where the byte of this row and column stands in a stored round key: the even columns make
 * the first word and the odd ones the second, so that two words and shifts are all that lane_spread needs. */
INLINE unsigned lane_key_index(unsigned row, unsigned column)
{
    return 8 * (column & 1) + 2 * row + (column >> 1);
}

/* lane_spread makes a state of LANE_BLOCKS copies of the 16 bytes of a stored round key. */
INLINE void lane_spread(lane state[8], const uint8_t bytes[AES_BLOCK_LEN])
{
    lane low = little_endian(load_word(bytes)), high = little_endian(load_word(bytes + 8));

    lane_swap(&low, &high, lane_fill(0x0f), 4);
    UNROLL
    for (unsigned bit = 0; bit < 4; bit++) {
        state[bit] = ((low >> bit) & lane_fill(0x11)) * 15;
        state[4 + bit] = ((high >> bit) & lane_fill(0x11)) * 15;
    }
}

/* lane_gather is the inverse of lane_spread: it takes the first block of the state. */
INLINE void lane_gather(uint8_t bytes[AES_BLOCK_LEN], const lane state[8])
{
    lane low = 0, high = 0;

    UNROLL
    for (unsigned bit = 0; bit < 4; bit++) {
        low |= (state[bit] & lane_fill(0x11)) << bit;
        high |= (state[4 + bit] & lane_fill(0x11)) << bit;
    }
    lane_swap(&low, &high, lane_fill(0x0f), 4);
    store_word(bytes, little_endian(low));
    store_word(bytes + 8, little_endian(high));
}

/*
 * lane_load reads LANE_BLOCKS blocks, in such an order of bytes that swap_bits (aes.h) makes a state of them. Word and
 * bit indices are numbers of three and six bits; read as column high, block | column low, row, bit, they become
 * column low, block | row, column high, bit: a transposition of bytes within each block.
 */
INLINE void lane_load(lane state[8], const uint8_t *in)
{
    UNROLL
    for (unsigned block = 0; block < LANE_BLOCKS; block++) {
        lane a = little_endian(load_word(in + 16 * block)), b = little_endian(load_word(in + 16 * block + 8));

        lane_swap(&a, &b, UINT64_C(0x00ff00ff00ff00ff), 8);
        lane_swap(&a, &b, UINT64_C(0x0000ffff0000ffff), 16);
        lane_swap(&a, &b, UINT64_C(0x00000000ffffffff), 32);
        state[block] = a;
        state[LANE_BLOCKS + block] = b;
    }
}

/* lane_store is the inverse of lane_load. */
INLINE void lane_store(uint8_t *out, const lane state[8])
{
    UNROLL
    for (unsigned block = 0; block < LANE_BLOCKS; block++) {
        lane a = state[block], b = state[LANE_BLOCKS + block];

        lane_swap(&a, &b, UINT64_C(0x00000000ffffffff), 32);
        lane_swap(&a, &b, UINT64_C(0x0000ffff0000ffff), 16);
        lane_swap(&a, &b, UINT64_C(0x00ff00ff00ff00ff), 8);
        store_word(out + 16 * block, little_endian(a));
        store_word(out + 16 * block + 8, little_endian(b));
    }
}

#endif
