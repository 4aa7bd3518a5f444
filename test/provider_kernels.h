/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * provider_kernels.h - aeswide.so loaded once for each kernel, for tests that want all of them in one program.
 */
#ifndef AESWIDE_TEST_PROVIDER_KERNELS_H
#define AESWIDE_TEST_PROVIDER_KERNELS_H

#include <openssl/evp.h>
#include <openssl/provider.h>

enum { PROVIDER_KERNELS = 5 };

/* provider_kernel_names: every kernel that a build may have. */
extern const char *const provider_kernel_names[PROVIDER_KERNELS];

/* struct provider_kernel is a library context with the default provider and aeswide, which runs one kernel. */
struct provider_kernel {
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *standard, *aeswide;
};

/* provider_kernel_load loads both. Where this CPU or build lacks the kernel the running test is skipped, with a printed
 * reason; any other failure fails it. */
void provider_kernel_load(struct provider_kernel *kernel, const char *name);
void provider_kernel_unload(struct provider_kernel *kernel);

/* provider_kernel_fetch returns an algorithm of aeswide, or of the default provider; to be freed. */
EVP_CIPHER *provider_kernel_fetch(const struct provider_kernel *kernel, const char *algorithm, const char *provider);

#endif
