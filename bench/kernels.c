/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernels.c - the command `kernels`: the kernels without OpenSSL, function by function.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "csv.h"
#include "errors.h"
#include "kernel_call.h"
#include "limit_loops.h"
#include "machine.h"
#include "options.h"
#include "plan.h"

static const char help[] =
    "usage: aeswide-bench kernels [OPTION...]\n"
    "Measures the kernels of aeswide by themselves, without OpenSSL. Each output is compared with that of the kernel\n"
    "portable64 first.\n"
    "  --kernels LIST     names (default: all that can run here)\n"
    "  --functions LIST   of set_encrypt_key, set_decrypt_key, ecb_encrypt, ecb_decrypt, ctr, set_ghash_key, ghash,\n"
    "                     gcm_encrypt, gcm_decrypt (default: all)\n"
    "  --bits LIST        key lengths (default 128,256)\n"
    "  --sizes LIST       bytes, multiples of 16, as numbers or ranges (default 16,64,256,1424,16K)\n"
    "  --limits           show the percentage of what the units of this core can do (from 1 KiB on)\n" PLAN_HELP;

enum {
    LIMIT_FROM = 1024, /* shorter calls are not near any limit of the units */
    MAX_LEN = 1 << 24,
};

/* struct point is a function with one length of key and data, for every kernel. */
struct point {
    const struct function *function;
    size_t key_len, len;
    struct samples samples[KERNELS_MAX];
};

/* struct job is what the command line asks for. */
struct job {
    struct plan plan;
    struct output output;
    const struct aes_kernel *kernels[KERNELS_MAX];
    size_t kernel_count;
    bool with[FUNCTIONS]; /* functions */
    struct numbers bits, sizes;
    bool limits;
    struct point *points;
    size_t count;
};

/* check ends the program unless the kernel computes what portable64 does. */
static void check(const struct point *point, const struct aes_kernel *kernel)
{
    if (call_check(point->function, kernel, point->key_len, point->len))
        return;
    complain("kernel %s: %s of %zu bytes differs from that of portable64", kernel->name, point->function->name,
             point->len);
    exit(STATUS_BAD);
}

/* measure_point adds a round to the samples of every kernel. */
static void measure_point(const struct job *job, struct point *point)
{
    struct subject subjects[KERNELS_MAX];
    void *states[KERNELS_MAX];

    for (size_t i = 0; i < job->kernel_count; i++) {
        states[i] = call_new(job->kernels[i], point->key_len, point->len);
        subjects[i] = (struct subject){point->function->work, &states[i]};
    }
    measure_round(&job->plan, 1, subjects, job->kernel_count, point->samples);
    for (size_t i = 0; i < job->kernel_count; i++)
        call_free(states[i]);
}

/* add_points lists the points of one function. */
static void add_points(struct job *job, size_t *room, const struct function *function)
{
    const size_t lengths = function->keyed ? job->bits.count : 1;
    const size_t sizes = function->bulk ? job->sizes.count : 1;

    for (size_t length = 0; length < lengths; length++) {
        for (size_t size = 0; size < sizes; size++) {
            struct point point = {.function = function, .key_len = 16};

            if (function->keyed)
                point.key_len = job->bits.at[length] / 8;
            if (function->bulk)
                point.len = job->sizes.at[size];
            job->points = grow(job->points, room, job->count + 1, sizeof(point));
            job->points[job->count++] = point;
        }
    }
}

/* result_of sums up one kernel at one point. */
static struct result result_of(const struct job *job, const struct point *point, size_t kernel)
{
    const struct summary sum = measure_sum(&point->samples[kernel]);
    const char *name = job->kernels[kernel]->name;
    struct result result = csv_none();

    snprintf(result.command, sizeof(result.command), "kernels");
    snprintf(result.contestant, sizeof(result.contestant), "%s", name);
    snprintf(result.kernel, sizeof(result.kernel), "%s", name);
    if (point->function->keyed)
        snprintf(result.cipher, sizeof(result.cipher), "AES-%zu%s%s", point->key_len * 8,
                 point->function->mode == NULL ? "" : "-", point->function->mode == NULL ? "" : point->function->mode);
    else
        snprintf(result.cipher, sizeof(result.cipher), "GHASH");
    snprintf(result.operation, sizeof(result.operation), "%s", point->function->name);
    machine_cpu(result.cpu, sizeof(result.cpu));
    result.threads = 1;
    result.ns = sum.ns.median;
    result.ns_q1 = sum.ns.first;
    result.ns_q3 = sum.ns.third;
    result.cycles = sum.cycles;
    result.bytes = (double)point->len;
    if (point->function->bulk) {
        result.cycles_per_byte = sum.cycles / result.bytes;
        result.gb_per_s = result.bytes / result.ns;
    }
    if (job->limits && point->function->mode != NULL && point->len >= LIMIT_FROM)
        result.of_limit = 100 * limits_cycles(&job->plan, name, result.cipher) / result.cycles_per_byte;
    result.ghz = sum.ghz;
    result.quiet = (double)sum.quiet;
    result.batches = (double)sum.batches;
    return result;
}

/* print writes a line of the table. */
static void print(const struct result *result)
{
    printf("  %-10s", result->kernel);
    if (result->bytes > 0)
        printf(" %7.0f", result->bytes);
    printf(" %10.2f ns (%.2f-%.2f) %10.1f cycles", result->ns, result->ns_q1, result->ns_q3, result->cycles);
    if (!isnan(result->gb_per_s))
        printf(" %8.3f c/B %8.3f GB/s", result->cycles_per_byte, result->gb_per_s);
    if (!isnan(result->of_limit))
        printf(" %4.0f %% of the limit", result->of_limit);
    putchar('\n');
}

/* report writes all results. */
static void report(const struct job *job)
{
    FILE *csv = job->output.csv == NULL ? NULL : csv_open(job->output.csv);

    if (csv != NULL)
        csv_write_header(csv);
    for (size_t i = 0; i < job->count; i++) {
        const struct point *point = &job->points[i];
        const bool first = i == 0 || point->function != point[-1].function || point->key_len != point[-1].key_len;

        for (size_t kernel = 0; kernel < job->kernel_count; kernel++) {
            const struct result result = result_of(job, point, kernel);

            if (job->output.table && kernel == 0 && first)
                printf("\n%s, %s\n", result.operation, result.cipher);
            if (job->output.table)
                print(&result);
            if (csv != NULL)
                csv_write(csv, &result);
        }
    }
    if (csv != NULL)
        csv_close(csv, job->output.csv);
    if (measure_noise() != NULL)
        complain("%s", measure_noise());
}

/* choose_kernels takes the kernels of the list that can run here, or all that can. */
static void choose_kernels(struct job *job, const struct words *names)
{
    const struct aes_kernel *const *kernels = kernels_all();
    struct kernel_choice choice;
    struct cpu cpu;

    for (size_t i = 0; i < names->count; i++) {
        machine_choose(&choice, &cpu, names->at[i]);
        if (choice.kernel == NULL)
            die("--kernels: %s", choice.error);
        if (job->kernel_count == KERNELS_MAX)
            die("--kernels: more than %d", KERNELS_MAX);
        job->kernels[job->kernel_count++] = choice.kernel;
    }
    if (names->count > 0)
        return;
    machine_choose(&choice, &cpu, NULL);
    for (size_t i = 0; kernels[i] != NULL; i++) {
        if (choice.missing[i] == 0)
            job->kernels[job->kernel_count++] = kernels[i];
    }
}

/* choose_functions marks the functions of the list, or all. */
static void choose_functions(struct job *job, const struct words *names)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        job->with[i] = names->count == 0;
    for (size_t n = 0; n < names->count; n++) {
        size_t i = 0;

        while (i < FUNCTIONS && strcmp(functions[i].name, names->at[n]) != 0)
            i++;
        if (i == FUNCTIONS)
            die("--functions: kernels have no function \"%s\"", names->at[n]);
        job->with[i] = true;
    }
}

/* read_options fills in the job. */
static void read_options(struct job *job, int argc, char **argv)
{
    enum { KERNELS = 1, NAMES, BITS, SIZES, LIMITS };
    static const struct option options[] = {
        {"kernels", required_argument, NULL, KERNELS},
        {"functions", required_argument, NULL, NAMES},
        {"bits", required_argument, NULL, BITS},
        {"sizes", required_argument, NULL, SIZES},
        {"limits", no_argument, NULL, LIMITS},
        PLAN_OPTIONS,
        {NULL, 0, NULL, 0},
    };
    struct words kernels = {0};
    struct words names = {0};

    plan_defaults(&job->plan, &job->output);
    parse_numbers(&job->bits, "128,256", "--bits", 128, 256);
    parse_numbers(&job->sizes, "16,64,256,1424,16K", "--sizes", 16, MAX_LEN);
    for (int option; (option = options_next(argc, argv, options, help)) != -1;) {
        if (option == KERNELS)
            parse_words(&kernels, optarg, "--kernels");
        else if (option == NAMES)
            parse_words(&names, optarg, "--functions");
        else if (option == BITS)
            parse_numbers(&job->bits, optarg, "--bits", 128, 256);
        else if (option == SIZES)
            parse_numbers(&job->sizes, optarg, "--sizes", 16, MAX_LEN);
        else if (option == LIMITS)
            job->limits = true;
        else
            plan_option(&job->plan, &job->output, option, optarg);
    }
    options_end(argc, argv);
    for (size_t i = 0; i < job->bits.count; i++) {
        if (job->bits.at[i] % 64 != 0)
            die("--bits: a key has 128, 192 or 256 bits, not %zu", job->bits.at[i]);
    }
    for (size_t i = 0; i < job->sizes.count; i++) {
        if (job->sizes.at[i] % AES_BLOCK_LEN != 0)
            die("--sizes: %zu is no multiple of 16; kernels do whole blocks", job->sizes.at[i]);
    }
    choose_kernels(job, &kernels);
    choose_functions(job, &names);
    words_free(&kernels);
    words_free(&names);
}

int command_kernels(int argc, char **argv)
{
    struct job job = {0};
    size_t room = 0;

    read_options(&job, argc, argv);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        if (job.with[i])
            add_points(&job, &room, &functions[i]);
    }
    for (size_t i = 0; i < job.count; i++) {
        for (size_t kernel = 0; kernel < job.kernel_count; kernel++)
            check(&job.points[i], job.kernels[kernel]);
    }
    for (size_t round = 0; round < job.plan.rounds; round++) {
        for (size_t i = 0; i < job.count; i++) {
            progress("round %zu of %zu, point %zu of %zu: %s, %zu bytes", round + 1, job.plan.rounds, i + 1, job.count,
                     job.points[i].function->name, job.points[i].len);
            measure_point(&job, &job.points[i]);
        }
    }
    progress_end();
    report(&job);
    for (size_t i = 0; i < job.count; i++) {
        for (size_t kernel = 0; kernel < job.kernel_count; kernel++)
            free(job.points[i].samples[kernel].at);
    }
    free(job.points);
    numbers_free(&job.bits);
    numbers_free(&job.sizes);
    return STATUS_OK;
}
