/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_report.c - what a check of a kernel is doing and what it found.
 */
#include "kernel_report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool report_fail(struct kernel_report *report, const char *format, ...)
{
    va_list arguments;

    if (report->failed)
        return false;
    report->failed = true;
    va_start(arguments, format);
    vsnprintf(report->mismatch, sizeof(report->mismatch), format, arguments);
    va_end(arguments);
    return false;
}

bool report_bytes(struct kernel_report *report, const char *what, const void *got, const void *expected, size_t len)
{
    const uint8_t *got_bytes = got;
    const uint8_t *expected_bytes = expected;
    size_t first = 0;
    size_t wrong = 0;

    if (memcmp(got, expected, len) == 0)
        return true;
    for (size_t i = len; i-- > 0;) {
        if (got_bytes[i] != expected_bytes[i]) {
            first = i;
            wrong++;
        }
    }
    return report_fail(report, "%s: byte %zu (block %zu) is 0x%02x, not 0x%02x; %zu of %zu bytes are wrong", what,
                       first, first / 16, got_bytes[first], expected_bytes[first], wrong, len);
}

void report_format(const struct kernel_report *report, char *text, size_t size)
{
    char placement[96];

    if (report->distance < 0) {
        snprintf(placement, sizeof(placement), "in %zu and out %zu bytes", report->in_offset, report->out_offset);
    } else {
        snprintf(placement, sizeof(placement), "in %zu bytes above out, both %zu bytes", (size_t)report->distance,
                 report->out_offset);
    }
    snprintf(text, size, "%s, check %s: %s, AES-%zu, %zu blocks from block %zu, %s from the page %s: %s",
             report->kernel, report->check, report->function, 8 * report->key_len, report->blocks, report->from,
             placement, report->side == GUARD_BEGIN ? "before" : "after", report->mismatch);
}
