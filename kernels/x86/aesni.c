/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aesni.c - HEADCOMMENT
 */
#include "cpu.h"
#include "kernel.h"

#include "vec128.h"

enum {
    BATCH_VECS = 8, /* vectors in flight in ECB and CTR */
    BATCH_BLOCKS = BATCH_VECS * VEC_BLOCKS,
    HASH_BLOCKS = 8, /* blocks of a fused batch of GCM and of one reduction of GHASH */
};

#include "aes_key.h"
#include "aes_body.h"
#include "ghash_body.h"
#include "gcm_body.h"

static void aesni_set_encrypt_key(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    aes_set_encrypt_key(key, user_key, key_len);
}

static void aesni_set_decrypt_key(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    aes_set_decrypt_key(decrypt_key, encrypt_key);
}

static void aesni_ecb_encrypt(const struct aes_key *encrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_ecb(encrypt_key, out, in, blocks, false);
}

static void aesni_ecb_decrypt(const struct aes_key *decrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_ecb(decrypt_key, out, in, blocks, true);
}

static void aesni_ctr(const struct aes_key *encrypt_key, uint8_t *counter, uint8_t *out, const uint8_t *in,
                      size_t blocks)
{
    aes_ctr(encrypt_key, counter, out, in, blocks);
}

static void aesni_set_ghash_key(struct ghash_key *key, const uint8_t *h)
{
    ghash_set_key(key, h);
}

static void aesni_ghash(struct ghash_key *key, uint8_t *hash, const uint8_t *in, size_t blocks)
{
    ghash_update(key, hash, in, blocks);
}

static void aesni_gcm_encrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                              uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_gcm_encrypt(encrypt_key, hash_key, state, out, in, blocks);
}

static void aesni_gcm_decrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                              uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_gcm_decrypt(encrypt_key, hash_key, state, out, in, blocks);
}

const struct aes_kernel aes_kernel_aesni = {
    .name = "aesni",
    .summary = "AES-NI and PCLMULQDQ on 128-bit vectors",
    .features = CPU_SSE2 | CPU_SSSE3 | CPU_SSE41 | CPU_AES | CPU_PCLMULQDQ,
    .batch_blocks = BATCH_BLOCKS,
    .set_encrypt_key = aesni_set_encrypt_key,
    .set_decrypt_key = aesni_set_decrypt_key,
    .ecb_encrypt = aesni_ecb_encrypt,
    .ecb_decrypt = aesni_ecb_decrypt,
    .ctr = aesni_ctr,
    .set_ghash_key = aesni_set_ghash_key,
    .ghash = aesni_ghash,
    .gcm_encrypt = aesni_gcm_encrypt,
    .gcm_decrypt = aesni_gcm_decrypt,
};
