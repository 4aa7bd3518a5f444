/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * errors.h - what the tool says when something is wrong, and memory that is there or ends the program.
 */
#ifndef AESWIDE_BENCH_ERRORS_H
#define AESWIDE_BENCH_ERRORS_H

#include <stddef.h>

/* enum status is what the program leaves with. */
enum status {
    STATUS_OK = 0,
    STATUS_BAD = 1,   /* it ran, and the answer is bad: outputs differ, something became slower */
    STATUS_USAGE = 2, /* it could not begin or could not go on */
};

/* complain writes a line to standard error, after the name of the program. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* die is complain, and the end with STATUS_USAGE. */
__attribute__((format(printf, 1, 2))) _Noreturn void die(const char *format, ...);

/* allocate returns count * size bytes of zeros for the caller to free, or dies. */
void *allocate(size_t count, size_t size);

/* grow returns the array `old` with room for at least `count` items of `size` bytes, or dies; *room is the number of
 * items that it has room for. */
void *grow(void *old, size_t *room, size_t count, size_t size);

#endif
