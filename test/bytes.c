/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * bytes.c - byte strings on the heap, and their hexadecimal text.
 */
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

/* digit_value returns the value of a hexadecimal digit, or -1. */
static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    if (digit >= 'a' && digit <= 'f') {
        return digit - 'a' + 10;
    }
    if (digit >= 'A' && digit <= 'F') {
        return digit - 'A' + 10;
    }
    return -1;
}

bool bytes_from_hex(struct bytes *bytes, const char *text)
{
    const size_t digits = strlen(text);

    bytes_free(bytes);
    if (digits % 2 != 0) {
        return false;
    }
    bytes->data = malloc(digits == 0 ? 1 : digits / 2);
    if (bytes->data == NULL) {
        return false;
    }
    bytes->len = digits / 2;
    for (size_t i = 0; i < bytes->len; i++) {
        const int high = digit_value(text[2 * i]);
        const int low = digit_value(text[2 * i + 1]);

        if (high < 0 || low < 0) {
            bytes_free(bytes);
            return false;
        }
        bytes->data[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}
