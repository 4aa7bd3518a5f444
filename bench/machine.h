/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * machine.h - what the results are of: the CPU, and what it offers.
 */
#ifndef AESWIDE_BENCH_MACHINE_H
#define AESWIDE_BENCH_MACHINE_H

#include <stddef.h>

#include "select.h"

/* machine_cpu writes the CPU's name for people to text (size bytes). */
void machine_cpu(char *text, size_t size);

/* machine_cpus returns how many CPUs this process may use. */
size_t machine_cpus(void);

/* machine_choose is kernel_choose for this CPU less what OPENSSL_ia32cap masks, as the provider does it. */
void machine_choose(struct kernel_choice *choice, struct cpu *cpu, const char *request);

#endif
