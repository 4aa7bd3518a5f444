/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * stats.h - medians, quartiles, and a line through points.
 */
#ifndef AESWIDE_BENCH_STATS_H
#define AESWIDE_BENCH_STATS_H

#include <stddef.h>

struct quartiles {
    double first, median, third;
};

/* stats_quartiles sorts the values (at least one) and returns their quartiles, between values by proportion. */
struct quartiles stats_quartiles(double *values, size_t count);

/* struct line is y = intercept + slope * x. */
struct line {
    double intercept, slope;
    double worst; /* the greatest distance of a point from it, in proportion to its y */
};

/* stats_line returns the line through the points (at least two different x, every y above 0) with the least sum of
 * squares of the distances in proportion to y: so that a time at 16 bytes counts as much as one at 16 KiB. */
struct line stats_line(const double *x, const double *y, size_t count);

#endif
