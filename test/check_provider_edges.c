/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_edges.c - edges that no other test looked at, as mutants.list has shown; against the default provider.
 */
#include "evp_pair.h"

static const uint8_t key[32] = {0xed, 0x9e, 0x5}, iv[16] = {1, 2, 3};
static const uint8_t data[64] = {9, 8, 7};

/* Records of a TLS suite with a stream cipher end with their MAC, which may be all that they have. */
static void tls_records_around_the_mac(void **state)
{
    (void)state;
    for (int enc = 0; enc < 2; enc++) {
        for (size_t mac_len = 0; mac_len <= 48; mac_len += mac_len == 0 ? 1 : 47 / 2) {
            for (size_t len = 0; len <= mac_len + 2; len++) {
                unsigned version = 0x0303;
                size_t size = mac_len;
                const OSSL_PARAM params[] = {OSSL_PARAM_uint("tls-version", &version),
                                             OSSL_PARAM_size_t("tls-mac-size", &size), OSSL_PARAM_END};
                struct pair *pair = pair_new("AES-128-CTR");

                assert_int_equal(pair_begin_params(pair, key, iv, 16, enc, params), 1);
                pair_update(pair, data, len);
                pair_state(pair);
                pair_free(pair);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tls_records_around_the_mac),
    };

    return cmocka_run_group_tests_name("provider edges", tests, pair_setup, pair_teardown);
}
