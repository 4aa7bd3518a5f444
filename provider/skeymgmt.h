/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * skeymgmt.h - opaque keys (EVP_SKEY, OpenSSL 3.5 and later; provider-skeymgmt(7)).
 *
 * EVP refuses a cipher whose provider is not that of the key. So a provider that is preferred for AES must manage AES
 * keys too, or programs with opaque keys would lose their ciphers.
 */
#ifndef AESWIDE_PROVIDER_SKEYMGMT_H
#define AESWIDE_PROVIDER_SKEYMGMT_H

#include <openssl/core.h>
#include <stddef.h>
#include <stdint.h>

/* The operation and the functions by their numbers in openssl/core_dispatch.h, which 3.0's does not have yet. */
enum {
    OP_SKEYMGMT = 15,
    FUNC_CIPHER_ENCRYPT_SKEY_INIT = 19,
    FUNC_CIPHER_DECRYPT_SKEY_INIT = 20,
};

/* skeymgmt_algorithms: the answer to OP_SKEYMGMT. */
extern const OSSL_ALGORITHM skeymgmt_algorithms[];

/* skey_bytes gives the bytes of a key of ours, which it still owns; NULL of length 0 for NULL, which is no key. */
const uint8_t *skey_bytes(const void *skeydata, size_t *len);

#endif
