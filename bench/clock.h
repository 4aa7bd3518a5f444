/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * clock.h - the time, the clock of this core just now, and whether the core is ours alone.
 */
#ifndef AESWIDE_BENCH_CLOCK_H
#define AESWIDE_BENCH_CLOCK_H

#include <stdbool.h>

/* struct clock_sample is what a calibration of some 20 microseconds finds. */
struct clock_sample {
    double ghz;   /* cycles a nanosecond */
    double width; /* additions a cycle with four independent chains: 4 where nobody else takes issue slots */
};

/* clock_ns returns nanoseconds since some moment. */
double clock_ns(void);

/* clock_read calibrates. */
struct clock_sample clock_read(void);

/* clock_quiet tells whether a width says that the core was ours alone. */
bool clock_quiet(double width);

#endif
