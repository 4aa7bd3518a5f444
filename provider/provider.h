/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * provider.h - what lives as long as the loaded provider does.
 */
#ifndef AESWIDE_PROVIDER_PROVIDER_H
#define AESWIDE_PROVIDER_PROVIDER_H

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <stdbool.h>

#include "kernels/kernel.h"

/* struct core_functions: the upcalls that this provider makes; NULL where the core does not offer one. */
struct core_functions {
    OSSL_FUNC_core_get_params_fn *get_params;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
};

/* struct provider_context is filled by OSSL_provider_init and constant from then on: threads, forks and child library
 * contexts share it without a lock. */
struct provider_context {
    const OSSL_CORE_HANDLE *handle;
    struct core_functions core;
    unsigned int core_version; /* of the libcrypto that loaded us: 100 * major + minor, so 305 is 3.5 */
    const struct aes_kernel *kernel;
    bool wipes;            /* registers and stack, after each call (`wipe` in openssl.cnf) */
    char build_info[1024]; /* version, kernel, and a verdict on each kernel: `openssl list -providers -verbose` */
};

#endif
