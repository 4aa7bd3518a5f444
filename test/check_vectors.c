/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_vectors.c - published test vectors through EVP with the provider aeswide, each in both directions, in one call
 * and in pieces, apart and in place (vector.h).
 *
 *     check_vectors builtin       FIPS 197, SP 800-38A, the GCM specification, Monte Carlo tests
 *     check_vectors cavp          NIST's CAVP files of Debian's python3-cryptography-vectors
 *     check_vectors wycheproof    Project Wycheproof's AES-GCM and AES-GMAC
 *
 * AESWIDE_MODULE is the absolute path of the module, AESWIDE_KERNEL the kernel to be tested, AESWIDE_CAVP_DIR and
 * AESWIDE_WYCHEPROOF_DIR the folders of the files where they are not found by themselves. Where the files are missing
 * or the kernel cannot run on this CPU, the TAP plan is "1..0 # SKIP" with the reason: cmocka's own skip() carries
 * none, and meson 1.0 takes it for a failure.
 */
#include "check_vectors.h"

#include <libgen.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char subject[] = "aeswide";
const char oracle[] = "default";

/* The two providers, while they are loaded. */
static OSSL_PROVIDER *subject_handle;
static OSSL_PROVIDER *oracle_handle;

void the_kernel_that_was_asked_for_runs(void **state)
{
    const char *asked = getenv("AESWIDE_KERNEL");
    char expected[64];
    char *build_info = NULL;
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, &build_info, 0), OSSL_PARAM_END};

    (void)state;
    assert_int_equal(OSSL_PROVIDER_get_params(subject_handle, params), 1);
    assert_non_null(build_info);
    print_message("# %s\n", build_info);
    if (asked == NULL || *asked == '\0') {
        assert_non_null(strstr(build_info, "kernel "));
        return;
    }
    snprintf(expected, sizeof expected, "kernel %s;", asked);
    assert_non_null(strstr(build_info, expected));
}

int skip_all(const char *reason)
{
    printf("1..0 # SKIP %s\n", reason);
    return 0;
}

/* cannot_run_here copies the reason into `reason` where the load failed because this CPU lacks the kernel's features.
 */
static bool cannot_run_here(char *reason, size_t reason_size)
{
    const char *text = NULL;
    int flags = 0;

    while (ERR_get_error_all(NULL, NULL, NULL, &text, &flags) != 0) {
        if ((flags & ERR_TXT_STRING) != 0 && strstr(text, "cannot run here") != NULL) {
            snprintf(reason, reason_size, "%s", text);
            return true;
        }
        if ((flags & ERR_TXT_STRING) != 0) {
            fprintf(stderr, "check_vectors: %s\n", text);
        }
    }
    return false;
}

/* load loads the default provider and then the subject; false: see *reason, which is "" where it is no reason to skip.
 */
static bool load(char *reason, size_t reason_size)
{
    const char *module = getenv("AESWIDE_MODULE");
    char folder[PATH_LEN];

    *reason = '\0';
    if (module == NULL || *module != '/') {
        fprintf(stderr, "check_vectors: AESWIDE_MODULE must be the absolute path of the module\n");
        return false;
    }
    snprintf(folder, sizeof folder, "%s", module);
    oracle_handle = OSSL_PROVIDER_load(NULL, oracle);
    if (oracle_handle == NULL || OSSL_PROVIDER_set_default_search_path(NULL, dirname(folder)) != 1) {
        fprintf(stderr, "check_vectors: no default provider\n");
        return false;
    }
    subject_handle = OSSL_PROVIDER_load(NULL, subject);
    if (subject_handle == NULL && !cannot_run_here(reason, reason_size)) {
        fprintf(stderr, "check_vectors: %s cannot be loaded\n", module);
    }
    return subject_handle != NULL;
}

/* unload undoes load, as far as it came. */
static void unload(void)
{
    if (subject_handle != NULL) {
        OSSL_PROVIDER_unload(subject_handle);
    }
    if (oracle_handle != NULL) {
        OSSL_PROVIDER_unload(oracle_handle);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } groups[] = {{"builtin", run_builtin}, {"cavp", run_cavp}, {"wycheproof", run_wycheproof}};
    char reason[256];

    for (size_t i = 0; argc == 2 && i < sizeof groups / sizeof groups[0]; i++) {
        if (strcmp(argv[1], groups[i].name) == 0) {
            int status = 1;

            if (load(reason, sizeof reason)) {
                status = groups[i].run();
            } else if (*reason != '\0') {
                status = skip_all(reason);
            }
            unload();
            return status;
        }
    }
    fprintf(stderr, "usage: check_vectors builtin|cavp|wycheproof\n");
    return 2;
}
