/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * main.c - random sequences of EVP calls on the default provider and on aeswide, for each kernel that this CPU has.
 *
 * Each kernel has a process of its own, for a provider chooses its kernel when it is loaded, and a crash is then one
 * failed test. The output is TAP; the last line of each test says how many sequences it was, and how many calls.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../random.h"
#include "generate.h"
#include "kernels/select.h"
#include "known.h"
#include "library.h"
#include "machine.h"
#include "shrink.h"

enum {
    DEFAULT_SEQUENCES = 2500000, /* over all kernels */
    TEXT_LEN = 512,
    CHECK_TIME_EVERY = 256,
};

static struct options {
    uint64_t seed;
    uint64_t sequences; /* for each kernel; 0: DEFAULT_SEQUENCES shared among them */
    uint64_t only;      /* one more than the number of the only sequence to run; 0: all */
    double seconds;     /* for each kernel, at least */
    const char *replay;
    int differences; /* to find before a kernel is given up */
    bool verbose;
} options = {.differences = 1};

static void print_ops(FILE *file, const struct op ops[], int count)
{
    for (int i = 0; i < count; i++) {
        char text[TEXT_LEN];

        op_print(text, sizeof(text), &ops[i]);
        fprintf(file, "#   %s\n", text);
    }
}

/* progress: what a kernel's process tells its parent, in memory that they share. */
static struct progress {
    uint64_t number; /* of the present sequence */
    bool finished;   /* its result is printed */
} * progress;

/* print_shortest prints what is left of a sequence. */
static void print_shortest(const struct op ops[], int count, uint64_t number)
{
    printf("# sequence %llu of seed %llu, made as short as it goes:\n", (unsigned long long)number,
           (unsigned long long)options.seed);
    print_ops(stdout, ops, count);
    printf("#   --replay '");
    for (int i = 0; i < count; i++) {
        char text[TEXT_LEN];

        op_print(text, sizeof(text), &ops[i]);
        printf("%s%s", i > 0 ? ";" : "", text);
    }
    printf("'\n");
}

/* explain shrinks a sequence on which the sides differ and prints it. */
static void explain(struct machine *machine, struct op ops[OPS_MAX], int count, uint64_t number)
{
    count = shrink(&(struct judge){judge_difference, machine}, ops, count);
    print_shortest(ops, count, number);
    printf("#   => %s\n", machine->difference[0] != '\0' ? machine->difference : "it does not happen again");
    fflush(stdout);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* struct counts: what run_sequences did. */
struct counts {
    uint64_t sequences;
    int differences;
    double seconds;
};

/* make_sequence makes up sequence `number` of the seed. */
static int make_sequence(struct op ops[OPS_MAX], uint64_t number)
{
    struct choices choices = {.random = {.state = options.seed + number * UINT64_C(0xd1342543de82ef95)}};

    return generate(ops, &choices);
}

static void run_sequences(struct machine *machine, uint64_t sequences, struct counts *counts)
{
    const double start = now();
    struct op ops[OPS_MAX];

    *counts = (struct counts){0};
    for (uint64_t i = options.only > 0 ? options.only - 1 : 0;; i++) {
        int count, at;

        if (i >= sequences && options.only == 0 && i % CHECK_TIME_EVERY == 0 && now() - start >= options.seconds)
            break;
        progress->number = i;
        count = make_sequence(ops, i);
        if (options.verbose)
            print_ops(stdout, ops, count);
        counts->sequences++;
        if (!machine_run(machine, ops, count, &at)) {
            counts->differences++;
            explain(machine, ops, count, i);
        }
        if (options.only > 0 || counts->differences >= options.differences)
            break;
    }
    counts->seconds = now() - start;
}

/* test_kernel is the process of one kernel. Returns its exit status. */
static int test_kernel(int test, const char *name, uint64_t sequences)
{
    struct machine *machine;
    struct counts counts;

    if (!library_open() || !library_load() || (machine = machine_open()) == NULL) {
        printf("not ok %d - kernel %s: it did not load\n", test, name);
        progress->finished = true;
        return EXIT_FAILURE;
    }
    run_sequences(machine, sequences, &counts);
    for (int k = KNOWN_NONE + 1; k < KNOWNS; k++)
        printf("# known %d, %llu times: %s\n", k, (unsigned long long)machine->known[k], known_reasons[k]);
    printf(
        "%s %d - kernel %s on OpenSSL %d.%d: %llu sequences, seed %llu, %llu calls of %llu, %.0f sequences a second\n",
        counts.differences == 0 ? "ok" : "not ok", test, name, machine->version / 100, machine->version % 100,
        (unsigned long long)counts.sequences, (unsigned long long)options.seed, (unsigned long long)machine->made,
        (unsigned long long)machine->calls, (double)counts.sequences / counts.seconds);
    progress->finished = true;
    machine_close(machine);
    library_unload();
    return counts.differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* judge_crash calls a sequence bad that ends its process before its end. */
static int judge_crash(void *context, const struct op ops[], int count)
{
    struct machine *machine;
    pid_t child;
    int at;

    (void)context;
    progress->finished = false;
    child = fork();
    if (child == 0) {
        if (library_open() && library_load() && (machine = machine_open()) != NULL)
            machine_run(machine, ops, count, &at);
        progress->finished = true;
        _exit(EXIT_SUCCESS);
    }
    if (child < 0 || waitpid(child, NULL, 0) != child)
        return 0;
    return progress->finished ? 0 : count;
}

/* explain_crash shrinks a sequence that crashes, in a new process for each attempt. */
static void explain_crash(uint64_t number)
{
    struct op ops[OPS_MAX];
    int count = shrink(&(struct judge){judge_crash, NULL}, ops, make_sequence(ops, number));

    print_shortest(ops, count, number);
    printf("#   => a crash%s\n", count == 0 ? ", but not of this sequence by itself" : "");
}

/* run_kernel runs test_kernel in a process of its own. Returns true when all was well. */
static bool run_kernel(int test, const char *name, uint64_t sequences)
{
    int status;
    pid_t child;

    fflush(stdout);
    setenv("AESWIDE_KERNEL", name, 1);
    *progress = (struct progress){0};
    options.seed += test > 1; /* other sequences for each kernel */
    child = fork();
    if (child == 0)
        exit(test_kernel(test, name, sequences));
    if (child < 0 || waitpid(child, &status, 0) != child) {
        printf("not ok %d - kernel %s: no process\n", test, name);
        return false;
    }
    if (!progress->finished) {
        explain_crash(progress->number);
        printf("not ok %d - kernel %s: it crashed\n", test, name);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

/* struct selection: the kernels of this build that run here, and why others do not. */
struct selection {
    int count, usable;
    const char *names[KERNELS_MAX];
    char reasons[KERNELS_MAX][256]; /* "": it is usable */
};

static void select_kernels(struct selection *selection)
{
    const char *asked = getenv("AESWIDE_KERNEL");
    struct cpu cpu;

    memset(selection, 0, sizeof(*selection));
    cpu_read(&cpu);
    cpu_apply_ia32cap(&cpu, getenv("OPENSSL_ia32cap"));
    if (asked != NULL && *asked != '\0') {
        selection->names[0] = asked;
        selection->count = selection->usable = 1;
        return;
    }
    for (int i = 0; kernels_all()[i] != NULL; i++) {
        struct kernel_choice choice;

        selection->names[i] = kernels_all()[i]->name;
        selection->count++;
        kernel_choose(&choice, &cpu, selection->names[i]);
        if (choice.kernel != NULL)
            selection->usable++;
        else
            snprintf(selection->reasons[i], sizeof(selection->reasons[i]), "%s", choice.error);
    }
}

static int run_all(void)
{
    struct selection selection;
    uint64_t sequences = options.sequences;
    bool ok = true;

    select_kernels(&selection);
    progress = mmap(NULL, sizeof(*progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (selection.usable == 0 || progress == MAP_FAILED)
        return EXIT_FAILURE;
    if (sequences == 0)
        sequences = (DEFAULT_SEQUENCES + (uint64_t)selection.usable - 1) / (uint64_t)selection.usable;
    options.seconds /= selection.usable;
    for (int k = KNOWN_NONE + 1; k < KNOWNS; k++)
        printf("# known difference %d: %s\n", k, known_reasons[k]);
    printf("1..%d\n", selection.count);
    for (int i = 0; i < selection.count; i++) {
        if (selection.reasons[i][0] != '\0')
            printf("ok %d - kernel %s # SKIP %s\n", i + 1, selection.names[i], selection.reasons[i]);
        else
            ok &= run_kernel(i + 1, selection.names[i], sequences);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* read_text returns the contents of a file, or when there is none of that name, the name itself. */
static char *read_text(const char *name)
{
    enum { TEXT_MAX = 1 << 16 };
    FILE *file = fopen(name, "r");
    char *text;

    if (file == NULL)
        return strdup(name);
    text = calloc(1, TEXT_MAX);
    if (text != NULL && fread(text, 1, TEXT_MAX - 1, file) == 0)
        fprintf(stderr, "%s is empty\n", name);
    fclose(file);
    return text;
}

static int replay(const char *name)
{
    char *text = read_text(name);
    struct op ops[OPS_MAX];
    struct machine *machine;
    int count = text == NULL ? -1 : op_parse_all(ops, text);
    bool same;
    int at;

    free(text);
    if (count < 0 || !library_open() || !library_load() || (machine = machine_open()) == NULL)
        return EXIT_FAILURE;
    same = machine_run(machine, ops, count, &at);
    printf("1..1\n");
    print_ops(stdout, ops, count);
    if (!same)
        printf("#   => after call %d: %s\n", at + 1, machine->difference);
    for (int k = KNOWN_NONE + 1; k < KNOWNS; k++) {
        if (machine->known[k] > 0)
            printf("# known %d: %s\n", k, known_reasons[k]);
    }
    printf("%s 1 - %llu calls of %d made, OpenSSL %d.%d\n", same ? "ok" : "not ok", (unsigned long long)machine->made,
           count, machine->version / 100, machine->version % 100);
    machine_close(machine);
    library_unload();
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const char usage[] =
    "fuzz [OPTION...]    random sequences of EVP calls on the default provider and on aeswide\n"
    "  --seed N          where random numbers start (else TEST_SEED, or the clock)\n"
    "  --sequences N     for each kernel, at least\n"
    "  --minutes M       for all kernels together, at least (else TEST_MINUTES)\n"
    "  --only N          only sequence N of the seed\n"
    "  --differences N   how many to find before a kernel is given up (1)\n"
    "  --replay TEXT     run these calls, or those in the file of this name\n"
    "  --verbose         print all calls\n"
    "Environment: AESWIDE_MODULE (path of aeswide.so), AESWIDE_KERNEL (one kernel; else each), LIBCRYPTO (path).\n";

static bool read_options(int argc, char **argv)
{
    static const struct option names[] = {
        {"seed", required_argument, NULL, 's'},        {"sequences", required_argument, NULL, 'n'},
        {"minutes", required_argument, NULL, 'm'},     {"only", required_argument, NULL, 'o'},
        {"differences", required_argument, NULL, 'd'}, {"replay", required_argument, NULL, 'r'},
        {"verbose", no_argument, NULL, 'v'},           {NULL, 0, NULL, 0},
    };
    const char *minutes = getenv("TEST_MINUTES");
    int option;

    options.seed = random_seed();
    if (minutes != NULL)
        options.seconds = 60 * strtod(minutes, NULL);
    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1) {
        switch (option) {
        case 's':
            options.seed = strtoull(optarg, NULL, 0);
            break;
        case 'n':
            options.sequences = strtoull(optarg, NULL, 0);
            break;
        case 'm':
            options.seconds = 60 * strtod(optarg, NULL);
            break;
        case 'o':
            options.only = strtoull(optarg, NULL, 0) + 1;
            break;
        case 'd':
            options.differences = atoi(optarg);
            break;
        case 'r':
            options.replay = optarg;
            break;
        case 'v':
            options.verbose = true;
            break;
        default:
            return false;
        }
    }
    return optind == argc;
}

int main(int argc, char **argv)
{
    if (!read_options(argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    return options.replay != NULL ? replay(options.replay) : run_all();
}
