/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * plain.h - the context parameters of ECB and CTR: one set for both, as the default provider has it, so that a
 * CTR context has a padding flag and an ECB context a `num`, and both answer for them.
 */
#ifndef AESWIDE_PROVIDER_CIPHERS_PLAIN_H
#define AESWIDE_PROVIDER_CIPHERS_PLAIN_H

#include "common.h"

/* struct plain_context: the head of an ECB or CTR context. */
struct plain_context {
    struct cipher_context base;
    size_t iv_len;            /* 0 or 16 */
    uint8_t original_iv[16];  /* as given */
    uint8_t iv[16];           /* the running counter */
    bool padding;             /* PKCS#7, on by default; ECB alone minds it */
    unsigned int num;         /* bytes of the current key stream block that are used up; 0 in ECB */
    unsigned int tls_version; /* a record protocol is set: see each mode */
    size_t tls_mac_size;      /* bytes at the end of a TLS record */
    const uint8_t *tls_mac;   /* where they lie in the caller's last record, or NULL */
};

/* plain_new returns a context of `size` bytes that begins with a struct plain_context, or NULL. */
void *plain_new(const struct provider_context *provider, size_t size, size_t key_len, size_t iv_len);

/* plain_get_params, plain_set_params and their lists are dispatch functions of both modes. */
int plain_get_params(void *cctx, OSSL_PARAM params[]);
int plain_set_params(void *cctx, const OSSL_PARAM params[]);
const OSSL_PARAM *plain_gettable_params(void *cctx, void *provctx);
const OSSL_PARAM *plain_settable_params(void *cctx, void *provctx);

#endif
