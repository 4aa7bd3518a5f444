/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * undefined.h - calls that the default provider cannot bear: it would read or write through NULL, or outside of its
 * context, or of the caller's memory.
 */
#ifndef AESWIDE_TEST_FUZZ_UNDEFINED_H
#define AESWIDE_TEST_FUZZ_UNDEFINED_H

#include "machine.h"

/* undefined tells whether this call must not be made in the present state of the machine. */
bool undefined(const struct machine *machine, const struct op *op);

#endif
