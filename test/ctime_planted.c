/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ctime_planted.c - what no kernel may contain, a function a kind, compiled with the flags of vaes512: check_ctime.sh
 * must find fault with each function here, and with none of the kernels'.
 */
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#include "ctime_planted.h"

/* A table in memory, indexed by data: the AES of many libraries. */
uint8_t planted_table_lookup(const uint8_t *in)
{
    static const uint8_t table[256] = {1, 2, 3};

    return table[in[0]];
}

/* The same with a vector instruction. */
void planted_gather(const int *table, const uint8_t *in, uint8_t *out)
{
    __m256i index = _mm256_loadu_si256((const __m256i *)(const void *)in);

    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_i32gather_epi32(table, index, 4));
}

/* Bits of a vector in a register, where they can steer a branch. */
int planted_mask(const uint8_t *in)
{
    return _mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)(const void *)in));
}

/* The same by way of the flags. */
int planted_test(const uint8_t *in)
{
    __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)in);

    return _mm256_testz_si256(v, v);
}

/* The same by way of a mask register. */
unsigned planted_compare(const uint8_t *in)
{
    __m512i v = _mm512_loadu_si512(in);

    return (unsigned)_mm512_cmpeq_epi32_mask(v, _mm512_setzero_si512());
}

/* A byte of data in a register. */
int planted_byte(const uint8_t *in)
{
    return in[3] == 7 ? 100 : -5;
}
