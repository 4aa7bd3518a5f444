/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * values.c - the calls with keys, parameters, controls and numbers.
 *
 * The data of each parameter lies at the end of a page behind which nothing may be touched, in memory of its own for
 * each side, which is compared after the call.
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <string.h>

#include "entropy.h"
#include "known.h"
#include "machine.h"
#include "material.h"

enum {
    TAG_LEN = 16,
    TLS_AAD_LEN = 13,
    CANARY = 0xa5,
};

/* right_tag writes the tag that belongs to the message which a deciphering context has had so far: it is what a copy of
 * the oracle's makes of it when it is turned to enciphering. Returns false when there is none. */
static bool right_tag(struct machine *machine, int ctx, uint8_t tag[TAG_LEN])
{
    EVP_CIPHER_CTX *scratch = machine->scratch[ORACLE];
    const uint64_t used = entropy_used(ORACLE);
    uint8_t nothing[TAG_LEN];
    int len;
    bool ok;

    entropy_use(ORACLE);
    ok = EVP_CIPHER_CTX_copy(scratch, machine->ctx[ORACLE][ctx]) > 0 &&
         EVP_CipherInit_ex2(scratch, NULL, NULL, NULL, 1, NULL) > 0 && EVP_CipherFinal_ex(scratch, nothing, &len) > 0 &&
         EVP_CIPHER_CTX_ctrl(scratch, EVP_CTRL_AEAD_GET_TAG, TAG_LEN, tag) > 0;
    entropy_set_used(ORACLE, used);
    ERR_clear_error();
    return ok;
}

/* tls_aad writes the 13 bytes that stand for a record whose length field is `len`. */
static void tls_aad(uint8_t aad[TLS_AAD_LEN], int len)
{
    static const uint8_t head[TLS_AAD_LEN] = {0, 1, 2, 3, 4, 5, 6, 7, 23, 3, 3};

    memcpy(aad, head, TLS_AAD_LEN);
    aad[11] = (uint8_t)(len >> 8);
    aad[12] = (uint8_t)len;
}

/* at returns where data of this size is in a page of values: at its end, or, where the call may touch more or less than
 * it says, with all the room there is. */
static uint8_t *at(const struct machine *machine, int side, int slot, int size)
{
    return machine->value_pages[side][slot].end - (size > 0 && size < OP_VALUE_ROOM ? size : OP_VALUE_ROOM);
}

/* is_named tells whether a parameter has this name. */
static bool is_named(const struct op_param *p, const char *name)
{
    return strcmp(op_param_name(p->name), name) == 0;
}

/* param_at returns where the data of a parameter is. */
static uint8_t *param_at(const struct machine *machine, int side, int slot, const struct op_param *p)
{
    const bool pointer = p->type == OSSL_PARAM_OCTET_PTR || p->type == OSSL_PARAM_UTF8_PTR;

    return at(machine, side, slot, pointer || is_named(p, "tlsivgen") ? OP_VALUE_ROOM : p->size);
}

/* put_integer writes a native integer of any width. */
static void put_integer(uint8_t *out, size_t size, int value)
{
    const uint16_t one = 1;
    uint8_t little;

    memcpy(&little, &one, 1);
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = i < sizeof(value) ? (uint8_t)((unsigned int)value >> (8 * i)) : value < 0 ? 0xff : 0;

        out[little ? i : size - 1 - i] = byte;
    }
}

/* put_octets writes what a parameter of bytes has: something sensible, whatever its size. */
static void put_octets(struct machine *machine, int ctx, const struct op_param *p, uint8_t *out, size_t size)
{
    uint8_t value[OP_VALUE_ROOM];

    material_data(value, p->value, sizeof(value));
    if (is_named(p, "tlsaad"))
        tls_aad(value, p->value);
    else if (is_named(p, "tlsivfixed") || is_named(p, "tlsivinv"))
        memcpy(value, material_iv(p->value), sizeof(value));
    else if (is_named(p, "tag") && p->value == 0 && model_mode(&machine->model[ctx]) == MODE_GCM)
        right_tag(machine, ctx, value);
    memcpy(out, value, size);
}

/* put_param fills the data of a parameter that is set. */
static void put_param(struct machine *machine, const struct op *op, int slot, int side)
{
    const struct op_param *p = &op->params[slot];
    uint8_t *out = param_at(machine, side, slot, p);
    const size_t room = (size_t)(machine->value_pages[side][slot].end - out);
    const size_t size = p->size >= 0 && (size_t)p->size < room ? (size_t)p->size : room;
    const double real = p->value / 4.0; /* not always whole */
    const float single = (float)real;

    switch (p->type) {
    case OSSL_PARAM_INTEGER:
    case OSSL_PARAM_UNSIGNED_INTEGER:
        put_integer(out, size, p->value);
        break;
    case OSSL_PARAM_REAL:
        if (size == sizeof(single))
            memcpy(out, &single, sizeof(single));
        else
            memcpy(out, &real, size < sizeof(real) ? size : sizeof(real));
        break;
    case OSSL_PARAM_UTF8_PTR:
    case OSSL_PARAM_OCTET_PTR: {
        const uint8_t *pointer = material_iv(p->value);

        memcpy(out, &pointer, sizeof(pointer));
        break;
    }
    default:
        put_octets(machine, op->field[FIELD_CTX], p, out, size);
        break;
    }
}

/* put_ctrl fills the data of a control. */
static void put_ctrl(struct machine *machine, const struct op *op, int side)
{
    const int ctx = op->field[FIELD_CTX];
    const int arg = op->field[FIELD_ARG];
    uint8_t value[OP_VALUE_ROOM];
    uint8_t *out = at(machine, side, 0, arg);

    memset(value, CANARY, sizeof(value));
    if (op->kind == OP_SET_TAG) {
        material_data(value, op->field[FIELD_DATA], sizeof(value));
        if (op->field[FIELD_DATA] == 0 && model_mode(&machine->model[ctx]) == MODE_GCM)
            right_tag(machine, ctx, value);
    } else if (op->kind == OP_SET_IV_FIXED || op->kind == OP_SET_IV_INV) {
        memcpy(value, material_iv(op->field[FIELD_IV]), sizeof(value));
    } else if (op->kind == OP_TLS1_AAD) {
        tls_aad(value, op->field[FIELD_LEN]);
    }
    memcpy(out, value, (size_t)(machine->value_pages[side][0].end - out));
}

void values_prepare(struct machine *machine, const struct op *op)
{
    const int slots = op->param_count > 0 ? op->param_count : 1;
    const bool get = op->kind == OP_GET_PARAMS || op->kind == OP_ALGORITHM_GET_PARAMS;

    for (int side = 0; side < SIDES; side++) {
        for (int slot = 0; slot < slots; slot++)
            memset(machine->value_pages[side][slot].end - OP_VALUE_ROOM, get ? 0 : CANARY, OP_VALUE_ROOM);
        for (int slot = 0; !get && slot < op->param_count; slot++)
            put_param(machine, op, slot, side);
        if (op_shape(op->kind) == SHAPE_CTRL)
            put_ctrl(machine, op, side);
    }
}

/* compare_pointer compares what a pointer parameter came back with. */
static void compare_pointer(struct machine *machine, const struct op_param *p, int slot)
{
    const uint8_t *pointer[SIDES];
    size_t len = machine->outcome[ORACLE].return_sizes[slot];

    for (int side = 0; side < SIDES; side++)
        memcpy(&pointer[side], param_at(machine, side, slot, p), sizeof(pointer[side]));
    if ((pointer[ORACLE] == NULL) != (pointer[SUBJECT] == NULL))
        machine_differ(machine, "the pointer %s is NULL on one side only", op_param_name(p->name));
    else if (pointer[ORACLE] == NULL)
        return;
    else if (is_named(p, "tls-mac")) {
        if (pointer[ORACLE] - machine->arena[ORACLE] != pointer[SUBJECT] - machine->arena[SUBJECT])
            machine_differ(machine, "tls-mac points to another place");
    } else if (len <= OP_VALUE_ROOM && memcmp(pointer[ORACLE], pointer[SUBJECT], len) != 0)
        machine_differ(machine, "the bytes that %s points to differ", op_param_name(p->name));
}

void values_compare(struct machine *machine, const struct op *op)
{
    const int slots = op->param_count > 0 ? op->param_count : 1;
    const bool get = op->kind == OP_GET_PARAMS || op->kind == OP_ALGORITHM_GET_PARAMS;

    for (int slot = 0; slot < slots; slot++) {
        const struct op_param *p = &op->params[slot];
        const uint8_t *oracle = machine->value_pages[ORACLE][slot].end - OP_VALUE_ROOM;
        const uint8_t *subject = machine->value_pages[SUBJECT][slot].end - OP_VALUE_ROOM;

        if (get && slot < op->param_count && (p->type == OSSL_PARAM_OCTET_PTR || p->type == OSSL_PARAM_UTF8_PTR)) {
            if (!p->null_data)
                compare_pointer(machine, p, slot);
            continue;
        }
        for (int i = 0; i < OP_VALUE_ROOM; i++) {
            if (oracle[i] != subject[i])
                machine_differ(machine,
                               "data of parameter %d: byte %d from its end is %02x with default, %02x with aeswide",
                               slot, i - OP_VALUE_ROOM, oracle[i], subject[i]);
        }
    }
}

/* build makes the array of parameters of one side. */
static void build(OSSL_PARAM params[OP_PARAMS_MAX + 1], const struct machine *machine, const struct op *op, int side)
{
    for (int i = 0; i < op->param_count; i++) {
        const struct op_param *p = &op->params[i];

        params[i] = (OSSL_PARAM){
            .key = op_param_name(p->name),
            .data_type = (unsigned int)p->type,
            .data = p->null_data ? NULL : param_at(machine, side, i, p),
            .data_size = (size_t)(ssize_t)p->size,
            .return_size = OSSL_PARAM_UNMODIFIED,
        };
    }
    params[op->param_count] = OSSL_PARAM_construct_end();
}

void values_init(struct machine *machine, const struct op *op, int side)
{
    EVP_CIPHER_CTX *ctx = machine->ctx[side][op->field[FIELD_CTX]];
    const EVP_CIPHER *cipher = library_cipher(side, op->field[FIELD_CIPHER] - 1);
    int known = side == ORACLE ? known_key(machine, op) : 0;
    int key_number = known != 0 ? known : op->field[FIELD_KEY];
    const uint8_t *key = key_number == 0 ? NULL : material_key(key_number);
    const uint8_t *iv = op->field[FIELD_IV] == 0 ? NULL : material_iv(op->field[FIELD_IV]);
    OSSL_PARAM array[OP_PARAMS_MAX + 1];
    OSSL_PARAM *params = op->param_count == 0 ? NULL : array;
    struct outcome *o = &machine->outcome[side];

    build(array, machine, op, side);
    switch (op->kind) {
    case OP_CIPHER_INIT_EX:
        o->ret = EVP_CipherInit_ex(ctx, cipher, NULL, key, iv, op->field[FIELD_ENC]);
        break;
    case OP_SKEY_INIT:
        o->ret =
            library_skey_init(side, ctx, cipher, key,
                              known != 0 ? (size_t)EVP_CIPHER_CTX_get_key_length(ctx) : (size_t)op->field[FIELD_ARG],
                              iv, (size_t)op->field[FIELD_LEN], op->field[FIELD_ENC], params);
        break;
    case OP_ENCRYPT_INIT:
        o->ret = EVP_EncryptInit_ex2(ctx, cipher, key, iv, params);
        break;
    case OP_DECRYPT_INIT:
        o->ret = EVP_DecryptInit_ex2(ctx, cipher, key, iv, params);
        break;
    default:
        o->ret = EVP_CipherInit_ex2(ctx, cipher, key, iv, op->field[FIELD_ENC], params);
        break;
    }
}

void values_params(struct machine *machine, const struct op *op, int side)
{
    EVP_CIPHER_CTX *ctx = machine->ctx[side][op->field[FIELD_CTX]];
    OSSL_PARAM params[OP_PARAMS_MAX + 1];
    struct outcome *o = &machine->outcome[side];

    build(params, machine, op, side);
    if (op->kind == OP_SET_PARAMS)
        o->ret = EVP_CIPHER_CTX_set_params(ctx, params);
    else if (op->kind == OP_GET_PARAMS)
        o->ret = EVP_CIPHER_CTX_get_params(ctx, params);
    else
        o->ret = EVP_CIPHER_get_params(library_cipher(side, machine->model[op->field[FIELD_CTX]].algorithm), params);
    for (int i = 0; i < op->param_count; i++)
        o->return_sizes[i] = params[i].return_size;
}

void values_ctrl(struct machine *machine, const struct op *op, int side)
{
    static const struct {
        enum op_kind kind;
        int type;
    } types[] = {
        {OP_SET_IVLEN, EVP_CTRL_AEAD_SET_IVLEN}, {OP_GET_TAG, EVP_CTRL_AEAD_GET_TAG},
        {OP_SET_TAG, EVP_CTRL_AEAD_SET_TAG},     {OP_SET_IV_FIXED, EVP_CTRL_GCM_SET_IV_FIXED},
        {OP_IV_GEN, EVP_CTRL_GCM_IV_GEN},        {OP_SET_IV_INV, EVP_CTRL_GCM_SET_IV_INV},
        {OP_TLS1_AAD, EVP_CTRL_AEAD_TLS1_AAD},
    };
    EVP_CIPHER_CTX *ctx = machine->ctx[side][op->field[FIELD_CTX]];
    const int arg = op->field[FIELD_ARG];
    void *data = at(machine, side, 0, arg);
    struct outcome *o = &machine->outcome[side];

    if (op->kind == OP_IV_GEN)
        data = at(machine, side, 0, OP_VALUE_ROOM);
    if ((op->kind == OP_GET_TAG || op->kind == OP_SET_TAG) && op->field[FIELD_IN] == 0)
        data = NULL;
    if (op->kind == OP_OTHER_CTRL) {
        o->ret = EVP_CIPHER_CTX_ctrl(ctx, arg, op->field[FIELD_LEN], at(machine, side, 0, OP_VALUE_ROOM));
        return;
    }
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (types[i].kind == op->kind)
            o->ret = EVP_CIPHER_CTX_ctrl(ctx, types[i].type, arg, data);
    }
}

void values_number(struct machine *machine, const struct op *op, int side)
{
    EVP_CIPHER_CTX *ctx = machine->ctx[side][op->field[FIELD_CTX]];
    const int arg = op->field[FIELD_ARG];
    const int len = op->field[FIELD_LEN];
    struct outcome *o = &machine->outcome[side];

    switch (op->kind) {
    case OP_SET_PADDING:
        o->ret = EVP_CIPHER_CTX_set_padding(ctx, arg);
        break;
    case OP_SET_KEY_LENGTH:
        o->ret = EVP_CIPHER_CTX_set_key_length(ctx, arg);
        break;
    case OP_SET_NUM:
        o->ret = EVP_CIPHER_CTX_set_num(ctx, arg);
        break;
    case OP_GET_NUM:
        o->ret = EVP_CIPHER_CTX_get_num(ctx);
        break;
    case OP_SET_FLAGS:
        EVP_CIPHER_CTX_set_flags(ctx, arg);
        break;
    case OP_GET_UPDATED_IV:
        o->ret = EVP_CIPHER_CTX_get_updated_iv(ctx, at(machine, side, 0, len), (size_t)len);
        break;
    case OP_GET_ORIGINAL_IV:
        o->ret = EVP_CIPHER_CTX_get_original_iv(ctx, at(machine, side, 0, len), (size_t)len);
        break;
    case OP_RAND_KEY:
        o->ret = EVP_CIPHER_CTX_rand_key(ctx, at(machine, side, 0, OP_VALUE_ROOM));
        break;
    default: /* OP_RESET */
        o->ret = EVP_CIPHER_CTX_reset(ctx);
        break;
    }
}
