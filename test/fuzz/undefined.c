/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * undefined.c - calls that the default provider cannot bear.
 */
#include "undefined.h"

#include <openssl/core.h>
#include <stdlib.h>
#include <string.h>

enum {
    TLS_AAD_LEN = 13,
    GCM_IV_LEN = 12, /* of a new context */
    INVOCATION_LEN = 8,
    KEY_ROOM = 64,
    FIRST_GCM = 6, /* number of the first algorithm of this mode */
    FLAGS_ALLOWED = EVP_CIPH_NO_PADDING | EVP_CIPH_FLAG_LENGTH_BITS,
};

/* smallest_iv_len returns the least IV length that the context may have while the call goes on. */
static size_t smallest_iv_len(const struct machine *machine, const struct op *op)
{
    const int ctx = op->field[FIELD_CTX];
    size_t len = machine_iv_len(machine, ctx);

    if (op_has_param(op, "ivlen"))
        return 1;
    if (op_shape(op->kind) != SHAPE_INIT)
        return len;
    if (op->field[FIELD_CIPHER] != 0)
        len = GCM_IV_LEN;
    if (op->field[FIELD_IV] != 0) { /* the length that comes with an IV, or that EVP remembers, becomes the context's */
        int given = op->kind == OP_SKEY_INIT       ? op->field[FIELD_LEN]
                    : op->field[FIELD_CIPHER] == 0 ? EVP_CIPHER_CTX_get_iv_length(machine->ctx[ORACLE][ctx])
                                                   : GCM_IV_LEN;

        if (given >= 0 && (size_t)given < len)
            len = (size_t)given;
    }
    return len;
}

static bool undefined_data(const struct machine *machine, const struct op *op)
{
    const struct model *model = &machine->model[op->field[FIELD_CTX]];
    const bool final = op_shape(op->kind) == SHAPE_FINAL;
    const bool no_out = op->field[FIELD_OUT] == OUT_NULL;
    const bool no_in = op->field[FIELD_IN] == 0;
    const int len = op->field[FIELD_LEN];

    if (!final && (len < 0 || len > OP_DATA_MAX))
        return true;
    switch (model_mode(model)) {
    case MODE_ECB: /* writes to NULL, even where the length is 0: a block may have been held back */
        return no_out || (!final && no_in && len > 0);
    case MODE_CTR:
        return !final && (no_out || no_in) && len > 0;
    case MODE_GCM:
        /* a TLS record: its IV has 8 bytes that count, and a NULL "in place" is taken for one */
        return model->tls_aad &&
               (machine_iv_len(machine, op->field[FIELD_CTX]) < INVOCATION_LEN || (no_in && no_out && len > 0));
    default:
        return false;
    }
}

/* undefined_iv tells whether bytes of an IV are given that are more than it has. */
static bool undefined_iv(const char *name, int size, bool null, size_t iv_len)
{
    if (strcmp(name, "tlsivfixed") == 0)
        return null || (size >= 0 && (size_t)size > iv_len);
    if (strcmp(name, "tlsivinv") == 0)
        return size < 0 || (size_t)size > iv_len;
    return strcmp(name, "tlsivgen") == 0 && iv_len < INVOCATION_LEN;
}

static bool undefined_params(const struct machine *machine, const struct op *op)
{
    const size_t iv_len = smallest_iv_len(machine, op);

    for (int i = 0; i < op->param_count; i++) {
        const struct op_param *p = &op->params[i];
        const char *name = op_param_name(p->name);

        /* the memory behind a parameter */
        if (p->size > OP_VALUE_ROOM || p->size < -1 || (p->size == -1 && strcmp(name, "tlsivfixed") != 0))
            return true;
        if (undefined_iv(name, p->size, p->null_data, iv_len))
            return true;
        if (p->type == OSSL_PARAM_REAL && p->null_data)
            return true;
        if (p->type == OSSL_PARAM_INTEGER && p->size == 0) /* the byte before it is taken for its sign */
            return true;
        /* up to 3.3, OSSL_PARAM_get_uint and its like read through NULL */
        if (p->null_data && p->type <= OSSL_PARAM_REAL && machine->version < 304 && op->kind != OP_GET_PARAMS &&
            op->kind != OP_ALGORITHM_GET_PARAMS)
            return true;
        if (strcmp(name, "tlsaad") == 0 && p->null_data && p->size == TLS_AAD_LEN)
            return true;
    }
    return false;
}

static bool undefined_ctrl(const struct machine *machine, const struct op *op)
{
    /* those that take no structure, and no length of their own */
    static const int bearable[] = {
        EVP_CTRL_INIT,           EVP_CTRL_SET_KEY_LENGTH,          EVP_CTRL_RAND_KEY,  EVP_CTRL_COPY,
        EVP_CTRL_CCM_SET_L,      EVP_CTRL_AEAD_SET_MAC_KEY,        EVP_CTRL_GET_IVLEN, EVP_CTRL_SET_SPEED,
        EVP_CTRL_GET_RC5_ROUNDS, EVP_CTRL_SET_PIPELINE_OUTPUT_BUFS};
    const int arg = op->field[FIELD_ARG];
    const size_t iv_len = machine_iv_len(machine, op->field[FIELD_CTX]);

    switch (op->kind) {
    case OP_SET_IV_FIXED:
        return arg < -1 || undefined_iv("tlsivfixed", arg, false, iv_len);
    case OP_SET_IV_INV:
        return arg >= 0 && undefined_iv("tlsivinv", arg, false, iv_len);
    case OP_IV_GEN:
        return undefined_iv("tlsivgen", arg, false, iv_len);
    case OP_TLS1_AAD:
        return arg < 0 || arg > OP_VALUE_ROOM;
    case OP_OTHER_CTRL:
        for (size_t i = 0; i < sizeof(bearable) / sizeof(bearable[0]); i++) {
            if (bearable[i] == arg)
                return op->field[FIELD_LEN] < 0 || op->field[FIELD_LEN] > OP_VALUE_ROOM;
        }
        return true;
    default:
        return arg > OP_VALUE_ROOM;
    }
}

static bool undefined_number(const struct machine *machine, const struct op *op)
{
    switch (op->kind) {
    case OP_GET_UPDATED_IV:
    case OP_GET_ORIGINAL_IV:
        return op->field[FIELD_LEN] < 0 || op->field[FIELD_LEN] > OP_VALUE_ROOM;
    case OP_RAND_KEY: /* writes as many bytes as the key length says */
        return EVP_CIPHER_CTX_get_key_length(machine->ctx[ORACLE][op->field[FIELD_CTX]]) > KEY_ROOM;
    case OP_SET_FLAGS:
        return (op->field[FIELD_ARG] & ~FLAGS_ALLOWED) != 0;
    default:
        return false;
    }
}

static bool undefined_skey(const struct machine *machine, const struct op *op)
{
    const int cipher = op->field[FIELD_CIPHER];
    const int algorithm = cipher != 0 ? cipher - 1 : machine->model[op->field[FIELD_CTX]].algorithm;

    if (op->kind != OP_SKEY_INIT)
        return false;
    if (!library_has_skey() || op->field[FIELD_ARG] < 0 || op->field[FIELD_ARG] > KEY_ROOM ||
        op->field[FIELD_LEN] < 0 || op->field[FIELD_LEN] > OP_VALUE_ROOM)
        return true;
    return op->field[FIELD_KEY] == 0 && algorithm < FIRST_GCM; /* ECB and CTR read their key through NULL */
}

bool undefined(const struct machine *machine, const struct op *op)
{
    const int ctx = op->field[FIELD_CTX];
    const enum op_shape shape = op_shape(op->kind);

    if (ctx < 0 || ctx >= CONTEXTS || op->field[FIELD_CIPHER] < 0 || op->field[FIELD_CIPHER] > OP_ALGORITHMS ||
        op->field[FIELD_SHIFT] < 0)
        return true;
    /* many functions of EVP follow the cipher's pointer without a look at it */
    if (machine->model[ctx].algorithm < 0 && op->kind != OP_RESET && shape != SHAPE_COPY &&
        !(shape == SHAPE_INIT && op->field[FIELD_CIPHER] != 0))
        return true;
    switch (shape) {
    case SHAPE_INIT:
        return undefined_skey(machine, op) || undefined_params(machine, op);
    case SHAPE_PARAMS:
        return undefined_params(machine, op);
    case SHAPE_UPDATE:
    case SHAPE_FINAL:
        return undefined_data(machine, op);
    case SHAPE_CTRL:
        return undefined_ctrl(machine, op);
    case SHAPE_NUMBER:
        return undefined_number(machine, op);
    default:
        return false;
    }
}
