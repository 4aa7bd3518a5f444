/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * common.c - what the three modes share.
 */
#include "common.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "provider/error.h"

/* Cache lines: round keys and powers of H must not straddle two, and wide loads of them want it. The core's allocator
 * gives 16 only. */
enum { CONTEXT_ALIGNMENT = 64 };

static void *aligned(size_t size)
{
    return aligned_alloc(CONTEXT_ALIGNMENT, (size + CONTEXT_ALIGNMENT - 1) / CONTEXT_ALIGNMENT * CONTEXT_ALIGNMENT);
}

void *cipher_new(const struct provider_context *provider, size_t size, size_t key_len)
{
    struct cipher_context *context = aligned(size);

    if (context == NULL) {
        raise(provider, REASON_MALLOC_FAILURE);
        return NULL;
    }
    memset(context, 0, size);
    context->provider = provider;
    context->kernel = provider->kernel;
    context->key_len = key_len;
    return context;
}

void cipher_free(void *context, size_t size)
{
    if (context == NULL)
        return;
    explicit_bzero(context, size);
    free(context);
}

void *cipher_dup(const void *context, size_t size)
{
    void *copy;

    if (context == NULL)
        return NULL;
    copy = aligned(size);
    if (copy == NULL) {
        raise(((const struct cipher_context *)context)->provider, REASON_MALLOC_FAILURE);
        return NULL;
    }
    return memcpy(copy, context, size);
}

static const OSSL_PARAM gettable_params[] = {
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),     OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),         OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),          OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL), OSSL_PARAM_END,
};

/* encrypt-then-mac came with OpenSSL 3.6: an older core must not be told of it. */
static const OSSL_PARAM gettable_params_306[] = {
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
    OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL),
    OSSL_PARAM_int("encrypt-then-mac", NULL),
    OSSL_PARAM_END,
};

const OSSL_PARAM *cipher_gettable_params(void *provctx)
{
    const struct provider_context *provider = provctx;

    return provider != NULL && provider->core_version >= 306 ? gettable_params_306 : gettable_params;
}

/* struct answer: a parameter, and the value that it is given. */
struct answer {
    enum param_id id;
    size_t value;
    int (*set)(OSSL_PARAM *p, size_t value);
};

static int set_as_int(OSSL_PARAM *p, size_t value)
{
    return param_set_int(p, (int)value);
}

static int set_as_uint(OSSL_PARAM *p, size_t value)
{
    return param_set_uint(p, (unsigned int)value);
}

int cipher_get_params(OSSL_PARAM params[], const struct cipher_traits *traits, size_t key_len)
{
    const struct answer answers[] = {
        {PARAM_MODE, traits->mode, set_as_uint},
        {PARAM_AEAD, traits->aead, set_as_int},
        {PARAM_CUSTOM_IV, traits->aead, set_as_int},
        {PARAM_CTS, 0, set_as_int},
        {PARAM_TLS_MULTI, 0, set_as_int},
        {PARAM_HAS_RANDKEY, 0, set_as_int},
        {PARAM_ENCRYPT_THEN_MAC, 0, set_as_int},
        {PARAM_KEYLEN, key_len, param_set_size},
        {PARAM_BLOCKSIZE, traits->block_size, param_set_size},
        {PARAM_IVLEN, traits->iv_len, param_set_size},
    };
    const uint32_t known = PARAM_BIT(PARAM_MODE) | PARAM_BIT(PARAM_AEAD) | PARAM_BIT(PARAM_CUSTOM_IV) |
                           PARAM_BIT(PARAM_CTS) | PARAM_BIT(PARAM_TLS_MULTI) | PARAM_BIT(PARAM_HAS_RANDKEY) |
                           PARAM_BIT(PARAM_ENCRYPT_THEN_MAC) | PARAM_BIT(PARAM_KEYLEN) | PARAM_BIT(PARAM_BLOCKSIZE) |
                           PARAM_BIT(PARAM_IVLEN);
    struct param_places places;

    if (!params_locate(&places, params, known, NULL))
        return 0;
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        OSSL_PARAM *p = param_at(params, &places, answers[i].id);

        if (p != NULL && !answers[i].set(p, answers[i].value))
            return 0;
    }
    return 1;
}

int cipher_check_key_len(const struct cipher_context *context, size_t key_len)
{
    return key_len == context->key_len || raise(context->provider, REASON_INVALID_KEY_LENGTH);
}
