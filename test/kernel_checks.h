/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_checks.h - what is checked of every kernel.
 */
#ifndef AESWIDE_TEST_KERNEL_CHECKS_H
#define AESWIDE_TEST_KERNEL_CHECKS_H

#include "kernel_report.h"
#include "kernel_session.h"

struct kernel_check {
    const char *name;
    size_t max_blocks; /* that a call of this check can have */
    bool (*run)(struct session *session);
};

enum { KERNEL_CHECKS = 10 };
extern const struct kernel_check kernel_checks[KERNEL_CHECKS];

/* kernel_checks_short tells whether TEST_SHORT is set in the environment: then there are fewer cases and shorter
 * messages, and no broken kernels, for emulated CPUs, which are a hundred times slower. */
bool kernel_checks_short(void);

/* kernel_checks_open computes with the textbook what the checks expect; false if there is no memory.
 * kernel_checks_close frees it. */
bool kernel_checks_open(uint64_t seed);
void kernel_checks_close(void);

/* kernel_check_run runs one check of one kernel in a process of its own, so that a kernel which touches a PROT_NONE
 * page, meets an instruction that is not there, or never returns, is a finding like any other. Fills *report; true if
 * nothing is wrong. */
bool kernel_check_run(const struct kernel_check *check, const struct aes_kernel *kernel, struct kernel_report *report);

#endif
