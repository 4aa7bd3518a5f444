/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_failed_init.c - a key of a wrong length, by the provider's own dispatch functions: EVP passes such a key on
 * from OpenSSL 3.5 on only. The init fails, and what was there before still works.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "direct.h"
#include "provider/error.h"

static const uint8_t key[33] = "thirty-two bytes and one to spare";
static const uint8_t plain[32] = "two blocks that come back again";

static void assert_refuses(OSSL_FUNC_cipher_encrypt_init_fn *init, void *context, size_t key_len)
{
    direct_errors = 0;
    assert_int_equal(init(context, key, key_len, NULL, 0, NULL), 0);
    assert_int_equal(direct_errors, 1);
    assert_int_equal(direct_last_error, REASON_INVALID_KEY_LENGTH);
}

static void test_wrong_key_lengths(void **state)
{
    (void)state;
    for (size_t i = 0; i < DIRECT_ALGORITHMS; i++) {
        struct direct_cipher cipher;
        void *context;

        assert_true(direct_find(&cipher, &direct_provider, direct_algorithms[i]));
        context = cipher.newctx(direct_provider.provctx);
        assert_non_null(context);
        for (size_t len = 0; len <= sizeof(key); len++) {
            if (len == direct_key_len(i))
                continue;
            assert_refuses(cipher.encrypt_init, context, len);
            assert_refuses(cipher.decrypt_init, context, len);
        }
        cipher.freectx(context);
    }
}

/* The decryption schedule is made when it is needed: also when the init that turned the context round has failed. */
static void test_ecb_goes_on(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct direct_cipher cipher;
        uint8_t enciphered[32], back[32];
        size_t len = 0;
        void *context;

        assert_true(direct_find(&cipher, &direct_provider, direct_algorithms[i]));
        context = cipher.newctx(direct_provider.provctx);
        assert_int_equal(cipher.encrypt_init(context, key, direct_key_len(i), NULL, 0, NULL), 1);
        assert_int_equal(cipher.cipher(context, enciphered, &len, 32, plain, 32), 1);
        assert_refuses(cipher.decrypt_init, context, direct_key_len(i) + 1);
        assert_int_equal(cipher.cipher(context, back, &len, 32, enciphered, 32), 1);
        assert_memory_equal(back, plain, 32);
        cipher.freectx(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_key_lengths),
        cmocka_unit_test(test_ecb_goes_on),
    };

    return cmocka_run_group_tests_name("failed init", tests, direct_setup, direct_teardown);
}
