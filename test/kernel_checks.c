/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_checks.c - what is checked of every kernel.
 *
 * What a kernel must give comes from the textbook, which computes each long message once, with the state after each of
 * its blocks: every run of blocks within it is then a test case at no further cost. Only check_random compares two
 * kernels of the module with each other, as it takes a new key for every call.
 */
#include "kernel_checks.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference.h"

enum {
    KEY_SIZES = 3,
    LONG_BLOCKS = 2000,     /* of the messages below */
    SHORT_BLOCKS = 700,     /* enough for 4 batches of the widest kernel and then some */
    SLACK_LEN = 4096 + 512, /* for offsets, and for an `out` far below `in` */
    AFTER_WRAP = 200,       /* blocks that follow where a counter wraps */
    TIME_LIMIT_SECONDS = 300,
};

bool kernel_checks_short(void)
{
    const char *text = getenv("TEST_SHORT");

    return text != NULL && *text != '\0';
}

/* thin returns `full`, or `few` in a short run: a number of blocks, or the step of a loop over cases, chosen so that
 * it still comes by every kind of them. */
static size_t thin(size_t full, size_t few)
{
    return kernel_checks_short() ? few : full;
}

/* long_blocks is the length of the long messages. */
static size_t long_blocks(void)
{
    return thin(LONG_BLOCKS, SHORT_BLOCKS);
}

/* messages are what most checks are about. All operations of a key size have the same key. */
static struct message messages[OPERATIONS][KEY_SIZES];
static uint64_t checks_seed;

bool kernel_checks_open(uint64_t seed)
{
    struct random random = {seed};

    checks_seed = seed;
    for (size_t k = 0; k < KEY_SIZES; k++) {
        for (size_t op = 0; op < OPERATIONS; op++) {
            struct message *message = &messages[op][k];

            if (!message_begin(message, (enum operation)op, 16 + 8 * k, long_blocks(), &random))
                return false;
            memcpy(message->user_key, messages[0][k].user_key, sizeof(message->user_key));
            message_finish(message, &aes_kernel_textbook, 1);
        }
    }
    return true;
}

void kernel_checks_close(void)
{
    for (size_t k = 0; k < KEY_SIZES; k++) {
        for (size_t op = 0; op < OPERATIONS; op++)
            message_free(&messages[op][k]);
    }
}

/* length_limit is the number of blocks up to which every length is tried: 4 batches and one block, where GHASH's batch
 * counts too. */
static size_t length_limit(const struct aes_kernel *kernel)
{
    size_t batch = kernel->batch_blocks;

    return 4 * (batch > GHASH_MAX_POWERS ? batch : (size_t)GHASH_MAX_POWERS) + 1;
}

/* check_one_key makes the keys of a message in every way, and tries them on the whole message. */
static bool check_one_key(struct session *session, const struct message *message)
{
    const enum key_setting settings[] = {KEYS_REUSED, KEYS_FRESH, KEYS_SAME_OBJECT};

    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        for (enum guard_side side = GUARD_BEGIN; side <= GUARD_END; side++) {
            if (!session_set_keys(session, message, side, settings[i]) ||
                !session_run_both(session, message, 0, message->blocks))
                return false;
        }
    }
    return true;
}

/* choose_key replaces a random key by one of the special ones: all zero, all one, a single bit at either end. */
static void choose_key(uint8_t *key, size_t key_len, size_t choice)
{
    if (choice < 4)
        memset(key, choice == 1 ? 0xff : 0, key_len);
    if (choice == 2)
        key[0] = 0x80;
    if (choice == 3)
        key[key_len - 1] = 0x01;
}

/* check_keys: special and random keys of every size, for every operation, one after the other in the same objects. */
static bool check_keys(struct session *session)
{
    enum { KEYS = 10, BLOCKS = 9 };

    if (!session_set_keys(session, &messages[0][0], GUARD_BEGIN, KEYS_FRESH))
        return false;
    for (size_t i = 0; i < KEYS * KEY_SIZES * OPERATIONS; i += thin(1, 7)) {
        const enum operation operation = (enum operation)(i % OPERATIONS);
        const size_t key_len = 16 + 8 * (i / OPERATIONS % KEY_SIZES);
        const size_t choice = i / OPERATIONS / KEY_SIZES;
        struct message message;
        bool right;

        if (!message_begin(&message, operation, key_len, BLOCKS, &session->random))
            return report_fail(session->report, "no memory for the test");
        choose_key(message.user_key, key_len, choice);
        if (operation == GHASH) {
            message.h_chosen = true;
            random_fill(&session->random, message.h, sizeof(message.h));
            choose_key(message.h, sizeof(message.h), choice);
        }
        message_finish(&message, &aes_kernel_textbook, 1);
        right = check_one_key(session, &message);
        message_free(&message);
        if (!right)
            return false;
    }
    return true;
}

/* check_lengths: every length up to the limit, and some up to that of the message, with a PROT_NONE page right before
 * and right after. */
static bool check_lengths(struct session *session)
{
    enum { RANDOM_LENGTHS = 12 };
    const size_t limit = length_limit(session->kernel);

    for (size_t i = 0; i < OPERATIONS * KEY_SIZES; i++) {
        const struct message *message = &messages[i % OPERATIONS][i / OPERATIONS];

        if (!session_set_keys(session, message, i % 2 == 0 ? GUARD_BEGIN : GUARD_END, KEYS_FRESH))
            return false;
        for (size_t blocks = i % thin(1, 3); blocks <= limit; blocks += thin(1, 3)) {
            if (!session_run_both(session, message, 0, blocks))
                return false;
        }
        for (size_t n = 0; n < RANDOM_LENGTHS; n++) {
            if (!session_run_both(session, message, 0, limit + random_below(&session->random, long_blocks() - limit)))
                return false;
        }
        if (!session_run_both(session, message, 0, long_blocks()))
            return false;
    }
    return true;
}

/* check_alignments: every offset of `in` and of `out` from a multiple of 64, alone, together and against each other. */
static bool check_alignments(struct session *session)
{
    const size_t batch = session->kernel->batch_blocks;
    const size_t lengths[] = {1, 3, batch - 1, batch, batch + 1, 2 * batch + 5};

    for (size_t op = 0; op < OPERATIONS; op++) {
        const struct message *message = &messages[op][op % KEY_SIZES];

        if (!session_set_keys(session, message, GUARD_END, KEYS_FRESH))
            return false;
        for (size_t i = 0; i < 64 * sizeof(lengths) / sizeof(lengths[0]); i += thin(1, 7)) {
            const size_t offset = i % 64;
            const size_t blocks = lengths[i / 64];
            const struct placement placements[] = {
                {.side = GUARD_BEGIN, .in_offset = offset, .out_offset = 0, .distance = APART},
                {.side = GUARD_BEGIN, .in_offset = 0, .out_offset = offset, .distance = APART},
                {.side = GUARD_END, .in_offset = offset, .out_offset = offset, .distance = APART},
                {.side = GUARD_END, .in_offset = offset, .out_offset = 63 - offset, .distance = APART},
            };

            for (size_t p = 0; p < sizeof(placements) / sizeof(placements[0]); p++) {
                if (!session_run(session, message, 0, blocks, &placements[p]))
                    return false;
            }
        }
    }
    return true;
}

/* check_overlaps: in place, and `out` below `in` by 1 to 80 bytes and by about a batch. */
static bool check_overlaps(struct session *session)
{
    const size_t batch = session->kernel->batch_blocks;
    const size_t lengths[] = {1, 2, 3, 5, batch - 1, batch, batch + 1, 2 * batch + 3, 4 * batch + 1};
    const size_t far[] = {16 * batch - 16, 16 * batch - 1, 16 * batch, 16 * batch + 1, 64 * batch};
    const size_t near = 81;
    const size_t distances = near + sizeof(far) / sizeof(far[0]);

    for (size_t i = 0; i < OPERATIONS * KEY_SIZES; i++) {
        const struct message *message = &messages[i % OPERATIONS][i / OPERATIONS];

        if (message->operation == GHASH)
            continue;
        if (!session_set_keys(session, message, GUARD_BEGIN, KEYS_FRESH))
            return false;
        for (size_t d = 0; d < distances * sizeof(lengths) / sizeof(lengths[0]); d += thin(1, 5)) {
            const size_t distance = d % distances < near ? d % distances : far[d % distances - near];
            const struct placement placement = {
                .side = d % 2 == 0 ? GUARD_END : GUARD_BEGIN,
                .out_offset = random_below(&session->random, 64),
                .distance = (ptrdiff_t)distance,
            };

            if (!session_run(session, message, 0, lengths[d / distances], &placement))
                return false;
        }
    }
    return true;
}

/* check_one_wrap runs a message whose counter wraps between blocks wrap - 1 and wrap: with the wrap at every place of
 * a call of about a batch more, then from the block before it on in every length up to AFTER_WRAP, in one call and in
 * two. */
static bool check_one_wrap(struct session *session, const struct message *message, size_t wrap)
{
    const struct placement placement = {.side = GUARD_END, .distance = APART};

    if (!session_set_keys(session, message, GUARD_END, KEYS_FRESH))
        return false;
    for (size_t before = 0; before <= wrap; before += thin(1, 5)) {
        if (!session_run(session, message, wrap - before, before + session->kernel->batch_blocks + 1, &placement))
            return false;
    }
    for (size_t blocks = 1; blocks <= AFTER_WRAP; blocks += thin(1, 7)) {
        const size_t first = random_below(&session->random, blocks + 1);

        if (!session_run(session, message, wrap - 1, blocks, &placement) ||
            !session_run(session, message, wrap - 1, first, &placement) ||
            !session_run(session, message, wrap - 1 + first, blocks - first, &placement))
            return false;
    }
    return true;
}

/* check_wrap makes the message for check_one_wrap: its counter wraps in the last `bytes` bytes; those before are all
 * zero, all one (fill) or random (fill < 0). */
static bool check_wrap(struct session *session, enum operation operation, size_t key_len, size_t bytes, int fill)
{
    const size_t wrap = length_limit(session->kernel);
    const size_t first = 0x10000 - wrap;
    struct message message;
    uint8_t *counter;
    bool right;

    if (!message_begin(&message, operation, key_len, wrap + AFTER_WRAP, &session->random))
        return report_fail(session->report, "no memory for the test");
    counter = message.states[0].counter;
    if (fill >= 0)
        memset(counter, fill, AES_BLOCK_LEN);
    memset(counter + AES_BLOCK_LEN - bytes, 0xff, bytes);
    counter[15] = (uint8_t)first;
    if (bytes > 1)
        counter[14] = (uint8_t)(first >> 8);
    message_finish(&message, &aes_kernel_textbook, 1);
    right = check_one_wrap(session, &message, wrap);
    message_free(&message);
    return right;
}

/* check_counters: counters that wrap at 2^8, 2^16, ... 2^128, those of GCM at 2^32 alone. */
static bool check_counters(struct session *session)
{
    for (size_t bytes = 1; bytes <= 16; bytes += thin(1, 5)) {
        if (!check_wrap(session, CTR, 16 + 8 * (bytes % KEY_SIZES), bytes, -1))
            return false;
        /* What lies above the bytes that wrap takes up the carry: 0 in an IV that ends in 00000000ffffffff. */
        for (size_t k = 0; k < KEY_SIZES; k++) {
            if (bytes % 4 == 0 && !check_wrap(session, CTR, 16 + 8 * k, bytes, 0))
                return false;
        }
    }
    for (size_t bytes = 1; bytes <= 4; bytes += thin(1, 3)) {
        for (enum operation operation = GCM_ENCRYPT; operation <= GCM_DECRYPT; operation++) {
            if (!check_wrap(session, operation, 16 + 8 * (bytes % KEY_SIZES), bytes, -1) ||
                !check_wrap(session, operation, 16 + 8 * ((bytes + 1) % KEY_SIZES), bytes, 0xff))
                return false;
        }
    }
    return true;
}

/* random_piece chooses the size of one piece of a message: nothing, a few blocks, about a batch, or many. */
static size_t random_piece(struct random *random, size_t batch, size_t left)
{
    const size_t bounds[] = {2, 6, batch + 2, 3 * batch, 400};
    const size_t piece = random_below(random, bounds[random_below(random, sizeof(bounds) / sizeof(bounds[0]))]);

    return piece < left ? piece : left;
}

/* check_splits: a long message in random pieces, which start anywhere within their batches. */
static bool check_splits(struct session *session)
{
    enum { ROUNDS = 4 };

    for (size_t i = 0; i < ROUNDS * OPERATIONS * KEY_SIZES; i++) {
        const struct message *message = &messages[i % OPERATIONS][i / OPERATIONS % KEY_SIZES];
        size_t piece;

        if (!session_set_keys(session, message, GUARD_BEGIN, KEYS_FRESH))
            return false;
        for (size_t done = 0; done < message->blocks; done += piece) {
            const struct placement placement = {
                .side = GUARD_BEGIN,
                .in_offset = random_below(&session->random, 64),
                .out_offset = random_below(&session->random, 64),
                .distance = message->operation == GHASH || i / (OPERATIONS * KEY_SIZES) % 2 == 0 ? APART : 0,
            };

            piece = random_piece(&session->random, session->kernel->batch_blocks, message->blocks - done);
            if (!session_run(session, message, done, piece, &placement))
                return false;
        }
    }
    return true;
}

/* other_kernel returns a kernel of the module to compare `kernel` with: portable, or portable64 for portable itself. */
static const struct aes_kernel *other_kernel(const struct aes_kernel *kernel)
{
    return kernel == &aes_kernel_portable ? &aes_kernel_portable64 : &aes_kernel_portable;
}

/* struct keys is one kernel's set of keys. */
struct keys {
    const struct aes_kernel *kernel;
    struct aes_key encrypt_key, decrypt_key;
    struct ghash_key hash_key;
};

static void set_keys(struct keys *keys, const struct aes_kernel *kernel, const struct message *message)
{
    keys->kernel = kernel;
    kernel->set_encrypt_key(&keys->encrypt_key, message->user_key, message->key_len);
    kernel->set_decrypt_key(&keys->decrypt_key, &keys->encrypt_key);
    kernel->set_ghash_key(&keys->hash_key, message->h);
}

/* check_handover: a message that goes from kernel to kernel, with the state as one leaves it for the next. */
static bool check_handover(struct session *session)
{
    enum { ROUNDS = 3 };
    uint8_t *buffer = guard_place(&session->in, GUARD_BEGIN, 0, AES_BLOCK_LEN * long_blocks());
    struct keys keys[3];

    for (size_t i = 0; i < ROUNDS * OPERATIONS * KEY_SIZES; i++) {
        const struct message *message = &messages[i % OPERATIONS][i / OPERATIONS % KEY_SIZES];
        const size_t len = AES_BLOCK_LEN * message->blocks;
        const struct gcm_state *expected = &message->states[message->blocks];
        struct gcm_state state = message->states[0];
        size_t next = i;
        size_t piece;

        set_keys(&keys[0], session->kernel, message);
        set_keys(&keys[1], other_kernel(session->kernel), message);
        set_keys(&keys[2], &aes_kernel_textbook, message);
        memcpy(buffer, message->in, len);
        session->report->function = operation_names[message->operation];
        session->report->key_len = message->key_len;
        session->report->blocks = message->blocks;
        for (size_t done = 0; done < message->blocks; done += piece) {
            struct keys *turn = &keys[next++ % 3];
            uint8_t *at = buffer + AES_BLOCK_LEN * done;

            piece = random_piece(&session->random, session->kernel->batch_blocks, message->blocks - done);
            if (turn->kernel == &aes_kernel_textbook && piece > 7)
                piece = 7; /* it is slow */
            operation_apply(turn->kernel, message->operation, &turn->encrypt_key, &turn->decrypt_key, &turn->hash_key,
                            &state, at, at, piece);
        }
        if (!report_bytes(session->report, "the output", buffer,
                          message->operation == GHASH ? message->in : message->out, len) ||
            !report_bytes(session->report, "the counter", state.counter, expected->counter, AES_BLOCK_LEN) ||
            !report_bytes(session->report, "the hash", state.hash, expected->hash, AES_BLOCK_LEN))
            return false;
    }
    return true;
}

/* check_length_orders calls with the given lengths on one hash key, whose powers grow as they are needed; the key
 * objects move to other addresses between the calls. Afterwards every copy made on the way must still serve. */
static bool check_length_orders(struct session *session, size_t k, const size_t *lengths, size_t count)
{
    const enum operation hashing[] = {GHASH, GCM_ENCRYPT, GCM_DECRYPT};
    struct ghash_key copies[32];

    if (!session_set_keys(session, &messages[GHASH][k], GUARD_END, KEYS_FRESH))
        return false;
    for (size_t i = 0; i < count; i++) {
        copies[i] = *session->hash_key;
        if (!session_run_both(session, &messages[hashing[(i + k) % 3]][k], i, lengths[i]))
            return false;
        session_move_keys(session, i % 2 == 0 ? GUARD_BEGIN : GUARD_END);
    }
    for (size_t i = 0; i < count; i++) {
        *session->hash_key = copies[i];
        if (!session_run_both(session, &messages[hashing[(i + k) % 3]][k], i, 300 - 7 * i))
            return false;
    }
    /* Powers of the old H must not survive under a new one. */
    k = (k + 1) % KEY_SIZES;
    return session_set_keys(session, &messages[GHASH][k], GUARD_END, KEYS_REUSED) &&
           session_run_both(session, &messages[GHASH][k], 3, 1) &&
           session_run_both(session, &messages[GHASH][k], 0, 300);
}

/* check_powers: GHASH on keys that have been used for shorter and for longer calls before. */
static bool check_powers(struct session *session)
{
    enum { COUNT = 21 };
    const size_t ascending[COUNT] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 300};
    const struct placement placement = {.side = GUARD_END, .distance = APART};
    size_t descending[COUNT];
    size_t mixed[COUNT];

    for (size_t k = 0; k < KEY_SIZES; k++) {
        for (size_t i = 0; i < COUNT; i++) {
            descending[i] = ascending[COUNT - 1 - i];
            mixed[i] = random_below(&session->random, length_limit(session->kernel) + 1);
        }
        if (!check_length_orders(session, k, ascending, COUNT) || !check_length_orders(session, k, descending, COUNT) ||
            !check_length_orders(session, k, mixed, COUNT))
            return false;
    }
    for (size_t i = 0; i <= 3 * length_limit(session->kernel); i++) {
        const struct message *message = &messages[i % 3 == 0 ? GHASH : i % 3 == 1 ? GCM_ENCRYPT : GCM_DECRYPT][i % 3];

        if (!session_set_keys(session, message, GUARD_END, KEYS_FRESH) ||
            !session_run(session, message, 1, i / 3, &placement) || !session_run(session, message, 2, 300, &placement))
            return false;
    }
    return true;
}

/* check_random: a new key, counter, length and placement each time, against another kernel of the module. */
static bool check_random(struct session *session)
{
    enum { CALLS = 400 };
    struct random *random = &session->random;

    for (size_t i = 0; i < CALLS; i++) {
        const enum operation operation = (enum operation)(i % OPERATIONS);
        const size_t bound = random_below(random, 8) == 0 ? long_blocks() : length_limit(session->kernel);
        const size_t blocks = random_below(random, bound + 1);
        const size_t from = 1 + random_below(random, 15);
        const struct placement placement = {
            .side = random_below(random, 2) == 0 ? GUARD_BEGIN : GUARD_END,
            .in_offset = random_below(random, 64),
            .out_offset = random_below(random, 64),
            .distance =
                operation == GHASH || random_below(random, 2) == 0 ? APART : (ptrdiff_t)random_below(random, 81),
        };
        struct message message;
        bool right;

        if (!message_begin(&message, operation, 16 + 8 * random_below(random, KEY_SIZES), blocks, random))
            return report_fail(session->report, "no memory for the test");
        /* Half of the counters wrap soon: some bytes before the last one are all one. */
        if (random_below(random, 2) == 0)
            memset(message.states[0].counter + from, 0xff, 15 - from);
        message_finish(&message, other_kernel(session->kernel), blocks);
        right = session_set_keys(session, &message, placement.side, KEYS_FRESH) &&
                session_run(session, &message, 0, blocks, &placement);
        message_free(&message);
        if (!right)
            return false;
    }
    return true;
}

/* check_tag ends one random message after `blocks` blocks that are yet to be hashed. */
static bool check_tag(struct session *session, struct ghash_key *key, struct ghash_key *textbook_key, size_t blocks,
                      enum guard_side side)
{
    const size_t in_len = blocks * AES_BLOCK_LEN;
    uint8_t *in = guard_place(&session->in, side, 0, in_len);
    uint8_t *tag = guard_place(&session->out, side, 0, AES_BLOCK_LEN);
    uint8_t *state = guard_place(&session->state, side, 0, 2 * AES_BLOCK_LEN); /* hash and mask */
    uint8_t before[2 * AES_BLOCK_LEN], expected[AES_BLOCK_LEN];
    const uint64_t aad_len = random_next(&session->random) >> 3, data_len = random_next(&session->random) >> 3;

    session->report->blocks = blocks;
    session->report->side = side;
    random_fill(&session->random, in, in_len);
    random_fill(&session->random, state, sizeof(before));
    memcpy(before, state, sizeof(before));
    aes_kernel_textbook.gcm_tag(textbook_key, expected, state, state + AES_BLOCK_LEN, in, blocks, aad_len, data_len);
    session->kernel->gcm_tag(key, tag, state, state + AES_BLOCK_LEN, in, blocks, aad_len, data_len);
    if (!report_bytes(session->report, "the tag", tag, expected, sizeof(expected)) ||
        !report_bytes(session->report, "the const hash and mask", state, before, sizeof(before)))
        return false;
    if (guard_find_damage(&session->out, tag, AES_BLOCK_LEN) != NULL)
        return report_fail(session->report, "bytes beside the tag are written");
    return true;
}

/* check_tags ends messages of every short length: with fresh keys, whose powers are yet to be computed, and with used
 * ones. */
static bool check_tags(struct session *session)
{
    struct ghash_key key, textbook_key;
    uint8_t h[AES_BLOCK_LEN];

    session->report->function = "gcm_tag";
    for (int fresh = 0; fresh <= 1; fresh++) {
        for (size_t blocks = 0; blocks <= 3 * GHASH_MAX_POWERS + 1; blocks += thin(1, 5)) {
            for (enum guard_side side = GUARD_BEGIN; side <= GUARD_END; side++) {
                if (fresh || blocks == 0) {
                    random_fill(&session->random, h, sizeof(h));
                    session->kernel->set_ghash_key(&key, h);
                    aes_kernel_textbook.set_ghash_key(&textbook_key, h);
                }
                if (!check_tag(session, &key, &textbook_key, blocks, side))
                    return false;
            }
        }
    }
    return true;
}

const struct kernel_check kernel_checks[KERNEL_CHECKS] = {
    {"keys", SHORT_BLOCKS, check_keys},
    {"lengths", LONG_BLOCKS, check_lengths},
    {"alignments", SHORT_BLOCKS, check_alignments},
    {"overlaps", SHORT_BLOCKS, check_overlaps},
    {"counters", SHORT_BLOCKS, check_counters},
    {"splits", SHORT_BLOCKS, check_splits},
    {"handover", LONG_BLOCKS, check_handover},
    {"powers", SHORT_BLOCKS, check_powers},
    {"random", LONG_BLOCKS, check_random},
    {"tags", SHORT_BLOCKS, check_tags},
};

/* run_check is what the process of a check does. */
static void run_check(const struct kernel_check *check, const struct aes_kernel *kernel, struct kernel_report *report)
{
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS};
    const struct random random = {checks_seed + (uint64_t)(check - kernel_checks)};
    const struct rlimit no_core = {0, 0};
    struct session session;

    /* Die of the signal, whatever handlers cmocka or a sanitizer have put there. */
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        signal(signals[i], SIG_DFL);
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(TIME_LIMIT_SECONDS);
    if (session_open(&session, kernel, report, random, AES_BLOCK_LEN * check->max_blocks + SLACK_LEN)) {
        check->run(&session);
        session_close(&session);
    }
}

/* wait_check waits for the process of a check, and notes how it ended if that was no good end. */
static void wait_check(pid_t process, struct kernel_report *report)
{
    int status;

    if (process < 0 || waitpid(process, &status, 0) != process) {
        report_fail(report, "the test cannot start a process");
    } else if (WIFSIGNALED(status)) {
        report->signal = WTERMSIG(status);
        report_fail(report, "died of signal %d (%s)", report->signal, strsignal(report->signal));
    } else if (WEXITSTATUS(status) != 0) {
        report_fail(report, "the process ended with status %d", WEXITSTATUS(status));
    }
}

bool kernel_check_run(const struct kernel_check *check, const struct aes_kernel *kernel, struct kernel_report *report)
{
    struct kernel_report *shared =
        mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t process;

    memset(report, 0, sizeof(*report));
    report->kernel = kernel->name;
    report->check = check->name;
    report->function = "none yet";
    if (shared == MAP_FAILED)
        return report_fail(report, "no memory for the test");
    *shared = *report;
    fflush(NULL);
    process = fork();
    if (process == 0) {
        run_check(check, kernel, shared);
        exit(0);
    }
    wait_check(process, shared);
    *report = *shared;
    munmap(shared, sizeof(*shared));
    return !report->failed;
}
