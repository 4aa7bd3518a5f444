/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ctime_verdict.h - whether a tag was right is public; everything before that verdict is not. The provider's sources
 * are compiled for check_ctime.c with this file in front, so that memcheck takes the verdict for known and still
 * watches the comparison that leads to it.
 */
#ifndef AESWIDE_TEST_CTIME_VERDICT_H
#define AESWIDE_TEST_CTIME_VERDICT_H

#include <valgrind/memcheck.h>

#include "provider/ciphers/constant_time.h"

/* equal_and_public is equal_in_constant_time with a result that memcheck takes for known. */
static inline bool equal_and_public(const uint8_t *a, const uint8_t *b, size_t len)
{
    bool equal = equal_in_constant_time(a, b, len);

    VALGRIND_MAKE_MEM_DEFINED(&equal, sizeof(equal));
    return equal;
}

#define equal_in_constant_time equal_and_public

#endif
