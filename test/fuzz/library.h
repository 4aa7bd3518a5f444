/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * library.h - the libcrypto under test, and both providers in it.
 *
 * One build of the program runs on every release, 4.0 with its other SONAME among them: it is linked without libcrypto,
 * whose functions are bound when they are first called (-z lazy), and library_open brings them in before that.
 */
#ifndef AESWIDE_TEST_FUZZ_LIBRARY_H
#define AESWIDE_TEST_FUZZ_LIBRARY_H

#include <openssl/evp.h>
#include <stdbool.h>

#include "ops.h"

/* enum side: who is asked. */
enum side { ORACLE, SUBJECT, SIDES };
extern const char *const side_names[SIDES];

/* library_open opens the libcrypto at the path in the environment variable LIBCRYPTO, or else the system's. It must be
 * called before any function of libcrypto. Returns false with the reason on standard error. */
bool library_open(void);

/* library_load makes a library context with the default provider and aeswide, from the path in AESWIDE_MODULE, and
 * fetches all ciphers. Returns false with the reason on standard error. library_unload undoes it. */
bool library_load(void);
void library_unload(void);

/* library_cipher returns algorithm 0 to OP_ALGORITHMS - 1 of one side; NULL for others. */
EVP_CIPHER *library_cipher(int side, int algorithm);

/* library_version returns 100 * major + minor of the libcrypto. */
int library_version(void);

/* library_has_skey tells whether this release has EVP_SKEY: from 3.5 on. library_skey_init is EVP_CipherInit_SKEY with
 * the bytes of a key, from which it makes an EVP_SKEY of the type "AES" of that side's provider; NULL: none.
 * It returns LIBRARY_NO_SKEY, with nothing done to the context, when the provider makes no EVP_SKEY of these bytes. */
enum { LIBRARY_NO_SKEY = -2 };
bool library_has_skey(void);
int library_skey_init(int side, EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const unsigned char *key, size_t key_len,
                      const unsigned char *iv, size_t iv_len, int enc, const OSSL_PARAM params[]);

/* library_dup is EVP_CIPHER_CTX_dup, or on releases before 3.2 which lack it, a new context and EVP_CIPHER_CTX_copy. */
EVP_CIPHER_CTX *library_dup(const EVP_CIPHER_CTX *ctx);

#endif
