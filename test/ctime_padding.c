/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ctime_padding.c - aes_ecb.c for check_ctime.c: the length that is left when the padding is off is the output's length
 * and public, everything before that is not.
 */
/* The file is in the program a second time, for unpadded_len, which is static: its global names must differ. */
#define aes_128_ecb_functions ctime_aes_128_ecb_functions
#define aes_192_ecb_functions ctime_aes_192_ecb_functions
#define aes_256_ecb_functions ctime_aes_256_ecb_functions
#define aes_ecb_context_size ctime_aes_ecb_context_size
#include "../provider/ciphers/aes_ecb.c"

#include "ctime_padding.h"

size_t ctime_unpadded_len(const uint8_t block[AES_BLOCK_LEN])
{
    return unpadded_len(block);
}
