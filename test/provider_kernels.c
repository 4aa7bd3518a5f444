/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * provider_kernels.c - aeswide.so loaded once for each kernel.
 */
#include "provider_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <openssl/proverr.h>

#include "evp_pair.h"

const char *const provider_kernel_names[PROVIDER_KERNELS] = {"vaes512", "vaes256", "aesni", "portable", "portable64"};

void provider_kernel_load(struct provider_kernel *kernel, const char *name)
{
    memset(kernel, 0, sizeof(*kernel));
    kernel->context = new_library();
    assert_non_null(kernel->context);
    setenv("AESWIDE_KERNEL", name, 1);
    kernel->standard = OSSL_PROVIDER_load(kernel->context, "default");
    kernel->aeswide = OSSL_PROVIDER_load(kernel->context, "aeswide");
    unsetenv("AESWIDE_KERNEL");
    if (kernel->aeswide == NULL) {
        const char *text = "";
        unsigned long error = ERR_peek_error_all(NULL, NULL, NULL, &text, NULL);

        /* "Not with this CPU" and "not in this build" are reasons to skip; a failed self-test is not. */
        if (ERR_GET_LIB(error) != ERR_LIB_PROV || ERR_GET_REASON(error) != PROV_R_INVALID_CONFIG_DATA)
            fail_msg("aeswide does not load: %s", text);
        print_message("# %s\n", text);
        ERR_clear_error();
        provider_kernel_unload(kernel);
        skip();
    }
}

void provider_kernel_unload(struct provider_kernel *kernel)
{
    if (kernel->aeswide != NULL)
        OSSL_PROVIDER_unload(kernel->aeswide);
    if (kernel->standard != NULL)
        OSSL_PROVIDER_unload(kernel->standard);
    OSSL_LIB_CTX_free(kernel->context);
    memset(kernel, 0, sizeof(*kernel));
}

EVP_CIPHER *provider_kernel_fetch(const struct provider_kernel *kernel, const char *algorithm, const char *provider)
{
    char property[40];
    EVP_CIPHER *cipher;

    snprintf(property, sizeof(property), "provider=%s", provider);
    cipher = EVP_CIPHER_fetch(kernel->context, algorithm, property);
    assert_non_null(cipher);
    return cipher;
}
