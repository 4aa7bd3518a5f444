/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * csv.h - results as comma-separated values: one header line, then a line for each result (RFC 4180).
 */
#ifndef AESWIDE_BENCH_CSV_H
#define AESWIDE_BENCH_CSV_H

#include <stddef.h>
#include <stdio.h>

/* struct result is one line. Texts are "" and numbers NAN where they do not apply. */
struct result {
    char command[16];    /* that measured it: "run", "kernels", "limits" */
    char contestant[48]; /* in kernels and limits the kernel */
    char kernel[16];
    char cipher[32];
    char operation[24];               /* "encrypt", "decrypt"; the kernel's function; the instruction or mix */
    char scope[16];                   /* "iv", "key", "update" */
    char placement[16];               /* "apart", "in-place" */
    double in_offset, out_offset;     /* in a page */
    double aad_len, threads, bytes;   /* bytes: of the message */
    double ns, ns_q1, ns_q3;          /* a message: median and quartiles */
    double cycles;                    /* a message */
    double cycles_per_byte, gb_per_s; /* 10^9 bytes a second, all threads together */
    double ratio;                     /* to the default provider: above 1 is faster */
    double of_limit;                  /* percent of what the units of the CPU can do */
    double ghz, quiet, batches;       /* the clock; how many batches counted as quiet, and all */
    char libcrypto[64];               /* version */
    char cpu[96];
};

struct results {
    struct result *at;
    size_t count, room;
};

/* csv_none is a result in which nothing applies, to begin with. */
struct result csv_none(void);

void csv_write_header(FILE *file);
void csv_write(FILE *file, const struct result *result);

/* csv_open opens a file to write, "-" for standard output, or dies; csv_close closes it and dies unless all was
 * written. */
FILE *csv_open(const char *path);
void csv_close(FILE *file, const char *path);

/* csv_read adds the results of a file to the list, or dies with a line that says what is wrong and where. Columns may
 * stand in any order; those that are unknown are passed over, those that lack do not apply. */
void csv_read(struct results *list, const char *path);

#endif
