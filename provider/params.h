/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * params.h - OSSL_PARAM without libcrypto: one pass over the array, and values in and out with the default provider's
 * rules for types and sizes (OSSL_PARAM_int(3)).
 *
 * One pass matters: EVP asks for parameters several times a message, and chains of strcmp over the array for each known
 * name have doubled the cost of small messages elsewhere (openssl issue 20171).
 */
#ifndef AESWIDE_PROVIDER_PARAMS_H
#define AESWIDE_PROVIDER_PARAMS_H

#include <openssl/core.h>
#include <stddef.h>
#include <stdint.h>

#include "provider.h"

/* enum param_id: every parameter of a cipher or its context (openssl/core_names.h), in the order of params.c's table.
 */
enum param_id {
    PARAM_AEAD,
    PARAM_BLOCKSIZE,
    PARAM_CTS,
    PARAM_CUSTOM_IV,
    PARAM_ENCRYPT_THEN_MAC,
    PARAM_HAS_RANDKEY,
    PARAM_IV,
    PARAM_IV_GENERATED,
    PARAM_IVLEN,
    PARAM_KEYLEN,
    PARAM_MODE,
    PARAM_NUM,
    PARAM_PADDING,
    PARAM_TAG,
    PARAM_TAGLEN,
    PARAM_TLS_MAC,
    PARAM_TLS_MAC_SIZE,
    PARAM_TLS_MULTI,
    PARAM_TLS_VERSION,
    PARAM_TLSAAD,
    PARAM_TLSAADPAD,
    PARAM_TLSIVFIXED,
    PARAM_TLSIVGEN,
    PARAM_TLSIVINV,
    PARAM_UPDATED_IV,
    PARAM_USE_BITS,
    PARAM_COUNT
};

#define PARAM_BIT(id) (UINT32_C(1) << (id))

/* struct param_places: where in an array each parameter stands; 0: nowhere, else its index + 1. */
struct param_places {
    uint32_t place[PARAM_COUNT];
};

/*
 * params_locate notes the place of each parameter of `known` (PARAM_BITs) in the array, which may be NULL; others are
 * passed over. The first of a repeated key counts, but from OpenSSL 3.6 on that is an error, as it is in the default
 * provider: returns 0 with REPEATED_PARAMETER raised; else 1. Where there is no provider context at hand, NULL: the
 * first counts.
 */
int params_locate(struct param_places *places, const OSSL_PARAM params[], uint32_t known,
                  const struct provider_context *provider);

/* params_locate_one does so for a single parameter, whose place is the first. */
void params_locate_one(struct param_places *places, const OSSL_PARAM *param, uint32_t known);

/* param_at returns the located parameter, or NULL. param_const_at does so for an array that is only read. */
static inline OSSL_PARAM *param_at(OSSL_PARAM params[], const struct param_places *places, enum param_id id)
{
    return places->place[id] != 0 ? &params[places->place[id] - 1] : NULL;
}

static inline const OSSL_PARAM *param_const_at(const OSSL_PARAM params[], const struct param_places *places,
                                               enum param_id id)
{
    return places->place[id] != 0 ? &params[places->place[id] - 1] : NULL;
}

/* The getters store the value and return 1, or return 0 where type, size or range do not fit: any integer width and
 * sign is taken, and a real number that is whole. */
int param_get_uint(const OSSL_PARAM *p, unsigned int *value);
int param_get_size(const OSSL_PARAM *p, size_t *value);

/* The setters store the value in p->data and its length in p->return_size, and return 1; with p->data NULL only the
 * length. They return 0 where type, size or range do not fit. */
int param_set_uint(OSSL_PARAM *p, unsigned int value);
int param_set_int(OSSL_PARAM *p, int value);
int param_set_size(OSSL_PARAM *p, size_t value);
int param_set_octet_string(OSSL_PARAM *p, const void *value, size_t len);
int param_set_octet_ptr(OSSL_PARAM *p, const void *value, size_t len);
int param_set_utf8_ptr(OSSL_PARAM *p, const char *value);

#endif
