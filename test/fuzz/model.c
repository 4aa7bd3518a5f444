/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * model.c - what the calls so far say of a context: no more than undefined.c and known.c must know.
 *
 * Where a failed call leaves a doubt, the model takes the side on which a call is left out or a known difference is
 * possible.
 */
#include <string.h>

#include "machine.h"

enum mode model_mode(const struct model *model)
{
    return model->algorithm < 0 ? MODE_NONE : (enum mode)(MODE_ECB + model->algorithm / 3);
}

int model_enc(const struct machine *machine, const struct op *op)
{
    if (op->kind == OP_ENCRYPT_INIT)
        return 1;
    if (op->kind == OP_DECRYPT_INIT)
        return 0;
    if (op->field[FIELD_ENC] >= 0)
        return op->field[FIELD_ENC] != 0;
    return EVP_CIPHER_CTX_is_encrypting(machine->ctx[ORACLE][op->field[FIELD_CTX]]);
}

bool model_finishes(const struct op *op)
{
    if (op_shape(op->kind) == SHAPE_FINAL)
        return true;
    return op_shape(op->kind) == SHAPE_UPDATE && op->field[FIELD_IN] == 0 &&
           (op->kind == OP_CIPHER || op->field[FIELD_LEN] > 0);
}

/* new_message forgets what was known of the last one. */
static void new_message(struct model *model)
{
    model->begun = false;
    model->tag_refused = false;
    model->aad_len = 0;
    model->data = false;
    model->empty_cipher = false;
}

/* follow_values notes what parameters and controls may have changed. */
static void follow_values(struct model *model, const struct op *op, bool ok)
{
    const bool sets = op->kind == OP_SET_PARAMS || op_shape(op->kind) == SHAPE_INIT;
    const bool gives_iv = op->kind == OP_IV_GEN || op->kind == OP_SET_IV_INV || op->kind == OP_SET_IV_FIXED ||
                          (op->kind == OP_GET_PARAMS && op_has_param(op, "tlsivgen")) ||
                          (sets && (op_has_param(op, "tlsivinv") || op_has_param(op, "tlsivfixed")));

    if (op->kind == OP_SET_TAG || (sets && op_has_param(op, "tag")))
        model->tag_set = true;
    if (op->kind == OP_TLS1_AAD || (sets && op_has_param(op, "tlsaad")))
        model->tls_aad = true;
    if (sets && op_has_param(op, "tls-version"))
        model->tls_version_set = true;
    if (!gives_iv)
        return;
    if (ok)
        new_message(model);
    else /* of several parameters one may have failed after the IV */
        model->aad_len |= 1;
    model->begun = true;
}

static void follow_init(struct machine *machine, const struct op *op, bool ok)
{
    const int ctx = op->field[FIELD_CTX];
    struct model *model = &machine->model[ctx];
    const unsigned int direction = 1u << model_enc(machine, op);

    if (op->field[FIELD_CIPHER] != 0)
        *model = (struct model){.algorithm = op->field[FIELD_CIPHER] - 1};
    if (EVP_CIPHER_CTX_get0_cipher(machine->ctx[ORACLE][ctx]) == NULL)
        model->algorithm = -1;
    if (op->field[FIELD_KEY] != 0) {
        model->key = op->field[FIELD_KEY];
        model->key_certain = ok;
    }
    if (op->field[FIELD_KEY] != 0 || model->key_directions != 0)
        model->key_directions = ok ? direction : model->key_directions | direction;
    if (ok)
        model->pending = 0;
    if (op->field[FIELD_IV] != 0) {
        if (ok) {
            new_message(model);
        } else {
            model->data = false;
            model->aad_len |= 1;
        }
    }
    if (ok && (op->field[FIELD_IV] != 0 || op->field[FIELD_KEY] != 0 || op->field[FIELD_CIPHER] != 0)) {
        if (direction == 2)
            machine->message_len = 0;
        machine->message_read = 0;
    }
    follow_values(model, op, ok);
}

static void follow_data(struct machine *machine, const struct op *op, bool ok)
{
    struct model *model = &machine->model[op->field[FIELD_CTX]];
    const int out_len = machine->outcome[ORACLE].out_len;
    const bool update = op_shape(op->kind) == SHAPE_UPDATE;

    if (model_mode(model) == MODE_ECB) {
        if (op->kind == OP_CIPHER)
            return;
        if (ok && update)
            model->pending += machine->len - (size_t)(out_len > 0 ? out_len : 0);
        else if (ok)
            model->pending = 0;
        return;
    }
    if (model_mode(model) != MODE_GCM)
        return;
    if (model_finishes(op)) {
        if (ok)
            model->tag_set = true;
        else if (model->tag_set)
            model->tag_refused = true;
    }
    /* A TLS record makes a tag, or takes the one at its end, also where it is refused. */
    if (update && model->tls_aad)
        model->tag_set = true;
    if (ok && machine->len > 0)
        model->tls_aad = false;
    model->begun = true;
    if (!ok || !update || op->field[FIELD_IN] == 0)
        return;
    if (op->field[FIELD_OUT] == OUT_NULL)
        model->aad_len += machine->len;
    else if (machine->len > 0)
        model->data = true;
    else if (op->kind == OP_CIPHER && !model->data && model->aad_len % 16 != 0)
        model->empty_cipher = true;
}

void model_follow(struct machine *machine, const struct op *op)
{
    struct model *model = &machine->model[op->field[FIELD_CTX]];
    bool ok = machine->outcome[ORACLE].ret > 0;

    switch (op_shape(op->kind)) {
    case SHAPE_INIT:
        if (machine->outcome[ORACLE].ret != LIBRARY_NO_SKEY)
            follow_init(machine, op, ok);
        break;
    case SHAPE_UPDATE:
    case SHAPE_FINAL:
        if (op->kind == OP_CIPHER)
            ok = machine->outcome[ORACLE].ret >= 0;
        follow_data(machine, op, ok);
        break;
    case SHAPE_PARAMS:
    case SHAPE_CTRL:
        follow_values(model, op, ok);
        if (op->kind == OP_TLS1_AAD) { /* a record begins */
            if (EVP_CIPHER_CTX_is_encrypting(machine->ctx[ORACLE][op->field[FIELD_CTX]]))
                machine->message_len = 0;
            machine->message_read = 0;
        }
        break;
    case SHAPE_COPY:
        if (ok)
            *model = machine->model[1 - op->field[FIELD_CTX]];
        break;
    default:
        if (op->kind == OP_RESET)
            *model = (struct model){.algorithm = -1};
        break;
    }
}
