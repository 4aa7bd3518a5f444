/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * run.c - the command `run`: ciphers through OpenSSL.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commands.h"
#include "errors.h"
#include "limit_loops.h"
#include "machine.h"
#include "options.h"

static const char help[] =
    "usage: aeswide-bench run [OPTION...]\n"
    "Measures ciphers through OpenSSL's EVP functions, the contestants in turn, batch by batch. Before anything is\n"
    "timed, each output is compared with that of the default provider. A LIST has commas between its items; numbers\n"
    "may be ranges (16-64, 16-4096:16, 16-16K:x2).\n"
    "  --ciphers LIST     AES-128-GCM and the like, or ecb, ctr, gcm for all key lengths, or all\n"
    "                     (default AES-128-GCM,AES-256-GCM,AES-128-CTR,AES-256-CTR,AES-128-ECB,AES-256-ECB)\n"
    "  --sizes LIST       bytes of a message (default 16,64,256,1024,1420,4K,16K); for ECB multiples of 16 alone\n"
    "  --direction D      encrypt (default), decrypt or both\n"
    "  --scope LIST       iv: set the IV for each message (default); key: key and IV; update: neither, and no end\n"
    "                     (as openssl speed does; not for GCM)\n"
    "  --aad N            bytes of additional data for GCM (default 13)\n"
    "  --placement LIST   apart (default), in-place\n"
    "  --offsets LIST     of the buffers in a page: N for both, or IN:OUT (default 0)\n"
    "  --threads LIST     numbers, or all: one for each CPU (default 1)\n"
    "  --contestants LIST default, aeswide (its own choice of kernel), aeswide:KERNEL, kernels (aeswide with each\n"
    "                     kernel that can run), evp (a provider that does nothing), or another provider\n"
    "                     (default: default,aeswide)\n"
    "  --limits           show the percentage of what the units of this core can do (from 1 KiB on); adds evp\n"
    "  --modules DIR      where the providers lie (default: where libcrypto looks)\n"
    "  --libcrypto PATH   the library to measure (default libcrypto.so.3, else libcrypto.so.4)\n" PLAN_HELP;

static const char *const all_ciphers[] = {
    "AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "AES-128-CTR", "AES-192-CTR",
    "AES-256-CTR", "AES-128-ECB", "AES-192-ECB", "AES-256-ECB",
};

enum { ALL_CIPHERS = sizeof(all_ciphers) / sizeof(all_ciphers[0]) };

/* struct request is the command line. */
struct request {
    struct words ciphers, scopes, placements, offsets, contestants;
    struct numbers sizes, threads;
    const char *direction;
    size_t aad_len;
    const char *modules, *libcrypto;
};

/* matches tells whether a word of --ciphers means that cipher. */
static bool matches(const char *word, const char *cipher)
{
    return strcasecmp(word, "all") == 0 || strcasecmp(word, cipher) == 0 ||
           strcasecmp(word, cipher + strlen("AES-128-")) == 0;
}

static enum message_scope parse_scope(const char *word)
{
    if (strcmp(word, "iv") == 0)
        return SCOPE_IV;
    if (strcmp(word, "key") == 0)
        return SCOPE_KEY;
    if (strcmp(word, "update") == 0)
        return SCOPE_UPDATE;
    die("--scope: \"%s\" is none of iv, key and update", word);
}

static bool parse_placement(const char *word)
{
    if (strcmp(word, "apart") != 0 && strcmp(word, "in-place") != 0)
        die("--placement: \"%s\" is neither apart nor in-place", word);
    return strcmp(word, "in-place") == 0;
}

/* parse_offsets reads N or IN:OUT. */
static void parse_offsets(struct message_shape *shape, const char *word)
{
    const char *colon = strchr(word, ':');
    char *in = strndup(word, colon == NULL ? strlen(word) : (size_t)(colon - word));

    if (in == NULL)
        die("no memory");
    shape->in_offset = parse_number(in, "--offsets", 0, MESSAGE_MAX_OFFSET);
    shape->out_offset = colon == NULL ? shape->in_offset : parse_number(colon + 1, "--offsets", 0, MESSAGE_MAX_OFFSET);
    free(in);
}

static void add_point(struct run *run, size_t *room, const struct message_shape *shape, size_t threads)
{
    run->points = grow(run->points, room, run->count + 1, sizeof(*run->points));
    run->points[run->count++] = (struct point){
        .shape = *shape,
        .threads = threads,
        .samples = allocate(run->contestants.count, sizeof(struct samples)),
    };
}

/* add_sizes adds a point for each size and number of threads. Only the sizes that ECB can do are kept for it. */
static void add_sizes(struct run *run, size_t *room, const struct request *request, struct message_shape *shape)
{
    const bool whole_blocks = strstr(shape->cipher, "ECB") != NULL;

    for (size_t t = 0; t < request->threads.count; t++) {
        for (size_t i = 0; i < request->sizes.count; i++) {
            shape->len = request->sizes.at[i];
            if (!whole_blocks || shape->len % 16 == 0)
                add_point(run, room, shape, request->threads.at[t]);
        }
    }
}

/* add_shapes adds the points of one cipher. */
static void add_shapes(struct run *run, size_t *room, const struct request *request, const char *cipher)
{
    const bool gcm = strstr(cipher, "GCM") != NULL;
    struct message_shape shape = {.cipher = cipher, .aad_len = gcm ? request->aad_len : 0};

    for (size_t scope = 0; scope < request->scopes.count; scope++) {
        shape.scope = parse_scope(request->scopes.at[scope]);
        if (gcm && shape.scope == SCOPE_UPDATE)
            die("--scope update is not for GCM, whose messages end with a tag: name --ciphers ecb,ctr");
        for (int encrypt = 1; encrypt >= 0; encrypt--) {
            shape.encrypt = encrypt;
            if (strcmp(request->direction, encrypt ? "decrypt" : "encrypt") == 0)
                continue;
            for (size_t p = 0; p < request->placements.count; p++) {
                shape.in_place = parse_placement(request->placements.at[p]);
                for (size_t o = 0; o < request->offsets.count; o++) {
                    parse_offsets(&shape, request->offsets.at[o]);
                    add_sizes(run, room, request, &shape);
                }
            }
        }
    }
}

/* add_points makes the list of all points, or dies. */
static void add_points(struct run *run, const struct request *request)
{
    size_t room = 0;

    for (size_t word = 0; word < request->ciphers.count; word++) {
        size_t found = 0;

        for (size_t i = 0; i < ALL_CIPHERS; i++) {
            if (matches(request->ciphers.at[word], all_ciphers[i])) {
                add_shapes(run, &room, request, all_ciphers[i]);
                found++;
            }
        }
        if (found == 0)
            die("--ciphers: \"%s\" is no cipher: AES-128-GCM and the like, ecb, ctr, gcm or all",
                request->ciphers.at[word]);
    }
    if (run->count == 0)
        die("nothing to measure: ECB takes multiples of 16 bytes alone");
}

/* verify compares the output of each contestant at one point with that of the default provider, and ends the program
 * where they differ. */
static void verify(const struct run *run, const struct contestant *reference, const struct point *point)
{
    for (size_t i = 0; i < run->contestants.count; i++) {
        const struct contestant *contestant = &run->contestants.at[i];

        if (contestant->nothing || contestant == reference)
            continue;
        struct message *message = message_new(&run->lib, contestant, &point->shape);
        struct message *expected = message_new(&run->lib, reference, &point->shape);
        if (!message_matches(message, expected)) {
            complain("%s: %s of %zu bytes with %s gives another result than the default provider", contestant->name,
                     point->shape.encrypt ? "encryption" : "decryption", point->shape.len, point->shape.cipher);
            exit(STATUS_BAD);
        }
        message_free(message);
        message_free(expected);
    }
}

/* verify_all verifies every point. The default provider is opened for it even when it is no contestant. */
static void verify_all(const struct run *run)
{
    char name[] = "default";
    char *at[] = {name};
    const struct words words = {at, 1};
    struct contestants reference = {0};

    contestants_open(&reference, &run->lib, &words, NULL);
    for (size_t i = 0; i < run->count; i++) {
        progress("comparing with the default provider: %zu of %zu", i + 1, run->count);
        verify(run, &reference.at[0], &run->points[i]);
    }
    contestants_close(&reference, &run->lib);
}

/* measure_point adds a round to the samples of every contestant. */
static void measure_point(const struct run *run, const struct point *point)
{
    const size_t count = run->contestants.count;
    struct subject *subjects = allocate(count, sizeof(*subjects));
    struct message **messages = allocate(count * point->threads, sizeof(struct message *));
    void **states = allocate(count * point->threads, sizeof(void *));

    for (size_t i = 0; i < count * point->threads; i++) {
        messages[i] = message_new(&run->lib, &run->contestants.at[i / point->threads], &point->shape);
        states[i] = messages[i];
    }
    for (size_t i = 0; i < count; i++)
        subjects[i] = (struct subject){message_work, &states[i * point->threads]};
    measure_round(&run->plan, point->threads, subjects, count, point->samples);
    for (size_t i = 0; i < count * point->threads; i++) {
        message_check(messages[i]);
        message_free(messages[i]);
    }
    free(subjects);
    free(messages);
    free(states);
}

static void measure_all(const struct run *run)
{
    for (size_t round = 0; round < run->plan.rounds; round++) {
        for (size_t i = 0; i < run->count; i++) {
            const struct message_shape *shape = &run->points[i].shape;

            progress("round %zu of %zu, point %zu of %zu: %s %s, %zu bytes", round + 1, run->plan.rounds, i + 1,
                     run->count, shape->cipher, shape->encrypt ? "encrypt" : "decrypt", shape->len);
            measure_point(run, &run->points[i]);
        }
    }
    progress_end();
}

/* parse_threads reads --threads. */
static void parse_threads(struct numbers *threads, const char *text)
{
    char all[24];

    snprintf(all, sizeof(all), "%zu", machine_cpus());
    parse_numbers(threads, strcmp(text, "all") == 0 ? all : text, "--threads", 1, machine_cpus());
}

/* request_defaults fills in what holds without options. */
static void request_defaults(struct request *request)
{
    parse_words(&request->ciphers, "AES-128-GCM,AES-256-GCM,AES-128-CTR,AES-256-CTR,AES-128-ECB,AES-256-ECB",
                "--ciphers");
    parse_words(&request->scopes, "iv", "--scope");
    parse_words(&request->placements, "apart", "--placement");
    parse_words(&request->offsets, "0", "--offsets");
    parse_words(&request->contestants, "default,aeswide", "--contestants");
    parse_numbers(&request->sizes, "16,64,256,1024,1420,4K,16K", "--sizes", 1, MESSAGE_MAX_LEN);
    parse_threads(&request->threads, "1");
    request->direction = "encrypt";
    request->aad_len = 13;
}

/* request_add makes sure that a word is in the list of contestants. */
static void request_add(struct request *request, const char *word)
{
    size_t room = request->contestants.count;

    for (size_t i = 0; i < request->contestants.count; i++) {
        if (strcmp(request->contestants.at[i], word) == 0)
            return;
    }
    request->contestants.at = grow(request->contestants.at, &room, request->contestants.count + 1, sizeof(char *));
    request->contestants.at[request->contestants.count++] = strdup(word);
}

/* read_options fills in the request, and what of the run is decided by the command line alone. */
static void read_options(struct run *run, struct request *request, int argc, char **argv)
{
    enum { CIPHERS = 1, SIZES, DIRECTION, SCOPE, AAD, PLACEMENT, OFFSETS, THREADS, CONTESTANTS, LIMITS, MODULES, LIB };
    static const struct option options[] = {
        {"ciphers", required_argument, NULL, CIPHERS},
        {"sizes", required_argument, NULL, SIZES},
        {"direction", required_argument, NULL, DIRECTION},
        {"scope", required_argument, NULL, SCOPE},
        {"aad", required_argument, NULL, AAD},
        {"placement", required_argument, NULL, PLACEMENT},
        {"offsets", required_argument, NULL, OFFSETS},
        {"threads", required_argument, NULL, THREADS},
        {"contestants", required_argument, NULL, CONTESTANTS},
        {"limits", no_argument, NULL, LIMITS},
        {"modules", required_argument, NULL, MODULES},
        {"libcrypto", required_argument, NULL, LIB},
        PLAN_OPTIONS,
        {NULL, 0, NULL, 0},
    };

    for (int option; (option = options_next(argc, argv, options, help)) != -1;) {
        if (option == CIPHERS)
            parse_words(&request->ciphers, optarg, "--ciphers");
        else if (option == SIZES)
            parse_numbers(&request->sizes, optarg, "--sizes", 1, MESSAGE_MAX_LEN);
        else if (option == DIRECTION)
            request->direction = optarg;
        else if (option == SCOPE)
            parse_words(&request->scopes, optarg, "--scope");
        else if (option == AAD)
            request->aad_len = parse_number(optarg, "--aad", 0, MESSAGE_MAX_AAD_LEN);
        else if (option == PLACEMENT)
            parse_words(&request->placements, optarg, "--placement");
        else if (option == OFFSETS)
            parse_words(&request->offsets, optarg, "--offsets");
        else if (option == THREADS)
            parse_threads(&request->threads, optarg);
        else if (option == CONTESTANTS)
            parse_words(&request->contestants, optarg, "--contestants");
        else if (option == LIMITS)
            run->limits = true;
        else if (option == MODULES)
            request->modules = optarg;
        else if (option == LIB)
            request->libcrypto = optarg;
        else
            plan_option(&run->plan, &run->output, option, optarg);
    }
    options_end(argc, argv);
    if (strcmp(request->direction, "encrypt") != 0 && strcmp(request->direction, "decrypt") != 0 &&
        strcmp(request->direction, "both") != 0)
        die("--direction: \"%s\" is none of encrypt, decrypt and both", request->direction);
    if (run->limits)
        request_add(request, "evp");
}

static void request_free(struct request *request)
{
    words_free(&request->ciphers);
    words_free(&request->scopes);
    words_free(&request->placements);
    words_free(&request->offsets);
    words_free(&request->contestants);
    numbers_free(&request->sizes);
    numbers_free(&request->threads);
}

int command_run(int argc, char **argv)
{
    struct run run = {0};
    struct request request = {0};

    plan_defaults(&run.plan, &run.output);
    request_defaults(&request);
    read_options(&run, &request, argc, argv);
    libcrypto_open(&run.lib, request.libcrypto);
    contestants_open(&run.contestants, &run.lib, &request.contestants, request.modules);
    add_points(&run, &request);
    verify_all(&run);
    measure_all(&run);
    run_report(&run);
    for (size_t i = 0; i < run.count; i++) {
        for (size_t who = 0; who < run.contestants.count; who++)
            free(run.points[i].samples[who].at);
        free(run.points[i].samples);
    }
    free(run.points);
    contestants_close(&run.contestants, &run.lib);
    request_free(&request);
    return STATUS_OK;
}
