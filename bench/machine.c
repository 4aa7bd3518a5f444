/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * machine.c - what the results are of.
 */
#include "machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void machine_cpu(char *text, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    int found = 0;

    snprintf(text, size, "unknown CPU");
    while (file != NULL && !found && fgets(line, sizeof(line), file) != NULL) {
        const char *colon = strchr(line, ':');

        line[strcspn(line, "\n")] = '\0';
        found = colon != NULL && strncmp(line, "model name", strlen("model name")) == 0;
        if (found)
            snprintf(text, size, "%s", colon + 1 + strspn(colon + 1, " "));
    }
    if (file != NULL)
        fclose(file);
}

size_t machine_cpus(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof(set), &set) != 0)
        return 1;
    return (size_t)CPU_COUNT(&set);
}

void machine_choose(struct kernel_choice *choice, struct cpu *cpu, const char *request)
{
    cpu_read(cpu);
    cpu_apply_ia32cap(cpu, getenv("OPENSSL_ia32cap"));
    kernel_choose(choice, cpu, request);
}
