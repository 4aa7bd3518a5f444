/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * limits_vaes256.c - the loops of limits_body.h on vectors of 256 bits, built with the flags of the kernel vaes256.
 */
#include "x86/vec256.h"

#include "limits_body.h"

const struct limit_loops limit_loops_vaes256 = {.kernel = &aes_kernel_vaes256, LIMIT_LOOPS};
