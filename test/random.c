/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * random.c - reproducible test data by splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
 * generators", OOPSLA 2014).
 */
#include "random.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

uint64_t random_seed(void)
{
    const char *text = getenv("TEST_SEED");
    struct timespec now;

    if (text != NULL && text[0] != '\0')
        return strtoull(text, NULL, 0);
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The remainder favours small numbers by bound / 2^64, which no test notices. */
size_t random_below(struct random *random, size_t bound)
{
    return (size_t)(random_next(random) % bound);
}

void random_fill(struct random *random, void *out, size_t out_len)
{
    uint8_t *bytes = out;

    for (size_t i = 0; i < out_len; i++) {
        /* Byte by byte, so that the result does not depend on the byte order of the machine. */
        bytes[i] = (uint8_t)(random_next(random) >> 56);
    }
}
