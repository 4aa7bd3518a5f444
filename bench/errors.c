/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * errors.c - what the tool says when something is wrong, and memory that is there or ends the program.
 */
#include "errors.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 1, 0))) static void write_line(const char *format, va_list args)
{
    fputs("aeswide-bench: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    write_line(format, args);
    va_end(args);
}

void die(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    write_line(format, args);
    va_end(args);
    exit(STATUS_USAGE);
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count == 0 ? 1 : count, size);

    if (memory == NULL)
        die("no memory");
    return memory;
}

void *grow(void *old, size_t *room, size_t count, size_t size)
{
    if (count <= *room)
        return old;
    while (*room < count)
        *room = *room == 0 ? 16 : *room * 2;
    void *memory = *room > SIZE_MAX / size ? NULL : realloc(old, *room * size);
    if (memory == NULL)
        die("no memory");
    return memory;
}
