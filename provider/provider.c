/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * provider.c - what a libcrypto sees when it loads aeswide (provider(7), provider-base(7)).
 */
#include "provider.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ciphers/algorithms.h"
#include "config.h"
#include "error.h"
#include "params.h"
#include "selftest.h"
#include "skeymgmt.h"

/* A build into a program (OSSL_PROVIDER_add_builtin) gives the function a name of its own. */
#ifndef AESWIDE_PROVIDER_INIT
#define AESWIDE_PROVIDER_INIT OSSL_provider_init
#endif

OSSL_provider_init_fn AESWIDE_PROVIDER_INIT;

/* read_core notes the upcalls that are needed. Unknown ones are passed over: a newer core has more. */
static void read_core(struct core_functions *core, const OSSL_DISPATCH *in)
{
    for (; in->function_id != 0; in++) {
        switch (in->function_id) {
        case OSSL_FUNC_CORE_GET_PARAMS:
            core->get_params = OSSL_FUNC_core_get_params(in);
            break;
        case OSSL_FUNC_CORE_NEW_ERROR:
            core->new_error = OSSL_FUNC_core_new_error(in);
            break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
            core->set_error_debug = OSSL_FUNC_core_set_error_debug(in);
            break;
        case OSSL_FUNC_CORE_VSET_ERROR:
            core->vset_error = OSSL_FUNC_core_vset_error(in);
            break;
        default:
            break;
        }
    }
}

/* read_core_version asks the libcrypto for its version: some behaviours of the default provider changed from one to the
 * next. Returns 100 * major + minor, or 300 when it does not say. */
static unsigned int read_core_version(const struct provider_context *provider)
{
    char *text = NULL;
    OSSL_PARAM request[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_CORE_VERSION, &text, 0), OSSL_PARAM_END};
    unsigned int major, minor;

    if (provider->core.get_params == NULL || !provider->core.get_params(provider->handle, request) || text == NULL ||
        sscanf(text, "%u.%u", &major, &minor) != 2)
        return 300;
    return 100 * major + minor;
}

/* describe writes the build information: one line, the kernel that runs first, then a verdict on each. */
static void describe(struct provider_context *provider, const struct kernel_choice *choice)
{
    char *text = provider->build_info;
    const size_t size = sizeof(provider->build_info);
    size_t len = 0;
    int n = snprintf(text, size, "aeswide " AESWIDE_VERSION ", kernel %s", choice->kernel->name);

    for (size_t i = 0; n > 0 && len + (size_t)n < size; i++) {
        const struct aes_kernel *kernel = kernels_all()[i];
        char verdict[160];

        len += (size_t)n;
        if (kernel == NULL) {
            snprintf(text + len, size - len, "; context bytes: ECB %zu, CTR %zu, GCM %zu", aes_ecb_context_size,
                     aes_ctr_context_size, aes_gcm_context_size);
            return;
        }
        kernel_describe(verdict, sizeof(verdict), choice, i);
        n = snprintf(text + len, size - len, "; %s: %s", kernel->name, verdict);
    }
}

static void provider_teardown(void *provctx)
{
    free(provctx);
}

static const OSSL_PARAM *provider_gettable_params(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_NAME, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_VERSION, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_STATUS, OSSL_PARAM_INTEGER, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

static int provider_get_params(void *provctx, OSSL_PARAM params[])
{
    const struct provider_context *provider = provctx;

    for (OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++) {
        int ok = 1;

        if (strcmp(p->key, OSSL_PROV_PARAM_NAME) == 0)
            ok = param_set_utf8_ptr(p, "aeswide: AES on wide vectors");
        else if (strcmp(p->key, OSSL_PROV_PARAM_VERSION) == 0)
            ok = param_set_utf8_ptr(p, AESWIDE_VERSION);
        else if (strcmp(p->key, OSSL_PROV_PARAM_BUILDINFO) == 0)
            ok = param_set_utf8_ptr(p, provider->build_info);
        else if (strcmp(p->key, OSSL_PROV_PARAM_STATUS) == 0)
            ok = param_set_int(p, 1);
        if (!ok)
            return 0;
    }
    return 1;
}

static const OSSL_ALGORITHM *provider_query(void *provctx, int operation_id, int *no_cache)
{
    (void)provctx;
    *no_cache = 0;
    switch (operation_id) {
    case OSSL_OP_CIPHER:
        return cipher_algorithms;
    case OP_SKEYMGMT:
        return skeymgmt_algorithms;
    default:
        return NULL;
    }
}

/* check runs the self-test. Returns 0, with an error raised, when an answer is wrong. */
static int check(const struct provider_context *provider)
{
    const char *failed = selftest_run(provider->kernel);

    if (failed == NULL)
        return 1;
    config_debug("aeswide: not loaded: kernel %s gives a wrong answer for %s", provider->kernel->name, failed);
    return raise_text(provider, REASON_SELF_TEST_KAT_FAILURE,
                      "aeswide: kernel %s gives a wrong answer for %s on this CPU; exclude it with kernel = -%s",
                      provider->kernel->name, failed, provider->kernel->name);
}

static int provider_self_test(void *provctx)
{
    return check(provctx);
}

static const OSSL_DISPATCH provider_functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))provider_teardown},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))provider_gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))provider_get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))provider_query},
    {OSSL_FUNC_PROVIDER_SELF_TEST, (void (*)(void))provider_self_test},
    {0, NULL},
};

/* OSSL_provider_init chooses a kernel and tests it; a libcrypto calls it once for each time that it loads the provider.
 */
__attribute__((visibility("default"))) int AESWIDE_PROVIDER_INIT(const OSSL_CORE_HANDLE *handle,
                                                                 const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                                                                 void **provctx)
{
    struct kernel_choice choice;
    struct provider_context *provider = calloc(1, sizeof(*provider));

    if (provider == NULL)
        return 0;
    provider->handle = handle;
    read_core(&provider->core, in);
    provider->core_version = read_core_version(provider);
    if (!config_choose_kernel(&choice, provider) || !config_wipes(&provider->wipes, provider))
        goto failed;
    provider->kernel = choice.kernel;
    if (!check(provider))
        goto failed;
    describe(provider, &choice);
    config_debug("%s", provider->build_info);
    *out = provider_functions;
    *provctx = provider;
    return 1;

failed:
    free(provider);
    return 0;
}
