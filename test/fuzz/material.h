/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * material.h - the keys, IVs and data that the numbers in a struct op stand for: the same on every machine.
 */
#ifndef AESWIDE_TEST_FUZZ_MATERIAL_H
#define AESWIDE_TEST_FUZZ_MATERIAL_H

#include <stddef.h>
#include <stdint.h>

enum {
    MATERIAL_KEYS = 4,         /* keys 1 to this; 64 bytes each */
    MATERIAL_IVS = 9,          /* IVs 1 to this; OP_VALUE_ROOM bytes each */
    MATERIAL_WRAPPING_IV = 10, /* and 11, 12: IVs of 16 bytes, see material_set_wrapping_iv */
    MATERIAL_PADDINGS = 20,    /* data 1 to this are bytes of that value: PKCS#7 padding, or nearly */
    MATERIAL_DATA = 60,        /* data 1 to this */
};

/* material_key returns key `number` (1 or more). */
const uint8_t *material_key(int number);

/* material_iv returns IV `number`: 1 is all ones, 2 to 5 have counters that are about to carry out of their last 128,
 * 64 and 32 bits (of 16 bytes) and of the last 64 of 12 bytes, others are arbitrary. */
const uint8_t *material_iv(int number);

/* material_set_wrapping_iv makes IV MATERIAL_WRAPPING_IV + `which` (0, 1, 2: for AES-128, 192, 256) one with which GCM
 * under key 1 soon counts past the last 32 bits of its counter block; h is that key's hash key. */
void material_set_wrapping_iv(int which, const uint8_t h[16]);

/* material_data writes `len` bytes of data `number`. */
void material_data(uint8_t *out, int number, size_t len);

#endif
