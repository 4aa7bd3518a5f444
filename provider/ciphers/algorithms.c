/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * algorithms.c - the table of algorithms, under every name and OID that the default provider gives them.
 */
#include "algorithms.h"

/* An own property would need a dot in its name (openssl issue 15218); this one is enough. */
static const char properties[] = "provider=aeswide";

const OSSL_ALGORITHM cipher_algorithms[] = {
    {"AES-256-ECB:2.16.840.1.101.3.4.1.41", properties, aes_256_ecb_functions, "AES-256-ECB, aeswide"},
    {"AES-192-ECB:2.16.840.1.101.3.4.1.21", properties, aes_192_ecb_functions, "AES-192-ECB, aeswide"},
    {"AES-128-ECB:2.16.840.1.101.3.4.1.1", properties, aes_128_ecb_functions, "AES-128-ECB, aeswide"},
    {"AES-256-CTR", properties, aes_256_ctr_functions, "AES-256-CTR, aeswide"},
    {"AES-192-CTR", properties, aes_192_ctr_functions, "AES-192-CTR, aeswide"},
    {"AES-128-CTR", properties, aes_128_ctr_functions, "AES-128-CTR, aeswide"},
    {"AES-256-GCM:id-aes256-GCM:2.16.840.1.101.3.4.1.46", properties, aes_256_gcm_functions, "AES-256-GCM, aeswide"},
    {"AES-192-GCM:id-aes192-GCM:2.16.840.1.101.3.4.1.26", properties, aes_192_gcm_functions, "AES-192-GCM, aeswide"},
    {"AES-128-GCM:id-aes128-GCM:2.16.840.1.101.3.4.1.6", properties, aes_128_gcm_functions, "AES-128-GCM, aeswide"},
    {NULL, NULL, NULL, NULL},
};
