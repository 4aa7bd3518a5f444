/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ops.c - one EVP call as a value, as text and back.
 */
#include "ops.h"

#include <openssl/core.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const op_algorithms[OP_ALGORITHMS] = {
    "AES-128-ECB", "AES-192-ECB", "AES-256-ECB", "AES-128-CTR", "AES-192-CTR",
    "AES-256-CTR", "AES-128-GCM", "AES-192-GCM", "AES-256-GCM",
};

/* BIT is a field's bit in struct kind. */
#define BIT(field) (1u << (field))

enum {
    INIT_FIELDS = BIT(FIELD_CTX) | BIT(FIELD_CIPHER) | BIT(FIELD_KEY) | BIT(FIELD_IV),
    UPDATE_FIELDS =
        BIT(FIELD_CTX) | BIT(FIELD_OUT) | BIT(FIELD_IN) | BIT(FIELD_LEN) | BIT(FIELD_DATA) | BIT(FIELD_SHIFT),
    FINAL_FIELDS = BIT(FIELD_CTX) | BIT(FIELD_OUT) | BIT(FIELD_SHIFT),
};

static const struct kind {
    const char *name;
    enum op_shape shape;
    bool params;
    unsigned int fields;
} kinds[OP_KINDS] = {
    [OP_CIPHER_INIT] = {"EVP_CipherInit_ex2", SHAPE_INIT, true, INIT_FIELDS | BIT(FIELD_ENC)},
    [OP_CIPHER_INIT_EX] = {"EVP_CipherInit_ex", SHAPE_INIT, false, INIT_FIELDS | BIT(FIELD_ENC)},
    [OP_ENCRYPT_INIT] = {"EVP_EncryptInit_ex2", SHAPE_INIT, true, INIT_FIELDS},
    [OP_DECRYPT_INIT] = {"EVP_DecryptInit_ex2", SHAPE_INIT, true, INIT_FIELDS},
    [OP_SKEY_INIT] = {"EVP_CipherInit_SKEY", SHAPE_INIT, true,
                      INIT_FIELDS | BIT(FIELD_ENC) | BIT(FIELD_ARG) | BIT(FIELD_LEN)},
    [OP_CIPHER_UPDATE] = {"EVP_CipherUpdate", SHAPE_UPDATE, false, UPDATE_FIELDS},
    [OP_ENCRYPT_UPDATE] = {"EVP_EncryptUpdate", SHAPE_UPDATE, false, UPDATE_FIELDS},
    [OP_DECRYPT_UPDATE] = {"EVP_DecryptUpdate", SHAPE_UPDATE, false, UPDATE_FIELDS},
    [OP_CIPHER_FINAL] = {"EVP_CipherFinal_ex", SHAPE_FINAL, false, FINAL_FIELDS},
    [OP_ENCRYPT_FINAL] = {"EVP_EncryptFinal_ex", SHAPE_FINAL, false, FINAL_FIELDS},
    [OP_DECRYPT_FINAL] = {"EVP_DecryptFinal_ex", SHAPE_FINAL, false, FINAL_FIELDS},
    [OP_CIPHER] = {"EVP_Cipher", SHAPE_UPDATE, false, UPDATE_FIELDS},
    [OP_SET_PARAMS] = {"EVP_CIPHER_CTX_set_params", SHAPE_PARAMS, true, BIT(FIELD_CTX)},
    [OP_GET_PARAMS] = {"EVP_CIPHER_CTX_get_params", SHAPE_PARAMS, true, BIT(FIELD_CTX)},
    [OP_ALGORITHM_GET_PARAMS] = {"EVP_CIPHER_get_params", SHAPE_PARAMS, true, BIT(FIELD_CTX)},
    [OP_SET_IVLEN] = {"EVP_CTRL_AEAD_SET_IVLEN", SHAPE_CTRL, false, BIT(FIELD_CTX) | BIT(FIELD_ARG)},
    [OP_GET_TAG] = {"EVP_CTRL_AEAD_GET_TAG", SHAPE_CTRL, false, BIT(FIELD_CTX) | BIT(FIELD_ARG) | BIT(FIELD_IN)},
    [OP_SET_TAG] = {"EVP_CTRL_AEAD_SET_TAG", SHAPE_CTRL, false,
                    BIT(FIELD_CTX) | BIT(FIELD_ARG) | BIT(FIELD_DATA) | BIT(FIELD_IN)},
    [OP_SET_IV_FIXED] = {"EVP_CTRL_GCM_SET_IV_FIXED", SHAPE_CTRL, false,
                         BIT(FIELD_CTX) | BIT(FIELD_ARG) | BIT(FIELD_IV)},
    [OP_IV_GEN] = {"EVP_CTRL_GCM_IV_GEN", SHAPE_CTRL, false, BIT(FIELD_CTX) | BIT(FIELD_ARG)},
    [OP_SET_IV_INV] = {"EVP_CTRL_GCM_SET_IV_INV", SHAPE_CTRL, false, BIT(FIELD_CTX) | BIT(FIELD_ARG) | BIT(FIELD_IV)},
    [OP_TLS1_AAD] = {"EVP_CTRL_AEAD_TLS1_AAD", SHAPE_CTRL, false, BIT(FIELD_CTX) | BIT(FIELD_ARG) | BIT(FIELD_LEN)},
    [OP_OTHER_CTRL] = {"EVP_CIPHER_CTX_ctrl", SHAPE_CTRL, false, BIT(FIELD_CTX) | BIT(FIELD_ARG) | BIT(FIELD_LEN)},
    [OP_SET_PADDING] = {"EVP_CIPHER_CTX_set_padding", SHAPE_NUMBER, false, BIT(FIELD_CTX) | BIT(FIELD_ARG)},
    [OP_SET_KEY_LENGTH] = {"EVP_CIPHER_CTX_set_key_length", SHAPE_NUMBER, false, BIT(FIELD_CTX) | BIT(FIELD_ARG)},
    [OP_SET_NUM] = {"EVP_CIPHER_CTX_set_num", SHAPE_NUMBER, false, BIT(FIELD_CTX) | BIT(FIELD_ARG)},
    [OP_GET_NUM] = {"EVP_CIPHER_CTX_get_num", SHAPE_NUMBER, false, BIT(FIELD_CTX)},
    [OP_SET_FLAGS] = {"EVP_CIPHER_CTX_set_flags", SHAPE_NUMBER, false, BIT(FIELD_CTX) | BIT(FIELD_ARG)},
    [OP_GET_UPDATED_IV] = {"EVP_CIPHER_CTX_get_updated_iv", SHAPE_NUMBER, false, BIT(FIELD_CTX) | BIT(FIELD_LEN)},
    [OP_GET_ORIGINAL_IV] = {"EVP_CIPHER_CTX_get_original_iv", SHAPE_NUMBER, false, BIT(FIELD_CTX) | BIT(FIELD_LEN)},
    [OP_RAND_KEY] = {"EVP_CIPHER_CTX_rand_key", SHAPE_NUMBER, false, BIT(FIELD_CTX)},
    [OP_COPY] = {"EVP_CIPHER_CTX_copy", SHAPE_COPY, false, BIT(FIELD_CTX)},
    [OP_DUP] = {"EVP_CIPHER_CTX_dup", SHAPE_COPY, false, BIT(FIELD_CTX)},
    [OP_RESET] = {"EVP_CIPHER_CTX_reset", SHAPE_NUMBER, false, BIT(FIELD_CTX)},
    [OP_OBSERVE_IV] = {"observe_iv", SHAPE_OBSERVE, false, BIT(FIELD_ARG)},
};

static const char *const field_names[FIELD_COUNT] = {
    [FIELD_CTX] = "ctx",   [FIELD_CIPHER] = "cipher", [FIELD_KEY] = "key", [FIELD_IV] = "iv",
    [FIELD_ENC] = "enc",   [FIELD_OUT] = "out",       [FIELD_IN] = "in",   [FIELD_LEN] = "len",
    [FIELD_DATA] = "data", [FIELD_SHIFT] = "shift",   [FIELD_ARG] = "arg",
};

/* words[]: what numbers from 0 on are called in a field; other numbers stand for themselves. */
enum { WORDS_MAX = OP_ALGORITHMS + 1 };
static const char *const words[FIELD_COUNT][WORDS_MAX] = {
    [FIELD_CIPHER] = {"NULL", "AES-128-ECB", "AES-192-ECB", "AES-256-ECB", "AES-128-CTR", "AES-192-CTR", "AES-256-CTR",
                      "AES-128-GCM", "AES-192-GCM", "AES-256-GCM"},
    [FIELD_KEY] = {"NULL"},
    [FIELD_IV] = {"NULL"},
    [FIELD_OUT] = {"NULL", "apart", "in-place", "below"},
    [FIELD_IN] = {"NULL", "given"},
    [FIELD_DATA] = {"right"},
};

static const char *const param_names[] = {
    "keylen",       "ivlen",
    "padding",      "num",
    "use-bits",     "tls-version",
    "tls-mac-size", "tls-mac",
    "iv",           "updated-iv",
    "tag",          "taglen",
    "tlsaad",       "tlsaadpad",
    "tlsivfixed",   "tlsivgen",
    "tlsivinv",     "iv-generated",
    "mode",         "blocksize",
    "aead",         "custom-iv",
    "cts",          "tls-multi",
    "has-randkey",  "encrypt-then-mac",
    "pipeline-tag", "randkey",
    "nonsense",
};
enum { PARAM_NAMES = sizeof(param_names) / sizeof(param_names[0]) };

/* type_names[]: by OSSL_PARAM_*. The last is no type. */
static const char *const type_names[] = {
    [OSSL_PARAM_INTEGER] = "int",         [OSSL_PARAM_UNSIGNED_INTEGER] = "uint", [OSSL_PARAM_REAL] = "real",
    [OSSL_PARAM_UTF8_STRING] = "utf8",    [OSSL_PARAM_OCTET_STRING] = "octets",   [OSSL_PARAM_UTF8_PTR] = "utf8_ptr",
    [OSSL_PARAM_OCTET_PTR] = "octet_ptr", [OSSL_PARAM_OCTET_PTR + 1] = "no_type",
};
enum { TYPE_NAMES = sizeof(type_names) / sizeof(type_names[0]) };

enum op_shape op_shape(enum op_kind kind)
{
    return kinds[kind].shape;
}

bool op_has_field(enum op_kind kind, enum op_field field)
{
    return (kinds[kind].fields >> field & 1) != 0;
}

bool op_has_params(enum op_kind kind)
{
    return kinds[kind].params;
}

bool op_has_param(const struct op *op, const char *name)
{
    for (int i = 0; i < op->param_count; i++) {
        if (strcmp(param_names[op->params[i].name], name) == 0)
            return true;
    }
    return false;
}

const char *op_param_name(int name)
{
    return name >= 0 && name < PARAM_NAMES ? param_names[name] : NULL;
}

int op_param_names(void)
{
    return PARAM_NAMES;
}

int op_param_find(const char *key)
{
    for (int i = 0; i < PARAM_NAMES; i++) {
        if (strcmp(param_names[i], key) == 0)
            return i;
    }
    return -1;
}

/* word returns the name of a value in a field, or NULL. */
static const char *word(enum op_field field, int value)
{
    return value >= 0 && value < WORDS_MAX ? words[field][value] : NULL;
}

/* append adds printf-formatted text, as far as there is room. */
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;

    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

void op_print(char *text, size_t size, const struct op *op)
{
    const struct kind *kind = &kinds[op->kind];

    snprintf(text, size, "%s", kind->name);
    for (int f = 0; f < FIELD_COUNT; f++) {
        const char *name = word((enum op_field)f, op->field[f]);

        if (!op_has_field(op->kind, (enum op_field)f))
            continue;
        if (name != NULL)
            append(text, size, " %s=%s", field_names[f], name);
        else
            append(text, size, " %s=%d", field_names[f], op->field[f]);
    }
    for (int i = 0; i < op->param_count; i++) {
        const struct op_param *p = &op->params[i];

        append(text, size, "%s%s:%s/%d=", i == 0 ? " params=" : ",", param_names[p->name], type_names[p->type],
               p->size);
        if (p->null_data)
            append(text, size, "NULL");
        else
            append(text, size, "%d", p->value);
    }
}

/* find returns the index of text (len characters) among names, or -1. */
static int find(const char *const names[], int count, const char *text, size_t len)
{
    for (int i = 0; i < count; i++) {
        if (names[i] != NULL && strlen(names[i]) == len && memcmp(names[i], text, len) == 0)
            return i;
    }
    return -1;
}

/* parse_param reads NAME:TYPE/SIZE=VALUE and sets *end behind it. */
static bool parse_param(struct op_param *p, const char *text, const char **end)
{
    const char *colon = strchr(text, ':');
    const char *slash = colon == NULL ? NULL : strchr(colon, '/');
    char *after;

    if (slash == NULL)
        return false;
    p->name = find(param_names, PARAM_NAMES, text, (size_t)(colon - text));
    p->type = find(type_names, TYPE_NAMES, colon + 1, (size_t)(slash - colon - 1));
    p->size = (int)strtol(slash + 1, &after, 10);
    if (p->name < 0 || p->type < 0 || *after != '=')
        return false;
    p->null_data = strncmp(after + 1, "NULL", 4) == 0;
    p->value = p->null_data ? 0 : (int)strtol(after + 1, &after, 10);
    *end = p->null_data ? after + 5 : after;
    return true;
}

static bool parse_params(struct op *op, const char *text)
{
    for (op->param_count = 0; op->param_count < OP_PARAMS_MAX; text++) {
        if (!parse_param(&op->params[op->param_count++], text, &text))
            return false;
        if (*text != ',')
            return *text == '\0' || *text == ' ';
    }
    return false;
}

/* parse_field reads NAME=VALUE of `len` characters. */
static bool parse_field(struct op *op, const char *text, size_t len)
{
    const char *equals = memchr(text, '=', len);
    size_t name_len, value_len;
    int field, value;

    if (equals == NULL)
        return false;
    name_len = (size_t)(equals - text);
    value_len = len - name_len - 1;
    if (name_len == strlen("params") && memcmp(text, "params", name_len) == 0)
        return kinds[op->kind].params && parse_params(op, equals + 1);
    field = find(field_names, FIELD_COUNT, text, name_len);
    if (field < 0 || !op_has_field(op->kind, (enum op_field)field))
        return false;
    value = find(words[field], WORDS_MAX, equals + 1, value_len);
    op->field[field] = value >= 0 ? value : (int)strtol(equals + 1, NULL, 10);
    return true;
}

bool op_parse(struct op *op, const char *line)
{
    size_t len = strcspn(line, " ");
    int kind = -1;

    for (int k = 0; k < OP_KINDS; k++) {
        if (strlen(kinds[k].name) == len && memcmp(kinds[k].name, line, len) == 0)
            kind = k;
    }
    if (kind < 0)
        return false;
    memset(op, 0, sizeof(*op));
    op->kind = (enum op_kind)kind;
    for (line += len; *line != '\0'; line += len) {
        line += strspn(line, " ");
        len = strcspn(line, " ");
        if (len > 0 && !parse_field(op, line, len))
            return false;
    }
    return true;
}

int op_parse_all(struct op ops[OPS_MAX], const char *text)
{
    int count = 0;

    while (*text != '\0') {
        size_t len = strcspn(text, "\n;");
        char line[1024];

        if (len >= sizeof(line) || count == OPS_MAX)
            return -1;
        memcpy(line, text, len);
        line[len] = '\0';
        if (line[strspn(line, " \t")] != '\0' && line[strspn(line, " \t")] != '#') {
            if (!op_parse(&ops[count++], line + strspn(line, " \t"))) {
                fprintf(stderr, "not a call: %s\n", line);
                return -1;
            }
        }
        text += len + (text[len] != '\0');
    }
    return count;
}
