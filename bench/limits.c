/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * limits.c - what this core's AES and carry-less multiply units can do: measuring it, and the command `limits`.
 */
#include "limit_loops.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "csv.h"
#include "errors.h"
#include "machine.h"
#include "options.h"
#include "plan.h"

/* all_loops: those that this build has, ended by NULL. */
static const struct limit_loops *const all_loops[] = {
#ifdef HAVE_KERNEL_AESNI
    &limit_loops_aesni,
#endif
#ifdef HAVE_KERNEL_VAES256
    &limit_loops_vaes256,
#endif
#ifdef HAVE_KERNEL_VAES512
    &limit_loops_vaes512,
#endif
    NULL,
};

enum {
    LOOPS = 3,       /* at most, in all_loops */
    UNIT_LOOPS = 4,  /* of a width: throughput and latency of two instructions */
    KEY_LENGTHS = 3, /* 16, 24, 32 bytes */
};

static const char *const modes[MIXES] = {"ECB", "CTR", "GCM"};

static void *const no_state[] = {NULL};

/* find_loops returns the loops of that kernel if they can run here, else NULL. *index becomes their place. */
static const struct limit_loops *find_loops(const char *kernel, size_t *index)
{
    struct cpu cpu;

    cpu_read(&cpu);
    for (size_t i = 0; all_loops[i] != NULL; i++) {
        if (strcmp(all_loops[i]->kernel->name, kernel) == 0 &&
            (all_loops[i]->kernel->features & ~cpu_features(&cpu)) == 0) {
            *index = i;
            return all_loops[i];
        }
    }
    return NULL;
}

/* cycles_of measures one loop by itself and returns the cycles of a turn. However short a run is, this is not: what is
 * measured once is compared with everything. */
static double cycles_of(const struct plan *plan, void (*loop)(void *, size_t))
{
    const struct plan enough = {.batches = 25, .patience = plan->patience};
    const struct subject subject = {loop, no_state};
    struct samples samples = {0};

    measure_round(&enough, 1, &subject, 1, &samples);
    const double cycles = measure_sum(&samples).cycles;
    free(samples.at);
    return cycles;
}

double limits_cycles(const struct plan *plan, const char *kernel, const char *cipher)
{
    static double kept[LOOPS][KEY_LENGTHS][2]; /* [1] for GCM; 0: not measured yet */
    size_t index = 0;
    const struct limit_loops *loops = find_loops(kernel, &index);
    unsigned bits = 0;

    if (loops == NULL || sscanf(cipher, "AES-%3u-", &bits) != 1)
        return (double)NAN;
    const size_t length = (bits - 128) / 64;
    const bool gcm = strstr(cipher, "GCM") != NULL;
    double *cycles = &kept[index][length][gcm];

    if (*cycles == 0) {
        const double vec_len = (double)loops->vec_blocks * AES_BLOCK_LEN;
        const double rounds = (double)(10 + 2 * length);

        if (gcm)
            *cycles = cycles_of(plan, loops->mix[MIX_GCM][length]) / (LIMIT_VECS * vec_len);
        else
            *cycles = cycles_of(plan, loops->aes) / (LIMIT_VECS * LIMIT_ROUNDS) * rounds / vec_len;
    }
    return *cycles;
}

static const char help[] = "usage: aeswide-bench limits [OPTION...]\n"
                           "Measures what this core can do at most, on vectors of 128, 256 and 512 bits: AES rounds "
                           "and carry-less\n"
                           "multiplications alone, and in the instruction mix of the main loop of each kernel and "
                           "mode (in registers:\n"
                           "without loads and stores).\n" PLAN_HELP;

/* struct job is a loop, and what a turn of it is. */
struct job {
    const struct limit_loops *loops;
    void (*work)(void *, size_t);
    char cipher[16];
    const char *operation;
    double items; /* of a turn: instructions, or vectors */
    bool mix;     /* items are vectors of data */
    struct samples samples;
};

/* add_jobs lists the loops of one width; returns how many. */
static size_t add_jobs(struct job *jobs, const struct limit_loops *loops)
{
    const struct job units[UNIT_LOOPS] = {
        {loops, loops->aes, "AESENC", "throughput", LIMIT_VECS * LIMIT_ROUNDS, false, {0}},
        {loops, loops->aes_chain, "AESENC", "latency", LIMIT_ROUNDS, false, {0}},
        {loops, loops->clmul, "PCLMULQDQ", "throughput", LIMIT_VECS * LIMIT_ROUNDS, false, {0}},
        {loops, loops->clmul_chain, "PCLMULQDQ", "latency", LIMIT_ROUNDS, false, {0}},
    };
    size_t count = UNIT_LOOPS;

    memcpy(jobs, units, sizeof(units));
    for (size_t mode = 0; mode < MIXES; mode++) {
        for (size_t length = 0; length < KEY_LENGTHS; length++) {
            struct job *job = &jobs[count++];

            *job = (struct job){loops, loops->mix[mode][length], "", "mix", LIMIT_VECS, true, {0}};
            snprintf(job->cipher, sizeof(job->cipher), "AES-%zu-%s", 128 + 64 * length, modes[mode]);
        }
    }
    return count;
}

/* result_of sums up a job. A "message" is one instruction, or one vector of data. */
static struct result result_of(const struct job *job)
{
    const struct summary sum = measure_sum(&job->samples);
    struct result result = csv_none();

    snprintf(result.command, sizeof(result.command), "limits");
    snprintf(result.contestant, sizeof(result.contestant), "%s", job->loops->kernel->name);
    snprintf(result.kernel, sizeof(result.kernel), "%s", job->loops->kernel->name);
    snprintf(result.cipher, sizeof(result.cipher), "%s", job->cipher);
    snprintf(result.operation, sizeof(result.operation), "%s", job->operation);
    machine_cpu(result.cpu, sizeof(result.cpu));
    result.threads = 1;
    result.ns = sum.ns.median / job->items;
    result.ns_q1 = sum.ns.first / job->items;
    result.ns_q3 = sum.ns.third / job->items;
    result.cycles = sum.cycles / job->items;
    if (job->mix) {
        result.bytes = (double)job->loops->vec_blocks * AES_BLOCK_LEN;
        result.cycles_per_byte = result.cycles / result.bytes;
        result.gb_per_s = result.bytes / result.ns;
    }
    result.ghz = sum.ghz;
    result.quiet = (double)sum.quiet;
    result.batches = (double)sum.batches;
    return result;
}

/* print writes a job's line of the table, and a headline before the first of a width. */
static void print(const struct job *job, const struct result *result, bool first)
{
    if (first)
        printf("\n%zu-bit vectors (%s), %.2f GHz\n", job->loops->vec_blocks * 128, result->contestant, result->ghz);
    if (!job->mix)
        printf("  %-12s %-10s  %6.2f cycles an instruction\n", result->cipher, result->operation, result->cycles);
    else
        printf("  %-12s %-10s  %6.2f cycles a block   %6.3f cycles/byte  %7.2f GB/s\n", result->cipher,
               result->operation, result->cycles / (double)job->loops->vec_blocks, result->cycles_per_byte,
               result->gb_per_s);
}

int command_limits(int argc, char **argv)
{
    static const struct option options[] = {PLAN_OPTIONS, {NULL, 0, NULL, 0}};
    struct job jobs[LOOPS * (UNIT_LOOPS + MIXES * KEY_LENGTHS)];
    struct plan plan;
    struct output output;
    size_t count = 0;

    plan_defaults(&plan, &output);
    for (int option; (option = options_next(argc, argv, options, help)) != -1;)
        plan_option(&plan, &output, option, optarg);
    options_end(argc, argv);

    for (size_t i = 0, index = 0; all_loops[i] != NULL; i++) {
        if (find_loops(all_loops[i]->kernel->name, &index) != NULL)
            count += add_jobs(&jobs[count], all_loops[i]);
    }
    if (count == 0)
        die("this CPU or this build has none of the AES instructions that could be measured");
    for (size_t round = 0; round < plan.rounds; round++) {
        for (size_t i = 0; i < count; i++) {
            const struct subject subject = {jobs[i].work, no_state};

            progress("round %zu of %zu, loop %zu of %zu", round + 1, plan.rounds, i + 1, count);
            measure_round(&plan, 1, &subject, 1, &jobs[i].samples);
        }
    }
    progress_end();

    FILE *csv = output.csv == NULL ? NULL : csv_open(output.csv);
    if (csv != NULL)
        csv_write_header(csv);
    for (size_t i = 0; i < count; i++) {
        const struct result result = result_of(&jobs[i]);

        if (output.table)
            print(&jobs[i], &result, i == 0 || jobs[i].loops != jobs[i - 1].loops);
        if (csv != NULL)
            csv_write(csv, &result);
        free(jobs[i].samples.at);
    }
    if (csv != NULL)
        csv_close(csv, output.csv);
    if (measure_noise() != NULL)
        complain("%s", measure_noise());
    return STATUS_OK;
}
