/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * run_report.c - what `run` found, as a table and as CSV.
 */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "errors.h"
#include "limit_loops.h"
#include "machine.h"

enum { LIMIT_FROM = 1024 }; /* bytes; shorter messages are not near any limit of the units */

static const char *const scopes[] = {[SCOPE_IV] = "iv", [SCOPE_KEY] = "key", [SCOPE_UPDATE] = "update"};

/* same_group tells whether two points differ in size alone. */
static bool same_group(const struct point *a, const struct point *b)
{
    struct message_shape shape = a->shape;

    shape.len = b->shape.len;
    return a->threads == b->threads && strcmp(shape.cipher, b->shape.cipher) == 0 &&
           shape.encrypt == b->shape.encrypt && shape.scope == b->shape.scope && shape.in_place == b->shape.in_place &&
           shape.in_offset == b->shape.in_offset && shape.out_offset == b->shape.out_offset &&
           shape.aad_len == b->shape.aad_len;
}

/* percent_of_limit returns how near a contestant comes to what the units allow its kernel, with the time that libcrypto
 * takes itself left out; NAN where that is not known. */
static double percent_of_limit(const struct run *run, const struct point *point, size_t contestant,
                               const struct summary *sum)
{
    const size_t evp = contestants_find(&run->contestants, "evp");
    const char *kernel = run->contestants.at[contestant].kernel;

    if (!run->limits || point->shape.len < LIMIT_FROM || kernel[0] == '\0' || evp == run->contestants.count)
        return (double)NAN;
    const double own = sum->cycles - measure_sum(&point->samples[evp]).cycles;
    return 100 * limits_cycles(&run->plan, kernel, point->shape.cipher) * (double)point->shape.len / own;
}

/* result_of sums up one contestant at one point. */
static struct result result_of(const struct run *run, const struct point *point, size_t contestant)
{
    const struct contestant *who = &run->contestants.at[contestant];
    const size_t reference = contestants_find(&run->contestants, "default");
    const struct summary sum = measure_sum(&point->samples[contestant]);
    const struct message_shape *shape = &point->shape;
    struct result result = csv_none();

    snprintf(result.command, sizeof(result.command), "run");
    snprintf(result.contestant, sizeof(result.contestant), "%s", who->name);
    snprintf(result.kernel, sizeof(result.kernel), "%s", who->kernel);
    snprintf(result.cipher, sizeof(result.cipher), "%s", shape->cipher);
    snprintf(result.operation, sizeof(result.operation), "%s", shape->encrypt ? "encrypt" : "decrypt");
    snprintf(result.scope, sizeof(result.scope), "%s", scopes[shape->scope]);
    snprintf(result.placement, sizeof(result.placement), "%s", shape->in_place ? "in-place" : "apart");
    snprintf(result.libcrypto, sizeof(result.libcrypto), "%s", run->lib.OpenSSL_version(OPENSSL_VERSION_STRING));
    machine_cpu(result.cpu, sizeof(result.cpu));
    result.in_offset = (double)shape->in_offset;
    result.out_offset = (double)shape->out_offset;
    result.aad_len = (double)shape->aad_len;
    result.threads = (double)point->threads;
    result.bytes = (double)shape->len;
    result.ns = sum.ns.median;
    result.ns_q1 = sum.ns.first;
    result.ns_q3 = sum.ns.third;
    result.cycles = sum.cycles;
    result.cycles_per_byte = sum.cycles / result.bytes;
    result.gb_per_s = result.bytes * result.threads / result.ns;
    if (reference < run->contestants.count && !who->nothing)
        result.ratio = measure_ratio(&point->samples[contestant], &point->samples[reference]);
    result.of_limit = percent_of_limit(run, point, contestant, &sum);
    result.ghz = sum.ghz;
    result.quiet = (double)sum.quiet;
    result.batches = (double)sum.batches;
    return result;
}

/* print_headline writes what the points of a group have in common. */
static void print_headline(const struct point *point)
{
    static const char *const descriptions[] = {
        [SCOPE_IV] = "a message", [SCOPE_KEY] = "a message with its own key", [SCOPE_UPDATE] = "update only"};
    const struct message_shape *shape = &point->shape;

    printf("\n%s %s, %s", shape->cipher, shape->encrypt ? "encrypt" : "decrypt", descriptions[shape->scope]);
    if (strstr(shape->cipher, "GCM") != NULL)
        printf(", %zu bytes of AAD", shape->aad_len);
    printf(", %s", shape->in_place ? "in place" : "in and out apart");
    if (shape->in_offset != 0 || shape->out_offset != 0)
        printf(", at offsets %zu and %zu", shape->in_offset, shape->out_offset);
    printf(", %zu thread%s\n", point->threads, point->threads == 1 ? "" : "s");
    printf("%8s  %-18s %11s  %-19s %9s %9s %7s %9s\n", "bytes", "contestant", "ns", "(quartiles)", "GB/s", "cycles/B",
           "ratio", "of limit");
}

/* print_line writes one contestant's line; `label` is the size, or empty. */
static void print_line(const struct result *result, bool first)
{
    char quartiles[48];

    if (first)
        printf("%8.0f", result->bytes);
    else
        printf("%8s", "");
    snprintf(quartiles, sizeof(quartiles), "(%.1f-%.1f)", result->ns_q1, result->ns_q3);
    printf("  %-18s %11.1f  %-19s %9.3f %9.3f", result->contestant, result->ns, quartiles, result->gb_per_s,
           result->cycles_per_byte);
    if (!isnan(result->ratio))
        printf(" %7.2f", result->ratio);
    if (!isnan(result->of_limit))
        printf(" %7.0f %%", result->of_limit);
    if (result->quiet * 2 < result->batches)
        printf("  noisy");
    putchar('\n');
}

/* print_lines writes the cost of each contestant over the sizes of a group, as a line. */
static void print_lines(const struct run *run, const struct point *points, size_t count)
{
    double *sizes = allocate(count, sizeof(*sizes));
    double *times = allocate(count, sizeof(*times));
    size_t different = 0;

    for (size_t i = 0; i < count; i++) {
        sizes[i] = (double)points[i].shape.len;
        different += sizes[i] != sizes[0];
    }
    for (size_t who = 0; different > 0 && who < run->contestants.count; who++) {
        for (size_t i = 0; i < count; i++)
            times[i] = measure_sum(&points[i].samples[who]).ns.median;
        const struct line line = stats_line(sizes, times, count);

        printf("    cost  %-18s %8.1f ns a message + %.4f ns a byte, within %.0f %%\n", run->contestants.at[who].name,
               line.intercept, line.slope, 100 * line.worst);
    }
    free(sizes);
    free(times);
}

/* print_head writes what was measured on. */
static void print_head(const struct run *run)
{
    char cpu[96];

    machine_cpu(cpu, sizeof(cpu));
    printf("%s, %zu CPUs; %s (%s)\n", cpu, machine_cpus(), run->lib.OpenSSL_version(OPENSSL_VERSION), run->lib.path);
    for (size_t i = 0; i < run->contestants.count; i++) {
        const struct contestant *who = &run->contestants.at[i];

        if (who->nothing)
            printf("%s: a provider that does nothing, so the time that libcrypto takes itself\n", who->name);
        else if (who->kernel[0] != '\0')
            printf("%s: kernel %s\n", who->name, who->kernel);
    }
}

/* print_group writes the table of the points from `first` up to `end`, which differ in size alone. */
static void print_group(const struct run *run, size_t first, size_t end)
{
    print_headline(&run->points[first]);
    for (size_t i = first; i < end; i++) {
        for (size_t who = 0; who < run->contestants.count; who++) {
            const struct result result = result_of(run, &run->points[i], who);

            print_line(&result, who == 0);
        }
    }
    print_lines(run, &run->points[first], end - first);
}

static void print_table(const struct run *run)
{
    size_t first = 0;

    print_head(run);
    for (size_t i = 1; i <= run->count; i++) {
        if (i == run->count || !same_group(&run->points[first], &run->points[i])) {
            print_group(run, first, i);
            first = i;
        }
    }
}

static void write_csv(const struct run *run)
{
    FILE *csv = csv_open(run->output.csv);

    csv_write_header(csv);
    for (size_t i = 0; i < run->count; i++) {
        for (size_t who = 0; who < run->contestants.count; who++) {
            const struct result result = result_of(run, &run->points[i], who);

            csv_write(csv, &result);
        }
    }
    csv_close(csv, run->output.csv);
}

void run_report(const struct run *run)
{
    const char *noise = measure_noise();

    if (run->output.table)
        print_table(run);
    if (run->output.table && noise != NULL)
        printf("\nNote: %s.\n", noise);
    if (run->output.csv != NULL)
        write_csv(run);
    if (noise != NULL)
        complain("%s", noise);
}
