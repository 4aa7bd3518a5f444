/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes_gcm.h - the context of AES-GCM, between its two files: aes_gcm.c, EVP's view, and gcm_tls.c, the records of
 * TLS 1.2.
 */
#ifndef AESWIDE_PROVIDER_CIPHERS_AES_GCM_H
#define AESWIDE_PROVIDER_CIPHERS_AES_GCM_H

#include "common.h"
#include "gcm.h"

enum {
    GCM_IV_DEFAULT_LEN = 12,
    GCM_IV_MAX_LEN = 128,
    GCM_TLS_AAD_LEN = 13,
};

/* enum iv_state: an IV serves one message. */
enum iv_state {
    IV_UNINITIALISED,
    IV_BUFFERED, /* given, and no message begun */
    IV_COPIED,   /* a message is in progress */
    IV_FINISHED, /* used up */
};

struct gcm_context {
    struct cipher_context base;
    enum iv_state iv_state;
    bool tag_len_set;       /* a tag is there: set by the caller, or made */
    bool tag_refused;       /* the message failed its tag once: it can't pass any more */
    bool tls_aad_set;       /* the next update is a TLS record */
    bool iv_invocation_set; /* the IV has a fixed part, and an invocation field that counts (SP 800-38D, 8.2.1) */
    bool iv_random;         /* at least a part of the IV came from the random generator */
    size_t iv_len;
    size_t tag_len;
    size_t tls_aad_pad;   /* what a TLS record grows by */
    uint64_t tls_records; /* enciphered under this key */
    uint8_t iv[GCM_IV_MAX_LEN];
    /* The tag, or the AAD of the next TLS record: they share their bytes in the default provider, and a caller can
     * tell. */
    uint8_t tag[GCM_TAG_LEN];
    struct gcm gcm;
};

/* gcm_random_iv fills the IV from `offset` on with random bytes; needs 96 bits or more. Returns 0 when it can't. */
int gcm_random_iv(struct gcm_context *context, size_t offset);

/* gcm_tls_set_aad takes the 13 bytes of AAD of a TLS 1.2 record (RFC 5246, 6.2.3.3), whose length field counts the
 * explicit IV, and when deciphering the tag. Returns 0 when the AAD is no good. */
int gcm_tls_set_aad(struct gcm_context *context, const uint8_t *aad, size_t aad_len);

/* gcm_tls_set_fixed_iv sets the first `len` bytes of the IV and, when enciphering, makes the rest up; len SIZE_MAX: all
 * of it is given. Returns 0 when the lengths do not fit. */
int gcm_tls_set_fixed_iv(struct gcm_context *context, const uint8_t *iv, size_t len);

/* gcm_tls_next_iv begins a message with the IV, gives its last `len` bytes (0 or too many: all) and counts it on.
 * Returns 0 when there is no key, or no fixed IV was set. */
int gcm_tls_next_iv(struct gcm_context *context, uint8_t *out, size_t len);

/* gcm_tls_set_invocation begins a message to be deciphered, with the last `len` bytes of the IV replaced. Returns 0
 * likewise. */
int gcm_tls_set_invocation(struct gcm_context *context, const uint8_t *in, size_t len);

/* gcm_tls_record processes a record in place: 8 bytes of explicit IV, the data, 16 bytes of tag. *out_len becomes the
 * length of the record (enciphering) or of the data (deciphering), 0 on failure. Returns 0 on failure, with the data
 * wiped where the tag was wrong. */
int gcm_tls_record(struct gcm_context *context, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len);

#endif
