/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * plan.c - the options that all measuring commands share, and the line that shows their progress.
 */
#include "plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

void plan_defaults(struct plan *plan, struct output *output)
{
    *plan = (struct plan){.batches = 15, .patience = 8, .rounds = 3};
    *output = (struct output){.table = true};
}

bool plan_option(struct plan *plan, struct output *output, int option, const char *value)
{
    switch (option) {
    case PLAN_BATCHES:
        plan->batches = parse_number(value, "--batches", 1, 1000000);
        return true;
    case PLAN_PATIENCE:
        plan->patience = parse_number(value, "--patience", 1, 1000);
        return true;
    case PLAN_ROUNDS:
        plan->rounds = parse_number(value, "--rounds", 1, 1000);
        return true;
    case PLAN_CSV:
        output->csv = value;
        output->table = strcmp(value, "-") != 0;
        return true;
    default:
        return false;
    }
}

void progress(const char *format, ...)
{
    va_list args;

    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fflush(stderr);
}

void progress_end(void)
{
    progress("%s", "");
}
