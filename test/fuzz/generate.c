/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * generate.c - sequences of calls, made up from random numbers or from a fuzzer's bytes.
 */
#include "generate.h"

#include <openssl/core.h>
#include <openssl/evp.h>
#include <string.h>

#include "material.h"

/* struct draft: the sequence so far. */
struct draft {
    struct op *ops;
    int count;
    struct choices *choices;
    int mode;       /* of the context in use: 0 ECB, 1 CTR, 2 GCM */
    int odd_one_in; /* how often a call is followed by one that does not belong there; 0: never */
};

/* choose returns a number from 0 to bound - 1. A fuzzer's bytes that are used up give zeros, which end a sequence soon.
 */
static int choose(struct draft *draft, int bound)
{
    struct choices *c = draft->choices;
    unsigned int value;

    if (c->bytes == NULL)
        return (int)random_below(&c->random, (size_t)bound);
    if (c->bytes_len == 0)
        return 0;
    value = *c->bytes++;
    c->bytes_len--;
    if (bound > 256 && c->bytes_len > 0) {
        value |= (unsigned int)*c->bytes++ << 8;
        c->bytes_len--;
    }
    return (int)(value % (unsigned int)bound);
}

/* one_in returns true once in n times. */
static bool one_in(struct draft *draft, int n)
{
    return choose(draft, n) == n - 1;
}

/* pick returns one of the numbers in an array. */
static int pick(struct draft *draft, const int numbers[], size_t count)
{
    return numbers[choose(draft, (int)count)];
}

/* add appends a call of this kind; at the end of the room, to a place that does not count. */
static struct op *add(struct draft *draft, enum op_kind kind, int ctx)
{
    static struct op beyond;
    struct op *op = draft->count < OPS_MAX ? &draft->ops[draft->count++] : &beyond;

    memset(op, 0, sizeof(*op));
    op->kind = kind;
    op->field[FIELD_CTX] = ctx;
    op->field[FIELD_ENC] = -1;
    op->field[FIELD_IN] = 1;
    op->field[FIELD_OUT] = OUT_APART;
    return op;
}

/* length returns a length of data: mostly short, often about the sizes of blocks and batches. */
static int length(struct draft *draft)
{
    static const int sizes[] = {16, 32, 48, 64, 96, 128, 192, 240, 256, 272, 384, 512, 1024};

    switch (choose(draft, 10)) {
    case 0:
        return choose(draft, 4);
    case 1:
    case 2:
        return choose(draft, 17);
    case 3:
    case 4:
        return 16 * (1 + choose(draft, 8));
    case 5:
    case 6:
        return choose(draft, 100);
    case 7:
        return choose(draft, 320);
    case 8:
        return pick(draft, sizes, sizeof(sizes) / sizeof(sizes[0])) + choose(draft, 33) - 16;
    default:
        return one_in(draft, 8) ? choose(draft, 4400) : choose(draft, 700);
    }
}

static int some_key(struct draft *draft)
{
    return 1 + choose(draft, MATERIAL_KEYS);
}

static int some_iv(struct draft *draft)
{
    return 1 + choose(draft, MATERIAL_IVS);
}

static int some_data(struct draft *draft)
{
    return one_in(draft, 3) ? 1 + choose(draft, MATERIAL_PADDINGS) : 1 + choose(draft, MATERIAL_DATA);
}

static int iv_length(struct draft *draft)
{
    static const int lengths[] = {12, 12, 16, 8, 1, 7, 11, 13, 17, 60, 64, 127, 128};

    return one_in(draft, 4) ? 1 + choose(draft, 128) : pick(draft, lengths, sizeof(lengths) / sizeof(lengths[0]));
}

static int tag_length(struct draft *draft)
{
    static const int lengths[] = {16, 16, 16, 12, 4, 15, 1, 13};

    return one_in(draft, 6) ? choose(draft, 18) : pick(draft, lengths, sizeof(lengths) / sizeof(lengths[0]));
}

static void add_odd(struct draft *draft, int ctx);

/* done is called after each call of a flow: now and then something else comes between. */
static void done(struct draft *draft, int ctx)
{
    if (draft->odd_one_in > 0 && one_in(draft, draft->odd_one_in))
        add_odd(draft, one_in(draft, 8) ? 1 - ctx : ctx);
}

static int key_length(struct draft *draft)
{
    static const int lengths[] = {16, 24, 32, 32, 16, 24, 0, 15, 64, 33};

    return pick(draft, lengths, sizeof(lengths) / sizeof(lengths[0]));
}

/* add_init starts a context with a cipher, a key and an IV. Returns the call. */
static struct op *add_init(struct draft *draft, int ctx, int cipher, int key, int iv, int enc)
{
    static const enum op_kind kinds[] = {OP_CIPHER_INIT, OP_CIPHER_INIT_EX};
    enum op_kind kind = kinds[choose(draft, 2)];
    struct op *op;

    if (enc >= 0 && one_in(draft, 4))
        kind = enc ? OP_ENCRYPT_INIT : OP_DECRYPT_INIT;
    if (one_in(draft, 16))
        kind = OP_SKEY_INIT;
    op = add(draft, kind, ctx);
    if (kind == OP_SKEY_INIT) {
        op->field[FIELD_ARG] = one_in(draft, 8) || cipher == 0 ? key_length(draft) : 16 + 8 * ((cipher - 1) % 3);
        op->field[FIELD_LEN] = one_in(draft, 8) ? choose(draft, 140) : cipher > 6 ? 12 : 16;
    }
    op->field[FIELD_CIPHER] = cipher;
    op->field[FIELD_KEY] = key;
    op->field[FIELD_IV] = iv;
    op->field[FIELD_ENC] = enc;
    return op;
}

static struct op *add_update(struct draft *draft, int ctx, int len, int data, int out)
{
    struct op *op = add(draft, OP_CIPHER_UPDATE, ctx);

    op->field[FIELD_LEN] = len;
    op->field[FIELD_DATA] = data;
    op->field[FIELD_OUT] = out;
    op->field[FIELD_SHIFT] = one_in(draft, 2) ? choose(draft, 32) : 0;
    return op;
}

static int some_out(struct draft *draft)
{
    static const int outs[] = {OUT_APART, OUT_APART, OUT_IN_PLACE, OUT_BELOW};

    return pick(draft, outs, sizeof(outs) / sizeof(outs[0]));
}

/* add_updates cuts `len` bytes of data into pieces. */
static void add_updates(struct draft *draft, int ctx, int len, bool message, bool aad)
{
    int pieces = 1 + (one_in(draft, 2) ? choose(draft, 3) : 0);

    for (int i = pieces; i > 0; i--) {
        int n = i == 1 ? len : choose(draft, len + 1);

        add_update(draft, ctx, n, message ? 0 : some_data(draft), aad ? OUT_NULL : some_out(draft));
        done(draft, ctx);
        len -= n;
    }
}

static struct op *add_number(struct draft *draft, enum op_kind kind, int ctx, int arg)
{
    struct op *op = add(draft, kind, ctx);

    op->field[FIELD_ARG] = arg;
    return op;
}

/* add_param gives a call one more parameter, and returns it; the last one again when there is no room. */
static struct op_param *add_param(struct op *op, const char *name, int type, int size, int value)
{
    struct op_param *p;

    if (op->param_count == OP_PARAMS_MAX)
        return &op->params[OP_PARAMS_MAX - 1];
    p = &op->params[op->param_count++];
    *p = (struct op_param){.name = op_param_find(name), .type = type, .size = size, .value = value};
    return p;
}

/* add_params gives a call any parameters of any types. */
static void add_params(struct draft *draft, struct op *op)
{
    static const struct {
        const char *name;
        int type, size;
    } usual[] = {
        {"keylen", OSSL_PARAM_UNSIGNED_INTEGER, 8},
        {"ivlen", OSSL_PARAM_UNSIGNED_INTEGER, 8},
        {"padding", OSSL_PARAM_UNSIGNED_INTEGER, 4},
        {"num", OSSL_PARAM_UNSIGNED_INTEGER, 4},
        {"use-bits", OSSL_PARAM_UNSIGNED_INTEGER, 4},
        {"tls-version", OSSL_PARAM_UNSIGNED_INTEGER, 4},
        {"tls-mac-size", OSSL_PARAM_UNSIGNED_INTEGER, 8},
        {"tls-mac", OSSL_PARAM_OCTET_PTR, 8},
        {"iv", OSSL_PARAM_OCTET_STRING, 16},
        {"updated-iv", OSSL_PARAM_OCTET_STRING, 16},
        {"tag", OSSL_PARAM_OCTET_STRING, 16},
        {"taglen", OSSL_PARAM_UNSIGNED_INTEGER, 8},
        {"tlsaad", OSSL_PARAM_OCTET_STRING, 13},
        {"tlsaadpad", OSSL_PARAM_UNSIGNED_INTEGER, 8},
        {"tlsivfixed", OSSL_PARAM_OCTET_STRING, 4},
        {"tlsivgen", OSSL_PARAM_OCTET_STRING, 8},
        {"tlsivinv", OSSL_PARAM_OCTET_STRING, 8},
        {"iv-generated", OSSL_PARAM_UNSIGNED_INTEGER, 4},
    };
    static const int sizes[] = {4, 8, 1, 2, 3, 0, 9, 12, 13, 16, 17, 128, 129};
    static const int values[] = {0, 1, 12, 16, 8, -1, 15, 64, 128, 129, 769, 0x303, 1000, 32, 24, 20};
    const int count = 1 + (one_in(draft, 3) ? choose(draft, OP_PARAMS_MAX) : 0);

    for (int i = 0; i < count; i++) {
        size_t which = (size_t)choose(draft, (int)(sizeof(usual) / sizeof(usual[0])));
        int type = usual[which].type;
        int size = usual[which].size;
        int value = pick(draft, values, sizeof(values) / sizeof(values[0]));
        struct op_param *p;

        if (one_in(draft, 4))
            type = 1 + choose(draft, OSSL_PARAM_OCTET_PTR + 1);
        if (one_in(draft, 3))
            size = pick(draft, sizes, sizeof(sizes) / sizeof(sizes[0]));
        if (type == OSSL_PARAM_OCTET_STRING)
            value = one_in(draft, 3) ? 0 : choose(draft, 100);
        p = add_param(op, usual[which].name, type, size, value);
        if (one_in(draft, 10))
            p->name = choose(draft, op_param_names());
        if (one_in(draft, 8)) {
            p->null_data = true;
            p->value = 0;
        }
        if (one_in(draft, 12) && i > 0)
            p->name = op->params[i - 1].name;
        if (type == OSSL_PARAM_OCTET_STRING && strcmp(op_param_name(p->name), "tlsivfixed") == 0 && one_in(draft, 4))
            p->size = -1;
    }
}

/* add_some_init is an init call with anything missing. */
static void add_some_init(struct draft *draft, int ctx)
{
    const int enc = choose(draft, 3) - 1;
    const bool with_cipher = one_in(draft, 5);
    struct op *op;

    if (with_cipher && one_in(draft, 2))
        draft->mode = choose(draft, 3);
    op = add_init(draft, ctx, with_cipher ? 1 + draft->mode * 3 + choose(draft, 3) : 0,
                  one_in(draft, 2) ? some_key(draft) : 0, one_in(draft, 2) ? some_iv(draft) : 0, enc);
    if (op_has_params(op->kind) && one_in(draft, 3))
        add_params(draft, op);
}

static void add_some_gcm_ctrl(struct draft *draft, int ctx)
{
    static const int types[] = {
        EVP_CTRL_INIT,           EVP_CTRL_SET_KEY_LENGTH,          EVP_CTRL_RAND_KEY,  EVP_CTRL_COPY,
        EVP_CTRL_CCM_SET_L,      EVP_CTRL_AEAD_SET_MAC_KEY,        EVP_CTRL_GET_IVLEN, EVP_CTRL_SET_SPEED,
        EVP_CTRL_GET_RC5_ROUNDS, EVP_CTRL_SET_PIPELINE_OUTPUT_BUFS};
    struct op *op;

    switch (choose(draft, 9)) {
    case 0:
        add_number(draft, OP_SET_IVLEN, ctx, one_in(draft, 6) ? choose(draft, 140) - 5 : iv_length(draft));
        break;
    case 1:
        op = add_number(draft, OP_GET_TAG, ctx, one_in(draft, 10) ? choose(draft, 22) - 3 : tag_length(draft));
        op->field[FIELD_IN] = !one_in(draft, 12);
        break;
    case 2:
    case 3:
        op = add_number(draft, OP_SET_TAG, ctx, one_in(draft, 10) ? choose(draft, 22) - 3 : tag_length(draft));
        op->field[FIELD_DATA] = one_in(draft, 3) ? some_data(draft) : 0;
        op->field[FIELD_IN] = !one_in(draft, 12);
        break;
    case 4:
        op = add_number(draft, OP_SET_IV_FIXED, ctx, one_in(draft, 2) ? -1 : one_in(draft, 3) ? choose(draft, 13) : 4);
        op->field[FIELD_IV] = some_iv(draft);
        break;
    case 5:
        add_number(draft, OP_IV_GEN, ctx, one_in(draft, 4) ? choose(draft, 20) - 2 : 8);
        break;
    case 6:
        op = add_number(draft, OP_SET_IV_INV, ctx, one_in(draft, 4) ? choose(draft, 14) - 1 : 8);
        op->field[FIELD_IV] = some_iv(draft);
        break;
    case 7:
        op = add_number(draft, OP_TLS1_AAD, ctx, one_in(draft, 6) ? choose(draft, 20) : 13);
        op->field[FIELD_LEN] = one_in(draft, 4) ? choose(draft, 26) : 24 + length(draft);
        break;
    default:
        op = add_number(draft, OP_OTHER_CTRL, ctx, pick(draft, types, sizeof(types) / sizeof(types[0])));
        op->field[FIELD_LEN] = choose(draft, 40);
        break;
    }
}

static void add_some_number(struct draft *draft, int ctx)
{
    static const int flags[] = {EVP_CIPH_NO_PADDING, EVP_CIPH_FLAG_LENGTH_BITS};
    static const int lens[] = {16, 12, 0, 128, 15, 11};

    switch (choose(draft, 9)) {
    case 0:
    case 1:
        add_number(draft, OP_SET_PADDING, ctx, choose(draft, 2));
        break;
    case 2:
        add_number(draft, OP_SET_KEY_LENGTH, ctx, key_length(draft));
        break;
    case 3:
        add_number(draft, OP_SET_NUM, ctx, choose(draft, 19) - 1);
        break;
    case 4:
        add(draft, OP_GET_NUM, ctx);
        break;
    case 5:
        add_number(draft, OP_SET_FLAGS, ctx, pick(draft, flags, sizeof(flags) / sizeof(int)));
        break;
    case 6:
        add(draft, OP_GET_UPDATED_IV, ctx)->field[FIELD_LEN] = pick(draft, lens, sizeof(lens) / sizeof(int));
        break;
    case 7:
        add(draft, OP_GET_ORIGINAL_IV, ctx)->field[FIELD_LEN] = pick(draft, lens, sizeof(lens) / sizeof(int));
        break;
    default:
        add(draft, OP_RAND_KEY, ctx);
        break;
    }
}

static void add_some_data(struct draft *draft, int ctx)
{
    static const enum op_kind updates[] = {OP_CIPHER_UPDATE, OP_CIPHER_UPDATE, OP_ENCRYPT_UPDATE, OP_DECRYPT_UPDATE,
                                           OP_CIPHER};
    struct op *op = add_update(draft, ctx, length(draft), one_in(draft, 4) ? 0 : some_data(draft), some_out(draft));

    op->kind = updates[choose(draft, 5)];
    if (draft->mode == 2 && one_in(draft, 3))
        op->field[FIELD_OUT] = OUT_NULL;
    if (one_in(draft, 10))
        op->field[FIELD_LEN] = 0;
    if (one_in(draft, 12))
        op->field[FIELD_IN] = 0;
    if (one_in(draft, 12) && draft->mode != 2) {
        op->field[FIELD_IN] = 0;
        op->field[FIELD_LEN] = 0;
    }
}

static void add_some_final(struct draft *draft, int ctx)
{
    static const enum op_kind finals[] = {OP_CIPHER_FINAL, OP_CIPHER_FINAL, OP_CIPHER_FINAL, OP_ENCRYPT_FINAL,
                                          OP_DECRYPT_FINAL};
    struct op *op = add(draft, finals[choose(draft, 5)], ctx);

    if (draft->mode != 0 && one_in(draft, 4))
        op->field[FIELD_OUT] = OUT_NULL;
}

/* add_odd adds any call. */
static void add_odd(struct draft *draft, int ctx)
{
    struct op *op;

    switch (choose(draft, 20)) {
    case 0:
    case 1:
    case 2:
        add_some_init(draft, ctx);
        break;
    case 3:
    case 4:
    case 5:
    case 6:
        add_some_data(draft, ctx);
        break;
    case 7:
    case 8:
        add_some_final(draft, ctx);
        break;
    case 9:
    case 10:
        op = add(draft, OP_SET_PARAMS, ctx);
        add_params(draft, op);
        break;
    case 11:
    case 12:
        op = add(draft, OP_GET_PARAMS, ctx);
        add_params(draft, op);
        break;
    case 13:
        op = add(draft, OP_ALGORITHM_GET_PARAMS, ctx);
        add_params(draft, op);
        for (int i = 0; i < op->param_count; i++) {
            if (one_in(draft, 2))
                op->params[i].name = op_param_find("mode") + choose(draft, 7);
        }
        break;
    case 14:
    case 15:
    case 16:
        if (draft->mode == 2 || one_in(draft, 8)) {
            add_some_gcm_ctrl(draft, ctx);
            break;
        }
        add_some_data(draft, ctx);
        break;
    case 17:
        add_some_number(draft, ctx);
        break;
    case 18:
        add(draft, one_in(draft, 2) ? OP_COPY : OP_DUP, ctx);
        break;
    default:
        if (one_in(draft, 4))
            add(draft, OP_RESET, ctx);
        else
            add_some_number(draft, ctx);
        break;
    }
}

/* flow_plain: a message in ECB or CTR, enciphered and mostly deciphered again. */
static void flow_plain(struct draft *draft)
{
    const int cipher = 1 + 3 * draft->mode + choose(draft, 3);
    const int key = some_key(draft);
    const int iv = draft->mode == 1 ? some_iv(draft) : 0;
    const int first = choose(draft, 2);
    int len = length(draft);
    int ctx = 0;

    add_init(draft, ctx, cipher, key, iv, first);
    done(draft, ctx);
    if (draft->mode == 0 && one_in(draft, 3)) {
        add_number(draft, OP_SET_PADDING, ctx, 0);
        if (one_in(draft, 3))
            len &= ~15;
    }
    add_updates(draft, ctx, len, false, false);
    if (one_in(draft, 4))
        add(draft, one_in(draft, 2) ? OP_COPY : OP_DUP, 1);
    add_some_final(draft, ctx);
    done(draft, ctx);
    if (one_in(draft, 3))
        return;
    if (one_in(draft, 2))
        ctx = 1;
    if (ctx == 1 || one_in(draft, 2))
        add_init(draft, ctx, cipher, key, iv, !first);
    else
        add_init(draft, ctx, 0, one_in(draft, 2) ? key : 0, one_in(draft, 2) ? iv : 0, !first);
    done(draft, ctx);
    add_updates(draft, ctx, len + (draft->mode == 0 ? 16 - len % 16 : 0), true, false);
    add_some_final(draft, ctx);
}

/* gcm_message: AAD, data and the end of a message on a context that is ready. */
static void gcm_message(struct draft *draft, int ctx, int aad_len, int aad, int len, bool message)
{
    if (aad_len > 0)
        add_update(draft, ctx, aad_len, aad, OUT_NULL);
    done(draft, ctx);
    if (one_in(draft, 6))
        add_update(draft, ctx, aad_len, aad, OUT_NULL);
    add_updates(draft, ctx, len, message, false);
}

/* flow_gcm: a message, enciphered and mostly deciphered again. */
static void flow_gcm(struct draft *draft)
{
    const int cipher = 7 + choose(draft, 3);
    const bool wraps = one_in(draft, 12);
    const int key = wraps ? 1 : some_key(draft);
    const int iv = wraps ? MATERIAL_WRAPPING_IV + cipher - 7 : one_in(draft, 10) ? 0 : some_iv(draft);
    const int iv_len = wraps ? 16 : one_in(draft, 3) ? iv_length(draft) : 12;
    const int aad_len = one_in(draft, 3) ? 0 : length(draft);
    const int aad = some_data(draft);
    const int len = one_in(draft, 8) ? 0 : length(draft);
    int ctx = 0;
    int enc = !one_in(draft, 5);

    for (int part = 0; part < 2; part++) {
        if (iv_len != 12) {
            add_init(draft, ctx, cipher, one_in(draft, 3) ? key : 0, 0, enc);
            add_number(draft, OP_SET_IVLEN, ctx, iv_len);
            add_init(draft, ctx, 0, key, iv, one_in(draft, 2) ? -1 : enc);
        } else {
            struct op *op = add_init(draft, ctx, part == 0 || ctx == 1 ? cipher : 0, key, iv, enc);

            if (op_has_params(op->kind) && one_in(draft, 8))
                add_param(op, "ivlen", OSSL_PARAM_UNSIGNED_INTEGER, 8, iv_length(draft));
        }
        done(draft, ctx);
        gcm_message(draft, ctx, aad_len, aad, len, part == 1);
        if (!enc && !one_in(draft, 10)) {
            struct op *op = add_number(draft, OP_SET_TAG, ctx, tag_length(draft));

            op->field[FIELD_DATA] = one_in(draft, 4) ? some_data(draft) : 0;
        }
        done(draft, ctx);
        add_some_final(draft, ctx);
        if (enc)
            add_number(draft, OP_GET_TAG, ctx, tag_length(draft));
        done(draft, ctx);
        if (one_in(draft, 3))
            return;
        if (one_in(draft, 2))
            ctx = 1;
        enc = !enc;
    }
}

/* add_record: one record of TLS 1.2. */
static void add_record(struct draft *draft, int ctx, int len, bool message)
{
    struct op *op = add_number(draft, OP_TLS1_AAD, ctx, 13);

    op->field[FIELD_LEN] = one_in(draft, 12) ? choose(draft, 30) : message ? len + 24 : len + 8;
    done(draft, ctx);
    add_update(draft, ctx, len + 24 - (one_in(draft, 12) ? choose(draft, 25) : 0), message ? 0 : some_data(draft),
               one_in(draft, 12) ? some_out(draft) : OUT_IN_PLACE);
    done(draft, ctx);
}

/* flow_tls: records of TLS 1.2 from context 0 to context 1. */
static void flow_tls(struct draft *draft)
{
    const int cipher = 7 + choose(draft, 3);
    const int key = some_key(draft);
    const int iv = some_iv(draft);
    const int records = 1 + choose(draft, 2);

    add_init(draft, 0, cipher, key, 0, 1);
    add_number(draft, OP_SET_IV_FIXED, 0, one_in(draft, 3) ? 4 : -1)->field[FIELD_IV] = iv;
    done(draft, 0);
    add_init(draft, 1, cipher, key, 0, 0);
    add_number(draft, OP_SET_IV_FIXED, 1, 4)->field[FIELD_IV] = iv;
    for (int i = 0; i < records; i++) {
        int len = length(draft);

        add_record(draft, 0, len, false);
        add_record(draft, 1, len, true);
    }
}

/* flow_tls13: many messages with one key, as TLS 1.3, QUIC and IPsec have them. */
static void flow_tls13(struct draft *draft)
{
    const int enc = choose(draft, 2);
    const int messages = 1 + choose(draft, 3);

    add_init(draft, 0, 7 + choose(draft, 3), some_key(draft), one_in(draft, 2) ? some_iv(draft) : 0, enc);
    for (int i = 0; i < messages; i++) {
        add_init(draft, 0, 0, 0, some_iv(draft), one_in(draft, 2) ? -1 : enc);
        gcm_message(draft, 0, 5, some_data(draft), length(draft), false);
        if (!enc)
            add_number(draft, OP_SET_TAG, 0, 16);
        add_some_final(draft, 0);
        if (enc)
            add_number(draft, OP_GET_TAG, 0, 16);
        done(draft, 0);
    }
}

int generate(struct op ops[OPS_MAX], struct choices *choices)
{
    struct draft draft = {.ops = ops, .choices = choices};
    static const int modes[] = {2, 2, 2, 0, 0, 1, 1, 1};
    static const int odd[] = {0, 3, 3, 6, 6, 2};
    int extra;

    draft.mode = pick(&draft, modes, sizeof(modes) / sizeof(modes[0]));
    draft.odd_one_in = pick(&draft, odd, sizeof(odd) / sizeof(odd[0]));
    if (one_in(&draft, 2))
        add_number(&draft, OP_OBSERVE_IV, 0, 0);
    if (one_in(&draft, 3)) { /* no flow: anything, on a context that has been started in some way */
        struct op *op =
            add_init(&draft, 0, 1 + 3 * draft.mode + choose(&draft, 3), one_in(&draft, 6) ? 0 : some_key(&draft),
                     one_in(&draft, 4) ? 0 : some_iv(&draft), choose(&draft, 2));
        if (op_has_params(op->kind) && one_in(&draft, 4))
            add_params(&draft, op);
        extra = 2 + choose(&draft, 14);
    } else {
        if (draft.mode != 2)
            flow_plain(&draft);
        else if (one_in(&draft, 3))
            flow_tls13(&draft);
        else if (one_in(&draft, 3))
            flow_tls(&draft);
        else
            flow_gcm(&draft);
        extra = choose(&draft, 5);
    }
    for (int i = 0; i < extra; i++)
        add_odd(&draft, one_in(&draft, 6));
    return draft.count;
}
