/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * portable64.c - the kernel for every target: 64-bit lanes, plain C.
 *
 * Four blocks in flight, no vector unit, no table, no branch on secrets.
 */
#include "lane64.h"
#include "modes.h"

const struct aes_kernel aes_kernel_portable64 = {
    .name = "portable64",
    .summary = "constant-time fixsliced AES on 64-bit words",
    .features = 0,
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
