/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * bytes.h - byte strings on the heap, and their hexadecimal text: what files of test vectors are made of.
 */
#ifndef AESWIDE_TEST_BYTES_H
#define AESWIDE_TEST_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* struct bytes owns `data`, which has exactly `len` bytes (and one where len is 0, so that it is never NULL after
 * bytes_from_hex): a read past the end is then visible to valgrind and the sanitizers. All zero is an empty one. */
struct bytes {
    uint8_t *data;
    size_t len;
};

/* bytes_from_hex replaces *bytes by the value of `text`, an even number of hexadecimal digits of either case, or none.
 * False, with *bytes empty: `text` is something else, or no memory. */
bool bytes_from_hex(struct bytes *bytes, const char *text);

/* bytes_free empties *bytes. */
void bytes_free(struct bytes *bytes);

#endif
