/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * generate.h - sequences of calls, made up from random numbers or from a fuzzer's bytes.
 */
#ifndef AESWIDE_TEST_FUZZ_GENERATE_H
#define AESWIDE_TEST_FUZZ_GENERATE_H

#include "../random.h"
#include "ops.h"

/* struct choices: where decisions come from: bytes as long as there are any, where `bytes` is set, else numbers. */
struct choices {
    const uint8_t *bytes;
    size_t bytes_len;
    struct random random;
};

/* generate fills ops and returns how many: mostly what a program does (a message enciphered and deciphered, TLS
 * records), with any other call in between, after, or instead. */
int generate(struct op ops[OPS_MAX], struct choices *choices);

#endif
