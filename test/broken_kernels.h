/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * broken_kernels.h - kernels with one deliberate fault each, of the kinds that others shipped: a check that passes any
 * of them is worth nothing.
 */
#ifndef AESWIDE_TEST_BROKEN_KERNELS_H
#define AESWIDE_TEST_BROKEN_KERNELS_H

#include "kernel.h"

struct broken_kernel {
    const char *fault;           /* what is wrong, in words */
    const char *check;           /* the check that must find it ... */
    const char *function;        /* ... in this function; NULL: in any ... */
    const char *finding;         /* ... and say so: a part of the mismatch */
    int signal;                  /* of which the check must die; 0: of none */
    struct aes_kernel functions; /* what replaces the functions of the good kernel; NULL: the good one stays */
};

/* broken_kernels ends with an entry that is all zero. */
extern const struct broken_kernel broken_kernels[];

/* broken_kernel_make fills *kernel with a copy of `portable` that has the fault. */
void broken_kernel_make(struct aes_kernel *kernel, const struct broken_kernel *broken);

#endif
