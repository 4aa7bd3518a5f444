/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * nothing.c - a provider whose ciphers do nothing.
 *
 * It has the nine algorithms, with as little behind each function as libcrypto lets through: the messages of message.c
 * pass, their output is whatever was there. Every key has 32 bytes here; libcrypto does not look at it.
 */
#include "nothing.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <stdbool.h>
#include <string.h>

enum { KEY_LEN = 32 };

/* context is all the state that there is: none that changes. */
static char context;

static void *new_context(void *provctx)
{
    (void)provctx;
    return &context;
}

static void free_context(void *ctx)
{
    (void)ctx;
}

static int init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                const OSSL_PARAM params[])
{
    (void)ctx, (void)key, (void)key_len, (void)iv, (void)iv_len, (void)params;
    return 1;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    (void)ctx, (void)out, (void)out_size, (void)in;
    *out_len = in_len;
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    (void)ctx, (void)out, (void)out_size;
    *out_len = 0;
    return 1;
}

/* set_size and set_number write a parameter of the type that libcrypto asks these in. */
static void set_size(OSSL_PARAM *param, size_t value)
{
    if (param->data_type == OSSL_PARAM_UNSIGNED_INTEGER && param->data_size == sizeof(value)) {
        memcpy(param->data, &value, sizeof(value));
        param->return_size = sizeof(value);
    }
}

static void set_number(OSSL_PARAM *param, unsigned value)
{
    if (param->data_size == sizeof(value)) {
        memcpy(param->data, &value, sizeof(value));
        param->return_size = sizeof(value);
    }
}

/* describe answers what libcrypto asks of an algorithm when it is fetched. */
static int describe(OSSL_PARAM params[], unsigned mode, size_t block_len, size_t iv_len)
{
    for (OSSL_PARAM *p = params; p->key != NULL; p++) {
        if (strcmp(p->key, OSSL_CIPHER_PARAM_MODE) == 0)
            set_number(p, mode);
        else if (strcmp(p->key, OSSL_CIPHER_PARAM_KEYLEN) == 0)
            set_size(p, KEY_LEN);
        else if (strcmp(p->key, OSSL_CIPHER_PARAM_IVLEN) == 0)
            set_size(p, iv_len);
        else if (strcmp(p->key, OSSL_CIPHER_PARAM_BLOCK_SIZE) == 0)
            set_size(p, block_len);
        else if (strcmp(p->key, OSSL_CIPHER_PARAM_AEAD) == 0 || strcmp(p->key, OSSL_CIPHER_PARAM_CUSTOM_IV) == 0)
            set_number(p, mode == EVP_CIPH_GCM_MODE);
    }
    return 1;
}

static int ecb_get_params(OSSL_PARAM params[])
{
    return describe(params, EVP_CIPH_ECB_MODE, 16, 0);
}

static int ctr_get_params(OSSL_PARAM params[])
{
    return describe(params, EVP_CIPH_CTR_MODE, 1, 16);
}

static int gcm_get_params(OSSL_PARAM params[])
{
    return describe(params, EVP_CIPH_GCM_MODE, 1, 12);
}

/* get_context_params answers for lengths, which not every release takes from the algorithm, and gives an empty tag. */
static int get_context_params(OSSL_PARAM params[], size_t iv_len)
{
    for (OSSL_PARAM *p = params; p->key != NULL; p++) {
        if (p->data_type == OSSL_PARAM_OCTET_STRING)
            p->return_size = p->data_size;
        else if (strcmp(p->key, OSSL_CIPHER_PARAM_IVLEN) == 0)
            set_size(p, iv_len);
        else if (strcmp(p->key, OSSL_CIPHER_PARAM_KEYLEN) == 0)
            set_size(p, KEY_LEN);
    }
    return 1;
}

static int ecb_get_context_params(void *ctx, OSSL_PARAM params[])
{
    (void)ctx;
    return get_context_params(params, 0);
}

static int ctr_get_context_params(void *ctx, OSSL_PARAM params[])
{
    (void)ctx;
    return get_context_params(params, 16);
}

static int gcm_get_context_params(void *ctx, OSSL_PARAM params[])
{
    (void)ctx;
    return get_context_params(params, 12);
}

static int set_context_params(void *ctx, const OSSL_PARAM params[])
{
    (void)ctx, (void)params;
    return 1;
}

static const OSSL_DISPATCH ecb_functions[] = {
    {OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))new_context},
    {OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))free_context},
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))init},
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))init},
    {OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))update},
    {OSSL_FUNC_CIPHER_FINAL, (void (*)(void)) final},
    {OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))ecb_get_params},
    {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))ecb_get_context_params},
    {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))set_context_params},
    {0, NULL},
};

static const OSSL_DISPATCH ctr_functions[] = {
    {OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))new_context},
    {OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))free_context},
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))init},
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))init},
    {OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))update},
    {OSSL_FUNC_CIPHER_FINAL, (void (*)(void)) final},
    {OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))ctr_get_params},
    {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))ctr_get_context_params},
    {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))set_context_params},
    {0, NULL},
};

static const OSSL_DISPATCH gcm_functions[] = {
    {OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))new_context},
    {OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))free_context},
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))init},
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))init},
    {OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))update},
    {OSSL_FUNC_CIPHER_FINAL, (void (*)(void)) final},
    {OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))gcm_get_params},
    {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))gcm_get_context_params},
    {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))set_context_params},
    {0, NULL},
};

static const OSSL_ALGORITHM algorithms[] = {
    {"AES-128-ECB", "provider=evp", ecb_functions, NULL}, {"AES-192-ECB", "provider=evp", ecb_functions, NULL},
    {"AES-256-ECB", "provider=evp", ecb_functions, NULL}, {"AES-128-CTR", "provider=evp", ctr_functions, NULL},
    {"AES-192-CTR", "provider=evp", ctr_functions, NULL}, {"AES-256-CTR", "provider=evp", ctr_functions, NULL},
    {"AES-128-GCM", "provider=evp", gcm_functions, NULL}, {"AES-192-GCM", "provider=evp", gcm_functions, NULL},
    {"AES-256-GCM", "provider=evp", gcm_functions, NULL}, {NULL, NULL, NULL, NULL},
};

static const OSSL_ALGORITHM *query(void *provctx, int operation, int *no_cache)
{
    (void)provctx;
    *no_cache = 0;
    return operation == OSSL_OP_CIPHER ? algorithms : NULL;
}

int nothing_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provctx)
{
    static const OSSL_DISPATCH functions[] = {
        {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query},
        {0, NULL},
    };

    (void)handle, (void)in;
    *out = functions;
    *provctx = &context;
    return 1;
}
