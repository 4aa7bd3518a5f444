/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * material.c - the keys, IVs and data that the numbers in a struct op stand for.
 */
#include "material.h"

#include <stdbool.h>
#include <string.h>

#include "../random.h"
#include "ops.h"

enum {
    KEY_ROOM = 64,
    POOL_STEP = 61, /* from one data string to the next: odd, so that all alignments within a block come up */
    POOL_LEN = OP_DATA_MAX + MATERIAL_DATA * POOL_STEP,
};

static uint8_t keys[MATERIAL_KEYS + 1][KEY_ROOM];
static uint8_t ivs[MATERIAL_WRAPPING_IV + 3][OP_VALUE_ROOM];
static uint8_t pool[POOL_LEN];

/* prepare fills the tables when they are first needed. */
static void prepare(void)
{
    static bool done;
    struct random random = {.state = 5};

    if (done)
        return;
    random_fill(&random, keys, sizeof(keys));
    random_fill(&random, ivs, sizeof(ivs));
    random_fill(&random, pool, sizeof(pool));
    memset(ivs[1], 0xff, sizeof(ivs[1]));
    memset(ivs[2], 0xff, 16);
    ivs[2][15] = 0xfc;
    memset(ivs[3] + 8, 0xff, 8);
    memset(ivs[4] + 12, 0xff, 4);
    ivs[4][15] = 0xf7;
    memset(ivs[5] + 4, 0xff, 8);
    done = true;
}

/* index_of brings any number into the range from 1 to last: what is read from a text or a fuzzer may be anything. */
static size_t index_of(int number, int last)
{
    return (size_t)(((unsigned int)number - 1) % (unsigned int)last + 1);
}

const uint8_t *material_key(int number)
{
    prepare();
    return keys[index_of(number, MATERIAL_KEYS)];
}

const uint8_t *material_iv(int number)
{
    prepare();
    if (number >= MATERIAL_WRAPPING_IV && number < MATERIAL_WRAPPING_IV + 3)
        return ivs[number];
    return ivs[index_of(number, MATERIAL_IVS)];
}

/* multiply is the product of two blocks in GCM's field (SP 800-38D, 6.3). out may be one of the factors. */
static void multiply(uint8_t out[16], const uint8_t a[16], const uint8_t b[16])
{
    uint8_t z[16] = {0};
    uint8_t v[16];

    memcpy(v, b, sizeof(v));
    for (int i = 0; i < 128; i++) {
        uint8_t carry = 0;

        for (int j = 0; j < 16; j++) {
            const uint8_t low = v[j] & 1;

            if ((a[i / 8] >> (7 - i % 8) & 1) != 0)
                z[j] ^= v[j];
            v[j] = (uint8_t)(v[j] >> 1 | carry << 7);
            carry = low;
        }
        v[0] ^= carry ? 0xe1 : 0;
    }
    memcpy(out, z, sizeof(z));
}

/* invert is the inverse of a block: its power 2^128 - 2. */
static void invert(uint8_t out[16], const uint8_t a[16])
{
    uint8_t power[16];
    uint8_t product[16] = {0x80}; /* one */

    memcpy(power, a, sizeof(power));
    for (int i = 1; i < 128; i++) {
        multiply(power, power, power);
        multiply(product, product, power);
    }
    memcpy(out, product, sizeof(product));
}

/* The counter block is ((iv * h) ^ lengths) * h, for an IV of one block; this is solved for the IV. */
void material_set_wrapping_iv(int which, const uint8_t h[16])
{
    uint8_t *iv = ivs[MATERIAL_WRAPPING_IV + which];
    uint8_t inverse[16];

    prepare();
    invert(inverse, h);
    memset(iv, 0xff, 16);
    iv[15] = 0xf4; /* 11 blocks before the end */
    multiply(iv, iv, inverse);
    iv[15] ^= 128; /* the length of the IV in bits */
    multiply(iv, iv, inverse);
}

void material_data(uint8_t *out, int number, size_t len)
{
    size_t n = index_of(number, MATERIAL_DATA);

    prepare();
    if (n <= MATERIAL_PADDINGS)
        memset(out, (int)n, len);
    else
        memcpy(out, pool + n * POOL_STEP, len);
}
