/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * libfuzzer.c - a libFuzzer target: the same machine, with the fuzzer's bytes for decisions.
 *
 *     AESWIDE_MODULE=... [LIBCRYPTO=...] [AESWIDE_KERNEL=...] fuzz_libfuzzer CORPUS
 */
#include <stdio.h>
#include <stdlib.h>

#include "generate.h"
#include "library.h"
#include "machine.h"
#include "shrink.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static struct machine *machine;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (!library_open() || !library_load() || (machine = machine_open()) == NULL)
        exit(EXIT_FAILURE);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct choices choices = {.bytes = data, .bytes_len = len};
    struct op ops[OPS_MAX];
    int count, at;

    if (len == 0)
        return 0;
    count = generate(ops, &choices);
    if (machine_run(machine, ops, count, &at))
        return 0;
    count = shrink(&(struct judge){judge_difference, machine}, ops, count);
    for (int i = 0; i < count; i++) {
        char text[512];

        op_print(text, sizeof(text), &ops[i]);
        fprintf(stderr, "%s\n", text);
    }
    fprintf(stderr, "=> %s\n", machine->difference);
    abort();
}
