/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * observe.c - all that can be asked of a context, asked on both sides and compared.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <string.h>

#include "entropy.h"
#include "known.h"
#include "machine.h"

enum { IV_ROOM = 128, TAG_ROOM = 16, ASKED_MAX = 8 };

/* struct answers: room for the answers of one side. */
struct answers {
    size_t key_len, iv_len, tag_len, tls_aad_pad;
    unsigned int padding, num, iv_generated;
    uint8_t iv[IV_ROOM], updated_iv[IV_ROOM], tag[TAG_ROOM];
    void *tls_mac;
    size_t return_sizes[ASKED_MAX];
};

/* ask asks one side; EVP_CIPHER_CTX_get_params stops at the first parameter that it cannot give. */
static void ask(struct machine *machine, int ctx, int side, OSSL_PARAM params[], struct answers *answers)
{
    struct outcome *outcome = &machine->outcome[side];

    entropy_use(side);
    outcome->ret = EVP_CIPHER_CTX_get_params(machine->ctx[side][ctx], params);
    for (int i = 0; i < ASKED_MAX && params[i].key != NULL; i++)
        answers->return_sizes[i] = params[i].return_size;
    machine_take_errors(outcome);
}

/* compare compares what both sides answered to a question. */
static void compare(struct machine *machine, const char *question, const struct answers answers[SIDES])
{
    const struct outcome *oracle = &machine->outcome[ORACLE];
    const struct outcome *subject = &machine->outcome[SUBJECT];

    known_errors(machine);
    if (oracle->ret != subject->ret || oracle->error_count != subject->error_count ||
        (oracle->error_count > 0 && ERR_GET_REASON(oracle->errors[0]) != ERR_GET_REASON(subject->errors[0])))
        machine_differ(machine, "then get_params(%s): default %d with %d errors (%d), aeswide %d with %d (%d)",
                       question, oracle->ret, oracle->error_count,
                       oracle->error_count > 0 ? ERR_GET_REASON(oracle->errors[0]) : 0, subject->ret,
                       subject->error_count, subject->error_count > 0 ? ERR_GET_REASON(subject->errors[0]) : 0);
    if (memcmp(&answers[ORACLE], &answers[SUBJECT], sizeof(answers[0])) == 0)
        return;
    for (size_t i = 0; i < sizeof(answers[0]); i++) {
        const uint8_t *a = (const uint8_t *)&answers[ORACLE];
        const uint8_t *b = (const uint8_t *)&answers[SUBJECT];

        if (a[i] != b[i])
            machine_differ(machine,
                           "then get_params(%s): byte %zu of struct answers is %02x with default, %02x with aeswide",
                           question, i, a[i], b[i]);
    }
}

/* ask_plain asks an ECB or CTR context. */
static void ask_plain(struct machine *machine, int ctx)
{
    struct answers answers[SIDES];

    memset(answers, 0, sizeof(answers));
    for (int side = 0; side < SIDES; side++) {
        struct answers *a = &answers[side];
        OSSL_PARAM params[] = {
            OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, &a->key_len),
            OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, &a->iv_len),
            OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, &a->padding),
            OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, &a->num),
            OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, a->iv, IV_ROOM),
            OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, a->updated_iv, IV_ROOM),
            OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, &a->tls_mac, 0),
            OSSL_PARAM_END,
        };

        ask(machine, ctx, side, params, a);
        if (a->tls_mac != NULL) /* where it is in the caller's memory */
            a->tls_mac = (void *)((uint8_t *)a->tls_mac - machine->arena[side]);
    }
    compare(machine, "keylen ivlen padding num iv updated-iv tls-mac", answers);
}

static void ask_gcm(struct machine *machine, int ctx)
{
    struct answers answers[SIDES];

    memset(answers, 0, sizeof(answers));
    for (int side = 0; side < SIDES; side++) {
        struct answers *a = &answers[side];
        OSSL_PARAM params[] = {
            OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, &a->key_len),
            OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, &a->iv_len),
            OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, &a->tag_len),
            OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, &a->tls_aad_pad),
            OSSL_PARAM_uint("iv-generated", &a->iv_generated),
            OSSL_PARAM_END,
        };

        ask(machine, ctx, side, params, a);
    }
    compare(machine, "keylen ivlen taglen tlsaadpad iv-generated", answers);
    for (int side = 0; side < SIDES; side++) {
        struct answers *a = &answers[side];
        OSSL_PARAM params[] = {
            OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, a->tag, TAG_ROOM),
            OSSL_PARAM_END,
        };

        ask(machine, ctx, side, params, a);
    }
    compare(machine, "tag", answers);
    for (int side = 0; machine->observe_iv && side < SIDES; side++) {
        struct answers *a = &answers[side];
        OSSL_PARAM params[] = {
            OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, a->iv, IV_ROOM),
            OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, a->updated_iv, IV_ROOM),
            OSSL_PARAM_END,
        };

        ask(machine, ctx, side, params, a);
    }
    compare(machine, "iv updated-iv", answers);
}

void observe(struct machine *machine, int ctx)
{
    EVP_CIPHER_CTX *oracle = machine->ctx[ORACLE][ctx];
    EVP_CIPHER_CTX *subject = machine->ctx[SUBJECT][ctx];

    switch (model_mode(&machine->model[ctx])) {
    case MODE_NONE:
        return;
    case MODE_GCM:
        ask_gcm(machine, ctx);
        break;
    default:
        ask_plain(machine, ctx);
        break;
    }
    if (EVP_CIPHER_CTX_get_iv_length(oracle) != EVP_CIPHER_CTX_get_iv_length(subject) ||
        EVP_CIPHER_CTX_get_key_length(oracle) != EVP_CIPHER_CTX_get_key_length(subject) ||
        EVP_CIPHER_CTX_is_encrypting(oracle) != EVP_CIPHER_CTX_is_encrypting(subject))
        machine_differ(machine, "then EVP_CIPHER_CTX_get_iv_length, get_key_length or is_encrypting differ");
    ERR_clear_error();
}
