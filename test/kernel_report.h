/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_report.h - what a check of a kernel is doing and what it found, in words that lead to the fault.
 */
#ifndef AESWIDE_TEST_KERNEL_REPORT_H
#define AESWIDE_TEST_KERNEL_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guard.h"

enum { KERNEL_REPORT_TEXT_LEN = 512 };

/* struct kernel_report says which call is being made, so that it can be named even if the call never comes back. */
struct kernel_report {
    const char *kernel;
    const char *check;
    const char *function; /* of struct aes_kernel */
    size_t key_len;
    size_t from; /* the call starts at this block of its message ... */
    size_t blocks;
    enum guard_side side; /* ... its buffers touch this page bound or are some bytes away from it ... */
    size_t in_offset, out_offset;
    ptrdiff_t distance; /* ... and `out` is so many bytes below `in`; negative: they are apart */
    bool failed;        /* something was wrong: see `mismatch` */
    int signal;         /* the call died of this signal; 0: it did not */
    char mismatch[256]; /* one phrase */
};

/* report_fail notes a mismatch, unless there is one already, and returns false. */
bool report_fail(struct kernel_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* report_bytes compares len bytes and notes the first wrong one; `what` names them. True if they are equal. */
bool report_bytes(struct kernel_report *report, const char *what, const void *got, const void *expected, size_t len);

/* report_format writes what went wrong as one line (KERNEL_REPORT_TEXT_LEN bytes are enough). */
void report_format(const struct kernel_report *report, char *text, size_t size);

#endif
