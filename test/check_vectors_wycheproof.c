/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_vectors_wycheproof.c - Project Wycheproof's AES-GCM and AES-GMAC.
 */
#include "check_vectors.h"
#include "wycheproof.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The longest IV that OpenSSL's AES-GCM takes. Wycheproof has longer ones, valid in SP 800-38D, which it marks as such
 * that an implementation may refuse. */
enum { GCM_MAX_IV_LEN = 128 };

/* gmac_tag computes the tag of a GMAC vector through EVP_MAC, whose cipher must be the subject's. False: refused. */
static bool gmac_tag(const struct vector *vector, uint8_t tag[16])
{
    char cipher[32];
    char properties[64];
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_CIPHER, cipher, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, properties, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_IV, vector->iv.data, vector->iv.len),
        OSSL_PARAM_END,
    };
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "GMAC", NULL);
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    const size_t half = vector->aad.len / 2;
    size_t tag_len = 0;
    bool done;

    snprintf(cipher, sizeof cipher, "AES-%zu-GCM", 8 * vector->key.len);
    snprintf(properties, sizeof properties, "provider=%s", subject);
    done = ctx != NULL && EVP_MAC_init(ctx, vector->key.data, vector->key.len, params) == 1 &&
           EVP_MAC_update(ctx, vector->aad.data, half) == 1 &&
           EVP_MAC_update(ctx, vector->aad.data + half, vector->aad.len - half) == 1 &&
           EVP_MAC_final(ctx, tag, &tag_len, 16) == 1 && tag_len == 16;
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    return done;
}

/* check_gmac holds the tag that EVP_MAC computes against the vector's, which must be another one where it is forged. */
static void check_gmac(const struct wycheproof_test *test)
{
    uint8_t tag[16];

    assert_int_equal(test->vector.tag.len, sizeof tag);
    if (!gmac_tag(&test->vector, tag)) {
        fail_msg("tcId %lu: GMAC refused", test->id);
    }
    if ((memcmp(tag, test->vector.tag.data, sizeof tag) == 0) == test->vector.forged) {
        fail_msg("tcId %lu: wrong GMAC", test->id);
    }
}

/* check_wycheproof runs one file; all of its vectors as AES-GCM, and with `gmac` through EVP_MAC too. */
static void check_wycheproof(const char *path, bool gmac)
{
    size_t counts[] = {[WYCHEPROOF_VALID] = 0, [WYCHEPROOF_INVALID] = 0, [WYCHEPROOF_ACCEPTABLE] = 0};
    size_t too_long = 0;
    struct wycheproof_file file;

    if (!wycheproof_read(&file, path)) {
        fail_msg("%s: %s", path, file.error);
    }
    for (size_t i = 0; i < file.tests_len; i++) {
        const struct wycheproof_test *test = &file.tests[i];

        counts[test->verdict]++;
        too_long += test->vector.iv.len > GCM_MAX_IV_LEN;
        if (test->verdict == WYCHEPROOF_ACCEPTABLE || test->vector.iv.len > GCM_MAX_IV_LEN) {
            if (vector_decrypts(&test->vector, subject) != vector_decrypts(&test->vector, oracle)) {
                fail_msg("tcId %lu: not as the default provider", test->id);
            }
        } else {
            const enum vector_fault fault = vector_check(&test->vector, subject, test->id);

            if (fault != VECTOR_OK) {
                fail_msg("tcId %lu: %s", test->id, vector_fault_text(fault));
            }
            if (gmac) {
                check_gmac(test);
            }
        }
        if (test->vector.forged && vector_decrypts(&test->vector, oracle)) {
            fail_msg("tcId %lu: the default provider accepts what the file says to refuse", test->id);
        }
    }
    print_message("# %zu tests: %zu valid, %zu invalid, %zu acceptable; %zu with IVs too long for OpenSSL\n",
                  file.tests_len, counts[WYCHEPROOF_VALID], counts[WYCHEPROOF_INVALID], counts[WYCHEPROOF_ACCEPTABLE],
                  too_long);
    assert_true(counts[WYCHEPROOF_VALID] > 0);
    assert_true(counts[WYCHEPROOF_INVALID] > 0);
    wycheproof_free(&file);
}

static void wycheproof_gcm(void **state)
{
    check_wycheproof(*state, false);
}

static void wycheproof_gmac(void **state)
{
    check_wycheproof(*state, true);
}

/* find_wycheproof writes the folder of Wycheproof's files; false: there is none. */
static bool find_wycheproof(char folder[PATH_LEN])
{
    const char *asked = getenv("AESWIDE_WYCHEPROOF_DIR");
    const char *source = getenv("AESWIDE_SOURCE_ROOT");

    if (asked != NULL) {
        snprintf(folder, PATH_LEN, "%s", asked);
        return true;
    }
    if (source != NULL) {
        snprintf(folder, PATH_LEN, "%s/../shared/vectors/wycheproof", source);
        if (access(folder, R_OK) == 0) {
            return true;
        }
    }
    /* where Debian's golang-github-c2sp-wycheproof-dev puts them */
    snprintf(folder, PATH_LEN, "/usr/share/gocode/src/github.com/c2sp/wycheproof/testvectors_v1");
    return access(folder, R_OK) == 0;
}

int run_wycheproof(void)
{
    char folder[PATH_LEN];
    char gcm[PATH_LEN + 32];
    char gmac[PATH_LEN + 32];

    if (!find_wycheproof(folder)) {
        return skip_all(
            "Wycheproof's files are not here: install golang-github-c2sp-wycheproof-dev (Debian 14), or set "
            "AESWIDE_WYCHEPROOF_DIR to the folder testvectors_v1 of Project Wycheproof");
    }
    snprintf(gcm, sizeof gcm, "%s/aes_gcm_test.json", folder);
    snprintf(gmac, sizeof gmac, "%s/aes_gmac_test.json", folder);
    {
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(the_kernel_that_was_asked_for_runs),
            cmocka_unit_test_prestate(wycheproof_gcm, gcm),
            cmocka_unit_test_prestate(wycheproof_gmac, gmac),
        };

        return cmocka_run_group_tests_name("vectors: wycheproof", tests, NULL, NULL);
    }
}
