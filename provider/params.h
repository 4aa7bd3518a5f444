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

/* enum param_id: every parameter of a cipher or its context (openssl/core_names.h): by first letter, and within one the
 * most frequent first. */
enum param_id {
    PARAM_AEAD,
    PARAM_BLOCKSIZE,
    PARAM_CTS,
    PARAM_CUSTOM_IV,
    PARAM_ENCRYPT_THEN_MAC,
    PARAM_HAS_RANDKEY,
    PARAM_IVLEN,
    PARAM_IV,
    PARAM_IV_GENERATED,
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

/* enum repeated: what the libcrypto that loaded us does with a key that stands in an array twice. */
enum repeated {
    REPEATED_FIRST,  /* the first counts */
    REPEATED_EACH,   /* each counts, and all parameters are taken as they stand in the array */
    REPEATED_REFUSED /* it is an error */
};

#define PARAM_BIT(id) (UINT32_C(1) << (id))

/* struct param_set: parameters that a function knows, in the order in which it takes them, and as PARAM_BITs. */
struct param_set {
    uint32_t known;
    uint8_t count;
    uint8_t order[11];
};

/* struct param_walk: a pass over an array; its members are for the functions below. */
struct param_walk {
    const struct param_set *set;
    const OSSL_PARAM *params;
    uint32_t next; /* in the order of the set, or in the array */
    int in_array_order;
    /* Of each parameter, when taken in the set's order: its index + 1; 0: it is not there. */
    uint32_t place[PARAM_COUNT];
};

/* param_identify returns the id of a key, or PARAM_COUNT for a key of none. */
enum param_id param_identify(const char *key);

/* params_single tells whether an array has just one parameter, as EVP asks for one with each message: what is then
 * worth a way of its own. */
static inline int params_single(const OSSL_PARAM params[])
{
    return params != NULL && params[0].key != NULL && params[1].key == NULL;
}

/*
 * params_begin prepares a pass over `params`, which may be NULL, for the parameters of `set`; others are passed over.
 * Returns 0, with REPEATED_PARAMETER raised, when a key is repeated and `repeated` refuses that; else 1. `provider` is
 * where to raise it; it may be NULL otherwise.
 */
int params_begin(struct param_walk *walk, const OSSL_PARAM params[], const struct param_set *set,
                 enum repeated repeated, const struct provider_context *provider);

/* params_next gives the next parameter: *id, and its index in the array. Returns 0 when there is none left. */
int params_next(struct param_walk *walk, enum param_id *id, size_t *index);

/* The getters store the value and return 1, or return 0 where type, size or range do not fit: any integer width and
 * sign is taken, and a real number that is whole. */
int param_get_uint(const OSSL_PARAM *p, unsigned int *value);
int param_get_size(const OSSL_PARAM *p, size_t *value);

/* The setters store the value in p->data and its length in p->return_size, and return 1; with p->data NULL only the
 * length. They return 0 where type, size or range do not fit. A pointer leads to memory of ours; param_set_octets gives
 * the bytes or a pointer to them, whichever is asked for. `provider` tells the release: what is noted where the type
 * does not fit has changed. */
int param_set_uint(OSSL_PARAM *p, unsigned int value);
int param_set_int(OSSL_PARAM *p, int value);
int param_set_size(OSSL_PARAM *p, size_t value);
int param_set_octet_string(OSSL_PARAM *p, const void *value, size_t len, const struct provider_context *provider);
int param_set_octet_ptr(OSSL_PARAM *p, const void *value, size_t len, const struct provider_context *provider);
int param_set_octets(OSSL_PARAM *p, const void *value, size_t len, const struct provider_context *provider);
int param_set_utf8_ptr(OSSL_PARAM *p, const char *value);

#endif
