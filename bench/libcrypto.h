/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * libcrypto.h - a libcrypto that is opened while the program runs, so that one binary measures 3.0 to 4.0.
 */
#ifndef AESWIDE_BENCH_LIBCRYPTO_H
#define AESWIDE_BENCH_LIBCRYPTO_H

#include <openssl/conf.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

/* struct libcrypto holds the functions that are used, each under its own name; libcrypto.c has the same list. */
struct libcrypto {
    __typeof__(CONF_get1_default_config_file) *CONF_get1_default_config_file;
    __typeof__(CRYPTO_free) *CRYPTO_free;
    __typeof__(ERR_clear_error) *ERR_clear_error;
    __typeof__(ERR_error_string_n) *ERR_error_string_n;
    __typeof__(ERR_get_error_all) *ERR_get_error_all;
    __typeof__(EVP_CIPHER_CTX_ctrl) *EVP_CIPHER_CTX_ctrl;
    __typeof__(EVP_CIPHER_CTX_free) *EVP_CIPHER_CTX_free;
    __typeof__(EVP_CIPHER_CTX_new) *EVP_CIPHER_CTX_new;
    __typeof__(EVP_CIPHER_CTX_set_padding) *EVP_CIPHER_CTX_set_padding;
    __typeof__(EVP_CIPHER_fetch) *EVP_CIPHER_fetch;
    __typeof__(EVP_CIPHER_free) *EVP_CIPHER_free;
    __typeof__(EVP_CIPHER_get0_provider) *EVP_CIPHER_get0_provider;
    __typeof__(EVP_CipherFinal_ex) *EVP_CipherFinal_ex;
    __typeof__(EVP_CipherInit_ex2) *EVP_CipherInit_ex2;
    __typeof__(EVP_CipherUpdate) *EVP_CipherUpdate;
    __typeof__(OSSL_LIB_CTX_free) *OSSL_LIB_CTX_free;
    __typeof__(OSSL_LIB_CTX_new) *OSSL_LIB_CTX_new;
    __typeof__(OSSL_PROVIDER_add_builtin) *OSSL_PROVIDER_add_builtin;
    __typeof__(OSSL_PROVIDER_available) *OSSL_PROVIDER_available;
    __typeof__(OSSL_PROVIDER_get0_name) *OSSL_PROVIDER_get0_name;
    __typeof__(OSSL_PROVIDER_get_params) *OSSL_PROVIDER_get_params;
    __typeof__(OSSL_PROVIDER_load) *OSSL_PROVIDER_load;
    __typeof__(OSSL_PROVIDER_set_default_search_path) *OSSL_PROVIDER_set_default_search_path;
    __typeof__(OSSL_PROVIDER_unload) *OSSL_PROVIDER_unload;
    __typeof__(OpenSSL_version) *OpenSSL_version;
    const char *path; /* as the dynamic loader found it */
};

/* libcrypto_open opens the library at `path`, or NULL for libcrypto.so.3, and where there is none libcrypto.so.4; it
 * dies when it cannot. The library is never closed: libcrypto cleans up when the process ends. */
void libcrypto_open(struct libcrypto *lib, const char *path);

/* libcrypto_error writes the first error in the queue of this thread to text (size bytes), and clears the queue. */
void libcrypto_error(const struct libcrypto *lib, char *text, size_t size);

#endif
