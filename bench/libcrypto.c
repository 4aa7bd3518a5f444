/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * libcrypto.c - a libcrypto that is opened while the program runs.
 */
#include "libcrypto.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "errors.h"

/* symbols says where in struct libcrypto the address of each function goes. */
static const struct {
    const char *name;
    size_t offset;
} symbols[] = {
    {"CONF_get1_default_config_file", offsetof(struct libcrypto, CONF_get1_default_config_file)},
    {"CRYPTO_free", offsetof(struct libcrypto, CRYPTO_free)},
    {"ERR_clear_error", offsetof(struct libcrypto, ERR_clear_error)},
    {"ERR_error_string_n", offsetof(struct libcrypto, ERR_error_string_n)},
    {"ERR_get_error_all", offsetof(struct libcrypto, ERR_get_error_all)},
    {"EVP_CIPHER_CTX_ctrl", offsetof(struct libcrypto, EVP_CIPHER_CTX_ctrl)},
    {"EVP_CIPHER_CTX_free", offsetof(struct libcrypto, EVP_CIPHER_CTX_free)},
    {"EVP_CIPHER_CTX_new", offsetof(struct libcrypto, EVP_CIPHER_CTX_new)},
    {"EVP_CIPHER_CTX_set_padding", offsetof(struct libcrypto, EVP_CIPHER_CTX_set_padding)},
    {"EVP_CIPHER_fetch", offsetof(struct libcrypto, EVP_CIPHER_fetch)},
    {"EVP_CIPHER_free", offsetof(struct libcrypto, EVP_CIPHER_free)},
    {"EVP_CIPHER_get0_provider", offsetof(struct libcrypto, EVP_CIPHER_get0_provider)},
    {"EVP_CipherFinal_ex", offsetof(struct libcrypto, EVP_CipherFinal_ex)},
    {"EVP_CipherInit_ex2", offsetof(struct libcrypto, EVP_CipherInit_ex2)},
    {"EVP_CipherUpdate", offsetof(struct libcrypto, EVP_CipherUpdate)},
    {"OSSL_LIB_CTX_free", offsetof(struct libcrypto, OSSL_LIB_CTX_free)},
    {"OSSL_LIB_CTX_new", offsetof(struct libcrypto, OSSL_LIB_CTX_new)},
    {"OSSL_PROVIDER_add_builtin", offsetof(struct libcrypto, OSSL_PROVIDER_add_builtin)},
    {"OSSL_PROVIDER_available", offsetof(struct libcrypto, OSSL_PROVIDER_available)},
    {"OSSL_PROVIDER_get0_name", offsetof(struct libcrypto, OSSL_PROVIDER_get0_name)},
    {"OSSL_PROVIDER_get_params", offsetof(struct libcrypto, OSSL_PROVIDER_get_params)},
    {"OSSL_PROVIDER_load", offsetof(struct libcrypto, OSSL_PROVIDER_load)},
    {"OSSL_PROVIDER_set_default_search_path", offsetof(struct libcrypto, OSSL_PROVIDER_set_default_search_path)},
    {"OSSL_PROVIDER_unload", offsetof(struct libcrypto, OSSL_PROVIDER_unload)},
    {"OpenSSL_version", offsetof(struct libcrypto, OpenSSL_version)},
};

/* open_any opens the library that was asked for, or a usual one. */
static void *open_any(const char *path)
{
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.4"};

    if (path != NULL)
        return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        void *handle = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);

        if (handle != NULL)
            return handle;
    }
    return NULL;
}

void libcrypto_open(struct libcrypto *lib, const char *path)
{
    void *handle = open_any(path);
    Dl_info information;

    if (handle == NULL)
        die("cannot open a libcrypto: %s", dlerror());
    for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
        void *address = dlsym(handle, symbols[i].name);

        if (address == NULL)
            die("%s is no libcrypto of OpenSSL 3.0 or later: it lacks %s", path == NULL ? "the library found" : path,
                symbols[i].name);
        memcpy((char *)lib + symbols[i].offset, &address, sizeof(address));
        lib->path = dladdr(address, &information) != 0 ? information.dli_fname : path;
    }
}

void libcrypto_error(const struct libcrypto *lib, char *text, size_t size)
{
    const char *data = NULL;
    int flags = 0;
    char reason[256];

    /* The first error is the cause, the others are what came of it. */
    const unsigned long code = lib->ERR_get_error_all(NULL, NULL, NULL, &data, &flags);
    if (code == 0) {
        snprintf(text, size, "no reason given");
        return;
    }
    lib->ERR_error_string_n(code, reason, sizeof(reason));
    const char *last = strrchr(reason, ':');
    const bool explained = data != NULL && (flags & ERR_TXT_STRING) != 0 && *data != '\0';
    snprintf(text, size, "%s%s%s", last == NULL ? reason : last + 1, explained ? ": " : "", explained ? data : "");
    lib->ERR_clear_error();
}
