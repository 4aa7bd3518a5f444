/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * duration.h - tests that are short by default, and go on for as long as the environment variable TEST_MINUTES says.
 */
#ifndef AESWIDE_TEST_DURATION_H
#define AESWIDE_TEST_DURATION_H

#include <stdbool.h>
#include <time.h>

/* struct duration is the time that a test may go on for. */
struct duration {
    struct timespec end;
};

/* duration_begin starts the share of one of `shares` equal parts of TEST_MINUTES; without that variable it is over at
 * once. */
struct duration duration_begin(unsigned shares);

/* duration_left tells whether there is time for another round: do { ... } while (duration_left(&duration)). */
bool duration_left(const struct duration *duration);

#endif
