/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * run.h - what the command `run` measures, and how it is shown.
 */
#ifndef AESWIDE_BENCH_RUN_H
#define AESWIDE_BENCH_RUN_H

#include "contestant.h"
#include "message.h"
#include "plan.h"

/* struct point is one shape of message, measured with every contestant. */
struct point {
    struct message_shape shape;
    size_t threads;
    struct samples *samples; /* of each contestant */
};

/* struct run is all that a run has. */
struct run {
    struct libcrypto lib;
    struct contestants contestants;
    struct plan plan;
    struct output output;
    bool limits; /* show the percentage of what the units can do */
    struct point *points;
    size_t count;
};

/* run_report writes the table and the CSV. */
void run_report(const struct run *run);

#endif
