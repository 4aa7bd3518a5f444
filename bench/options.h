/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * options.h - reading what stands on the command line. Every fault ends the program with a line that names the option.
 */
#ifndef AESWIDE_BENCH_OPTIONS_H
#define AESWIDE_BENCH_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

/* struct numbers is a list of sizes or counts; struct words one of texts. Both own what they point to. */
struct numbers {
    size_t *at;
    size_t count;
};

struct words {
    char **at;
    size_t count;
};

/* options_next is getopt_long with long options alone, for a command's own argv. Returns -1 at the end of the options.
 * After an unknown one the program ends; `help` is printed, and the program ends, at --help, which is every command's
 * option 'h'. */
int options_next(int argc, char **argv, const struct option *options, const char *help);

/* options_end dies when arguments other than options are left. */
void options_end(int argc, char **argv);

/* parse_number reads a whole number from min to max; K and M after it multiply by 2^10 and 2^20. */
size_t parse_number(const char *text, const char *option, size_t min, size_t max);

/* parse_numbers reads a list of numbers and of ranges A-B, A-B:STEP or A-B:xFACTOR, each end included, with commas
 * between. What *list held is replaced. */
void parse_numbers(struct numbers *list, const char *text, const char *option, size_t min, size_t max);

/* parse_words reads words with commas between. What *list held is replaced. */
void parse_words(struct words *list, const char *text, const char *option);

void numbers_free(struct numbers *list);
void words_free(struct words *list);

#endif
