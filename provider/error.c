/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * error.c - errors as the default provider raises them.
 */
#include "error.h"

#include <stdarg.h>

#include "provider.h"

int raise_at(const struct provider_context *provider, enum reason reason, const char *file, int line,
             const char *function, const char *format, ...)
{
    const struct core_functions *core = &provider->core;
    va_list args;

    if (core->new_error == NULL || core->set_error_debug == NULL || core->vset_error == NULL)
        return 0;
    core->new_error(provider->handle);
    core->set_error_debug(provider->handle, file, line, function);
    va_start(args, format);
    /* With its library packed in: the core would show a bare number under a library of the provider's own. */
    core->vset_error(provider->handle, ((uint32_t)ERR_LIB_PROV << ERR_LIB_OFFSET) | (uint32_t)reason, format, args);
    va_end(args);
    return 0;
}
