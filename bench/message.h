/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * message.h - one message through EVP, as programs do it, again and again.
 */
#ifndef AESWIDE_BENCH_MESSAGE_H
#define AESWIDE_BENCH_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "contestant.h"

enum {
    MESSAGE_MAX_LEN = 1 << 24,
    MESSAGE_MAX_OFFSET = 4095,
    MESSAGE_MAX_AAD_LEN = 1 << 16,
};

/* enum message_scope is what belongs to a message. The key is always set once before the first one. */
enum message_scope {
    SCOPE_IV,     /* init with an IV (ECB: with nothing), AAD, data, final, tag */
    SCOPE_KEY,    /* the same, and init with a key */
    SCOPE_UPDATE, /* data only: one EVP_CipherUpdate; not for GCM */
};

/* struct message_shape describes messages. */
struct message_shape {
    const char *cipher; /* "AES-128-GCM", ... */
    bool encrypt;
    enum message_scope scope;
    bool in_place;
    size_t in_offset, out_offset; /* of input and output in a page; in place, that of the input holds for both */
    size_t aad_len;               /* GCM */
    size_t len;
};

struct message;

/* message_new makes a message of that shape, ready to run, for the caller to free. It dies when the contestant cannot
 * do it. */
struct message *message_new(const struct libcrypto *lib, const struct contestant *contestant,
                            const struct message_shape *shape);

/* message_matches runs the message once in full and returns whether output and tag are those of the message `expected`
 * of another contestant, which has the same shape. Both must be new. */
bool message_matches(struct message *message, struct message *expected);

/* message_work is a subject's work (measure.h): it does the messages in turn. It stops at one that fails. */
void message_work(void *message, size_t messages);

/* message_check dies when a message of message_work failed. */
void message_check(const struct message *message);

void message_free(struct message *message);

#endif
