/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * algorithms.h - what this provider implements.
 */
#ifndef AESWIDE_PROVIDER_CIPHERS_ALGORITHMS_H
#define AESWIDE_PROVIDER_CIPHERS_ALGORITHMS_H

#include <openssl/core.h>
#include <stddef.h>

/* cipher_algorithms: the answer to OSSL_OP_CIPHER, ended by an entry of NULLs. */
extern const OSSL_ALGORITHM cipher_algorithms[];

/* The dispatch tables of the nine ciphers, each in the file of its mode. */
extern const OSSL_DISPATCH aes_128_ecb_functions[], aes_192_ecb_functions[], aes_256_ecb_functions[];
extern const OSSL_DISPATCH aes_128_ctr_functions[], aes_192_ctr_functions[], aes_256_ctr_functions[];
extern const OSSL_DISPATCH aes_128_gcm_functions[], aes_192_gcm_functions[], aes_256_gcm_functions[];

/* The bytes that a context of each mode takes, for reports. */
extern const size_t aes_ecb_context_size, aes_ctr_context_size, aes_gcm_context_size;

#endif
