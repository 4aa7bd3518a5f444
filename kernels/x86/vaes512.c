/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * vaes512.c - VAES and VPCLMULQDQ on 512-bit vectors, in the EVEX encoding.
 *
 * Needs AVX-512 F, BW, VL and DQ, VAES and VPCLMULQDQ: AMD from Zen 4 on, Intel from Ice Lake on; cpu.c says on which
 * of these 512-bit vectors slow the clock, so that vaes256.c serves them better.
 *
 * Four blocks to a vector. It differs from its siblings by its flags and by HASH_BLOCKS; all else is shared: aes_key.h,
 * aes_body.h, ghash_body.h, gcm_body.h.
 *
 * HASH_BLOCKS = 32: 8 vectors in flight in GCM. 16 blocks in 4 vectors do not fill the AES units: 0.29 cycles a byte
 * and not 0.25 for AES-128.
 *
 * Rejected: masked loads and stores for the end of a message; a masked store is not forwarded to the load of the same
 * bytes, and a GCM message of 16 bytes took 281 cycles and not 246.
 *
 * Measured on an AMD EPYC (Zen 4), 2026-11-30, 16 KiB a call, cycles a byte with clang 14 / gcc 12 (the default
 * provider of OpenSSL 3.0.22 in the same run, through EVP); medians of batches of 0.3 ms on a quiet core: ECB-128 0.158
 * / 0.158 (0.328), ECB-256 0.221 / 0.221 (0.454), CTR-128 0.162 / 0.162 (0.388), CTR-256 0.222 / 0.223 (0.443), GCM-128
 * 0.269 / 0.273 (0.796), GCM-256 0.316 / 0.318 (0.852). Zen 4 does one 512-bit VAESENC a cycle: 0.156 (AES-128) and
 * 0.219 (AES-256) are the least that ECB and CTR can take. The gain over vaes256.c is in GCM.
 */
#include "cpu.h"
#include "kernel.h"
#include "wipe.h"

#include "vec512.h"

enum {
    HASH_BLOCKS = 32, /* blocks of a fused batch of GCM and of one reduction of GHASH */
};

#include "aes_key.h"
#include "aes_body.h"
#include "ghash_body.h"
#include "gcm_body.h"

static void vaes512_set_encrypt_key(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    aes_set_encrypt_key(key, user_key, key_len);
}

static void vaes512_set_decrypt_key(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    aes_set_decrypt_key(decrypt_key, encrypt_key);
}

static void vaes512_ecb_encrypt(const struct aes_key *encrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_ecb(encrypt_key, out, in, blocks, false);
}

static void vaes512_ecb_decrypt(const struct aes_key *decrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_ecb(decrypt_key, out, in, blocks, true);
}

static void vaes512_ctr(const struct aes_key *encrypt_key, uint8_t *counter, uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    aes_ctr(encrypt_key, counter, out, in, blocks);
}

static void vaes512_set_ghash_key(struct ghash_key *key, const uint8_t *h)
{
    ghash_set_key(key, h);
}

static void vaes512_ghash(struct ghash_key *key, uint8_t *hash, const uint8_t *in, size_t blocks)
{
    ghash_update(key, hash, in, blocks);
}

static void vaes512_gcm_encrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                                uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_gcm_encrypt(encrypt_key, hash_key, state, out, in, blocks);
}

static void vaes512_gcm_decrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                                uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_gcm_decrypt(encrypt_key, hash_key, state, out, in, blocks);
}

static void vaes512_gcm_tag(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                            const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    aes_gcm_tag(hash_key, tag, hash, mask, in, blocks, aad_len, data_len);
}

/* VZEROALL leaves zmm16 to zmm31 alone. */
static void vaes512_wipe(void)
{
    wipe_stack();
    __asm__ volatile("vzeroall"
                     :
                     :
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15");
    __asm__ volatile("vpxord %%zmm16, %%zmm16, %%zmm16" : : : "xmm16");
    __asm__ volatile("vpxord %%zmm17, %%zmm17, %%zmm17" : : : "xmm17");
    __asm__ volatile("vpxord %%zmm18, %%zmm18, %%zmm18" : : : "xmm18");
    __asm__ volatile("vpxord %%zmm19, %%zmm19, %%zmm19" : : : "xmm19");
    __asm__ volatile("vpxord %%zmm20, %%zmm20, %%zmm20" : : : "xmm20");
    __asm__ volatile("vpxord %%zmm21, %%zmm21, %%zmm21" : : : "xmm21");
    __asm__ volatile("vpxord %%zmm22, %%zmm22, %%zmm22" : : : "xmm22");
    __asm__ volatile("vpxord %%zmm23, %%zmm23, %%zmm23" : : : "xmm23");
    __asm__ volatile("vpxord %%zmm24, %%zmm24, %%zmm24" : : : "xmm24");
    __asm__ volatile("vpxord %%zmm25, %%zmm25, %%zmm25" : : : "xmm25");
    __asm__ volatile("vpxord %%zmm26, %%zmm26, %%zmm26" : : : "xmm26");
    __asm__ volatile("vpxord %%zmm27, %%zmm27, %%zmm27" : : : "xmm27");
    __asm__ volatile("vpxord %%zmm28, %%zmm28, %%zmm28" : : : "xmm28");
    __asm__ volatile("vpxord %%zmm29, %%zmm29, %%zmm29" : : : "xmm29");
    __asm__ volatile("vpxord %%zmm30, %%zmm30, %%zmm30" : : : "xmm30");
    __asm__ volatile("vpxord %%zmm31, %%zmm31, %%zmm31" : : : "xmm31");
}

const struct aes_kernel aes_kernel_vaes512 = {
    .name = "vaes512",
    .summary = "VAES and VPCLMULQDQ on 512-bit vectors",
    .features = CPU_SSE2 | CPU_SSSE3 | CPU_SSE41 | CPU_AES | CPU_PCLMULQDQ | CPU_AVX | CPU_AVX2 | CPU_VAES |
                CPU_VPCLMULQDQ | CPU_AVX512F | CPU_AVX512BW | CPU_AVX512VL | CPU_AVX512DQ,
    .batch_blocks = BATCH_BLOCKS,
    .set_encrypt_key = vaes512_set_encrypt_key,
    .set_decrypt_key = vaes512_set_decrypt_key,
    .ecb_encrypt = vaes512_ecb_encrypt,
    .ecb_decrypt = vaes512_ecb_decrypt,
    .ctr = vaes512_ctr,
    .set_ghash_key = vaes512_set_ghash_key,
    .ghash = vaes512_ghash,
    .gcm_encrypt = vaes512_gcm_encrypt,
    .gcm_decrypt = vaes512_gcm_decrypt,
    .gcm_tag = vaes512_gcm_tag,
    .wipe = vaes512_wipe,
};
