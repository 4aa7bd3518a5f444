/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * config.c - the provider's section of openssl.cnf and its environment variables.
 */
#include "config.h"

#include <openssl/params.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

/* configured_kernel returns the value of `kernel` in the provider's section, which the core owns, or NULL. */
static const char *configured_kernel(const struct provider_context *provider)
{
    char *value = NULL;
    OSSL_PARAM request[] = {OSSL_PARAM_utf8_ptr("kernel", &value, 0), OSSL_PARAM_END};

    if (provider->core.get_params == NULL || !provider->core.get_params(provider->handle, request))
        return NULL;
    return value;
}

int config_choose_kernel(struct kernel_choice *choice, const struct provider_context *provider)
{
    const char *request = secure_getenv("AESWIDE_KERNEL");
    const char *source = "AESWIDE_KERNEL";
    struct cpu cpu;

    if (request == NULL || *request == '\0') {
        request = configured_kernel(provider);
        source = "kernel";
    }
    cpu_read(&cpu);
    cpu_apply_ia32cap(&cpu, secure_getenv("OPENSSL_ia32cap"));
    kernel_choose(choice, &cpu, request);
    if (choice->kernel != NULL)
        return 1;
    /* A module that openssl.cnf names and that does not load is passed over by libcrypto, and the error queue cleared.
     */
    config_debug("aeswide: not loaded: %s: %s", source, choice->error);
    return raise_text(provider, REASON_INVALID_CONFIG_DATA, "aeswide: %s: %s", source, choice->error);
}

void config_debug(const char *format, ...)
{
    const char *value = secure_getenv("AESWIDE_DEBUG");
    va_list args;

    if (value == NULL || strcmp(value, "1") != 0)
        return;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}
