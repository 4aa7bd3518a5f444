/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * plan.h - the options that all measuring commands share, and the line that shows their progress.
 */
#ifndef AESWIDE_BENCH_PLAN_H
#define AESWIDE_BENCH_PLAN_H

#include <stdbool.h>

#include "measure.h"

/* enum plan_option numbers the shared options; those of a command begin behind it. */
enum plan_option {
    PLAN_BATCHES = 1000,
    PLAN_PATIENCE,
    PLAN_ROUNDS,
    PLAN_CSV,
};

/* PLAN_OPTIONS stands in a command's list of options, PLAN_HELP in its help. */
#define PLAN_OPTIONS                                                                                                   \
    {"help", no_argument, NULL, 'h'}, {"batches", required_argument, NULL, PLAN_BATCHES},                              \
        {"patience", required_argument, NULL, PLAN_PATIENCE}, {"rounds", required_argument, NULL, PLAN_ROUNDS},        \
    {                                                                                                                  \
        "csv", required_argument, NULL, PLAN_CSV                                                                       \
    }

#define PLAN_HELP                                                                                                      \
    "  --rounds N         measure each point so often, all others between (default 3)\n"                               \
    "  --batches N        quiet batches of 0.3 ms wanted of each point in a round (default 15)\n"                      \
    "  --patience N       on a noisy machine try at most N times as many (default 8)\n"                                \
    "  --csv FILE         write the results as CSV, too; - is standard output, and there is no table then\n"           \
    "  --help             this text\n"

/* struct output is where results go. */
struct output {
    const char *csv; /* path, or NULL */
    bool table;      /* write a table to standard output */
};

/* plan_defaults fills in what holds without options. */
void plan_defaults(struct plan *plan, struct output *output);

/* plan_option takes a shared option; false: it is none. */
bool plan_option(struct plan *plan, struct output *output, int option, const char *value);

/* progress shows a line on standard error, if that is a terminal, in place of the one before; progress_end removes it.
 */
__attribute__((format(printf, 1, 2))) void progress(const char *format, ...);
void progress_end(void);

#endif
