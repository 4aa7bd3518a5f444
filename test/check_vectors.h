/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_vectors.h - what the groups of check_vectors share.
 */
#ifndef AESWIDE_TEST_CHECK_VECTORS_H
#define AESWIDE_TEST_CHECK_VECTORS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

enum { PATH_LEN = 512 };

/* The names of the provider under test, and of the one that it must be like. */
extern const char subject[];
extern const char oracle[];

/* the_kernel_that_was_asked_for_runs is the first test of each group: without it all that follows would prove nothing
 * about that kernel. */
void the_kernel_that_was_asked_for_runs(void **state);

/* skip_all prints the TAP of a group of tests that cannot be run, and why. It returns the exit status. */
int skip_all(const char *reason);

/* The groups, one a file. They return the exit status. */
int run_builtin(void);
int run_cavp(void);
int run_wycheproof(void);

#endif
