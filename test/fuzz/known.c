/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * known.c - the one list of deliberate differences from the default provider.
 */
#include "known.h"

#include <openssl/core.h>
#include <openssl/err.h>

#include "entropy.h"

enum {
    BOTH_DIRECTIONS = 3,     /* a failed init call may or may not have turned it */
    REPEATED_PARAMETER = 252 /* PROV_R_REPEATED_PARAMETER, younger than 3.0's header */
};

const char *const known_reasons[KNOWNS] = {
    [KNOWN_KEY_IN_MESSAGE] =
        "GCM, a key set in the middle of a message and no IV: aeswide wants an IV; default goes on from an all-zero "
        "counter block, whose key stream is the hash key",
    [KNOWN_REFUSED_TAG] =
        "GCM, a final call after one that refused the tag: it fails, for the hash was finished; default finishes it "
        "again, and gives or takes a tag that differs from release to release",
    [KNOWN_ECB_DIRECTION] =
        "ECB, the direction turned without a key: aeswide turns the key schedule too; default uses the wrong one, and "
        "is given the key again here to give the right answer",
    [KNOWN_ECB_TLS] = "ECB, a TLS version set and an update in place: refused; default makes a TLS record with padding "
                      "of it, as no cipher suite has ever done",
    [KNOWN_SILENT_GET_PARAMS] = "EVP_CIPHER_get_params: a parameter that cannot be answered raises no error, for that "
                                "call gives a provider no context to raise it with",
    [KNOWN_REPEATED_GET_PARAMS] = "EVP_CIPHER_get_params: a repeated parameter is answered once on every release; from "
                                  "3.6 on default refuses it, "
                                  "but that call does not tell a provider which release it is on",
    [KNOWN_ENCRYPT_THEN_MAC] = "EVP_CIPHER_get_params before 3.6: encrypt-then-mac, which is not listed there, is "
                               "answered (0) and not passed over, for the same reason",
    [KNOWN_EMPTY_CIPHER] =
        "GCM, EVP_Cipher of no data after AAD that ends within a block, then more AAD: nothing comes "
        "of the empty call; with default, it changes the tag (openssl issue 32741)",
    [KNOWN_REAL_SIZE] =
        "a parameter asked for as REAL of another size than a double fails on both; the size that is returned "
        "with the failure is that of a double, as on 3.0, where from 3.4 on default says 0 for some",
    [KNOWN_HELPER_ERRORS] =
        "from 3.4 on, default's use of OSSL_PARAM_get_* and OSSL_PARAM_set_* leaves errors of ERR_LIB_CRYPTO, in some "
        "calls that succeed too; they are libcrypto's own, and those of ERR_LIB_PROV after them are the same",
};

/* is_turned tells whether an init call without a key makes the direction another one than the key was set for. */
static bool is_turned(const struct machine *machine, const struct op *op)
{
    const struct model *model = &machine->model[op->field[FIELD_CTX]];

    return op_shape(op->kind) == SHAPE_INIT && op->field[FIELD_CIPHER] == 0 && op->field[FIELD_KEY] == 0 &&
           model_mode(model) == MODE_ECB && model->key_directions != 0 &&
           model->key_directions != 1u << model_enc(machine, op);
}

enum known known_before(const struct machine *machine, const struct op *op)
{
    const struct model *model = &machine->model[op->field[FIELD_CTX]];
    const EVP_CIPHER_CTX *oracle = machine->ctx[ORACLE][op->field[FIELD_CTX]];

    /* The oracle cannot be given its key where it is in doubt, or its length was changed. */
    if (is_turned(machine, op) && (!model->key_certain || op_has_param(op, "keylen") ||
                                   EVP_CIPHER_CTX_get_key_length(oracle) != 16 + 8 * (model->algorithm % 3)))
        return KNOWN_ECB_DIRECTION;
    if ((op_shape(op->kind) == SHAPE_UPDATE || op_shape(op->kind) == SHAPE_FINAL) && model_mode(model) == MODE_ECB &&
        model->key_directions == BOTH_DIRECTIONS)
        return KNOWN_ECB_DIRECTION;
    if (op_shape(op->kind) != SHAPE_UPDATE)
        return KNOWN_NONE;
    if (model_mode(model) == MODE_ECB && model->tls_version_set && op->kind != OP_CIPHER &&
        op->field[FIELD_OUT] == OUT_IN_PLACE && model->pending == 0)
        return KNOWN_ECB_TLS;
    if (model->empty_cipher && !model->data && op->field[FIELD_OUT] == OUT_NULL && op->field[FIELD_LEN] > 0)
        return KNOWN_EMPTY_CIPHER;
    return KNOWN_NONE;
}

int known_key(const struct machine *machine, const struct op *op)
{
    return is_turned(machine, op) ? machine->model[op->field[FIELD_CTX]].key : 0;
}

void known_errors(struct machine *machine)
{
    if (machine->version < 304)
        return;
    for (int side = 0; side < SIDES; side++) {
        struct outcome *outcome = &machine->outcome[side];
        int kept = 0;

        for (int i = 0; i < outcome->error_count; i++) {
            if (ERR_GET_LIB(outcome->errors[i]) != ERR_LIB_CRYPTO)
                outcome->errors[kept++] = outcome->errors[i];
        }
        machine->known[KNOWN_HELPER_ERRORS] += side == ORACLE && kept < outcome->error_count;
        outcome->error_count = kept;
    }
}

void known_sizes(struct machine *machine, const struct op *op)
{
    struct outcome *oracle = &machine->outcome[ORACLE];
    const struct outcome *subject = &machine->outcome[SUBJECT];

    for (int i = 0; i < op->param_count; i++) {
        if (oracle->ret == 0 && subject->ret == 0 && op->params[i].type == OSSL_PARAM_REAL &&
            op->params[i].size != (int)sizeof(double) && oracle->return_sizes[i] == 0 &&
            subject->return_sizes[i] == sizeof(double)) {
            oracle->return_sizes[i] = sizeof(double);
            machine->known[KNOWN_REAL_SIZE]++;
        }
    }
}

/* takes_aad tells whether a context of one side would take AAD now; a copy is asked. */
static bool takes_aad(struct machine *machine, int ctx, int side)
{
    EVP_CIPHER_CTX *scratch = machine->scratch[side];
    const uint64_t used = entropy_used(side);
    const uint8_t aad = 0;
    int len;
    bool takes;

    entropy_use(side);
    takes =
        EVP_CIPHER_CTX_copy(scratch, machine->ctx[side][ctx]) > 0 && EVP_CipherUpdate(scratch, NULL, &len, &aad, 1) > 0;
    entropy_set_used(side, used);
    ERR_clear_error();
    return takes;
}

enum known known_after(struct machine *machine, const struct op *op, const struct model *before)
{
    const struct outcome *oracle = &machine->outcome[ORACLE];
    const struct outcome *subject = &machine->outcome[SUBJECT];
    const int ctx = op->field[FIELD_CTX];
    const bool gcm = model_mode(before) == MODE_GCM;

    if (is_turned(machine, op))
        machine->known[KNOWN_ECB_DIRECTION]++;
    if (gcm && op_shape(op->kind) == SHAPE_INIT && op->field[FIELD_CIPHER] == 0 && op->field[FIELD_KEY] != 0 &&
        op->field[FIELD_IV] == 0 && before->begun && takes_aad(machine, ctx, ORACLE) &&
        !takes_aad(machine, ctx, SUBJECT))
        return KNOWN_KEY_IN_MESSAGE;
    if (gcm && model_finishes(op) && before->tag_refused && oracle->ret > subject->ret)
        return KNOWN_REFUSED_TAG;
    if (op->kind == OP_ALGORITHM_GET_PARAMS && machine->version < 306 && op_has_param(op, "encrypt-then-mac"))
        return KNOWN_ENCRYPT_THEN_MAC;
    if (op->kind == OP_ALGORITHM_GET_PARAMS && oracle->ret == 0 && oracle->error_count == 1 &&
        subject->error_count == 0) {
        if (ERR_GET_REASON(oracle->errors[0]) == REPEATED_PARAMETER)
            return KNOWN_REPEATED_GET_PARAMS;
        if (subject->ret == 0)
            return KNOWN_SILENT_GET_PARAMS;
    }
    return KNOWN_NONE;
}

bool known_ends(enum known known)
{
    return known != KNOWN_NONE && known != KNOWN_SILENT_GET_PARAMS && known != KNOWN_REPEATED_GET_PARAMS &&
           known != KNOWN_ENCRYPT_THEN_MAC;
}
