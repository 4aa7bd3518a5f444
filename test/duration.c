/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * duration.c - tests that go on for as long as TEST_MINUTES says.
 */
#include "duration.h"

#include <stdlib.h>

struct duration duration_begin(unsigned shares)
{
    const char *text = getenv("TEST_MINUTES");
    struct duration duration;

    clock_gettime(CLOCK_MONOTONIC, &duration.end);
    if (text != NULL) {
        const long long ns = (long long)(strtod(text, NULL) * 60e9 / shares) + duration.end.tv_nsec;

        duration.end.tv_sec += (time_t)(ns / 1000000000);
        duration.end.tv_nsec = (long)(ns % 1000000000);
    }
    return duration;
}

bool duration_left(const struct duration *duration)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec < duration->end.tv_sec ||
           (now.tv_sec == duration->end.tv_sec && now.tv_nsec < duration->end.tv_nsec);
}
