/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * nothing.h - a provider whose ciphers do nothing: what is left is the time that libcrypto takes itself.
 */
#ifndef AESWIDE_BENCH_NOTHING_H
#define AESWIDE_BENCH_NOTHING_H

#include <openssl/core.h>

/* nothing_init is for OSSL_PROVIDER_add_builtin. */
int nothing_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provctx);

#endif
