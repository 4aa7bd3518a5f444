/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * entropy.h - the randomness of both providers, under the test's control: a random IV is then as comparable as any
 * other output.
 *
 * The default provider takes its random bytes from RAND_bytes_ex, aeswide from getrandom(2). Both are replaced here, by
 * a RAND_METHOD and by a getrandom of this program, which must therefore be linked with its symbols exported.
 */
#ifndef AESWIDE_TEST_FUZZ_ENTROPY_H
#define AESWIDE_TEST_FUZZ_ENTROPY_H

#include <stdint.h>

/* entropy_install replaces libcrypto's random generator. */
void entropy_install(void);

/* entropy_restart takes the random bytes of both sides back to the first. */
void entropy_restart(void);

/* entropy_use says whose call is next: each side has the same bytes. entropy_used returns how many it has had, and
 * entropy_set_used goes to another place. */
void entropy_use(int side);
uint64_t entropy_used(int side);
void entropy_set_used(int side, uint64_t used);

#endif
