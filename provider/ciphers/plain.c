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

/* set_iv answers with the bytes or with a pointer to them, whichever the caller asks for. */
static int set_iv(OSSL_PARAM *p, const uint8_t *iv, size_t iv_len)
{
    return param_set_octet_ptr(p, iv, iv_len) || param_set_octet_string(p, iv, iv_len);
}

int plain_get_params(void *cctx, OSSL_PARAM params[])
{
    const struct plain_context *context = cctx;
    const struct provider_context *provider = context->base.provider;
    const uint32_t known = PARAM_BIT(PARAM_IVLEN) | PARAM_BIT(PARAM_PADDING) | PARAM_BIT(PARAM_IV) |
                           PARAM_BIT(PARAM_UPDATED_IV) | PARAM_BIT(PARAM_NUM) | PARAM_BIT(PARAM_KEYLEN) |
                           PARAM_BIT(PARAM_TLS_MAC);
    struct param_places places;
    OSSL_PARAM *p;

    if (!params_locate(&places, params, known, provider))
        return 0;
    p = param_at(params, &places, PARAM_IVLEN);
    if (p != NULL && !param_set_size(p, context->iv_len))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, &places, PARAM_PADDING);
    if (p != NULL && !param_set_uint(p, context->padding))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, &places, PARAM_IV);
    if (p != NULL && !set_iv(p, context->original_iv, context->iv_len))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, &places, PARAM_UPDATED_IV);
    if (p != NULL && !set_iv(p, context->iv, context->iv_len))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, &places, PARAM_NUM);
    if (p != NULL && !param_set_uint(p, context->num))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, &places, PARAM_KEYLEN);
    if (p != NULL && !param_set_size(p, context->base.key_len))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, &places, PARAM_TLS_MAC);
    if (p != NULL && !param_set_octet_ptr(p, context->tls_mac, context->tls_mac_size))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    return 1;
}

int plain_set_params(void *cctx, const OSSL_PARAM params[])
{
    struct plain_context *context = cctx;
    const struct provider_context *provider = context->base.provider;
    const uint32_t known = PARAM_BIT(PARAM_PADDING) | PARAM_BIT(PARAM_USE_BITS) | PARAM_BIT(PARAM_TLS_VERSION) |
                           PARAM_BIT(PARAM_TLS_MAC_SIZE) | PARAM_BIT(PARAM_NUM);
    /* `num` must be below the block size that EVP is told. An ECB context has 16 there, a CTR context 1. */
    const unsigned int num_limit = context->iv_len == 0 ? AES_BLOCK_LEN : 1;
    struct param_places places;
    const OSSL_PARAM *p;
    unsigned int value;

    if (params == NULL || params[0].key == NULL)
        return 1;
    if (!params_locate(&places, params, known, provider))
        return 0;
    p = param_const_at(params, &places, PARAM_PADDING);
    if (p != NULL) {
        if (!param_get_uint(p, &value))
            return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
        context->padding = value != 0;
    }
    p = param_const_at(params, &places, PARAM_USE_BITS);
    if (p != NULL && !param_get_uint(p, &value)) /* checked, and of no effect: lengths in bits are for CFB1 */
        return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    p = param_const_at(params, &places, PARAM_TLS_VERSION);
    if (p != NULL && !param_get_uint(p, &context->tls_version))
        return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    p = param_const_at(params, &places, PARAM_TLS_MAC_SIZE);
    if (p != NULL && !param_get_size(p, &context->tls_mac_size))
        return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    p = param_const_at(params, &places, PARAM_NUM);
    if (p != NULL) {
        if (!param_get_uint(p, &value) || value >= num_limit)
            return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
        context->num = value;
    }
    return 1;
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
