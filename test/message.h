/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * message.h - the operations of a kernel seen as one kind of thing, and messages with the result that each block of
 * them must give.
 */
#ifndef AESWIDE_TEST_MESSAGE_H
#define AESWIDE_TEST_MESSAGE_H

#include <stdbool.h>

#include "kernel.h"
#include "random.h"

enum operation { ECB_ENCRYPT, ECB_DECRYPT, CTR, GHASH, GCM_ENCRYPT, GCM_DECRYPT, OPERATIONS };

/* operation_names are those of the functions in struct aes_kernel. */
extern const char *const operation_names[OPERATIONS];

/* operation_apply calls the kernel's function. CTR uses the counter of *state alone, GHASH its hash, ECB neither; GHASH
 * ignores out. */
void operation_apply(const struct aes_kernel *kernel, enum operation operation, const struct aes_key *encrypt_key,
                     const struct aes_key *decrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                     uint8_t *out, const uint8_t *in, size_t blocks);

/* struct message is an input with the output that belongs to it. states[i] is the state before block i, and
 * states[blocks] that after the last one: so any run of blocks within the message is a test case too. */
struct message {
    enum operation operation;
    size_t key_len;
    uint8_t user_key[AES_MAX_KEY_LEN];
    bool h_chosen;            /* the caller has set h; else message_finish makes it E(K, 0^128) */
    uint8_t h[AES_BLOCK_LEN]; /* the hash key */
    size_t blocks;
    uint8_t *in;
    uint8_t *out;
    struct gcm_state *states;
};

/* message_begin makes a message with a random key, input and states[0]; what those are may be changed before
 * message_finish. False if there is no memory. message_free releases it, and does nothing to one that is all zero. */
bool message_begin(struct message *message, enum operation operation, size_t key_len, size_t blocks,
                   struct random *random);
void message_free(struct message *message);

/* message_finish computes `out` and `states` with the kernel `oracle`, `step` blocks a call. Only each step-th state,
 * and the last one, is known then: `step` is 1 when runs within the message are wanted. */
void message_finish(struct message *message, const struct aes_kernel *oracle, size_t step);

#endif
