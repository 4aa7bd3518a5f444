/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * skeymgmt.c - opaque keys: bytes that come in, go out, and are wiped.
 */
#include "skeymgmt.h"

#include <openssl/core_dispatch.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

/* Further numbers and names of OpenSSL 3.5's openssl/core_dispatch.h and core_names.h. */
enum {
    FUNC_FREE = 1,
    FUNC_IMPORT = 2,
    FUNC_EXPORT = 3,
    FUNC_IMP_SETTABLE_PARAMS = 6,
    SELECT_SECRET_KEY = 2,
};
static const char raw_bytes[] = "raw-bytes";

/* struct skey is a key, in one piece of memory. */
struct skey {
    size_t len;
    uint8_t bytes[];
};

const uint8_t *skey_bytes(const void *skeydata, size_t *len)
{
    const struct skey *key = skeydata;

    *len = key != NULL ? key->len : 0;
    return key != NULL ? key->bytes : NULL;
}

static void skey_free(void *skeydata)
{
    struct skey *key = skeydata;

    if (key == NULL)
        return;
    explicit_bzero(key->bytes, key->len);
    free(key);
}

/* generic_import makes a key from the parameter raw-bytes. Like the default provider's it raises nothing. */
static void *generic_import(void *provctx, int selection, const OSSL_PARAM params[])
{
    struct skey *key;

    (void)provctx;
    if ((selection & SELECT_SECRET_KEY) == 0 || params == NULL)
        return NULL;
    while (params->key != NULL && strcmp(params->key, raw_bytes) != 0)
        params++;
    if (params->key == NULL || params->data_type != OSSL_PARAM_OCTET_STRING || params->data == NULL)
        return NULL;
    key = malloc(sizeof(*key) + params->data_size);
    if (key == NULL)
        return NULL;
    key->len = params->data_size;
    memcpy(key->bytes, params->data, key->len);
    return key;
}

static void *aes_import(void *provctx, int selection, const OSSL_PARAM params[])
{
    struct skey *key = generic_import(provctx, selection, params);

    if (key != NULL && key->len != 16 && key->len != 24 && key->len != 32) {
        skey_free(key);
        return NULL;
    }
    return key;
}

static int skey_export(void *skeydata, int selection, OSSL_CALLBACK *callback, void *argument)
{
    struct skey *key = skeydata;
    OSSL_PARAM params[2] = {OSSL_PARAM_END, OSSL_PARAM_END};

    if (key == NULL || (selection & SELECT_SECRET_KEY) == 0)
        return 0;
    params[0] = (OSSL_PARAM)OSSL_PARAM_octet_string(raw_bytes, key->bytes, key->len);
    return callback(params, argument);
}

static const OSSL_PARAM *imp_settable_params(void *provctx)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_octet_string(raw_bytes, NULL, 0), OSSL_PARAM_END};

    (void)provctx;
    return list;
}

static const OSSL_DISPATCH aes_functions[] = {
    {FUNC_FREE, (void (*)(void))skey_free},
    {FUNC_IMPORT, (void (*)(void))aes_import},
    {FUNC_EXPORT, (void (*)(void))skey_export},
    {FUNC_IMP_SETTABLE_PARAMS, (void (*)(void))imp_settable_params},
    {0, NULL},
};

static const OSSL_DISPATCH generic_functions[] = {
    {FUNC_FREE, (void (*)(void))skey_free},
    {FUNC_IMPORT, (void (*)(void))generic_import},
    {FUNC_EXPORT, (void (*)(void))skey_export},
    {FUNC_IMP_SETTABLE_PARAMS, (void (*)(void))imp_settable_params},
    {0, NULL},
};

const OSSL_ALGORITHM skeymgmt_algorithms[] = {
    {"AES:2.16.840.1.101.3.4.1", "provider=aeswide", aes_functions, "AES keys, aeswide"},
    {"GENERIC-SECRET", "provider=aeswide", generic_functions, "keys of any kind, aeswide"},
    {NULL, NULL, NULL, NULL},
};
