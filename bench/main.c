/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * main.c - aeswide-bench: finds the command that the first argument names.
 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "errors.h"

static const char help[] =
    "usage: aeswide-bench COMMAND [OPTION...]\n"
    "  run       ciphers through OpenSSL, aeswide beside the default provider: times, speeds, ratios\n"
    "  kernels   the kernels of aeswide without OpenSSL, function by function\n"
    "  limits    what the AES and carry-less multiply units of this core can do\n"
    "  info      this CPU, which kernel runs on it and why, and whether OpenSSL uses aeswide\n"
    "  compare   two files that --csv wrote: what became slower\n"
    "  --help, --version\n"
    "aeswide-bench COMMAND --help shows the options of a command; so does the man page aeswide-bench(1).\n";

static const struct {
    const char *name;
    char *title; /* for argv[0], which getopt puts before its messages */
    int (*run)(int argc, char **argv);
} commands[] = {
    {"run", (char[]){"aeswide-bench run"}, command_run},
    {"kernels", (char[]){"aeswide-bench kernels"}, command_kernels},
    {"limits", (char[]){"aeswide-bench limits"}, command_limits},
    {"info", (char[]){"aeswide-bench info"}, command_info},
    {"compare", (char[]){"aeswide-bench compare"}, command_compare},
};

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs(help, stderr);
        return STATUS_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return STATUS_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("aeswide-bench " AESWIDE_VERSION);
        return STATUS_OK;
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            argv[1] = commands[i].title;
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    die("no command is called \"%s\": run, kernels, limits, info or compare", argv[1]);
}
