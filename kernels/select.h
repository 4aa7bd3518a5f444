/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * select.h - the table of kernels and the choice of one.
 */
#ifndef AESWIDE_KERNELS_SELECT_H
#define AESWIDE_KERNELS_SELECT_H

#include "cpu.h"
#include "kernel.h"

enum { KERNELS_MAX = 8 };

/* kernels_all returns the kernels of this build, best first, ended by NULL. */
const struct aes_kernel *const *kernels_all(void);

enum kernel_verdict {
    KERNEL_CHOSEN,
    KERNEL_USABLE,      /* could run here, but a better one is chosen or another one was asked for */
    KERNEL_UNSUPPORTED, /* the CPU or the operating system lacks features: see `missing` */
    KERNEL_EXCLUDED,    /* by the request */
    KERNEL_SLOWS_CLOCK, /* could run here, but 512-bit vectors lower this CPU's clock: only on request */
};

struct kernel_choice {
    const struct aes_kernel *kernel;           /* the chosen one; NULL: the request cannot be met, see `error` */
    enum kernel_verdict verdicts[KERNELS_MAX]; /* in the order of kernels_all */
    uint64_t missing[KERNELS_MAX];             /* feature bits that KERNEL_UNSUPPORTED lacks */
    char error[256]; /* one line for people that names what is wrong and what to do; "" when a kernel is chosen */
};

/*
 * kernel_choose decides for *cpu and `request`: NULL, "" or "auto" (the best usable one), a NAME (that one), or a list
 * of exclusions "-NAME,-NAME". Spaces around names do not matter. A name that no kernel has, and a kernel that cannot
 * run here, are errors: it never falls back in silence.
 */
void kernel_choose(struct kernel_choice *choice, const struct cpu *cpu, const char *request);

/* kernel_describe writes the verdict on kernels_all()[index] as one phrase for people into text (size bytes, always
 * ended by NUL): "chosen", "not usable: this CPU lacks VAES and VPCLMULQDQ", ... */
void kernel_describe(char *text, size_t size, const struct kernel_choice *choice, size_t index);

#endif
