/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * contestant.c - whose ciphers are measured: a provider, or aeswide with one of its kernels.
 */
#include "contestant.h"

#include <openssl/core_names.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "machine.h"
#include "nothing.h"

/* find_kernel fills in the kernel that runs, from "..., kernel NAME; ..." in the build information of aeswide. */
static void find_kernel(struct contestant *contestant, const struct libcrypto *lib)
{
    const char *text = NULL;
    OSSL_PARAM request[] = {
        {OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, &text, 0, OSSL_PARAM_UNMODIFIED},
        {NULL, 0, NULL, 0, 0},
    };

    if (lib->OSSL_PROVIDER_get_params(contestant->provider, request) != 1 || text == NULL)
        return;
    text = strstr(text, ", kernel ");
    if (text != NULL)
        sscanf(text, ", kernel %15[a-z0-9]", contestant->kernel);
}

/* open_one adds a contestant. kernel is a request to aeswide, or NULL for its own choice. It goes through the
 * environment, which a provider reads as it is loaded, so each library context can have another one. */
static void open_one(struct contestants *list, const struct libcrypto *lib, const char *provider, const char *kernel,
                     const char *modules)
{
    struct contestant one = {.nothing = strcmp(provider, "evp") == 0};
    const char *inherited = getenv("AESWIDE_KERNEL");
    char *kept = inherited == NULL ? NULL : strdup(inherited);
    char reason[512];

    snprintf(one.name, sizeof(one.name), "%s%s%s", provider, kernel == NULL ? "" : ":", kernel == NULL ? "" : kernel);
    if (contestants_find(list, one.name) < list->count) {
        free(kept);
        return;
    }
    one.library = lib->OSSL_LIB_CTX_new();
    if (one.library == NULL ||
        (modules != NULL && !one.nothing && lib->OSSL_PROVIDER_set_default_search_path(one.library, modules) != 1) ||
        (one.nothing && lib->OSSL_PROVIDER_add_builtin(one.library, "evp", nothing_init) != 1)) {
        libcrypto_error(lib, reason, sizeof(reason));
        die("cannot make a library context for %s: %s", one.name, reason);
    }
    if (kernel != NULL)
        setenv("AESWIDE_KERNEL", kernel, 1);
    one.provider = lib->OSSL_PROVIDER_load(one.library, provider);
    if (kernel != NULL && kept != NULL)
        setenv("AESWIDE_KERNEL", kept, 1);
    else if (kernel != NULL)
        unsetenv("AESWIDE_KERNEL");
    free(kept);
    if (one.provider == NULL) {
        libcrypto_error(lib, reason, sizeof(reason));
        die("cannot load the provider %s: %s (--modules names the folder where it lies)", one.name, reason);
    }
    find_kernel(&one, lib);
    if (kernel != NULL && strcmp(one.kernel, kernel) != 0)
        die("%s: the kernel that runs is \"%s\"", one.name, one.kernel);
    list->at = grow(list->at, &list->room, list->count + 1, sizeof(*list->at));
    list->at[list->count++] = one;
}

/* open_kernels adds aeswide with each kernel that can run here. */
static void open_kernels(struct contestants *list, const struct libcrypto *lib, const char *modules)
{
    const struct aes_kernel *const *kernels = kernels_all();
    struct kernel_choice choice;
    struct cpu cpu;

    machine_choose(&choice, &cpu, NULL);
    for (size_t i = 0; kernels[i] != NULL; i++) {
        if (choice.missing[i] == 0)
            open_one(list, lib, "aeswide", kernels[i]->name, modules);
    }
}

void contestants_open(struct contestants *list, const struct libcrypto *lib, const struct words *words,
                      const char *modules)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->at[i];

        if (strcmp(word, "kernels") == 0)
            open_kernels(list, lib, modules);
        else if (strncmp(word, "aeswide:", strlen("aeswide:")) == 0)
            open_one(list, lib, "aeswide", word + strlen("aeswide:"), modules);
        else
            open_one(list, lib, word, NULL, modules);
    }
}

size_t contestants_find(const struct contestants *list, const char *name)
{
    size_t i = 0;

    while (i < list->count && strcmp(list->at[i].name, name) != 0)
        i++;
    return i;
}

void contestants_close(struct contestants *list, const struct libcrypto *lib)
{
    for (size_t i = 0; i < list->count; i++) {
        lib->OSSL_PROVIDER_unload(list->at[i].provider);
        lib->OSSL_LIB_CTX_free(list->at[i].library);
    }
    free(list->at);
    *list = (struct contestants){0};
}
