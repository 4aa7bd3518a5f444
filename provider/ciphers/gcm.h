/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * gcm.h - Galois/Counter Mode (SP 800-38D) on bytes, over a kernel that knows blocks. What EVP wants of it is in
 * aes_gcm.c.
 */
#ifndef AESWIDE_PROVIDER_CIPHERS_GCM_H
#define AESWIDE_PROVIDER_CIPHERS_GCM_H

#include <stdbool.h>

#include "kernels/kernel.h"

enum {
    GCM_TAG_LEN = 16,
    /* Input of GHASH is gathered up to this many bytes, so that a short message, its AAD and the length block are
     * hashed in one go with one reduction. */
    GCM_QUEUE_LEN = 256,
};

/* struct gcm is a key and one message under it. It holds no pointers: a copy of the bytes goes on by itself. */
struct gcm {
    struct aes_key key;
    struct ghash_key hash_key;
    struct gcm_state state;
    uint8_t tag_mask[AES_BLOCK_LEN];   /* E(K, J0) */
    uint8_t key_stream[AES_BLOCK_LEN]; /* of the block that data_len stands in, where it is begun */
    /* Bytes for GHASH that state.hash has not taken in; and a block that the padding may run over. */
    uint8_t queue[GCM_QUEUE_LEN + AES_BLOCK_LEN];
    size_t queued;              /* how many */
    uint64_t aad_len, data_len; /* bytes so far */
};

/* gcm_set_key takes a key of 16, 24 or 32 bytes. A message in progress is void: start another. */
void gcm_set_key(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *key, size_t key_len);

/* gcm_start begins a message with an IV of iv_len bytes, 1 or more. */
void gcm_start(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *iv, size_t iv_len);

/* gcm_aad takes more additional data. Returns false, with nothing changed, after data, and beyond 2^61 bytes. */
bool gcm_aad(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *aad, size_t len);

/* gcm_crypt enciphers or deciphers more data: `out` and `in` are the same, apart, or overlap with `out` below `in`.
 * Returns false, with nothing changed, when the message would pass 2^36 - 32 bytes. */
bool gcm_crypt(struct gcm *gcm, const struct aes_kernel *kernel, uint8_t *out, const uint8_t *in, size_t len,
               bool encrypting);

/* gcm_finish ends the message and gives its tag. */
void gcm_finish(struct gcm *gcm, const struct aes_kernel *kernel, uint8_t tag[GCM_TAG_LEN]);

#endif
