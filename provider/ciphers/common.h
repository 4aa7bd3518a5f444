/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * common.h - what the three modes share: the head of a cipher context, its memory, and the parameters of an algorithm.
 */
#ifndef AESWIDE_PROVIDER_CIPHERS_COMMON_H
#define AESWIDE_PROVIDER_CIPHERS_COMMON_H

#include <openssl/core.h>
#include <stdbool.h>

#include "kernels/kernel.h"
#include "provider/params.h"
#include "provider/provider.h"

/* struct cipher_context is the first member of each mode's context. */
struct cipher_context {
    const struct provider_context *provider;
    const struct aes_kernel *kernel; /* the provider's: one load less for every call */
    size_t key_len;                  /* that the algorithm wants: 16, 24 or 32 bytes */
    bool encrypting;
    bool key_set;
    bool wipes; /* the provider's */
};

/* cipher_wipe clears what the kernel's functions left behind, if that is asked for: at the end of each call that used
 * them. */
static inline void cipher_wipe(const struct cipher_context *context)
{
    if (context->wipes)
        context->kernel->wipe();
}

/* struct cipher_traits: what the parameters of an algorithm say; the same for its three key lengths. */
struct cipher_traits {
    unsigned int mode; /* EVP_CIPH_*_MODE */
    size_t block_size; /* as EVP reports it: 1 for a stream */
    size_t iv_len;
    bool aead; /* and a custom IV with it */
};

/* cipher_new returns a zeroed context of `size` bytes, at an alignment of 64, whose head is filled in; NULL when there
 * is no memory, with an error raised. cipher_free wipes and frees it; NULL is nothing. */
void *cipher_new(const struct provider_context *provider, size_t size, size_t key_len);
void cipher_free(void *context, size_t size);

/* cipher_dup returns a copy, which the caller owns, of a context that holds no pointers into itself; or NULL. */
void *cipher_dup(const void *context, size_t size);

/* cipher_get_params answers the gettable parameters of an algorithm (provider-cipher(7)), those that
 * cipher_gettable_params lists. Returns 0 where a type or size does not fit; the interface gives it no context to raise
 * an error with. */
int cipher_get_params(OSSL_PARAM params[], const struct cipher_traits *traits, size_t key_len);
const OSSL_PARAM *cipher_gettable_params(void *provctx);

/* cipher_check_key_len raises INVALID_KEY_LENGTH and returns 0 unless key_len is what the algorithm wants. */
int cipher_check_key_len(const struct cipher_context *context, size_t key_len);

#endif
