/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * limits_vaes512.c - the loops of limits_body.h on vectors of 512 bits, built with the flags of the kernel vaes512.
 */
#include "x86/vec512.h"

#include "limits_body.h"

const struct limit_loops limit_loops_vaes512 = {.kernel = &aes_kernel_vaes512, LIMIT_LOOPS};
