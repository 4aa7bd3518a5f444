/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * error.h - errors as the default provider raises them.
 *
 * Every reason is raised in ERR_LIB_PROV with the default provider's number, for applications test for these: the
 * Python `cryptography` package, for one, turns WRONG_FINAL_BLOCK_LENGTH into a ValueError.
 */
#ifndef AESWIDE_PROVIDER_ERROR_H
#define AESWIDE_PROVIDER_ERROR_H

#include <openssl/err.h>

struct provider_context;

/* enum reason: the PROV_R_ values of openssl/proverr.h. They are listed here because some are younger than 3.0's
 * header. */
enum reason {
    REASON_BAD_DECRYPT = 100,
    REASON_CIPHER_OPERATION_FAILED = 102,
    REASON_FAILED_TO_GET_PARAMETER = 103,
    REASON_FAILED_TO_SET_PARAMETER = 104,
    REASON_INVALID_KEY_LENGTH = 105,
    REASON_OUTPUT_BUFFER_TOO_SMALL = 106,
    REASON_WRONG_FINAL_BLOCK_LENGTH = 107,
    REASON_INVALID_AAD = 108,
    REASON_INVALID_IV_LENGTH = 109,
    REASON_INVALID_TAG = 110,
    REASON_NO_KEY_SET = 114,
    REASON_TAG_NOT_SET = 119,
    REASON_TOO_MANY_RECORDS = 126,
    REASON_INVALID_CONFIG_DATA = 211,
    REASON_SELF_TEST_KAT_FAILURE = 215,
    REASON_REPEATED_PARAMETER = 252,
    REASON_MALLOC_FAILURE = ERR_R_MALLOC_FAILURE, /* one of the reasons that all libraries share */
};

/* raise puts `reason` on the error queue of the libcrypto that loaded the provider, and returns 0: `return raise(...)`.
 */
#define raise(provider, reason) raise_at((provider), (reason), __FILE_NAME__, __LINE__, __func__, (const char *)0)

/* raise_text does so with a text for people, made from a printf format. */
#define raise_text(provider, reason, ...) raise_at((provider), (reason), __FILE_NAME__, __LINE__, __func__, __VA_ARGS__)

int raise_at(const struct provider_context *provider, enum reason reason, const char *file, int line,
             const char *function, const char *format, ...) __attribute__((format(printf, 6, 7)));

#endif
