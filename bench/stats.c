/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * stats.c - medians, quartiles, and a line through points.
 */
#include "stats.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* quantile returns the value below which the proportion `part` of the sorted values lies. */
static double quantile(const double *sorted, size_t count, double part)
{
    const double place = part * (double)(count - 1);
    const size_t below = (size_t)place;

    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - (double)below);
}

struct quartiles stats_quartiles(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), compare_doubles);
    return (struct quartiles){quantile(values, count, 0.25), quantile(values, count, 0.5),
                              quantile(values, count, 0.75)};
}

struct line stats_line(const double *x, const double *y, size_t count)
{
    double weight = 0;
    double mean_x = 0;
    double mean_y = 0;
    double xx = 0;
    double xy = 0;
    struct line line = {0};

    for (size_t i = 0; i < count; i++) {
        const double w = 1 / (y[i] * y[i]);

        weight += w;
        mean_x += w * x[i];
        mean_y += w * y[i];
    }
    mean_x /= weight;
    mean_y /= weight;
    for (size_t i = 0; i < count; i++) {
        const double w = 1 / (y[i] * y[i]);

        xx += w * (x[i] - mean_x) * (x[i] - mean_x);
        xy += w * (x[i] - mean_x) * (y[i] - mean_y);
    }
    line.slope = xy / xx;
    line.intercept = mean_y - line.slope * mean_x;
    for (size_t i = 0; i < count; i++) {
        const double distance = fabs(line.intercept + line.slope * x[i] - y[i]) / y[i];

        line.worst = distance > line.worst ? distance : line.worst;
    }
    return line;
}
