/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * measure.h - times several subjects in turn, batch by batch, and sums up.
 */
#ifndef AESWIDE_BENCH_MEASURE_H
#define AESWIDE_BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "stats.h"

/* struct subject is something to be timed: work(state, messages) does so many messages. Each thread has a state. */
struct subject {
    void (*work)(void *state, size_t messages);
    void *const *states;
};

/* struct plan says how long to measure. A batch is as many messages as take about 0.3 ms. */
struct plan {
    size_t batches;  /* quiet ones wanted of each subject in a round */
    size_t patience; /* on a noisy machine give up after so many times as many batches */
    size_t rounds;   /* how often each point is measured; between its rounds all others are */
};

/* struct sample is one batch. */
struct sample {
    double ns;     /* a message, as one thread sees it; the mean of the threads */
    double cycles; /* a message */
    double ghz;
    bool quiet; /* the core was ours alone before and after it */
};

/* struct samples is what a subject has been measured at, so far; {0} is none. The samples with one index of the
 * subjects of one call of measure_round were taken one after the other. */
struct samples {
    struct sample *at;
    size_t count, room;
};

/* measure_round adds a round of batches of each of `count` subjects, in turn, to its samples. With several threads, all
 * of them do the same subject at the same time. */
void measure_round(const struct plan *plan, size_t threads, const struct subject *subjects, size_t count,
                   struct samples *samples);

/* struct summary holds the medians and quartiles over the quiet batches, or over all when hardly any was quiet. */
struct summary {
    struct quartiles ns; /* a message */
    double cycles;       /* a message */
    double ghz;
    size_t quiet, batches;
};

struct summary measure_sum(const struct samples *samples);

/* measure_ratio returns how many times as fast as `other` a subject was: the median over the batches that were taken
 * one after the other, which a machine that slows down for a while disturbs less than a ratio of medians. */
double measure_ratio(const struct samples *samples, const struct samples *other);

/* measure_noise returns a line for people about how quiet the machine was, in a static buffer; NULL: quiet enough. It
 * counts all batches of this process. */
const char *measure_noise(void);

#endif
