/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * config.h - what the user asked for, and the kernel that follows from it.
 */
#ifndef AESWIDE_PROVIDER_CONFIG_H
#define AESWIDE_PROVIDER_CONFIG_H

#include "kernels/select.h"
#include "provider.h"

/*
 * config_choose_kernel decides which kernel runs, from the CPU, OPENSSL_ia32cap, `kernel` in the provider's section of
 * openssl.cnf, and the environment variable AESWIDE_KERNEL, which wins over that. Environment variables are not read in
 * a setuid program. Returns 0, with an error raised that says what is wrong, when the request cannot be met; else 1.
 */
int config_choose_kernel(struct kernel_choice *choice, const struct provider_context *provider);

/* config_wipes tells in *wipes whether registers and stack are to be cleared after each call: `wipe` in the provider's
 * section, yes or no, or the environment variable AESWIDE_WIPE over it; no without either. Returns 0, with an error
 * raised, when the word is another one; else 1. */
int config_wipes(bool *wipes, const struct provider_context *provider);

/* config_debug writes a line about the load to standard error when AESWIDE_DEBUG=1 asks for it. */
void config_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
