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
    context->wipes = provider->wipes;
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

int cipher_get_params(OSSL_PARAM params[], const struct cipher_traits *traits, size_t key_len)
{
    static const struct param_set set = {
        .known = PARAM_BIT(PARAM_MODE) | PARAM_BIT(PARAM_AEAD) | PARAM_BIT(PARAM_CUSTOM_IV) | PARAM_BIT(PARAM_CTS) |
                 PARAM_BIT(PARAM_TLS_MULTI) | PARAM_BIT(PARAM_HAS_RANDKEY) | PARAM_BIT(PARAM_ENCRYPT_THEN_MAC) |
                 PARAM_BIT(PARAM_KEYLEN) | PARAM_BIT(PARAM_BLOCKSIZE) | PARAM_BIT(PARAM_IVLEN),
        .count = 10,
        .order = {PARAM_MODE, PARAM_AEAD, PARAM_CUSTOM_IV, PARAM_CTS, PARAM_TLS_MULTI, PARAM_HAS_RANDKEY,
                  PARAM_ENCRYPT_THEN_MAC, PARAM_KEYLEN, PARAM_BLOCKSIZE, PARAM_IVLEN},
    };
    struct param_walk walk;
    enum param_id id;
    size_t i;
    int ok = params_begin(&walk, params, &set, REPEATED_FIRST, NULL);

    while (ok && params_next(&walk, &id, &i)) {
        switch (id) {
        case PARAM_MODE:
            ok = param_set_uint(&params[i], traits->mode);
            break;
        case PARAM_KEYLEN:
            ok = param_set_size(&params[i], key_len);
            break;
        case PARAM_BLOCKSIZE:
            ok = param_set_size(&params[i], traits->block_size);
            break;
        case PARAM_IVLEN:
            ok = param_set_size(&params[i], traits->iv_len);
            break;
        case PARAM_AEAD:
        case PARAM_CUSTOM_IV:
            ok = param_set_int(&params[i], traits->aead);
            break;
        default: /* what no cipher here has */
            ok = param_set_int(&params[i], 0);
            break;
        }
    }
    return ok;
}

int cipher_check_key_len(const struct cipher_context *context, size_t key_len)
{
    return key_len == context->key_len || raise(context->provider, REASON_INVALID_KEY_LENGTH);
}
