/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * measure.c - times several subjects in turn, batch by batch, and sums up.
 *
 * On a virtual machine the throughput of a core swings up to twofold within seconds, as neighbours come and go. Hence
 * short batches, each between two calibrations (clock.h); only those count that ran while the core was ours and no
 * other program got the CPU in between; and the subjects alternate, so that a slow second hits all of them.
 */
#include "measure.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "clock.h"
#include "errors.h"

enum {
    BATCH_NS = 300000,
    FEW_QUIET = 1, /* with fewer quiet batches than that, all count */
    NOISY_PERCENT = 50,
};

static struct {
    size_t quiet, batches;
} total;

/* struct team is the threads that measure together. Thread 0, which called, keeps the books. */
struct team {
    size_t threads;
    const struct subject *subjects;
    size_t *messages; /* in a batch of each subject */
    atomic_size_t arrived, passed;
    size_t subject; /* the next one; set by thread 0 */
    bool over;
};

/* struct worker is one thread of the team. */
struct worker {
    struct team *team;
    size_t number;
    struct clock_sample calibration; /* the last one: after a batch, it is also that before the next */
    struct sample sample;
    pthread_t thread;
};

/* meet waits until all threads of the team are there. It turns, and does not sleep: to be woken takes a sleeping thread
 * a good part of a batch. */
static void meet(struct team *team)
{
    const size_t passed = atomic_load(&team->passed);

    if (atomic_fetch_add(&team->arrived, 1) + 1 == team->threads) {
        atomic_store(&team->arrived, 0);
        atomic_store(&team->passed, passed + 1);
        return;
    }
    while (atomic_load(&team->passed) == passed)
        sched_yield();
}

/* interruptions returns how often this thread has lost its CPU to another one so far. */
static long interruptions(void)
{
    struct rusage usage;

    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

/* take_batch runs one batch of the team's present subject and fills the worker's sample. */
static void take_batch(struct worker *worker)
{
    const struct team *team = worker->team;
    const struct subject *subject = &team->subjects[team->subject];
    const size_t messages = team->messages[team->subject];
    const struct clock_sample before = worker->calibration;
    const long interrupted = interruptions();

    const double start = clock_ns();
    subject->work(subject->states[worker->number], messages);
    const double ns = (clock_ns() - start) / (double)messages;
    const struct clock_sample after = clock_read();

    worker->calibration = after;
    worker->sample = (struct sample){
        .ns = ns,
        /* A calibration that was interrupted shows too low a clock, never too high a one. */
        .cycles = ns * (before.ghz > after.ghz ? before.ghz : after.ghz),
        .ghz = (before.ghz + after.ghz) / 2,
        .quiet = clock_quiet(before.width) && clock_quiet(after.width) && interruptions() == interrupted,
    };
}

static void *follow(void *argument)
{
    struct worker *worker = argument;

    for (;;) {
        meet(worker->team);
        if (worker->team->over)
            return NULL;
        worker->calibration = clock_read();
        take_batch(worker);
        meet(worker->team);
    }
}

/* size_batch returns how many messages take about BATCH_NS, after it has warmed up the subject. */
static size_t size_batch(const struct subject *subject)
{
    size_t messages = 1;

    for (;;) {
        const double start = clock_ns();
        subject->work(subject->states[0], messages);
        const double ns = clock_ns() - start;

        if (ns > BATCH_NS / 2.0)
            return ns > BATCH_NS * 1.5 && messages > 1 ? (size_t)((double)messages * BATCH_NS / ns) + 1 : messages;
        messages = ns < BATCH_NS / 30.0 ? messages * 8 : (size_t)((double)messages * BATCH_NS / ns) + 1;
    }
}

/* mean_sample returns the mean of what the threads found; quiet only if all were. */
static struct sample mean_sample(const struct worker *workers, size_t threads)
{
    struct sample mean = {.quiet = true};

    for (size_t i = 0; i < threads; i++) {
        const struct sample *sample = &workers[i].sample;

        mean.ns += sample->ns / (double)threads;
        mean.cycles += sample->cycles / (double)threads;
        mean.ghz += sample->ghz / (double)threads;
        mean.quiet = mean.quiet && sample->quiet;
    }
    return mean;
}

static void add_sample(struct samples *samples, const struct sample *sample)
{
    samples->at = grow(samples->at, &samples->room, samples->count + 1, sizeof(*samples->at));
    samples->at[samples->count++] = *sample;
    total.quiet += sample->quiet;
    total.batches++;
}

/* lead measures as thread 0. */
static void lead(const struct plan *plan, struct worker *workers, size_t count, struct samples *samples)
{
    struct team *team = workers[0].team;
    size_t quiet = 0;

    workers[0].calibration = clock_read();
    for (size_t turn = 0; quiet < plan->batches && turn < plan->batches * plan->patience; turn++) {
        bool all_quiet = true;

        for (size_t i = 0; i < count; i++) {
            team->subject = i;
            if (team->threads > 1) {
                meet(team);
                workers[0].calibration = clock_read();
            }
            take_batch(&workers[0]);
            if (team->threads > 1)
                meet(team);
            const struct sample sample = mean_sample(workers, team->threads);
            add_sample(&samples[i], &sample);
            all_quiet = all_quiet && sample.quiet;
        }
        /* Two CPUs may be one core, and then several threads are never quiet. */
        quiet += all_quiet || team->threads > 1;
    }
}

void measure_round(const struct plan *plan, size_t threads, const struct subject *subjects, size_t count,
                   struct samples *samples)
{
    struct team team = {.threads = threads, .subjects = subjects};
    struct worker *workers = allocate(threads, sizeof(*workers));

    team.messages = allocate(count, sizeof(*team.messages));
    for (size_t i = 0; i < count; i++)
        team.messages[i] = size_batch(&subjects[i]);
    for (size_t i = 0; i < threads; i++) {
        workers[i].team = &team;
        workers[i].number = i;
        if (i > 0 && pthread_create(&workers[i].thread, NULL, follow, &workers[i]) != 0)
            die("cannot start %zu threads", threads);
    }
    lead(plan, workers, count, samples);
    team.over = true;
    if (threads > 1)
        meet(&team);
    for (size_t i = 1; i < threads; i++)
        pthread_join(workers[i].thread, NULL);
    free(team.messages);
    free(workers);
}

/* count_quiet returns how many samples are quiet. */
static size_t count_quiet(const struct samples *samples)
{
    size_t quiet = 0;

    for (size_t i = 0; i < samples->count; i++)
        quiet += samples->at[i].quiet;
    return quiet;
}

struct summary measure_sum(const struct samples *samples)
{
    struct summary summary = {.quiet = count_quiet(samples), .batches = samples->count};
    double *ns = allocate(samples->count, sizeof(*ns));
    double *cycles = allocate(samples->count, sizeof(*cycles));
    double *ghz = allocate(samples->count, sizeof(*ghz));
    const bool all = summary.quiet < FEW_QUIET;
    size_t count = 0;

    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->at[i];

        if (!all && !sample->quiet)
            continue;
        ns[count] = sample->ns;
        cycles[count] = sample->cycles;
        ghz[count++] = sample->ghz;
    }
    summary.ns = stats_quartiles(ns, count);
    summary.cycles = stats_quartiles(cycles, count).median;
    summary.ghz = stats_quartiles(ghz, count).median;
    free(ns);
    free(cycles);
    free(ghz);
    return summary;
}

double measure_ratio(const struct samples *samples, const struct samples *other)
{
    const size_t pairs = samples->count < other->count ? samples->count : other->count;
    double *ratios = allocate(pairs, sizeof(*ratios));
    size_t quiet = 0;
    size_t count = 0;

    for (size_t i = 0; i < pairs; i++)
        quiet += samples->at[i].quiet && other->at[i].quiet;
    for (size_t i = 0; i < pairs; i++) {
        if (quiet < FEW_QUIET || (samples->at[i].quiet && other->at[i].quiet))
            ratios[count++] = other->at[i].ns / samples->at[i].ns;
    }
    const double ratio = stats_quartiles(ratios, count).median;
    free(ratios);
    return ratio;
}

const char *measure_noise(void)
{
    static char line[512];

    if (total.batches == 0 || total.quiet * 100 >= total.batches * NOISY_PERCENT)
        return NULL;
    snprintf(line, sizeof(line),
             "this machine is noisy: only %zu of %zu batches (%.0f %%) had the core to themselves; trust ratios more "
             "than times, and measure again when it is quiet",
             total.quiet, total.batches, 100.0 * (double)total.quiet / (double)total.batches);
    return line;
}
