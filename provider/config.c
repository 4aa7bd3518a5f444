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

/* struct setting is a value that the user has given, and where. */
struct setting {
    const char *value; /* NULL: nowhere */
    const char *source;
};

/* setting_of looks a setting up: the environment variable goes before the provider's section. The value is the core's
 * or the environment's. */
static struct setting setting_of(const struct provider_context *provider, const char *name, const char *variable)
{
    struct setting setting = {secure_getenv(variable), variable};
    char *value = NULL;
    OSSL_PARAM request[] = {OSSL_PARAM_utf8_ptr(name, &value, 0), OSSL_PARAM_END};

    if (setting.value != NULL && *setting.value != '\0')
        return setting;
    if (provider->core.get_params != NULL && provider->core.get_params(provider->handle, request))
        return (struct setting){value, name};
    return (struct setting){NULL, name};
}

int config_choose_kernel(struct kernel_choice *choice, const struct provider_context *provider)
{
    const struct setting request = setting_of(provider, "kernel", "AESWIDE_KERNEL");
    struct cpu cpu;

    cpu_read(&cpu);
    cpu_apply_ia32cap(&cpu, secure_getenv("OPENSSL_ia32cap"));
    kernel_choose(choice, &cpu, request.value);
    if (choice->kernel != NULL)
        return 1;
    /* A module that openssl.cnf names and that does not load is passed over by libcrypto, and the error queue cleared.
     */
    config_debug("aeswide: not loaded: %s: %s", request.source, choice->error);
    return raise_text(provider, REASON_INVALID_CONFIG_DATA, "aeswide: %s: %s", request.source, choice->error);
}

int config_wipes(bool *wipes, const struct provider_context *provider)
{
    const struct setting setting = setting_of(provider, "wipe", "AESWIDE_WIPE");

    *wipes = setting.value != NULL && strcmp(setting.value, "yes") == 0;
    if (setting.value == NULL || *wipes || strcmp(setting.value, "no") == 0)
        return 1;
    config_debug("aeswide: not loaded: %s: \"%.40s\" is neither yes nor no", setting.source, setting.value);
    return raise_text(provider, REASON_INVALID_CONFIG_DATA, "aeswide: %s: \"%.40s\" is neither yes nor no",
                      setting.source, setting.value);
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
