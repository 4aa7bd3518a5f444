/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel_session.h - one kernel under test, with its keys and buffers in guarded memory. Every call goes through here
 * and is checked in full: output, state, canaries, and everything that it must leave alone.
 */
#ifndef AESWIDE_TEST_KERNEL_SESSION_H
#define AESWIDE_TEST_KERNEL_SESSION_H

#include "guard.h"
#include "kernel_report.h"
#include "message.h"

struct session {
    const struct aes_kernel *kernel;
    struct kernel_report *report;
    struct random random;
    struct guard in, out, state, user_key, h, encrypt, decrypt, hash; /* the memory of each argument */
    struct aes_key *encrypt_key, *decrypt_key;
    struct ghash_key *hash_key;
    struct aes_key encrypt_copy, decrypt_copy; /* what no call may change */
};

/* session_open gets memory for calls of up to max_len bytes, offsets and distances included; false: there is none, and
 * the report says so. session_close gives it back. */
bool session_open(struct session *session, const struct aes_kernel *kernel, struct kernel_report *report,
                  struct random random, size_t max_len);
void session_close(struct session *session);

enum key_setting {
    KEYS_FRESH,       /* objects that have held no key yet, but are full of other bytes */
    KEYS_SAME_OBJECT, /* the same, with the decryption schedule made in the place of a copy of the other one */
    KEYS_REUSED,      /* the objects of the last session_set_keys, as they are */
};

/* session_set_keys makes all three keys of the message, with every argument at the page bound `side`. Like all checks:
 * false if something was wrong, which the report then says. */
bool session_set_keys(struct session *session, const struct message *message, enum guard_side side,
                      enum key_setting setting);

/* session_move_keys copies the bytes of the key objects to other addresses, and destroys the old ones. */
void session_move_keys(struct session *session, enum guard_side side);

/* struct placement says where the buffers are: see struct kernel_report. */
struct placement {
    enum guard_side side;
    size_t in_offset, out_offset;
    ptrdiff_t distance;
};

enum { APART = -1 }; /* the distance of buffers that do not overlap */

/* session_run makes one call, over `blocks` blocks of the message from block `from` on. */
bool session_run(struct session *session, const struct message *message, size_t from, size_t blocks,
                 const struct placement *placement);

/* session_run_both makes it twice: with apart buffers right after, then right before a PROT_NONE page. */
bool session_run_both(struct session *session, const struct message *message, size_t from, size_t blocks);

#endif
