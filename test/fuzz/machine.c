/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * machine.c - sequences of calls on both sides: the calls that move data, and the order of things in each step.
 */
#include "machine.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "known.h"
#include "material.h"
#include "undefined.h"

enum {
    CANARY = 0xa5,
    WINDOW = 64, /* bytes before and after an output that must be the same */
    SLACK = 32,  /* the most that an output is longer than its input */
    SHIFTS = 32, /* values of FIELD_SHIFT that differ */
    BELOW_STEP = 5,
    ARENA_LEN = 2 * WINDOW + SLACK + SHIFTS * (1 + BELOW_STEP) + OP_DATA_MAX,
};

/* make_wrapping_ivs computes the IVs whose counters wrap. */
static bool make_wrapping_ivs(EVP_CIPHER_CTX *ctx)
{
    for (int i = 0; i < 3; i++) {
        uint8_t h[16] = {0};
        int len;

        if (!EVP_EncryptInit_ex2(ctx, library_cipher(ORACLE, i), material_key(1), NULL, NULL) ||
            !EVP_EncryptUpdate(ctx, h, &len, h, sizeof(h)))
            return false;
        material_set_wrapping_iv(i, h);
    }
    return true;
}

struct machine *machine_open(void)
{
    struct machine *machine = calloc(1, sizeof(*machine));
    bool ok = machine != NULL;

    for (int side = 0; ok && side < SIDES; side++) {
        for (int i = 0; i < CONTEXTS; i++)
            ok = ok && (machine->ctx[side][i] = EVP_CIPHER_CTX_new()) != NULL;
        for (int i = 0; i < OP_PARAMS_MAX; i++)
            ok = ok && guard_open(&machine->value_pages[side][i], OP_VALUE_ROOM);
        machine->scratch[side] = EVP_CIPHER_CTX_new();
        machine->arena[side] = aligned_alloc(64, (ARENA_LEN + 63) / 64 * 64);
        ok = ok && machine->scratch[side] != NULL && machine->arena[side] != NULL &&
             guard_open(&machine->in_pages[side], OP_DATA_MAX + SHIFTS);
    }
    ok = ok && make_wrapping_ivs(machine->scratch[ORACLE]);
    if (!ok) {
        machine_close(machine);
        return NULL;
    }
    machine->version = library_version();
    return machine;
}

void machine_close(struct machine *machine)
{
    if (machine == NULL)
        return;
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; i < CONTEXTS; i++)
            EVP_CIPHER_CTX_free(machine->ctx[side][i]);
        for (int i = 0; i < OP_PARAMS_MAX; i++)
            guard_close(&machine->value_pages[side][i]);
        EVP_CIPHER_CTX_free(machine->scratch[side]);
        free(machine->arena[side]);
        guard_close(&machine->in_pages[side]);
    }
    free(machine);
}

void machine_differ(struct machine *machine, const char *format, ...)
{
    va_list args;

    if (machine->difference[0] != '\0')
        return;
    va_start(args, format);
    vsnprintf(machine->difference, sizeof(machine->difference), format, args);
    va_end(args);
}

size_t machine_iv_len(const struct machine *machine, int ctx)
{
    size_t len = 0;
    OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, &len), OSSL_PARAM_END};

    /* not EVP_CIPHER_CTX_get_iv_length: it may remember what a failed call has changed */
    if (machine->model[ctx].algorithm >= 0)
        EVP_CIPHER_CTX_get_params(machine->ctx[ORACLE][ctx], params);
    return len;
}

void machine_take_errors(struct outcome *outcome)
{
    unsigned long error;

    outcome->error_count = 0;
    while ((error = ERR_get_error()) != 0) {
        if (outcome->error_count < ERRORS_MAX)
            outcome->errors[outcome->error_count++] = error;
    }
}

void machine_both(struct machine *machine, const struct op *op, side_call *call)
{
    for (int side = 0; side < SIDES; side++) {
        struct outcome *outcome = &machine->outcome[side];

        memset(outcome, 0, sizeof(*outcome));
        outcome->out_len = NOT_WRITTEN;
        entropy_use(side);
        call(machine, op, side);
        outcome->random_used = entropy_used(side);
        machine_take_errors(outcome);
    }
}

/* describe writes an outcome for people. */
static void describe(char *text, size_t size, const struct outcome *outcome)
{
    size_t used = (size_t)snprintf(text, size, "returns %d", outcome->ret);

    if (outcome->out_len != NOT_WRITTEN)
        used += (size_t)snprintf(text + used, size - used, ", length %d", outcome->out_len);
    used += (size_t)snprintf(text + used, size - used, ", errors:");
    for (int i = 0; i < outcome->error_count && used < size; i++) {
        const char *reason = ERR_reason_error_string(outcome->errors[i]);

        used += (size_t)snprintf(text + used, size - used, " %d:%d(%s)", ERR_GET_LIB(outcome->errors[i]),
                                 ERR_GET_REASON(outcome->errors[i]), reason != NULL ? reason : "?");
    }
    if (outcome->error_count == 0)
        snprintf(text + used, size - used, " none");
}

/* same_errors compares library and reason of each error. */
static bool same_errors(const struct outcome *a, const struct outcome *b)
{
    if (a->error_count != b->error_count)
        return false;
    for (int i = 0; i < a->error_count; i++) {
        if (ERR_GET_LIB(a->errors[i]) != ERR_GET_LIB(b->errors[i]) ||
            ERR_GET_REASON(a->errors[i]) != ERR_GET_REASON(b->errors[i]))
            return false;
    }
    return true;
}

/* compare_outcomes compares all but, where asked for, the errors. */
static void compare_outcomes(struct machine *machine, bool with_errors)
{
    const struct outcome *oracle = &machine->outcome[ORACLE];
    const struct outcome *subject = &machine->outcome[SUBJECT];
    char texts[SIDES][400];

    if (oracle->ret == subject->ret && oracle->out_len == subject->out_len &&
        (!with_errors || same_errors(oracle, subject)) && oracle->random_used == subject->random_used &&
        memcmp(oracle->return_sizes, subject->return_sizes, sizeof(oracle->return_sizes)) == 0)
        return;
    for (int i = 0; i < OP_PARAMS_MAX && oracle->ret == subject->ret; i++) {
        if (oracle->return_sizes[i] != subject->return_sizes[i])
            machine_differ(machine, "return_size of parameter %d: default %zd, aeswide %zd", i,
                           (ssize_t)oracle->return_sizes[i], (ssize_t)subject->return_sizes[i]);
    }
    for (int side = 0; side < SIDES; side++)
        describe(texts[side], sizeof(texts[side]), &machine->outcome[side]);
    if (strcmp(texts[ORACLE], texts[SUBJECT]) != 0)
        machine_differ(machine, "default %s; aeswide %s", texts[ORACLE], texts[SUBJECT]);
    machine_differ(machine, "random bytes drawn so far: default %llu, aeswide %llu",
                   (unsigned long long)oracle->random_used, (unsigned long long)subject->random_used);
}

/* take_message gives the next bytes of what was enciphered last, and arbitrary ones when there are no more. */
static void take_message(struct machine *machine, uint8_t *out, size_t len)
{
    size_t there = machine->message_len - machine->message_read;

    if (there > len)
        there = len;
    memcpy(out, machine->message + machine->message_read, there);
    machine->message_read += there;
    material_data(out + there, MATERIAL_DATA, len - there);
}

/* place_data fills the input and the room for the output, with canaries around it. */
static void place_data(struct machine *machine, const struct op *op)
{
    const struct model *model = &machine->model[op->field[FIELD_CTX]];
    const size_t shift = (size_t)op->field[FIELD_SHIFT] % SHIFTS;
    const bool final = op_shape(op->kind) == SHAPE_FINAL;
    int where = op->field[FIELD_OUT];

    machine->len = final ? 0 : (size_t)op->field[FIELD_LEN];
    /* ECB: bytes that wait would make the output run ahead of the input */
    if (where > OUT_APART && model->pending > 0)
        where = OUT_APART;
    machine->in_place = where > OUT_APART && op->field[FIELD_IN] != 0;
    if (!final && op->field[FIELD_IN] != 0) {
        if (op->field[FIELD_DATA] == 0)
            take_message(machine, machine->input, machine->len);
        else
            material_data(machine->input, op->field[FIELD_DATA], machine->len);
    }
    for (int side = 0; side < SIDES; side++) {
        struct place *place = &machine->place[side];
        uint8_t *out = machine->arena[side] + WINDOW + shift;
        uint8_t *in = machine->in_pages[side].end - machine->len - shift;

        memset(machine->arena[side], CANARY, 2 * WINDOW + SLACK + SHIFTS * (1 + BELOW_STEP) + machine->len);
        if (where == OUT_IN_PLACE)
            in = out;
        else if (where == OUT_BELOW)
            in = out + 1 + shift * BELOW_STEP;
        if (!final && op->field[FIELD_IN] != 0)
            memcpy(in, machine->input, machine->len);
        place->out = where == OUT_NULL ? NULL : out;
        place->in = op->field[FIELD_IN] != 0 ? in : NULL;
    }
}

/* inspect_data compares the output and all around it, and looks whether the input is as it was. */
static void inspect_data(struct machine *machine)
{
    const size_t len = 2 * WINDOW + SLACK + SHIFTS * (1 + BELOW_STEP) + machine->len;
    const uint8_t *oracle = machine->arena[ORACLE];
    const uint8_t *subject = machine->arena[SUBJECT];
    size_t i = 0;

    if (memcmp(oracle, subject, len) != 0) {
        while (oracle[i] == subject[i])
            i++;
        machine_differ(machine, "output: byte %zd is %02x with default, %02x with aeswide",
                       oracle + i - (machine->place[ORACLE].out != NULL ? machine->place[ORACLE].out : oracle),
                       oracle[i], subject[i]);
    }
    for (int side = 0; side < SIDES; side++) {
        const uint8_t *in = machine->place[side].in;

        if (in != NULL && !machine->in_place && memcmp(in, machine->input, machine->len) != 0)
            machine_differ(machine, "%s changed its input", side_names[side]);
    }
}

/* keep_message appends what was enciphered. */
static void keep_message(struct machine *machine, int ctx)
{
    const int len = machine->outcome[ORACLE].out_len;

    if (len <= 0 || machine->place[ORACLE].out == NULL || !EVP_CIPHER_CTX_is_encrypting(machine->ctx[ORACLE][ctx]) ||
        (size_t)len > MESSAGE_MAX - machine->message_len)
        return;
    memcpy(machine->message + machine->message_len, machine->place[ORACLE].out, (size_t)len);
    machine->message_len += (size_t)len;
}

static void call_data(struct machine *machine, const struct op *op, int side)
{
    EVP_CIPHER_CTX *ctx = machine->ctx[side][op->field[FIELD_CTX]];
    const struct place *place = &machine->place[side];
    struct outcome *o = &machine->outcome[side];
    const int len = (int)machine->len;

    switch (op->kind) {
    case OP_CIPHER_UPDATE:
        o->ret = EVP_CipherUpdate(ctx, place->out, &o->out_len, place->in, len);
        break;
    case OP_ENCRYPT_UPDATE:
        o->ret = EVP_EncryptUpdate(ctx, place->out, &o->out_len, place->in, len);
        break;
    case OP_DECRYPT_UPDATE:
        o->ret = EVP_DecryptUpdate(ctx, place->out, &o->out_len, place->in, len);
        break;
    case OP_CIPHER_FINAL:
        o->ret = EVP_CipherFinal_ex(ctx, place->out, &o->out_len);
        break;
    case OP_ENCRYPT_FINAL:
        o->ret = EVP_EncryptFinal_ex(ctx, place->out, &o->out_len);
        break;
    case OP_DECRYPT_FINAL:
        o->ret = EVP_DecryptFinal_ex(ctx, place->out, &o->out_len);
        break;
    default: /* OP_CIPHER: its result is the length, or -1 */
        o->ret = EVP_Cipher(ctx, place->out, place->in, (unsigned int)len);
        o->out_len = o->ret;
        break;
    }
}

static void call_copy(struct machine *machine, const struct op *op, int side)
{
    EVP_CIPHER_CTX **ctx = machine->ctx[side];
    const int to = op->field[FIELD_CTX];
    EVP_CIPHER_CTX *copy;

    if (op->kind == OP_COPY) {
        machine->outcome[side].ret = EVP_CIPHER_CTX_copy(ctx[to], ctx[1 - to]);
        return;
    }
    copy = library_dup(ctx[1 - to]);
    machine->outcome[side].ret = copy != NULL;
    if (copy != NULL) {
        EVP_CIPHER_CTX_free(ctx[to]);
        ctx[to] = copy;
    }
}

/* make makes the call on both sides. */
static void make(struct machine *machine, const struct op *op)
{
    switch (op_shape(op->kind)) {
    case SHAPE_INIT:
        values_prepare(machine, op);
        machine_both(machine, op, values_init);
        break;
    case SHAPE_UPDATE:
    case SHAPE_FINAL:
        place_data(machine, op);
        machine_both(machine, op, call_data);
        break;
    case SHAPE_PARAMS:
        values_prepare(machine, op);
        machine_both(machine, op, values_params);
        break;
    case SHAPE_CTRL:
        values_prepare(machine, op);
        machine_both(machine, op, values_ctrl);
        break;
    case SHAPE_NUMBER:
        values_prepare(machine, op);
        machine_both(machine, op, values_number);
        break;
    case SHAPE_COPY:
        machine_both(machine, op, call_copy);
        break;
    case SHAPE_OBSERVE:
        break;
    }
}

/* step makes one call and compares. Returns the known difference at which the sequence ends, or KNOWN_NONE. */
static enum known step(struct machine *machine, const struct op *op)
{
    const enum op_shape shape = op_shape(op->kind);
    const int ctx = op->field[FIELD_CTX];
    const struct model before = machine->model[ctx];
    enum known known;

    if (shape == SHAPE_OBSERVE) {
        machine->observe_iv = op->field[FIELD_ARG] != 0;
        return KNOWN_NONE;
    }
    machine->calls++;
    if (undefined(machine, op))
        return KNOWN_NONE;
    known = known_before(machine, op);
    if (known != KNOWN_NONE)
        return known;
    machine->made++;
    make(machine, op);
    known_errors(machine);
    known_sizes(machine, op);
    known = known_after(machine, op, &before);
    if (known_ends(known))
        return known;
    if (known != KNOWN_NONE)
        machine->known[known]++;
    if (known == KNOWN_REPEATED_GET_PARAMS || known == KNOWN_ENCRYPT_THEN_MAC)
        return KNOWN_NONE; /* one answers, the other does not; no context is touched */
    compare_outcomes(machine, known == KNOWN_NONE);
    if (shape == SHAPE_UPDATE || shape == SHAPE_FINAL) {
        inspect_data(machine);
        keep_message(machine, ctx);
    } else if (shape != SHAPE_COPY) {
        values_compare(machine, op);
    }
    model_follow(machine, op);
    observe(machine, ctx);
    return KNOWN_NONE;
}

bool machine_run(struct machine *machine, const struct op ops[], int count, int *at)
{
    machine->difference[0] = '\0';
    machine->message_len = 0;
    machine->message_read = 0;
    machine->observe_iv = true;
    entropy_restart();
    for (int i = 0; i < CONTEXTS; i++) {
        for (int side = 0; side < SIDES; side++)
            EVP_CIPHER_CTX_reset(machine->ctx[side][i]);
        machine->model[i] = (struct model){.algorithm = -1};
    }
    ERR_clear_error();
    for (*at = 0; *at < count; (*at)++) {
        enum known known = step(machine, &ops[*at]);

        if (known != KNOWN_NONE) {
            machine->known[known]++;
            return true;
        }
        if (machine->difference[0] != '\0')
            return false;
    }
    return true;
}
