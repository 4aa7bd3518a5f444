/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * compare.c - the command `compare`: what became slower from one file of results to another.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "csv.h"
#include "errors.h"
#include "options.h"

static const char help[] =
    "usage: aeswide-bench compare OLD.csv NEW.csv [OPTION...]\n"
    "Compares results that --csv wrote, line by line. A line is slower when its median is worse by more than the\n"
    "threshold and the middle halves of the batches do not overlap. The exit status is 1 when any is.\n"
    "  --threshold P      percent (default 5)\n"
    "  --by WHAT          ns (default), cycles (when the clock differed) or ratio (to the default provider, when the\n"
    "                     machines or their neighbours differed)\n"
    "  --all              print the lines that did not change, too\n"
    "  --help             this text\n";

/* enum basis is what is compared. */
enum basis { BY_NS, BY_CYCLES, BY_RATIO };

struct comparison {
    enum basis basis;
    double threshold; /* percent */
    bool all;
    size_t slower, faster, same, missing, unknown;
};

/* same_number compares numbers of which both may be absent. */
static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* same_point tells whether two results are of the same thing. Which libcrypto and which CPU it was does not matter:
 * those may be what is to be compared. */
static bool same_point(const struct result *a, const struct result *b)
{
    return strcmp(a->command, b->command) == 0 && strcmp(a->contestant, b->contestant) == 0 &&
           strcmp(a->cipher, b->cipher) == 0 && strcmp(a->operation, b->operation) == 0 &&
           strcmp(a->scope, b->scope) == 0 && strcmp(a->placement, b->placement) == 0 &&
           same_number(a->in_offset, b->in_offset) && same_number(a->out_offset, b->out_offset) &&
           same_number(a->aad_len, b->aad_len) && same_number(a->threads, b->threads) &&
           same_number(a->bytes, b->bytes);
}

/* find returns the result of the same thing, or NULL. It begins at the index of the first, since two files mostly have
 * the same order. */
static const struct result *find(const struct results *list, const struct result *wanted, size_t begin)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct result *result = &list->at[(begin + i) % list->count];

        if (same_point(result, wanted))
            return result;
    }
    return NULL;
}

/* change returns by how many percent the cost went up; NAN where it is not known. */
static double change(enum basis basis, const struct result *before, const struct result *after)
{
    if (basis == BY_NS)
        return 100 * (after->ns / before->ns - 1);
    if (basis == BY_CYCLES)
        return 100 * (after->cycles / before->cycles - 1);
    return 100 * (before->ratio / after->ratio - 1);
}

/* overlap tells whether the middle halves of the batches of two results have something in common. The quartiles are
 * times; cycles are as many times their own clock. */
static bool overlap(enum basis basis, const struct result *before, const struct result *after)
{
    const double old_clock = basis == BY_CYCLES ? before->cycles / before->ns : 1;
    const double new_clock = basis == BY_CYCLES ? after->cycles / after->ns : 1;

    if (basis == BY_RATIO)
        return false;
    return after->ns_q1 * new_clock <= before->ns_q3 * old_clock &&
           before->ns_q1 * old_clock <= after->ns_q3 * new_clock;
}

static void print(const char *verdict, double percent, const struct result *before, const struct result *after)
{
    printf("%-7s %+7.1f %%  %s %s %s", verdict, percent, after->contestant, after->cipher, after->operation);
    if (after->scope[0] != '\0')
        printf(" %s %s", after->scope, after->placement);
    if (!isnan(after->bytes))
        printf(", %.0f bytes", after->bytes);
    if (after->threads > 1)
        printf(", %.0f threads", after->threads);
    printf(": %.6g -> %.6g ns", before->ns, after->ns);
    if (!isnan(after->ratio) && !isnan(before->ratio))
        printf(", ratio %.3g -> %.3g", before->ratio, after->ratio);
    putchar('\n');
}

/* judge compares two results of the same thing. */
static void judge(struct comparison *comparison, const struct result *before, const struct result *after)
{
    const double percent = change(comparison->basis, before, after);
    const bool clear = !overlap(comparison->basis, before, after);

    if (isnan(percent)) {
        comparison->unknown++;
    } else if (percent > comparison->threshold && clear) {
        comparison->slower++;
        print("slower", percent, before, after);
    } else if (percent < -comparison->threshold && clear) {
        comparison->faster++;
        print("faster", percent, before, after);
    } else {
        comparison->same++;
        if (comparison->all)
            print("same", percent, before, after);
    }
}

/* read_threshold reads a percentage. */
static double read_threshold(const char *text)
{
    char *end = NULL;
    const double threshold = strtod(text, &end);

    if (end == text || *end != '\0' || !(threshold >= 0 && threshold <= 1000))
        die("--threshold: \"%s\" is no percentage from 0 to 1000", text);
    return threshold;
}

static enum basis read_basis(const char *text)
{
    if (strcmp(text, "ns") == 0)
        return BY_NS;
    if (strcmp(text, "cycles") == 0)
        return BY_CYCLES;
    if (strcmp(text, "ratio") == 0)
        return BY_RATIO;
    die("--by: \"%s\" is none of ns, cycles and ratio", text);
}

int command_compare(int argc, char **argv)
{
    enum { THRESHOLD = 1, BY, ALL };
    static const struct option options[] = {
        {"threshold", required_argument, NULL, THRESHOLD},
        {"by", required_argument, NULL, BY},
        {"all", no_argument, NULL, ALL},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct comparison comparison = {.threshold = 5};
    struct results before = {0};
    struct results after = {0};

    for (int option; (option = options_next(argc, argv, options, help)) != -1;) {
        if (option == THRESHOLD)
            comparison.threshold = read_threshold(optarg);
        else if (option == BY)
            comparison.basis = read_basis(optarg);
        else
            comparison.all = true;
    }
    if (argc - optind != 2)
        die("compare takes two files, OLD.csv and NEW.csv: see --help");
    csv_read(&before, argv[optind]);
    csv_read(&after, argv[optind + 1]);
    if (before.count > 0 && after.count > 0 && strcmp(before.at[0].cpu, after.at[0].cpu) != 0)
        complain("the CPUs differ: %s and %s", before.at[0].cpu, after.at[0].cpu);
    for (size_t i = 0; i < before.count; i++) {
        const struct result *now = find(&after, &before.at[i], i);

        if (now == NULL)
            comparison.missing++;
        else
            judge(&comparison, &before.at[i], now);
    }
    const size_t compared = comparison.slower + comparison.faster + comparison.same;
    printf("%zu compared: %zu slower, %zu faster by more than %g %%; %zu of the old ones are not in the new file\n",
           compared, comparison.slower, comparison.faster, comparison.threshold, comparison.missing);
    if (comparison.unknown > 0)
        printf("%zu have nothing to be compared by\n", comparison.unknown);
    free(before.at);
    free(after.at);
    if (compared == 0)
        die("the two files have nothing in common");
    return comparison.slower > 0 ? STATUS_BAD : STATUS_OK;
}
