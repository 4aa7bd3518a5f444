/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * plain.c - the context parameters of ECB and CTR.
 */
#include "plain.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/error.h"

void *plain_new(const struct provider_context *provider, size_t size, size_t key_len, size_t iv_len)
{
    struct plain_context *context = cipher_new(provider, size, key_len);

    if (context != NULL) {
        context->iv_len = iv_len;
        context->padding = true;
    }
    return context;
}

/* repeated_rule: ECB's and CTR's differ from GCM's between OpenSSL 3.4 and 3.5. */
static enum repeated repeated_rule(const struct provider_context *provider)
{
    return provider->core_version >= 306 ? REPEATED_REFUSED : REPEATED_FIRST;
}

/* answer gives one parameter. Returns 0 where type or size do not fit. */
static int answer(const struct plain_context *context, enum param_id id, OSSL_PARAM *p)
{
    switch (id) {
    case PARAM_IVLEN:
        return param_set_size(p, context->iv_len);
    case PARAM_PADDING:
        return param_set_uint(p, context->padding);
    case PARAM_IV:
        return param_set_octets(p, context->original_iv, context->iv_len, context->base.provider);
    case PARAM_UPDATED_IV:
        return param_set_octets(p, context->iv, context->iv_len, context->base.provider);
    case PARAM_NUM:
        return param_set_uint(p, context->num);
    case PARAM_KEYLEN:
        return param_set_size(p, context->base.key_len);
    default: /* PARAM_TLS_MAC */
        return param_set_octet_ptr(p, context->tls_mac, context->tls_mac_size, context->base.provider);
    }
}

static const struct param_set gettable = {
    .known = PARAM_BIT(PARAM_IVLEN) | PARAM_BIT(PARAM_PADDING) | PARAM_BIT(PARAM_IV) | PARAM_BIT(PARAM_UPDATED_IV) |
             PARAM_BIT(PARAM_NUM) | PARAM_BIT(PARAM_KEYLEN) | PARAM_BIT(PARAM_TLS_MAC),
    .count = 7,
    .order = {PARAM_IVLEN, PARAM_PADDING, PARAM_IV, PARAM_UPDATED_IV, PARAM_NUM, PARAM_KEYLEN, PARAM_TLS_MAC},
};

/* get_several answers any number of parameters. Not inline: a single one shall not pay for it. */
__attribute__((noinline)) static int get_several(const struct plain_context *context, OSSL_PARAM params[])
{
    const struct provider_context *provider = context->base.provider;
    struct param_walk walk;
    enum param_id id;
    size_t i;

    if (!params_begin(&walk, params, &gettable, repeated_rule(provider), provider))
        return 0;
    while (params_next(&walk, &id, &i)) {
        if (!answer(context, id, &params[i]))
            return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    }
    return 1;
}

int plain_get_params(void *cctx, OSSL_PARAM params[])
{
    const struct plain_context *context = cctx;
    enum param_id id;

    if (!params_single(params))
        return get_several(context, params);
    id = param_identify(params[0].key);
    return (gettable.known & PARAM_BIT(id)) == 0 || answer(context, id, &params[0]) ||
           raise(context->base.provider, REASON_FAILED_TO_SET_PARAMETER);
}

/* apply takes one parameter. Returns 0 where type, size or value do not fit. */
static int apply(struct plain_context *context, enum param_id id, const OSSL_PARAM *p)
{
    /* `num` must be below the block size that EVP is told: 16 for ECB, 1 for CTR. */
    const unsigned int num_limit = context->iv_len == 0 ? AES_BLOCK_LEN : 1;
    unsigned int value;

    switch (id) {
    case PARAM_TLS_MAC_SIZE:
        return param_get_size(p, &context->tls_mac_size);
    case PARAM_TLS_VERSION:
        return param_get_uint(p, &context->tls_version);
    case PARAM_USE_BITS: /* checked, and of no effect: lengths in bits are for CFB1 */
        return param_get_uint(p, &value);
    case PARAM_PADDING:
        if (!param_get_uint(p, &value))
            return 0;
        context->padding = value != 0;
        return 1;
    default: /* PARAM_NUM */
        if (!param_get_uint(p, &value) || value >= num_limit)
            return 0;
        context->num = value;
        return 1;
    }
}

static const struct param_set settable = {
    .known = PARAM_BIT(PARAM_PADDING) | PARAM_BIT(PARAM_USE_BITS) | PARAM_BIT(PARAM_TLS_VERSION) |
             PARAM_BIT(PARAM_TLS_MAC_SIZE) | PARAM_BIT(PARAM_NUM),
    .count = 5,
    .order = {PARAM_PADDING, PARAM_USE_BITS, PARAM_TLS_VERSION, PARAM_TLS_MAC_SIZE, PARAM_NUM},
};

/* set_several takes any number of parameters. */
__attribute__((noinline)) static int set_several(struct plain_context *context, const OSSL_PARAM params[])
{
    const struct provider_context *provider = context->base.provider;
    struct param_walk walk;
    enum param_id id;
    size_t i;

    if (!params_begin(&walk, params, &settable, repeated_rule(provider), provider))
        return 0;
    while (params_next(&walk, &id, &i)) {
        if (!apply(context, id, &params[i]))
            return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    }
    return 1;
}

int plain_set_params(void *cctx, const OSSL_PARAM params[])
{
    struct plain_context *context = cctx;
    enum param_id id;

    if (!params_single(params))
        return set_several(context, params);
    id = param_identify(params[0].key);
    return (settable.known & PARAM_BIT(id)) == 0 || apply(context, id, &params[0]) ||
           raise(context->base.provider, REASON_FAILED_TO_GET_PARAMETER);
}

const OSSL_PARAM *plain_gettable_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)cctx;
    (void)provctx;
    return list;
}

const OSSL_PARAM *plain_settable_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_USE_BITS, NULL),       OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL), OSSL_PARAM_END,
    };

    (void)cctx;
    (void)provctx;
    return list;
}
