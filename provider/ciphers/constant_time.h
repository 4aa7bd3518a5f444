/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * constant_time.h - comparison of secrets.
 */
#ifndef AESWIDE_PROVIDER_CIPHERS_CONSTANT_TIME_H
#define AESWIDE_PROVIDER_CIPHERS_CONSTANT_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* equal_in_constant_time compares len bytes: its time tells nothing of where, or whether, they differ. */
static inline bool equal_in_constant_time(const uint8_t *a, const uint8_t *b, size_t len)
{
    volatile uint8_t difference = 0; /* volatile: a compiler may otherwise leave the loop at the first difference */

    for (size_t i = 0; i < len; i++)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

#endif
