/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * monte_carlo.h - the Monte Carlo test of AES-ECB (NIST's AESAVS, 6.4.1).
 */
#ifndef AESWIDE_TEST_MONTE_CARLO_H
#define AESWIDE_TEST_MONTE_CARLO_H

#include "vector.h"

enum { MONTE_CARLO_STEPS = 1000, MONTE_CARLO_RECORDS = 100, MONTE_CARLO_BLOCK_LEN = 16 };

/* struct monte_carlo_state is the state between two records, each of which is 1000 steps; the key is the caller's. */
struct monte_carlo_state {
    struct bytes *key;
    uint8_t data[MONTE_CARLO_BLOCK_LEN];
};

/* monte_carlo_record runs one record with `provider`: it leaves the output, which is the next record's input, in
 * state->data, and the next record's key in *state->key. */
enum vector_fault monte_carlo_record(struct monte_carlo_state *state, const char *provider, bool encrypt);

#endif
