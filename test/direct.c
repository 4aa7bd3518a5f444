/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * direct.c - the provider without a libcrypto.
 */
#include "direct.h"

#include <stdlib.h>
#include <string.h>
#include <openssl/core_names.h>

/* The build names the init function of its static library (option builtin_init). */
OSSL_provider_init_fn AESWIDE_PROVIDER_INIT;

const char *const direct_algorithms[DIRECT_ALGORITHMS] = {
    "AES-128-ECB", "AES-192-ECB", "AES-256-ECB", "AES-128-CTR", "AES-192-CTR",
    "AES-256-CTR", "AES-128-GCM", "AES-192-GCM", "AES-256-GCM",
};

const char *direct_version = "3.0.0";
unsigned direct_errors;
unsigned int direct_last_error;

/* The core's upcalls. Its handle is opaque to the provider: it is never looked into here either. */

static int core_get_params(const OSSL_CORE_HANDLE *handle, OSSL_PARAM params[])
{
    (void)handle;
    for (OSSL_PARAM *p = params; p->key != NULL; p++) {
        if (strcmp(p->key, OSSL_PROV_PARAM_CORE_VERSION) == 0)
            *(const char **)p->data = direct_version;
    }
    return 1;
}

static void core_new_error(const OSSL_CORE_HANDLE *handle)
{
    (void)handle;
    direct_errors++;
}

static void core_set_error_debug(const OSSL_CORE_HANDLE *handle, const char *file, int line, const char *function)
{
    (void)handle;
    (void)file;
    (void)line;
    (void)function;
}

static void core_vset_error(const OSSL_CORE_HANDLE *handle, uint32_t reason, const char *format, va_list args)
{
    (void)handle;
    (void)format;
    (void)args;
    direct_last_error = reason & 0x7fffff; /* ERR_REASON_MASK */
}

bool direct_load(struct direct *provider, const char *kernel)
{
    static const OSSL_DISPATCH core[] = {
        {OSSL_FUNC_CORE_GET_PARAMS, (void (*)(void))core_get_params},
        {OSSL_FUNC_CORE_NEW_ERROR, (void (*)(void))core_new_error},
        {OSSL_FUNC_CORE_SET_ERROR_DEBUG, (void (*)(void))core_set_error_debug},
        {OSSL_FUNC_CORE_VSET_ERROR, (void (*)(void))core_vset_error},
        {0, NULL},
    };

    if (kernel != NULL)
        setenv("AESWIDE_KERNEL", kernel, 1);
    return AESWIDE_PROVIDER_INIT(NULL, core, &provider->functions, &provider->provctx) == 1;
}

/* function returns the entry of a dispatch table, or NULL. */
static void (*function(const OSSL_DISPATCH *table, int id))(void)
{
    for (; table->function_id != 0; table++) {
        if (table->function_id == id)
            return table->function;
    }
    return NULL;
}

void direct_unload(struct direct *provider)
{
    ((OSSL_FUNC_provider_teardown_fn *)function(provider->functions, OSSL_FUNC_PROVIDER_TEARDOWN))(provider->provctx);
    memset(provider, 0, sizeof(*provider));
}

struct direct direct_provider;

int direct_setup(void **state)
{
    (void)state;
    return direct_load(&direct_provider, "portable") ? 0 : -1;
}

int direct_teardown(void **state)
{
    (void)state;
    direct_unload(&direct_provider);
    return 0;
}

/* is_named tells whether a list of names, which colons part, begins with the name. */
static bool is_named(const char *names, const char *name)
{
    const size_t len = strlen(name);

    return strncmp(names, name, len) == 0 && (names[len] == ':' || names[len] == '\0');
}

bool direct_find(struct direct_cipher *cipher, const struct direct *provider, const char *algorithm)
{
    OSSL_FUNC_provider_query_operation_fn *query =
        (OSSL_FUNC_provider_query_operation_fn *)function(provider->functions, OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    int no_cache;
    const OSSL_ALGORITHM *entry = query(provider->provctx, OSSL_OP_CIPHER, &no_cache);
    const OSSL_DISPATCH *table;

    while (entry->algorithm_names != NULL && !is_named(entry->algorithm_names, algorithm))
        entry++;
    if (entry->algorithm_names == NULL)
        return false;
    table = entry->implementation;
    cipher->newctx = (OSSL_FUNC_cipher_newctx_fn *)function(table, OSSL_FUNC_CIPHER_NEWCTX);
    cipher->freectx = (OSSL_FUNC_cipher_freectx_fn *)function(table, OSSL_FUNC_CIPHER_FREECTX);
    cipher->dupctx = (OSSL_FUNC_cipher_dupctx_fn *)function(table, OSSL_FUNC_CIPHER_DUPCTX);
    cipher->encrypt_init = (OSSL_FUNC_cipher_encrypt_init_fn *)function(table, OSSL_FUNC_CIPHER_ENCRYPT_INIT);
    cipher->decrypt_init = (OSSL_FUNC_cipher_decrypt_init_fn *)function(table, OSSL_FUNC_CIPHER_DECRYPT_INIT);
    cipher->update = (OSSL_FUNC_cipher_update_fn *)function(table, OSSL_FUNC_CIPHER_UPDATE);
    cipher->final = (OSSL_FUNC_cipher_final_fn *)function(table, OSSL_FUNC_CIPHER_FINAL);
    cipher->cipher = (OSSL_FUNC_cipher_cipher_fn *)function(table, OSSL_FUNC_CIPHER_CIPHER);
    cipher->get_ctx_params = (OSSL_FUNC_cipher_get_ctx_params_fn *)function(table, OSSL_FUNC_CIPHER_GET_CTX_PARAMS);
    cipher->set_ctx_params = (OSSL_FUNC_cipher_set_ctx_params_fn *)function(table, OSSL_FUNC_CIPHER_SET_CTX_PARAMS);
    return true;
}

size_t direct_key_len(size_t index)
{
    return 16 + 8 * (index % 3);
}
