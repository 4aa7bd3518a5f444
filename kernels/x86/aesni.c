/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aesni.c - AES and PCLMULQDQ on 128-bit vectors, in the legacy SSE encoding.
 *
 * Needs SSSE3, SSE4.1, AES and PCLMULQDQ, and no AVX: Intel from Westmere (2010), Silvermont and Goldmont on, AMD from
 * Bulldozer and Jaguar on. It serves the CPUs without VAES: Intel before Ice Lake and before Gracemont, AMD before
 * Zen 3.
 *
 * One block to a vector. It differs from vaes256.c and vaes512.c by its flags and by HASH_BLOCKS; all else is shared:
 * aes_key.h, aes_body.h, ghash_body.h, gcm_body.h.
 *
 * HASH_BLOCKS = 8: as many blocks in flight as leave room in 16 registers for a key, the sums and the products.
 *
 * Measured on an AMD EPYC (Zen 4), 2026-11-30, 16 KiB a call, cycles a byte with clang 14 / gcc 12 (the default
 * provider of OpenSSL 3.0.22 in the same run, through EVP); medians of batches of 0.3 ms on a quiet core: ECB-128 0.316
 * / 0.316 (0.328), ECB-256 0.438 / 0.443 (0.454), CTR-128 0.319 / 0.319 (0.388), CTR-256 0.440 / 0.445 (0.443), GCM-128
 * 0.605 / 0.653 (0.796), GCM-256 0.674 / 0.735 (0.852). Two AESENC a cycle make 0.313 (AES-128) and 0.438 (AES-256) the
 * least that ECB and CTR can take.
 */
#include "cpu.h"
#include "kernel.h"
#include "wipe.h"

#include "vec128.h"

enum {
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

static void aesni_gcm_tag(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                          const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    aes_gcm_tag(hash_key, tag, hash, mask, in, blocks, aad_len, data_len);
}

static void aesni_wipe(void)
{
    wipe_stack();
    __asm__ volatile("pxor %%xmm0, %%xmm0\n\t"
                     "pxor %%xmm1, %%xmm1\n\t"
                     "pxor %%xmm2, %%xmm2\n\t"
                     "pxor %%xmm3, %%xmm3\n\t"
                     "pxor %%xmm4, %%xmm4\n\t"
                     "pxor %%xmm5, %%xmm5\n\t"
                     "pxor %%xmm6, %%xmm6\n\t"
                     "pxor %%xmm7, %%xmm7\n\t"
                     "pxor %%xmm8, %%xmm8\n\t"
                     "pxor %%xmm9, %%xmm9\n\t"
                     "pxor %%xmm10, %%xmm10\n\t"
                     "pxor %%xmm11, %%xmm11\n\t"
                     "pxor %%xmm12, %%xmm12\n\t"
                     "pxor %%xmm13, %%xmm13\n\t"
                     "pxor %%xmm14, %%xmm14\n\t"
                     "pxor %%xmm15, %%xmm15"
                     :
                     :
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15");
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
    .gcm_tag = aesni_gcm_tag,
    .wipe = aesni_wipe,
};
