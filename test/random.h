/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * random.h - reproducible test data: the same seed gives the same bytes on every machine.
 */
#ifndef AESWIDE_TEST_RANDOM_H
#define AESWIDE_TEST_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* struct random is one generator (splitmix64); any value is a good start. */
struct random {
    uint64_t state;
};

/* random_seed returns the number in the environment variable TEST_SEED (C notation), or else one taken from the clock:
 * so each run tries something new, and whoever prints the seed can repeat it. */
uint64_t random_seed(void);

/* random_next returns the next 64 bits. */
uint64_t random_next(struct random *random);

/* random_below returns a number from 0 to bound - 1; bound must not be 0. */
size_t random_below(struct random *random, size_t bound);

/* random_fill writes out_len random bytes to out. */
void random_fill(struct random *random, void *out, size_t out_len);

#endif
