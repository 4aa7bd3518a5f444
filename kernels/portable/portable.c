/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * portable.c - the kernel for CPUs without AES instructions: 128-bit lanes where the target has vectors, else 64-bit.
 *
 * It is portable64.c on wider lanes: twice the blocks in flight, at about the same number of instructions. The choice
 * is made by what the compiler may assume of the target, not at run time: SSE2 is part of x86-64, and NEON of aarch64.
 *
 * Cycles a byte in messages of 16 KiB with a key of 128 bits (Zen 4, gcc 12 -O2, 64-bit lanes in brackets): ECB
 * encryption 6 (12), ECB decryption 7 (14), CTR 6 (13), GHASH 8 (8), GCM 15 (21). A single block costs a whole batch.
 */
#include "cpu.h"

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#if defined(__SSE2__)
#define PORTABLE_SUMMARY "constant-time fixsliced AES on 128-bit vectors (SSE2)"
#define PORTABLE_FEATURES CPU_SSE2
#elif defined(__ARM_NEON)
#define PORTABLE_SUMMARY "constant-time fixsliced AES on 128-bit vectors (NEON)"
#define PORTABLE_FEATURES 0
#endif
#endif
#endif

#ifdef PORTABLE_SUMMARY
#include "lane128.h"
#else
#define PORTABLE_SUMMARY "constant-time fixsliced AES on 64-bit words"
#define PORTABLE_FEATURES 0
#include "lane64.h"
#endif

#include "modes.h"

const struct aes_kernel aes_kernel_portable = {
    .name = "portable",
    .summary = PORTABLE_SUMMARY,
    .features = PORTABLE_FEATURES,
    .batch_blocks = LANE_BLOCKS,
    .set_encrypt_key = set_encrypt_key,
    .set_decrypt_key = set_decrypt_key,
    .ecb_encrypt = ecb_encrypt,
    .ecb_decrypt = ecb_decrypt,
    .ctr = ctr,
    .set_ghash_key = set_ghash_key,
    .ghash = ghash,
    .gcm_encrypt = gcm_encrypt,
    .gcm_decrypt = gcm_decrypt,
    .gcm_tag = gcm_tag,
    .wipe = wipe,
};
