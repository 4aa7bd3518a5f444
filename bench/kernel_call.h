/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_call.h - one function of one kernel, ready to be called again and again.
 */
#ifndef AESWIDE_BENCH_KERNEL_CALL_H
#define AESWIDE_BENCH_KERNEL_CALL_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel.h"

/* struct function is a function of struct aes_kernel. */
struct function {
    const char *name;
    void (*work)(void *call, size_t messages); /* a subject's work (measure.h) */
    bool keyed;                                /* its time depends on the length of the key */
    bool bulk;                                 /* and on a number of blocks */
    const char *mode;                          /* for the limit, or NULL */
};

/* functions: all of them. */
enum { FUNCTIONS = 9 };
extern const struct function functions[FUNCTIONS];

/* struct call is what a function works on. */
struct call;

/* call_new prepares a call with a key of key_len bytes and data of len bytes, a multiple of 16, for the caller to free.
 * Keys and data are the same for every kernel. */
struct call *call_new(const struct aes_kernel *kernel, size_t key_len, size_t len);
void call_free(struct call *call);

/* call_check returns whether the kernel and portable64 compute the same. */
bool call_check(const struct function *function, const struct aes_kernel *kernel, size_t key_len, size_t len);

#endif
