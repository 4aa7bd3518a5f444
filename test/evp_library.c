/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * evp_library.c - the library context in which the tests have both providers, and the ciphers of each.
 */
#include "evp_pair.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <openssl/provider.h>

const char *const algorithms[ALGORITHMS] = {
    "AES-128-ECB", "AES-192-ECB", "AES-256-ECB", "AES-128-CTR", "AES-192-CTR",
    "AES-256-CTR", "AES-128-GCM", "AES-192-GCM", "AES-256-GCM",
};

static struct {
    uint64_t seed;
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *providers[SIDES];
    EVP_CIPHER *ciphers[SIDES][ALGORITHMS];
} library;

static const char *const provider_names[SIDES] = {"default", "aeswide"};

OSSL_LIB_CTX *new_library(void)
{
    const char *module = getenv("AESWIDE_MODULE");
    if (module == NULL) {
        print_error("AESWIDE_MODULE must hold the path of aeswide.so\n");
        return NULL;
    }
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    char *copy = strdup(module);
    if (copy != NULL && OSSL_PROVIDER_set_default_search_path(context, dirname(copy)) != 1) {
        OSSL_LIB_CTX_free(context);
        context = NULL;
    }
    free(copy);
    return context;
}

/* close_library frees all that open_library made. */
static void close_library(void)
{
    for (int side = 0; side < SIDES; side++) {
        for (size_t i = 0; i < ALGORITHMS; i++) {
            EVP_CIPHER_free(library.ciphers[side][i]);
            library.ciphers[side][i] = NULL;
        }
        if (library.providers[side] != NULL)
            OSSL_PROVIDER_unload(library.providers[side]);
        library.providers[side] = NULL;
    }
    OSSL_LIB_CTX_free(library.context);
    library.context = NULL;
}

/* open_library loads both providers and fetches their ciphers. False, with the errors on OpenSSL's queue, if it can't.
 */
static bool open_library(void)
{
    static const char *const properties[SIDES] = {"provider=default", "provider=aeswide"};
    library.context = new_library();
    if (library.context == NULL)
        return false;
    for (int side = 0; side < SIDES; side++) {
        library.providers[side] = OSSL_PROVIDER_load(library.context, provider_names[side]);
        if (library.providers[side] == NULL)
            return false;
        for (size_t i = 0; i < ALGORITHMS; i++) {
            library.ciphers[side][i] = EVP_CIPHER_fetch(library.context, algorithms[i], properties[side]);
            if (library.ciphers[side][i] == NULL)
                return false;
        }
    }
    return true;
}

int pair_setup(void **state)
{
    (void)state;
    library.seed = random_seed();
    if (open_library())
        return 0;
    ERR_print_errors_fp(stderr);
    return -1;
}

int pair_teardown(void **state)
{
    (void)state;
    close_library();
    return 0;
}

bool pair_use_kernel(const char *kernel)
{
    const char *text = "";
    bool absent = false;
    close_library();
    ERR_clear_error();
    assert_int_equal(setenv("AESWIDE_KERNEL", kernel, 1), 0);
    if (open_library()) {
        char wanted[64];
        char *info = NULL;
        OSSL_PARAM params[2] = {OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, &info, 0),
                                OSSL_PARAM_construct_end()};
        snprintf(wanted, sizeof(wanted), "kernel %s;", kernel);
        assert_int_equal(OSSL_PROVIDER_get_params(library.providers[SUBJECT], params), 1);
        assert_non_null(strstr(info, wanted));
        return true;
    }
    while (!absent && ERR_get_error_all(NULL, NULL, NULL, &text, NULL) != 0)
        absent = strstr(text, "cannot run here") != NULL || strstr(text, "no kernel is named") != NULL;
    if (!absent)
        fail_msg("the module does not load with AESWIDE_KERNEL=%s", kernel);
    print_error("skipped: %s\n", text);
    ERR_clear_error();
    return false;
}

uint64_t pair_seed(void)
{
    return library.seed;
}

OSSL_LIB_CTX *pair_library(void)
{
    return library.context;
}

const EVP_CIPHER *pair_fetch(int side, const char *algorithm)
{
    for (size_t i = 0; i < ALGORITHMS; i++) {
        if (strcmp(algorithms[i], algorithm) == 0)
            return library.ciphers[side][i];
    }
    fail_msg("no such algorithm: %s", algorithm);
    return NULL;
}
