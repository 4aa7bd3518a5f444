/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_bench_stats.c - the arithmetic of aeswide-bench: quartiles, and the line through points.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "stats.h"

/* assert_near fails unless a number is within a tolerance of the expected one. cmocka's own compares floats. */
static void assert_near(double number, double expected, double tolerance)
{
    if (!(fabs(number - expected) <= tolerance))
        fail_msg("%.9g is not within %.9g of %.9g", number, tolerance, expected);
}

static void quartiles_of_an_odd_number(void **state)
{
    double values[] = {5, 1, 4, 2, 3};
    (void)state;

    const struct quartiles q = stats_quartiles(values, 5);
    assert_near(q.first, 2, 1e-9);
    assert_near(q.median, 3, 1e-9);
    assert_near(q.third, 4, 1e-9);
}

static void quartiles_lie_between_values(void **state)
{
    double values[] = {40, 10, 30, 20};
    (void)state;

    const struct quartiles q = stats_quartiles(values, 4);
    assert_near(q.first, 17.5, 1e-6);
    assert_near(q.median, 25, 1e-6);
    assert_near(q.third, 32.5, 1e-6);
}

static void quartiles_of_one_value(void **state)
{
    double value = 7;
    (void)state;

    const struct quartiles q = stats_quartiles(&value, 1);
    assert_near(q.first, 7, 1e-9);
    assert_near(q.median, 7, 1e-9);
    assert_near(q.third, 7, 1e-9);
}

static void line_goes_through_points_of_a_line(void **state)
{
    const double x[] = {16, 64, 1420, 16384};
    const double y[] = {100 + 0.25 * 16, 100 + 0.25 * 64, 100 + 0.25 * 1420, 100 + 0.25 * 16384};
    (void)state;

    const struct line line = stats_line(x, y, 4);
    assert_near(line.intercept, 100, 1e-3);
    assert_near(line.slope, 0.25, 1e-6);
    assert_near(line.worst, 0, 1e-6);
}

/* Distances count in proportion: ten percent at the small end weigh as much as at the large one. */
static void line_weighs_distances_in_proportion(void **state)
{
    const double x[] = {0, 0, 1000000, 1000000};
    const double y[] = {90, 110, 900000, 1100000};
    (void)state;

    const struct line line = stats_line(x, y, 4);
    /* The mean of 90 and 110 with weights of 1/90^2 and 1/110^2 is 98.02. */
    assert_near(line.intercept, 98.02, 0.01);
    assert_near(line.intercept + line.slope * 1000000, 980200, 100);
    assert_near(line.worst, 0.1089, 0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quartiles_of_an_odd_number),
        cmocka_unit_test(quartiles_lie_between_values),
        cmocka_unit_test(quartiles_of_one_value),
        cmocka_unit_test(line_goes_through_points_of_a_line),
        cmocka_unit_test(line_weighs_distances_in_proportion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
