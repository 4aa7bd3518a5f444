/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * reference.h - AES, its modes and GHASH as the standards write them down, in the form of a kernel: what every other
 * kernel is measured by. Slow, not constant-time, never part of the module.
 */
#ifndef AESWIDE_TEST_REFERENCE_H
#define AESWIDE_TEST_REFERENCE_H

#include "kernel.h"

extern const struct aes_kernel aes_kernel_textbook;

#endif
