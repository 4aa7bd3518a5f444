/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * selftest.h - known answers through the chosen kernel, before anybody uses it.
 */
#ifndef AESWIDE_PROVIDER_SELFTEST_H
#define AESWIDE_PROVIDER_SELFTEST_H

#include "kernels/kernel.h"

/*
 * selftest_run computes each mode with each key size over more than a batch, and compares with known answers. Returns
 * NULL when all are right, else the name of the first that is not, such as "AES-256-GCM". It takes less than a
 * millisecond.
 */
const char *selftest_run(const struct aes_kernel *kernel);

#endif
