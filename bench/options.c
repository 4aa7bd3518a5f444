/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * options.c - reading what stands on the command line.
 */
#include "options.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"

enum { MAX_NUMBERS = 65536 };

int options_next(int argc, char **argv, const struct option *options, const char *help)
{
    const int option = getopt_long(argc, argv, "", options, NULL);

    if (option == '?') {
        fprintf(stderr, "%s --help shows the options\n", argv[0]);
        exit(STATUS_USAGE);
    }
    if (option == 'h') {
        fputs(help, stdout);
        exit(STATUS_OK);
    }
    return option;
}

void options_end(int argc, char **argv)
{
    if (optind < argc)
        die("what is \"%s\"? %s takes options alone: see --help", argv[optind], argv[0]);
}

/* read_number reads the number at *text and moves *text behind it. Returns false when there is none, or one that is too
 * large. */
static bool read_number(const char **text, size_t *number)
{
    char *end = NULL;

    if (!isdigit((unsigned char)**text))
        return false;
    const unsigned long long value = strtoull(*text, &end, 10);
    const unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : 0;
    if (value > SIZE_MAX >> shift)
        return false;
    *number = (size_t)value << shift;
    *text = end + (shift != 0);
    return true;
}

size_t parse_number(const char *text, const char *option, size_t min, size_t max)
{
    const char *at = text;
    size_t number = 0;

    if (!read_number(&at, &number) || *at != '\0')
        die("%s: \"%s\" is no whole number", option, text);
    if (number < min || number > max)
        die("%s: %zu is not between %zu and %zu", option, number, min, max);
    return number;
}

/* struct range is one item of a list. */
struct range {
    size_t first, last, step, factor; /* factor 0: by steps */
};

/* read_range reads an item, which ends the text. */
static bool read_range(const char *text, struct range *range)
{
    *range = (struct range){.step = 1};
    if (!read_number(&text, &range->first))
        return false;
    range->last = range->first;
    if (*text == '-') {
        text++;
        if (!read_number(&text, &range->last) || range->last < range->first)
            return false;
        if (*text == ':') {
            const bool by_factor = text[1] == 'x';
            size_t *by = by_factor ? &range->factor : &range->step;

            text += by_factor ? 2 : 1;
            if (!read_number(&text, by) || *by < (by_factor ? 2 : 1) || (by_factor && range->first == 0))
                return false;
        }
    }
    return *text == '\0';
}

/* add_range adds the numbers of a range to the list. */
static void add_range(struct numbers *list, size_t *room, const struct range *range, const char *option)
{
    size_t number = range->first;

    for (;;) {
        if (list->count == MAX_NUMBERS)
            die("%s: more than %d numbers", option, MAX_NUMBERS);
        list->at = grow(list->at, room, list->count + 1, sizeof(*list->at));
        list->at[list->count++] = number;
        const size_t gap = range->last - number;
        if (range->factor != 0 ? number > range->last / range->factor : gap < range->step)
            return;
        number = range->factor != 0 ? number * range->factor : number + range->step;
    }
}

void parse_numbers(struct numbers *list, const char *text, const char *option, size_t min, size_t max)
{
    struct words items = {0};
    size_t room = 0;

    numbers_free(list);
    parse_words(&items, text, option);
    for (size_t i = 0; i < items.count; i++) {
        struct range range;

        if (!read_range(items.at[i], &range))
            die("%s: \"%s\" is no number and no range such as 16-64, 16-4096:16 or 16-16K:x2", option, items.at[i]);
        if (range.first < min || range.last > max)
            die("%s: \"%s\" is not between %zu and %zu", option, items.at[i], min, max);
        add_range(list, &room, &range, option);
    }
    words_free(&items);
}

void parse_words(struct words *list, const char *text, const char *option)
{
    size_t room = 0;

    words_free(list);
    for (;;) {
        const size_t len = strcspn(text, ",");

        if (len == 0)
            die("%s: an item of the list is empty", option);
        list->at = grow(list->at, &room, list->count + 1, sizeof(*list->at));
        list->at[list->count] = allocate(len + 1, 1);
        memcpy(list->at[list->count++], text, len);
        if (text[len] == '\0')
            return;
        text += len + 1;
    }
}

void numbers_free(struct numbers *list)
{
    free(list->at);
    *list = (struct numbers){0};
}

void words_free(struct words *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct words){0};
}
