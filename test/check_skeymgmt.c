/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_skeymgmt.c - opaque keys, by the provider's own dispatch functions: EVP_SKEY is younger than the libcrypto that
 * the tests are built for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/core_dispatch.h>
#include <openssl/params.h>

#include "direct.h"
#include "provider/skeymgmt.h"

/* Numbers and types of OpenSSL 3.5's openssl/core_dispatch.h. */
enum { FREE = 1, IMPORT = 2, EXPORT = 3, IMP_SETTABLE_PARAMS = 6, SECRET_KEY = 2 };
typedef void free_fn(void *keydata);
typedef void *import_fn(void *provctx, int selection, const OSSL_PARAM params[]);
typedef int export_fn(void *keydata, int selection, OSSL_CALLBACK *callback, void *argument);
typedef const OSSL_PARAM *settable_fn(void *provctx);
typedef int skey_init_fn(void *cctx, void *skeydata, const unsigned char *iv, size_t ivlen, const OSSL_PARAM params[]);

struct manager {
    free_fn *free;
    import_fn *import;
    export_fn *export;
    settable_fn *settable;
};

/* find_function returns the function of that number, which the caller casts back; the test fails when there is none. */
static void (*find_function(const OSSL_DISPATCH *functions, int id))(void)
{
    for (; functions->function_id != 0; functions++) {
        if (functions->function_id == id)
            return functions->function;
    }
    fail_msg("no function %d", id);
    return NULL;
}

/* find_algorithm returns the dispatch table of the algorithm whose list of names begins with `name`. */
static const OSSL_DISPATCH *find_algorithm(int operation, const char *name)
{
    OSSL_FUNC_provider_query_operation_fn *query = (OSSL_FUNC_provider_query_operation_fn *)find_function(
        direct_provider.functions, OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    int no_cache = 0;
    const OSSL_ALGORITHM *algorithm = query(direct_provider.provctx, operation, &no_cache);

    for (; algorithm != NULL && algorithm->algorithm_names != NULL; algorithm++) {
        if (strncmp(algorithm->algorithm_names, name, strlen(name)) == 0)
            return algorithm->implementation;
    }
    fail_msg("no algorithm %s", name);
    return NULL;
}

static struct manager find_manager(const char *name)
{
    const OSSL_DISPATCH *functions = find_algorithm(OP_SKEYMGMT, name);

    return (struct manager){
        .free = (free_fn *)find_function(functions, FREE),
        .import = (import_fn *)find_function(functions, IMPORT),
        .export = (export_fn *)find_function(functions, EXPORT),
        .settable = (settable_fn *)find_function(functions, IMP_SETTABLE_PARAMS),
    };
}

static const uint8_t bytes[40] = "forty bytes, of which a key has fewer..";

static void *import(const struct manager *manager, size_t len)
{
    uint8_t copy[sizeof(bytes)];
    OSSL_PARAM params[] = {OSSL_PARAM_octet_string("raw-bytes", copy, len), OSSL_PARAM_END};

    memcpy(copy, bytes, sizeof(copy));
    return manager->import(direct_provider.provctx, SECRET_KEY, params);
}

/* compare_exported checks what export hands out, and counts the calls. */
static int compare_exported(const OSSL_PARAM params[], void *argument)
{
    size_t *len = argument;

    assert_string_equal(params[0].key, "raw-bytes");
    assert_int_equal(params[0].data_type, OSSL_PARAM_OCTET_STRING);
    assert_memory_equal(params[0].data, bytes, params[0].data_size);
    assert_null(params[1].key);
    *len = params[0].data_size;
    return 1;
}

static void test_import_and_export(void **state)
{
    const char *const names[] = {"AES:2.16.840.1.101.3.4.1", "GENERIC-SECRET"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct manager manager = find_manager(names[i]);

        assert_string_equal(manager.settable(direct_provider.provctx)->key, "raw-bytes");
        for (size_t len = 0; len <= sizeof(bytes); len++) {
            size_t exported = 99;
            void *key = import(&manager, len);

            if (i == 0 && len != 16 && len != 24 && len != 32) {
                assert_null(key);
                continue;
            }
            assert_non_null(key);
            assert_int_equal(manager.export(key, 1, compare_exported, &exported), 0); /* not what was asked for */
            assert_int_equal(exported, 99);
            assert_int_equal(manager.export(key, SECRET_KEY, compare_exported, &exported), 1);
            assert_int_equal(exported, len);
            manager.free(key);
        }
        manager.free(NULL);
    }
}

static void test_import_refuses(void **state)
{
    struct manager manager = find_manager("GENERIC-SECRET");
    uint8_t data[16] = {0};
    OSSL_PARAM none[] = {OSSL_PARAM_END};
    OSSL_PARAM other_key[] = {OSSL_PARAM_octet_string("raw-byte", data, sizeof(data)), OSSL_PARAM_END};
    OSSL_PARAM other_type[] = {OSSL_PARAM_utf8_string("raw-bytes", data, sizeof(data)), OSSL_PARAM_END};
    OSSL_PARAM no_data[] = {OSSL_PARAM_octet_string("raw-bytes", NULL, sizeof(data)), OSSL_PARAM_END};
    OSSL_PARAM good[] = {OSSL_PARAM_octet_string("raw-bytes", data, sizeof(data)), OSSL_PARAM_END};

    (void)state;
    assert_null(manager.import(direct_provider.provctx, SECRET_KEY, NULL));
    assert_null(manager.import(direct_provider.provctx, SECRET_KEY, none));
    assert_null(manager.import(direct_provider.provctx, SECRET_KEY, other_key));
    assert_null(manager.import(direct_provider.provctx, SECRET_KEY, other_type));
    assert_null(manager.import(direct_provider.provctx, SECRET_KEY, no_data));
    assert_null(manager.import(direct_provider.provctx, 1, good));
}

/* encipher gives the cipher text of 32 bytes after an init by one of the two ways. */
static void encipher(const struct direct_cipher *cipher, void *context, uint8_t out[32])
{
    size_t len = 0;

    assert_int_equal(cipher->cipher(context, out, &len, 32, bytes, 32), 1);
    assert_int_equal(len, 32);
}

static void test_init_by_key_and_by_skey(void **state)
{
    const char *const names[] = {"AES-128-ECB", "AES-192-ECB", "AES-256-ECB",
                                 "AES-128-CTR", "AES-192-CTR", "AES-256-CTR"};
    const int inits[] = {FUNC_CIPHER_ENCRYPT_SKEY_INIT, FUNC_CIPHER_DECRYPT_SKEY_INIT};
    struct manager manager = find_manager("AES");
    const uint8_t iv[16] = {7};

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const size_t key_len = 16 + 8 * (i % 3), iv_len = i < 3 ? 0 : 16;
        const size_t wrong_len = key_len == 16 ? 32 : 16;
        void *skey = import(&manager, key_len), *wrong = import(&manager, wrong_len);
        struct direct_cipher cipher;

        assert_non_null(skey);
        assert_non_null(wrong);
        assert_true(direct_find(&cipher, &direct_provider, names[i]));
        for (int decrypt = 0; decrypt < 2; decrypt++) {
            skey_init_fn *skey_init =
                (skey_init_fn *)find_function(find_algorithm(OSSL_OP_CIPHER, names[i]), inits[decrypt]);
            void *by_key = cipher.newctx(direct_provider.provctx), *by_skey = cipher.newctx(direct_provider.provctx);
            uint8_t expected[32], out[32];

            assert_int_equal(skey_init(by_skey, wrong, iv, iv_len, NULL), 0);
            assert_int_equal(skey_init(by_skey, skey, iv, iv_len, NULL), 1);
            assert_int_equal(
                (decrypt ? cipher.decrypt_init : cipher.encrypt_init)(by_key, bytes, key_len, iv, iv_len, NULL), 1);
            encipher(&cipher, by_key, expected);
            encipher(&cipher, by_skey, out);
            assert_memory_equal(out, expected, sizeof(out));
            assert_int_equal(skey_init(by_skey, NULL, iv, iv_len, NULL), 1); /* no key: the old one stays */
            encipher(&cipher, by_skey, out);
            assert_memory_equal(out, expected, sizeof(out));
            cipher.freectx(by_key);
            cipher.freectx(by_skey);
        }
        manager.free(skey);
        manager.free(wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_import_and_export),
        cmocka_unit_test(test_import_refuses),
        cmocka_unit_test(test_init_by_key_and_by_skey),
    };

    return cmocka_run_group_tests_name("skeymgmt", tests, direct_setup, direct_teardown);
}
