/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * machine.h - the same calls on a context of the default provider and on one of aeswide, and everything that they did
 * compared after each.
 *
 * There are two contexts a side, so that one can be copied to the other, or decipher what the other enciphered. Calls
 * that the default provider itself cannot bear are left out (undefined.h); where aeswide differs on purpose, known.h
 * says so.
 */
#ifndef AESWIDE_TEST_FUZZ_MACHINE_H
#define AESWIDE_TEST_FUZZ_MACHINE_H

#include "../guard.h"
#include "library.h"
#include "ops.h"

enum {
    CONTEXTS = 2,
    NOT_WRITTEN = -77, /* a length that no call gives */
    ERRORS_MAX = 6,
    MESSAGE_MAX = 2 * OP_DATA_MAX,
};

/* enum known: the deliberate differences, see known.c. */
enum known {
    KNOWN_NONE,
    KNOWN_KEY_IN_MESSAGE,
    KNOWN_REFUSED_TAG,
    KNOWN_ECB_DIRECTION,
    KNOWN_ECB_TLS,
    KNOWN_SILENT_GET_PARAMS,
    KNOWN_REPEATED_GET_PARAMS,
    KNOWN_ENCRYPT_THEN_MAC,
    KNOWN_EMPTY_CIPHER,
    KNOWN_HELPER_ERRORS,
    KNOWN_REAL_SIZE,
    KNOWNS
};

/* struct outcome: what one call did on one side. */
struct outcome {
    int ret;
    int out_len;
    int error_count;
    unsigned long errors[ERRORS_MAX]; /* library and reason of each */
    uint64_t random_used;
    size_t return_sizes[OP_PARAMS_MAX];
};

/* struct model: what is known of a context from the calls so far, the same for both sides. */
struct model {
    int algorithm;               /* -1: none */
    size_t pending;              /* ECB: bytes of input that no output has answered */
    bool tls_version_set;        /* ECB: the attempt to set one was made */
    unsigned int key_directions; /* ECB: bit 0, 1: the key may have been set when deciphering, enciphering */
    int key;                     /* ECB: the last key, 0: none */
    bool key_certain;            /* ECB: no failed call may have set another */
    bool tag_set, tag_refused;   /* GCM: a tag was set, and a final call failed with it */
    bool begun;                  /* GCM: a message may be in progress */
    bool tls_aad;                /* GCM: AAD of a TLS record may wait for it */
    size_t aad_len;              /* GCM: of the message so far */
    bool data, empty_cipher;     /* GCM: it has data; EVP_Cipher was called with none after partial AAD */
};

/* struct place: where a call's input and output are on one side. */
struct place {
    uint8_t *out;
    const uint8_t *in;
};

struct machine {
    EVP_CIPHER_CTX *ctx[SIDES][CONTEXTS];
    EVP_CIPHER_CTX *scratch[SIDES];
    struct model model[CONTEXTS];
    struct guard in_pages[SIDES], value_pages[SIDES][OP_PARAMS_MAX];
    uint8_t *arena[SIDES]; /* for output, and for input that overlaps with it */
    uint8_t input[OP_DATA_MAX];
    uint8_t message[MESSAGE_MAX]; /* what was enciphered last */
    size_t message_len, message_read;
    bool observe_iv;
    int version;
    /* of the call that is being made */
    struct place place[SIDES];
    bool in_place;
    size_t len;
    struct outcome outcome[SIDES];
    char difference[1024]; /* "" or what differs */
    /* since machine_open */
    uint64_t calls, made; /* calls in sequences, and those among them that were made */
    uint64_t known[KNOWNS];
};

/* machine_open makes a machine; the library must be loaded. NULL when there is no memory. */
struct machine *machine_open(void);
void machine_close(struct machine *machine);

/* machine_run makes the calls on fresh contexts. Returns true when both sides did the same; else machine->difference
 * says what differs, and *at is the index of the call after which it was seen. */
bool machine_run(struct machine *machine, const struct op ops[], int count, int *at);

/* Of machine.c, for the other parts of the machine: */

/* side_call makes one call on one side and notes in the outcome what it gave beside its errors. */
typedef void side_call(struct machine *machine, const struct op *op, int side);

/* machine_both makes the call on both sides and fills machine->outcome with what it did. */
void machine_both(struct machine *machine, const struct op *op, side_call *call);

/* machine_take_errors moves the errors of the last call from libcrypto's queue to the outcome. */
void machine_take_errors(struct outcome *outcome);

/* machine_differ notes a difference, if none was noted. */
__attribute__((format(printf, 2, 3))) void machine_differ(struct machine *machine, const char *format, ...);

/* machine_iv_len returns what the oracle's context says of its IV length; 0 when it has no cipher. */
size_t machine_iv_len(const struct machine *machine, int ctx);

/* Of values.c: the calls with parameters and controls, and those with a number. */
side_call values_init, values_params, values_ctrl, values_number;

/* values_prepare fills the memory behind parameters and controls, on both sides. values_compare compares it. */
void values_prepare(struct machine *machine, const struct op *op);
void values_compare(struct machine *machine, const struct op *op);

/* Of model.c: model_mode returns the mode of a context's cipher; model_follow brings the model of the context up to
 * date after a call. */
enum mode { MODE_NONE, MODE_ECB, MODE_CTR, MODE_GCM };
enum mode model_mode(const struct model *model);
void model_follow(struct machine *machine, const struct op *op);

/* model_enc returns 1 or 0: the direction that an init call asks for. model_finishes tells whether a call is GCM's
 * final one, under any name. */
int model_enc(const struct machine *machine, const struct op *op);
bool model_finishes(const struct op *op);

/* Of observe.c: compares all that can be asked of a context. */
void observe(struct machine *machine, int ctx);

#endif
