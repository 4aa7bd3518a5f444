/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * vaes256.c - VAES and VPCLMULQDQ on 256-bit vectors, in the VEX encoding.
 *
 * Needs AVX2, VAES and VPCLMULQDQ: AMD from Zen 3 on, Intel from Alder Lake and Gracemont on (which have no AVX-512),
 * and Ice Lake and Tiger Lake, whose clock drops for 512-bit vectors. On cores with two 256-bit AES units it does what
 * vaes512.c does in ECB and CTR; in GCM it lacks VPTERNLOGQ and the 32 registers. AVX2 brings SSE4.2 and POPCNT with
 * it, which no CPU with AVX2 lacks.
 *
 * Two blocks to a vector. It differs from its siblings by its flags and by HASH_BLOCKS; all else is shared: aes_key.h,
 * aes_body.h, ghash_body.h, gcm_body.h.
 *
 * HASH_BLOCKS = 16: 8 vectors in flight in GCM; with the three sums, a key, a power and the data all 16 registers are
 * taken.
 *
 * Measured on an AMD EPYC (Zen 4), 2026-11-30, 16 KiB a call, cycles a byte with clang 14 / gcc 12 (the default
 * provider of OpenSSL 3.0.22 in the same run, through EVP); medians of batches of 0.3 ms on a quiet core: ECB-128 0.159
 * / 0.160 (0.328), ECB-256 0.219 / 0.224 (0.454), CTR-128 0.160 / 0.163 (0.388), CTR-256 0.220 / 0.225 (0.443), GCM-128
 * 0.310 / 0.314 (0.796), GCM-256 0.352 / 0.354 (0.852). Two VAESENC a cycle make 0.156 (AES-128) and 0.219 (AES-256)
 * the least that ECB and CTR can take.
 *
 * Not with AVX-512VL: compiled with it (32 registers, VPTERNLOG), llvm-mca 19 gives for gcc 12, in cycles a block of
 * AES-128-GCM / AES-256-GCM encryption: icelake-server 5.00 / 7.00 (AVX2: 5.00 / 7.00), sapphirerapids 3.58 / 4.31
 * (3.77 / 4.47), znver4 6.50 / 7.44 (6.44 / 7.81); ECB the same, CTR within 2 percent. Sapphire Rapids and Zen 4 run
 * vaes512 anyway (2.64 / 3.50 and 3.44 / 3.88), and on Ice Lake, where 256 bits are the choice, the model sees no gain
 * (though it has one AES unit at 256 bits where the CPU has two). 2026-12-01, bench/mca on such a build.
 */
#include "cpu.h"
#include "kernel.h"
#include "wipe.h"

#include "vec256.h"

enum {
    HASH_BLOCKS = 16, /* blocks of a fused batch of GCM and of one reduction of GHASH */
};

#include "aes_key.h"
#include "aes_body.h"
#include "ghash_body.h"
#include "gcm_body.h"

static void vaes256_set_encrypt_key(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    aes_set_encrypt_key(key, user_key, key_len);
}

static void vaes256_set_decrypt_key(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    aes_set_decrypt_key(decrypt_key, encrypt_key);
}

static void vaes256_ecb_encrypt(const struct aes_key *encrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_ecb(encrypt_key, out, in, blocks, false);
}

static void vaes256_ecb_decrypt(const struct aes_key *decrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_ecb(decrypt_key, out, in, blocks, true);
}

static void vaes256_ctr(const struct aes_key *encrypt_key, uint8_t *counter, uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    aes_ctr(encrypt_key, counter, out, in, blocks);
}

static void vaes256_set_ghash_key(struct ghash_key *key, const uint8_t *h)
{
    ghash_set_key(key, h);
}

static void vaes256_ghash(struct ghash_key *key, uint8_t *hash, const uint8_t *in, size_t blocks)
{
    ghash_update(key, hash, in, blocks);
}

static void vaes256_gcm_encrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                                uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_gcm_encrypt(encrypt_key, hash_key, state, out, in, blocks);
}

static void vaes256_gcm_decrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                                uint8_t *out, const uint8_t *in, size_t blocks)
{
    aes_gcm_decrypt(encrypt_key, hash_key, state, out, in, blocks);
}

static void vaes256_gcm_tag(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                            const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    aes_gcm_tag(hash_key, tag, hash, mask, in, blocks, aad_len, data_len);
}

static void vaes256_wipe(void)
{
    wipe_stack();
    __asm__ volatile("vzeroall"
                     :
                     :
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15");
}

const struct aes_kernel aes_kernel_vaes256 = {
    .name = "vaes256",
    .summary = "VAES and VPCLMULQDQ on 256-bit vectors",
    .features =
        CPU_SSE2 | CPU_SSSE3 | CPU_SSE41 | CPU_AES | CPU_PCLMULQDQ | CPU_AVX | CPU_AVX2 | CPU_VAES | CPU_VPCLMULQDQ,
    .batch_blocks = BATCH_BLOCKS,
    .set_encrypt_key = vaes256_set_encrypt_key,
    .set_decrypt_key = vaes256_set_decrypt_key,
    .ecb_encrypt = vaes256_ecb_encrypt,
    .ecb_decrypt = vaes256_ecb_decrypt,
    .ctr = vaes256_ctr,
    .set_ghash_key = vaes256_set_ghash_key,
    .ghash = vaes256_ghash,
    .gcm_encrypt = vaes256_gcm_encrypt,
    .gcm_decrypt = vaes256_gcm_decrypt,
    .gcm_tag = vaes256_gcm_tag,
    .wipe = vaes256_wipe,
};
