/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * shrink.h - from a sequence on which the sides differ to the shortest and simplest one.
 */
#ifndef AESWIDE_TEST_FUZZ_SHRINK_H
#define AESWIDE_TEST_FUZZ_SHRINK_H

#include "machine.h"

/* struct judge tells whether a sequence is bad: `judge` returns how many of its calls that takes, 0 when it is good. */
struct judge {
    int (*judge)(void *context, const struct op ops[], int count);
    void *context;
};

/* shrink changes ops for as long as they are still bad, and returns how many are left; 0 when they are not. */
int shrink(const struct judge *judge, struct op ops[OPS_MAX], int count);

/* judge_difference, with a machine for context, calls a sequence bad on which the sides differ. */
int judge_difference(void *context, const struct op ops[], int count);

#endif
