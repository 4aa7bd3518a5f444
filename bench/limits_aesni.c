/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * limits_aesni.c - the loops of limits_body.h on vectors of 128 bits, built with the flags of the kernel aesni.
 */
#include "x86/vec128.h"

#include "limits_body.h"

const struct limit_loops limit_loops_aesni = {.kernel = &aes_kernel_aesni, LIMIT_LOOPS};
