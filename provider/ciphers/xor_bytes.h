/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * xor_bytes.h - a part of a block against its key stream: what CTR and GCM do where a message is not at a whole block.
 */
#ifndef AESWIDE_PROVIDER_CIPHERS_XOR_BYTES_H
#define AESWIDE_PROVIDER_CIPHERS_XOR_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* xor_bytes does at most a block, over data that may overlap with `out` below `in`. */
static inline void xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *key_stream, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = in[i] ^ key_stream[i];
}

#endif
