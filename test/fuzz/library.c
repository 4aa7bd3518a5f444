/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * library.c - the libcrypto under test, and both providers in it.
 */
#include "library.h"

#include <dlfcn.h>
#include <libgen.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entropy.h"

const char *const side_names[SIDES] = {"default", "aeswide"};

struct evp_skey_st;

/* library: functions that 3.0 lacks are NULL there, and looked up by name. */
static struct {
    void *handle;
    EVP_CIPHER_CTX *(*dup)(const EVP_CIPHER_CTX *in);
    struct evp_skey_st *(*import_raw_key)(OSSL_LIB_CTX *context, const char *type, const unsigned char *key,
                                          size_t key_len, const char *properties);
    void (*skey_free)(struct evp_skey_st *skey);
    int (*skey_init)(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, struct evp_skey_st *skey, const unsigned char *iv,
                     size_t iv_len, int enc, const OSSL_PARAM params[]);
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *providers[SIDES];
    EVP_CIPHER *ciphers[SIDES][OP_ALGORITHMS];
} library;

bool library_open(void)
{
    const char *names[] = {getenv("LIBCRYPTO"), "libcrypto.so.3", "libcrypto.so.4"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && library.handle == NULL; i++) {
        if (names[i] != NULL)
            library.handle = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
        if (library.handle == NULL && i == 0 && names[0] != NULL)
            break; /* what was asked for, or nothing */
    }
    if (library.handle == NULL) {
        fprintf(stderr, "no libcrypto: %s\n", dlerror());
        return false;
    }
    *(void **)&library.dup = dlsym(library.handle, "EVP_CIPHER_CTX_dup");
    *(void **)&library.import_raw_key = dlsym(library.handle, "EVP_SKEY_import_raw_key");
    *(void **)&library.skey_free = dlsym(library.handle, "EVP_SKEY_free");
    *(void **)&library.skey_init = dlsym(library.handle, "EVP_CipherInit_SKEY");
    return true;
}

/* complain prints what failed, with libcrypto's errors. */
static bool complain(const char *what)
{
    fprintf(stderr, "%s failed\n", what);
    ERR_print_errors_fp(stderr);
    return false;
}

bool library_load(void)
{
    const char *module = getenv("AESWIDE_MODULE");
    char *copy = module == NULL ? NULL : strdup(module);

    if (copy == NULL) {
        fprintf(stderr, "AESWIDE_MODULE must hold the path of aeswide.so\n");
        return false;
    }
    entropy_install();
    library.context = OSSL_LIB_CTX_new();
    if (library.context == NULL || !OSSL_PROVIDER_set_default_search_path(library.context, dirname(copy))) {
        free(copy);
        return complain("making a library context");
    }
    free(copy);
    for (int side = 0; side < SIDES; side++) {
        char property[32];

        library.providers[side] = OSSL_PROVIDER_load(library.context, side_names[side]);
        if (library.providers[side] == NULL)
            return complain(side_names[side]);
        snprintf(property, sizeof(property), "provider=%s", side_names[side]);
        for (int i = 0; i < OP_ALGORITHMS; i++) {
            library.ciphers[side][i] = EVP_CIPHER_fetch(library.context, op_algorithms[i], property);
            if (library.ciphers[side][i] == NULL)
                return complain(op_algorithms[i]);
        }
    }
    return true;
}

void library_unload(void)
{
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; i < OP_ALGORITHMS; i++)
            EVP_CIPHER_free(library.ciphers[side][i]);
        OSSL_PROVIDER_unload(library.providers[side]);
    }
    OSSL_LIB_CTX_free(library.context);
}

EVP_CIPHER *library_cipher(int side, int algorithm)
{
    return algorithm >= 0 && algorithm < OP_ALGORITHMS ? library.ciphers[side][algorithm] : NULL;
}

int library_version(void)
{
    unsigned long number = OpenSSL_version_num();

    return (int)(100 * (number >> 28) + (number >> 20 & 0xff));
}

bool library_has_skey(void)
{
    return library.import_raw_key != NULL && library.skey_free != NULL && library.skey_init != NULL;
}

int library_skey_init(int side, EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const unsigned char *key, size_t key_len,
                      const unsigned char *iv, size_t iv_len, int enc, const OSSL_PARAM params[])
{
    static const char *const properties[SIDES] = {"provider=default", "provider=aeswide"};
    struct evp_skey_st *skey = NULL;
    int ret;

    if (key != NULL)
        skey = library.import_raw_key(library.context, "AES", key, key_len, properties[side]);
    if (key != NULL && skey == NULL)
        return LIBRARY_NO_SKEY;
    ret = library.skey_init(ctx, cipher, skey, iv, iv_len, enc, params);
    library.skey_free(skey);
    return ret;
}

EVP_CIPHER_CTX *library_dup(const EVP_CIPHER_CTX *ctx)
{
    EVP_CIPHER_CTX *copy;

    if (library.dup != NULL)
        return library.dup(ctx);
    copy = EVP_CIPHER_CTX_new();
    if (copy != NULL && !EVP_CIPHER_CTX_copy(copy, ctx)) {
        EVP_CIPHER_CTX_free(copy);
        return NULL;
    }
    return copy;
}
