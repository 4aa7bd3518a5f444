/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * wipe.h - the stack that kernels leave behind, for their `wipe` functions.
 */
#ifndef AESWIDE_KERNELS_WIPE_H
#define AESWIDE_KERNELS_WIPE_H

#include <stdint.h>
#include <string.h>

/* More than any function of a kernel, with what it calls and what the modes put between, has below its caller: 3 KiB
 * were seen (test/check_wipe.c, gcc 12 and clang 14). */
enum { WIPED_STACK_LEN = 4096 };

/* wipe_stack zeroes the stack below the caller. It must become a part of a function that has nothing on the stack
 * itself. */
static inline __attribute__((always_inline)) void wipe_stack(void)
{
#ifdef __x86_64__
    /* An array would leave a gap above it: a guard against overruns, and what aligns the frame. The stack pointer goes
     * down first, for valgrind takes what is below it for an error. */
    uint64_t words = WIPED_STACK_LEN / 8;

    __asm__ volatile("sub %[len], %%rsp\n\t"
                     "mov %%rsp, %%rdi\n\t"
                     "rep stosq\n\t"
                     "add %[len], %%rsp"
                     : "+c"(words)
                     : "a"(UINT64_C(0)), [len] "i"(WIPED_STACK_LEN)
                     : "rdi", "memory", "cc");
#else
    uint8_t dead[WIPED_STACK_LEN];

    explicit_bzero(dead, sizeof(dead));
#endif
}

#endif
