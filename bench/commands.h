/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * commands.h - the commands. Each takes its own name as argv[0], and returns an exit status (errors.h).
 */
#ifndef AESWIDE_BENCH_COMMANDS_H
#define AESWIDE_BENCH_COMMANDS_H

int command_run(int argc, char **argv);
int command_limits(int argc, char **argv);
int command_kernels(int argc, char **argv);
int command_info(int argc, char **argv);
int command_compare(int argc, char **argv);

#endif
