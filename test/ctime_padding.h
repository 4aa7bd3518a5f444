/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ctime_padding.h - the step of ECB that looks at the padding, by itself.
 */
#ifndef AESWIDE_TEST_CTIME_PADDING_H
#define AESWIDE_TEST_CTIME_PADDING_H

#include "kernels/kernel.h"

/* ctime_unpadded_len is unpadded_len of provider/ciphers/aes_ecb.c. */
size_t ctime_unpadded_len(const uint8_t block[AES_BLOCK_LEN]);

#endif
