/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * guard.h - memory between two pages that nobody may touch, filled with canary bytes: for tests that must notice one
 * byte read or written outside of a buffer.
 */
#ifndef AESWIDE_TEST_GUARD_H
#define AESWIDE_TEST_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* guard_side says which end of the memory a buffer touches. The other side has canaries. */
enum guard_side {
    GUARD_BEGIN, /* the byte before the buffer is in a PROT_NONE page */
    GUARD_END,   /* the byte after the buffer is in a PROT_NONE page */
};

/* struct guard is one such piece of memory: [begin, end) may be used, and both bounds are page bounds. */
struct guard {
    uint8_t *begin;
    uint8_t *end;
};

/* guard_open makes at least min_len usable bytes; false if the system has none. guard_close gives them back, and does
 * nothing to a struct that is all zero. */
bool guard_open(struct guard *guard, size_t min_len);
void guard_close(struct guard *guard);

/* guard_place fills everything with canaries and returns the address of a buffer of len bytes, `offset` bytes away from
 * the page bound at `side`. len + offset must fit. */
void *guard_place(const struct guard *guard, enum guard_side side, size_t offset, size_t len);

/* guard_find_damage returns the first byte outside of [buffer, buffer + len) that is no canary any more, or NULL. */
const uint8_t *guard_find_damage(const struct guard *guard, const void *buffer, size_t len);

#endif
