/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ops.h - one EVP call as a value: it can be made up, printed, read back, and made simpler.
 *
 * A line of text is the name of the call and its fields, as in
 *     EVP_CipherInit_ex2 ctx=0 cipher=AES-128-GCM key=1 iv=3 enc=1 params=ivlen:uint/8=16,tag:octets/5=NULL
 * Keys, IVs and data are numbers of fixed byte strings (bytes.h).
 */
#ifndef AESWIDE_TEST_FUZZ_OPS_H
#define AESWIDE_TEST_FUZZ_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OPS_MAX = 40,          /* in a sequence */
    OP_PARAMS_MAX = 4,     /* in a call */
    OP_DATA_MAX = 1 << 13, /* bytes of input in a call */
    OP_VALUE_ROOM = 256,   /* bytes behind each pointer that a call takes, beside its data */
    OP_ALGORITHMS = 9,     /* ECB with three key lengths, CTR, GCM */
};

/* enum op_kind: the calls. Those of one group differ in their name only. */
enum op_kind {
    OP_CIPHER_INIT,
    OP_CIPHER_INIT_EX,
    OP_ENCRYPT_INIT,
    OP_DECRYPT_INIT,
    OP_SKEY_INIT, /* from 3.5 on; arg is the length of the key, len that of the IV */
    OP_CIPHER_UPDATE,
    OP_ENCRYPT_UPDATE,
    OP_DECRYPT_UPDATE,
    OP_CIPHER_FINAL,
    OP_ENCRYPT_FINAL,
    OP_DECRYPT_FINAL,
    OP_CIPHER,
    OP_SET_PARAMS,
    OP_GET_PARAMS,
    OP_ALGORITHM_GET_PARAMS,
    OP_SET_IVLEN,
    OP_GET_TAG,
    OP_SET_TAG,
    OP_SET_IV_FIXED,
    OP_IV_GEN,
    OP_SET_IV_INV,
    OP_TLS1_AAD,
    OP_OTHER_CTRL,
    OP_SET_PADDING,
    OP_SET_KEY_LENGTH,
    OP_SET_NUM,
    OP_GET_NUM,
    OP_SET_FLAGS,
    OP_GET_UPDATED_IV,
    OP_GET_ORIGINAL_IV,
    OP_RAND_KEY,
    OP_COPY,
    OP_DUP,
    OP_RESET,
    OP_OBSERVE_IV, /* no call: whether the IV is asked for after each call, which from 4.0 on may make one */
    OP_KINDS
};

/* enum op_field: what a call can be given. */
enum op_field {
    FIELD_CTX,    /* which of the two contexts */
    FIELD_CIPHER, /* 0: NULL, else 1 + number of an algorithm */
    FIELD_KEY,    /* 0: NULL, else a key */
    FIELD_IV,     /* 0: NULL, else an IV */
    FIELD_ENC,    /* 1, 0, -1 */
    FIELD_OUT,    /* enum op_out */
    FIELD_IN,     /* 0: NULL, 1: given */
    FIELD_LEN,    /* bytes of input, or of what is asked for */
    FIELD_DATA,   /* 0: what was enciphered last, or the right tag; else a string of bytes */
    FIELD_SHIFT,  /* how far input and output are from their usual alignment */
    FIELD_ARG,    /* a number: each call has one meaning for it */
    FIELD_COUNT
};

/* enum op_out: where the output goes. */
enum op_out { OUT_NULL, OUT_APART, OUT_IN_PLACE, OUT_BELOW /* it overlaps with the input, and begins below it */ };

/* struct op_param: an OSSL_PARAM. */
struct op_param {
    int name; /* index: see op_param_name */
    int type; /* OSSL_PARAM_* */
    int size; /* data_size; -1: SIZE_MAX */
    int value;
    bool null_data;
};

struct op {
    enum op_kind kind;
    int field[FIELD_COUNT];
    int param_count;
    struct op_param params[OP_PARAMS_MAX];
};

/* enum op_shape: which fields a call has, and who makes it. */
enum op_shape {
    SHAPE_INIT,
    SHAPE_UPDATE,
    SHAPE_FINAL,
    SHAPE_PARAMS,
    SHAPE_CTRL,   /* EVP_CIPHER_CTX_ctrl */
    SHAPE_NUMBER, /* a context and a number at most */
    SHAPE_COPY,
    SHAPE_OBSERVE
};

enum op_shape op_shape(enum op_kind kind);

/* op_has_field and op_has_params tell which fields mean anything to a call of this kind. */
bool op_has_field(enum op_kind kind, enum op_field field);
bool op_has_params(enum op_kind kind);

/* op_has_param tells whether a parameter of this name is among those of the call. */
bool op_has_param(const struct op *op, const char *name);

/* op_algorithms[]: the names of algorithms 0 to OP_ALGORITHMS - 1. */
extern const char *const op_algorithms[OP_ALGORITHMS];

/* op_param_name returns the key of a parameter, or NULL from op_param_names() on. op_param_find returns the number of a
 * key, -1 when there is none. */
const char *op_param_name(int name);
int op_param_names(void);
int op_param_find(const char *key);

/* op_print writes the call as one line without its end into text (size bytes). op_parse reads such a line; returns
 * false when it is none. */
void op_print(char *text, size_t size, const struct op *op);
bool op_parse(struct op *op, const char *line);

/* op_parse_all reads lines ended by newlines or semicolons; empty ones and those that begin with # do not count.
 * Returns how many calls, or -1 with the bad line on standard error. */
int op_parse_all(struct op ops[OPS_MAX], const char *text);

#endif
