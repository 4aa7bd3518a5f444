/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_session.c - one kernel under test, with its keys and buffers in guarded memory.
 */
#include "kernel_session.h"

#include <string.h>

bool session_open(struct session *session, const struct aes_kernel *kernel, struct kernel_report *report,
                  struct random random, size_t max_len)
{
    memset(session, 0, sizeof(*session));
    session->kernel = kernel;
    session->report = report;
    session->random = random;
    if (guard_open(&session->in, max_len) && guard_open(&session->out, max_len) &&
        guard_open(&session->state, sizeof(struct gcm_state)) && guard_open(&session->user_key, AES_MAX_KEY_LEN) &&
        guard_open(&session->h, AES_BLOCK_LEN) && guard_open(&session->encrypt, sizeof(struct aes_key)) &&
        guard_open(&session->decrypt, sizeof(struct aes_key)) && guard_open(&session->hash, sizeof(struct ghash_key)))
        return true;
    session_close(session);
    return report_fail(report, "no memory for the test");
}

void session_close(struct session *session)
{
    guard_close(&session->in);
    guard_close(&session->out);
    guard_close(&session->state);
    guard_close(&session->user_key);
    guard_close(&session->h);
    guard_close(&session->encrypt);
    guard_close(&session->decrypt);
    guard_close(&session->hash);
}

/* begin_call tells the report what is about to run. */
static void begin_call(struct session *session, const char *function, size_t key_len, size_t from, size_t blocks,
                       const struct placement *placement)
{
    struct kernel_report *report = session->report;

    report->function = function;
    report->key_len = key_len;
    report->from = from;
    report->blocks = blocks;
    report->side = placement->side;
    report->in_offset = placement->in_offset;
    report->out_offset = placement->out_offset;
    report->distance = placement->distance;
}

/* intact checks the canaries around a buffer. */
static bool intact(struct session *session, const char *what, const struct guard *guard, const void *buffer, size_t len)
{
    const uint8_t *damage = guard_find_damage(guard, buffer, len);

    if (damage == NULL)
        return true;
    return report_fail(session->report, "a byte outside of %s was written, %td bytes from its begin (it has %zu)", what,
                       damage - (const uint8_t *)buffer, len);
}

/* keys_intact checks that a call has changed no key that is const for it, and nothing around any. */
static bool keys_intact(struct session *session)
{
    return report_bytes(session->report, "the const encrypt_key", session->encrypt_key, &session->encrypt_copy,
                        sizeof(session->encrypt_copy)) &&
           report_bytes(session->report, "the const decrypt_key", session->decrypt_key, &session->decrypt_copy,
                        sizeof(session->decrypt_copy)) &&
           intact(session, "encrypt_key", &session->encrypt, session->encrypt_key, sizeof(*session->encrypt_key)) &&
           intact(session, "decrypt_key", &session->decrypt, session->decrypt_key, sizeof(*session->decrypt_key)) &&
           intact(session, "hash_key", &session->hash, session->hash_key, sizeof(*session->hash_key));
}

/* set_encrypt_key, set_decrypt_key and set_ghash_key make one key of session_set_keys each. */
static bool set_encrypt_key(struct session *session, const struct message *message, const struct placement *placement)
{
    uint8_t *user_key = guard_place(&session->user_key, placement->side, 0, message->key_len);

    begin_call(session, "set_encrypt_key", message->key_len, 0, 0, placement);
    memcpy(user_key, message->user_key, message->key_len);
    session->kernel->set_encrypt_key(session->encrypt_key, user_key, message->key_len);
    session->encrypt_copy = *session->encrypt_key;
    if (session->encrypt_key->rounds != message->key_len / 4 + 6)
        return report_fail(session->report, "rounds is %u", (unsigned)session->encrypt_key->rounds);
    return report_bytes(session->report, "the const user_key", user_key, message->user_key, message->key_len) &&
           intact(session, "user_key", &session->user_key, user_key, message->key_len) &&
           intact(session, "encrypt_key", &session->encrypt, session->encrypt_key, sizeof(*session->encrypt_key));
}

static bool set_decrypt_key(struct session *session, const struct message *message, const struct placement *placement,
                            bool same_object)
{
    begin_call(session, "set_decrypt_key", message->key_len, 0, 0, placement);
    if (same_object) {
        *session->decrypt_key = *session->encrypt_key;
        session->kernel->set_decrypt_key(session->decrypt_key, session->decrypt_key);
    } else {
        session->kernel->set_decrypt_key(session->decrypt_key, session->encrypt_key);
    }
    session->decrypt_copy = *session->decrypt_key;
    return report_bytes(session->report, "the const encrypt_key", session->encrypt_key, &session->encrypt_copy,
                        sizeof(session->encrypt_copy)) &&
           intact(session, "decrypt_key", &session->decrypt, session->decrypt_key, sizeof(*session->decrypt_key));
}

static bool set_ghash_key(struct session *session, const struct message *message, const struct placement *placement)
{
    uint8_t *h = guard_place(&session->h, placement->side, 0, AES_BLOCK_LEN);

    begin_call(session, "set_ghash_key", message->key_len, 0, 0, placement);
    memcpy(h, message->h, AES_BLOCK_LEN);
    session->kernel->set_ghash_key(session->hash_key, h);
    return report_bytes(session->report, "the const h", h, message->h, AES_BLOCK_LEN) &&
           intact(session, "h", &session->h, h, AES_BLOCK_LEN) && keys_intact(session);
}

bool session_set_keys(struct session *session, const struct message *message, enum guard_side side,
                      enum key_setting setting)
{
    const struct placement placement = {.side = side, .distance = APART};

    if (setting != KEYS_REUSED) {
        session->encrypt_key = guard_place(&session->encrypt, side, 0, sizeof(*session->encrypt_key));
        session->decrypt_key = guard_place(&session->decrypt, side, 0, sizeof(*session->decrypt_key));
        session->hash_key = guard_place(&session->hash, side, 0, sizeof(*session->hash_key));
    }
    return set_encrypt_key(session, message, &placement) &&
           set_decrypt_key(session, message, &placement, setting == KEYS_SAME_OBJECT) &&
           set_ghash_key(session, message, &placement);
}

void session_move_keys(struct session *session, enum guard_side side)
{
    struct ghash_key hash_copy = *session->hash_key;

    session->encrypt_key = guard_place(&session->encrypt, side, 0, sizeof(*session->encrypt_key));
    session->decrypt_key = guard_place(&session->decrypt, side, 0, sizeof(*session->decrypt_key));
    session->hash_key = guard_place(&session->hash, side, 0, sizeof(*session->hash_key));
    *session->encrypt_key = session->encrypt_copy;
    *session->decrypt_key = session->decrypt_copy;
    *session->hash_key = hash_copy;
}

/* input_intact checks that a call has left `in` alone, as far as `out` does not cover it. */
static bool input_intact(struct session *session, const uint8_t *in, const uint8_t *expected, size_t len,
                         ptrdiff_t distance)
{
    size_t uncovered = distance < 0 || (size_t)distance > len ? len : (size_t)distance;

    return report_bytes(session->report, "the input after the call (its last bytes)", in + len - uncovered,
                        expected + len - uncovered, uncovered);
}

bool session_run(struct session *session, const struct message *message, size_t from, size_t blocks,
                 const struct placement *placement)
{
    const struct gcm_state *expected_state = &message->states[from + blocks];
    const size_t len = AES_BLOCK_LEN * blocks;
    const size_t out_len = message->operation == GHASH ? 0 : len;
    const bool apart = placement->distance < 0;
    const uint8_t *expected_in = message->in + AES_BLOCK_LEN * from;
    struct gcm_state *state;
    uint8_t *in;
    uint8_t *out;

    begin_call(session, operation_names[message->operation], message->key_len, from, blocks, placement);
    if (apart) {
        in = guard_place(&session->in, placement->side, placement->in_offset, len);
        out = guard_place(&session->out, placement->side, placement->out_offset, out_len);
    } else {
        out = guard_place(&session->in, placement->side, placement->out_offset, len + (size_t)placement->distance);
        in = out + placement->distance;
    }
    memcpy(in, expected_in, len);
    state = guard_place(&session->state, placement->side, placement->in_offset, sizeof(*state));
    *state = message->states[from];
    operation_apply(session->kernel, message->operation, session->encrypt_key, session->decrypt_key, session->hash_key,
                    state, out, in, blocks);
    if (!report_bytes(session->report, "the output", out, message->out + AES_BLOCK_LEN * from, out_len) ||
        !input_intact(session, in, expected_in, len, placement->distance))
        return false;
    if (apart && !intact(session, "out", &session->out, out, out_len))
        return false;
    if (apart && !intact(session, "in", &session->in, in, len))
        return false;
    if (!apart && !intact(session, "out and in", &session->in, out, len + (size_t)placement->distance))
        return false;
    return report_bytes(session->report, "the counter", state->counter, expected_state->counter, AES_BLOCK_LEN) &&
           report_bytes(session->report, "the hash", state->hash, expected_state->hash, AES_BLOCK_LEN) &&
           intact(session, "the counter and hash", &session->state, state, sizeof(*state)) && keys_intact(session);
}

bool session_run_both(struct session *session, const struct message *message, size_t from, size_t blocks)
{
    const struct placement begin = {.side = GUARD_BEGIN, .distance = APART};
    const struct placement end = {.side = GUARD_END, .distance = APART};

    return session_run(session, message, from, blocks, &begin) && session_run(session, message, from, blocks, &end);
}
