/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_threads.c - threads, forks, library contexts and exits. Everything must be right all the time; under TSan
 * (check_sanitizers.sh) the provider must not race either.
 */
#include "evp_pair.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <openssl/crypto.h>
#include <openssl/provider.h>

#include "duration.h"

/* The init function of the static library (option builtin_init). */
OSSL_provider_init_fn AESWIDE_PROVIDER_INIT;

enum { THREADS = 16, MESSAGES = 24, MAX_LEN = 5000 };

/* struct message is a message with its result, which the default provider computed. */
struct message {
    size_t algorithm, len;
    uint8_t key[32], iv[16];
    uint8_t plain[MAX_LEN], expected[MAX_LEN + 32];
    size_t expected_len;
};

static struct message messages[MESSAGES];

static bool is_gcm(const EVP_CIPHER *cipher)
{
    return EVP_CIPHER_get_mode(cipher) == EVP_CIPH_GCM_MODE;
}

/* encipher writes the ciphertext, and for GCM the tag after it, to out. In pieces of `step` bytes. Returns its length,
 * or 0 when a call failed. */
static size_t encipher(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const struct message *message, size_t step,
                       uint8_t *out)
{
    size_t total = 0;
    int len;

    if (EVP_EncryptInit_ex(ctx, cipher, NULL, message->key, message->iv) != 1)
        return 0;
    for (size_t done = 0; done < message->len; done += step) {
        size_t n = message->len - done < step ? message->len - done : step;

        if (EVP_EncryptUpdate(ctx, out + total, &len, message->plain + done, (int)n) != 1)
            return 0;
        total += (size_t)len;
    }
    if (EVP_EncryptFinal_ex(ctx, out + total, &len) != 1)
        return 0;
    total += (size_t)len;
    if (is_gcm(cipher)) {
        if (EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, out + total) != 1)
            return 0;
        total += 16;
    }
    return total;
}

static bool is_right(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const struct message *message, size_t step)
{
    uint8_t out[MAX_LEN + 32];
    size_t len = encipher(ctx, cipher, message, step, out);

    return len == message->expected_len && memcmp(out, message->expected, len) == 0;
}

static int make_messages(void **state)
{
    struct random random = {random_seed()};
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    print_message("# TEST_SEED=%llu\n", (unsigned long long)random.state);
    if (pair_setup(state) != 0)
        return -1;
    for (size_t i = 0; i < MESSAGES; i++) {
        struct message *message = &messages[i];

        message->algorithm = i % ALGORITHMS;
        message->len = random_below(&random, MAX_LEN);
        random_fill(&random, message->key, sizeof(message->key));
        random_fill(&random, message->iv, sizeof(message->iv));
        random_fill(&random, message->plain, sizeof(message->plain));
        message->expected_len =
            encipher(ctx, pair_fetch(ORACLE, algorithms[message->algorithm]), message, MAX_LEN, message->expected);
        if (message->expected_len == 0)
            return -1;
    }
    EVP_CIPHER_CTX_free(ctx);
    return 0;
}

/* struct worker is one thread's task and its result. cmocka's assertions are for the main thread only. */
struct worker {
    OSSL_LIB_CTX *context;
    const EVP_CIPHER *const *ciphers; /* of both sides, or NULL: fetch them */
    unsigned index;
    bool good;
    unsigned rounds; /* done */
};

static atomic_bool stop;

/* run_workers runs THREADS threads and tells whether all were right. */
static bool run_workers(void *(*task)(void *), struct worker workers[THREADS])
{
    pthread_t threads[THREADS];
    bool good = true;

    for (unsigned i = 0; i < THREADS; i++) {
        workers[i].index = i;
        workers[i].good = false;
        if (pthread_create(&threads[i], NULL, task, &workers[i]) != 0)
            fail_msg("no thread");
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        good = good && workers[i].good;
    }
    return good;
}

static void *use_own_contexts(void *argument)
{
    struct worker *worker = argument;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool good = ctx != NULL;

    for (unsigned i = 0; good && i < 60 * MESSAGES; i++) {
        const struct message *message = &messages[(i + worker->index) % MESSAGES];

        good = is_right(ctx, worker->ciphers[message->algorithm], message, 1 + (worker->index * 397 + i * 31) % 1500);
        if (good && i % 5 == 0) { /* go on in a copy */
            EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

            good = copy != NULL && EVP_CIPHER_CTX_copy(copy, ctx) == 1;
            EVP_CIPHER_CTX_free(ctx);
            ctx = copy;
        }
    }
    EVP_CIPHER_CTX_free(ctx);
    worker->good = good;
    return NULL;
}

/* struct loaded is a library context of its own with aeswide, by whatever way it came there, and its ciphers. */
struct loaded {
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *aeswide, *standard;
    EVP_CIPHER *ciphers[ALGORITHMS];
};

static void load(struct loaded *loaded, bool built_in)
{
    loaded->context = new_library();
    assert_non_null(loaded->context);
    if (built_in)
        assert_int_equal(OSSL_PROVIDER_add_builtin(loaded->context, "aeswide", AESWIDE_PROVIDER_INIT), 1);
    loaded->aeswide = OSSL_PROVIDER_load(loaded->context, "aeswide");
    loaded->standard = OSSL_PROVIDER_load(loaded->context, "default");
    assert_non_null(loaded->aeswide);
    assert_non_null(loaded->standard);
    for (size_t i = 0; i < ALGORITHMS; i++) {
        loaded->ciphers[i] = EVP_CIPHER_fetch(loaded->context, algorithms[i], "provider=aeswide");
        assert_non_null(loaded->ciphers[i]);
    }
}

static void unload(struct loaded *loaded)
{
    for (size_t i = 0; i < ALGORITHMS; i++)
        EVP_CIPHER_free(loaded->ciphers[i]);
    OSSL_PROVIDER_unload(loaded->standard);
    OSSL_PROVIDER_unload(loaded->aeswide);
    OSSL_LIB_CTX_free(loaded->context);
}

/* Two library contexts: one with the module, one with the static library. */
static void own_contexts(void **state)
{
    struct duration duration = duration_begin(2);
    struct worker workers[THREADS] = {0};
    struct loaded loaded[2];

    (void)state;
    load(&loaded[0], false);
    load(&loaded[1], true);
    for (unsigned i = 0; i < THREADS; i++)
        workers[i].ciphers = (const EVP_CIPHER *const *)loaded[i % 2].ciphers;
    do {
        assert_true(run_workers(use_own_contexts, workers));
    } while (duration_left(&duration));
    unload(&loaded[0]);
    unload(&loaded[1]);
}

static void *fetch_or_load(void *argument)
{
    struct worker *worker = argument;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool good = ctx != NULL;

    for (unsigned i = 0; good && i < 600; i++) {
        const struct message *message = &messages[(i + worker->index) % MESSAGES];

        if (worker->index % 4 == 0) {
            OSSL_PROVIDER *provider = OSSL_PROVIDER_load(worker->context, "aeswide");

            good = provider != NULL && OSSL_PROVIDER_unload(provider) == 1;
        } else {
            EVP_CIPHER *cipher = EVP_CIPHER_fetch(worker->context, algorithms[message->algorithm], NULL);

            good = cipher != NULL && is_right(ctx, cipher, message, 700);
            EVP_CIPHER_free(cipher);
        }
    }
    EVP_CIPHER_CTX_free(ctx);
    worker->good = good;
    return NULL;
}

/* Whichever provider answers while aeswide comes and goes, the answer is right. */
static void load_while_fetching(void **state)
{
    struct duration duration = duration_begin(2);

    (void)state;
    do {
        struct worker workers[THREADS] = {0};
        OSSL_LIB_CTX *context = new_library();
        OSSL_PROVIDER *standard = OSSL_PROVIDER_load(context, "default");

        assert_non_null(standard);
        assert_int_equal(EVP_set_default_properties(context, "?provider=aeswide"), 1);
        for (unsigned i = 0; i < THREADS; i++)
            workers[i].context = context;
        assert_true(run_workers(fetch_or_load, workers));
        OSSL_PROVIDER_unload(standard);
        OSSL_LIB_CTX_free(context);
    } while (duration_left(&duration));
}

/* in_child runs `task` in a child of fork and returns whether that returned true. */
static bool in_child(bool (*task)(void *), void *argument, pid_t *child)
{
    fflush(NULL);
    *child = fork();
    if (*child == 0)
        _exit(task(argument) ? 0 : 1);
    return *child > 0;
}

static bool child_was_right(pid_t child)
{
    int status = -1;

    return waitpid(child, &status, 0) == child && status == 0;
}

/* struct begun is a message of which half is done. */
struct begun {
    EVP_CIPHER_CTX *ctx;
    const EVP_CIPHER *cipher;
    const struct message *message;
    uint8_t out[MAX_LEN + 32];
    size_t done, total;
};

static bool begin(struct begun *begun, const EVP_CIPHER *cipher, const struct message *message)
{
    int len;

    begun->ctx = EVP_CIPHER_CTX_new();
    begun->cipher = cipher;
    begun->message = message;
    begun->done = message->len / 2;
    if (EVP_EncryptInit_ex(begun->ctx, cipher, NULL, message->key, message->iv) != 1 ||
        EVP_EncryptUpdate(begun->ctx, begun->out, &len, message->plain, (int)begun->done) != 1)
        return false;
    begun->total = (size_t)len;
    return true;
}

static bool end(void *argument)
{
    struct begun *begun = argument;
    const struct message *message = begun->message;
    int len;

    if (EVP_EncryptUpdate(begun->ctx, begun->out + begun->total, &len, message->plain + begun->done,
                          (int)(message->len - begun->done)) != 1)
        return false;
    begun->total += (size_t)len;
    if (EVP_EncryptFinal_ex(begun->ctx, begun->out + begun->total, &len) != 1)
        return false;
    begun->total += (size_t)len;
    if (is_gcm(begun->cipher)) {
        if (EVP_CIPHER_CTX_ctrl(begun->ctx, EVP_CTRL_AEAD_GET_TAG, 16, begun->out + begun->total) != 1)
            return false;
        begun->total += 16;
    }
    EVP_CIPHER_CTX_free(begun->ctx);
    return begun->total == message->expected_len && memcmp(begun->out, message->expected, begun->total) == 0;
}

static void *use_until_stopped(void *argument)
{
    struct worker *worker = argument;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool good = ctx != NULL;

    while (good && !atomic_load(&stop)) {
        const struct message *message = &messages[worker->rounds++ % MESSAGES];

        good = is_right(ctx, worker->ciphers[message->algorithm], message, 1000);
    }
    EVP_CIPHER_CTX_free(ctx);
    worker->good = good;
    return NULL;
}

/* A message begun before fork is ended on both sides, while another thread is in the middle of its own. */
static void fork_in_use(void **state)
{
    struct loaded loaded;
    struct worker worker = {0};
    pthread_t thread;

    (void)state;
    load(&loaded, false);
    worker.ciphers = (const EVP_CIPHER *const *)loaded.ciphers;
    atomic_store(&stop, false);
    assert_int_equal(pthread_create(&thread, NULL, use_until_stopped, &worker), 0);
    for (size_t i = 0; i < MESSAGES; i++) {
        struct begun begun;
        pid_t child;

        assert_true(begin(&begun, loaded.ciphers[messages[i].algorithm], &messages[i]));
        assert_true(in_child(end, &begun, &child));
        assert_true(end(&begun));
        assert_true(child_was_right(child));
    }
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    assert_true(worker.good);
    assert_true(worker.rounds > 0);
    unload(&loaded);
}

/* A provider that has a child library context, in which it uses the ciphers of its parent: as FIPS-like and engine-like
 * providers do. */
static OSSL_LIB_CTX *child_context;

static void nested_teardown(void *provctx)
{
    OSSL_LIB_CTX_free(provctx);
    child_context = NULL;
}

static const OSSL_ALGORITHM *nested_query(void *provctx, int operation, int *no_cache)
{
    (void)provctx;
    (void)operation;
    *no_cache = 0;
    return NULL;
}

static int nested_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                       void **provctx)
{
    static const OSSL_DISPATCH functions[] = {
        {OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))nested_teardown},
        {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))nested_query},
        {0, NULL},
    };

    child_context = OSSL_LIB_CTX_new_child(handle, in);
    *provctx = child_context;
    *out = functions;
    return child_context != NULL;
}

static void child_library_context(void **state)
{
    (void)state;
    for (int order = 0; order < 4; order++) {
        OSSL_LIB_CTX *context = new_library();
        OSSL_PROVIDER *aeswide = NULL, *nested;
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

        assert_non_null(context);
        assert_int_equal(OSSL_PROVIDER_add_builtin(context, "nested", nested_init), 1);
        if (order % 2 == 0)
            aeswide = OSSL_PROVIDER_load(context, "aeswide");
        nested = OSSL_PROVIDER_load(context, "nested");
        if (order % 2 == 1)
            aeswide = OSSL_PROVIDER_load(context, "aeswide");
        assert_non_null(aeswide);
        assert_non_null(nested);
        assert_non_null(child_context);
        for (size_t i = 0; i < MESSAGES; i++) {
            EVP_CIPHER *cipher = EVP_CIPHER_fetch(child_context, algorithms[messages[i].algorithm], "provider=aeswide");

            assert_non_null(cipher);
            assert_true(is_right(ctx, cipher, &messages[i], 999));
            EVP_CIPHER_free(cipher);
        }
        EVP_CIPHER_CTX_free(ctx);
        OSSL_PROVIDER_unload(order < 2 ? aeswide : nested);
        OSSL_PROVIDER_unload(order < 2 ? nested : aeswide);
        OSSL_LIB_CTX_free(context);
    }
}

static void built_in(void **state)
{
    struct loaded loaded;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    (void)state;
    load(&loaded, true);
    for (size_t i = 0; i < MESSAGES; i++)
        assert_true(is_right(ctx, loaded.ciphers[messages[i].algorithm], &messages[i], 1234));
    assert_int_equal(OSSL_PROVIDER_self_test(loaded.aeswide), 1);
    EVP_CIPHER_CTX_free(ctx);
    unload(&loaded);
}

/* The ways of ending a process with everything still there. */
static EVP_CIPHER_CTX *survivor;

static void free_survivor(void)
{
    EVP_CIPHER_CTX_free(survivor);
}

static void *wait_for_ever(void *argument)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    if (!is_right(ctx, ((struct worker *)argument)->ciphers[0], &messages[0], 100))
        _exit(4);
    ((struct worker *)argument)->good = true;
    for (;;)
        pause();
    return ctx;
}

static bool leave(void *how)
{
    static struct worker worker;
    static EVP_CIPHER *ciphers[ALGORITHMS];
    const char way = *(const char *)how;
    const char *module = getenv("AESWIDE_MODULE");
    char folder[4096];
    pthread_t thread;

    snprintf(folder, sizeof(folder), "%s", module);
    *strrchr(folder, '/') = '\0';
    if (OSSL_PROVIDER_set_default_search_path(NULL, folder) != 1 || OSSL_PROVIDER_load(NULL, "aeswide") == NULL)
        return false;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        ciphers[i] = EVP_CIPHER_fetch(NULL, algorithms[i], "provider=aeswide");
        if (ciphers[i] == NULL)
            return false;
    }
    worker.ciphers = (const EVP_CIPHER *const *)ciphers;
    survivor = EVP_CIPHER_CTX_new();
    if (!is_right(survivor, ciphers[8 % MESSAGES], &messages[8], 100) ||
        pthread_create(&thread, NULL, wait_for_ever, &worker) != 0)
        return false;
    usleep(20000);
    OPENSSL_cleanup();
    if (way == 'a')
        free_survivor();
    exit(0); /* runs libcrypto's own handler, contexts alive in both threads */
}

static void exit_with_contexts(void **state)
{
    static const char *const ways[] = {"b: contexts alive", "a: one freed before"};

    (void)state;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        pid_t child;

        assert_true(in_child(leave, (void *)(uintptr_t)ways[i], &child));
        if (!child_was_right(child))
            fail_msg("a process did not end well: %s", ways[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_contexts), cmocka_unit_test(load_while_fetching),
        cmocka_unit_test(fork_in_use),  cmocka_unit_test(child_library_context),
        cmocka_unit_test(built_in),     cmocka_unit_test(exit_with_contexts),
    };

    return cmocka_run_group_tests_name("threads and processes", tests, make_messages, pair_teardown);
}
