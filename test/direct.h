/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * direct.h - the provider without a libcrypto: loaded by its init function with a core of the test's own, and its
 * dispatch functions called as EVP would call them. For tests in whose way libcrypto's own code would be: its branches
 * on lengths, its allocations, its stack.
 */
#ifndef AESWIDE_TEST_DIRECT_H
#define AESWIDE_TEST_DIRECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <openssl/core_dispatch.h>

/* struct direct is the loaded provider. */
struct direct {
    const OSSL_DISPATCH *functions;
    void *provctx;
};

/* direct_load loads the provider with the kernel of that name, as a core of version 3.0 or whatever direct_version was
 * set to. False: it would not, and direct_errors counts why. direct_unload tears it down. */
bool direct_load(struct direct *provider, const char *kernel);
void direct_unload(struct direct *provider);

/* direct_setup and direct_teardown load and unload direct_provider, with the kernel `portable`, for a group of
 * cmocka's. */
extern struct direct direct_provider;
int direct_setup(void **state);
int direct_teardown(void **state);

extern const char *direct_version;     /* what the core says that it is: "3.0.0" */
extern unsigned direct_errors;         /* how many errors the provider has raised */
extern unsigned int direct_last_error; /* the last one's reason, without its library */

/* struct direct_cipher: the dispatch functions of one algorithm; NULL where it has none. */
struct direct_cipher {
    OSSL_FUNC_cipher_newctx_fn *newctx;
    OSSL_FUNC_cipher_freectx_fn *freectx;
    OSSL_FUNC_cipher_dupctx_fn *dupctx;
    OSSL_FUNC_cipher_encrypt_init_fn *encrypt_init;
    OSSL_FUNC_cipher_decrypt_init_fn *decrypt_init;
    OSSL_FUNC_cipher_update_fn *update;
    OSSL_FUNC_cipher_final_fn *final;
    OSSL_FUNC_cipher_cipher_fn *cipher;
    OSSL_FUNC_cipher_get_ctx_params_fn *get_ctx_params;
    OSSL_FUNC_cipher_set_ctx_params_fn *set_ctx_params;
};

/* direct_find looks an algorithm up by its name, such as "AES-128-GCM". */
bool direct_find(struct direct_cipher *cipher, const struct direct *provider, const char *algorithm);

/* direct_algorithms: the nine of them, in the order ECB, CTR, GCM, and in each by key length. */
enum { DIRECT_ALGORITHMS = 9 };
extern const char *const direct_algorithms[DIRECT_ALGORITHMS];

/* direct_key_len is the key length of direct_algorithms[index] in bytes. */
size_t direct_key_len(size_t index);

#endif
