/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_alloc.c - no memory: every allocation of every operation fails once by itself, and once with all after it. The
 * operation then fails with an error, or it works all the same; nothing crashes, nothing leaks, and the next attempt
 * works. And nothing leaks over a thousand loads, contexts and copies.
 */
#include "evp_pair.h"

#include <stdlib.h>
#include <string.h>
#include <openssl/provider.h>
#include <openssl/proverr.h>

#include "alloc_faults.h"

static OSSL_LIB_CTX *library;
static EVP_CIPHER *ciphers[ALGORITHMS];
static unsigned long faults;

static const uint8_t key[32] = {1, 2, 3}, iv[16] = {4, 5, 6}, text[100] = {7, 8, 9};

/* An operation works on what `prepare` made, and `tidy` frees that and what the operation made of it. */
struct operation_case {
    const char *name;
    bool (*operate)(void **made, const EVP_CIPHER *cipher);
};

static bool make_context(void **made, const EVP_CIPHER *cipher)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    made[0] = ctx;
    return ctx != NULL && EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, 1) == 1;
}

static bool set_key(void **made, const EVP_CIPHER *cipher)
{
    return make_context(made, cipher) && EVP_CipherInit_ex(made[0], NULL, NULL, key, iv, 1) == 1;
}

static bool is_gcm(const EVP_CIPHER *cipher)
{
    return EVP_CIPHER_get_mode(cipher) == EVP_CIPH_GCM_MODE;
}

static bool whole_message(void **made, const EVP_CIPHER *cipher)
{
    uint8_t out[sizeof(text) + 16], tag[16];
    int len, last;

    if (!set_key(made, cipher))
        return false;
    if (is_gcm(cipher) && EVP_CipherUpdate(made[0], NULL, &len, text, 20) != 1)
        return false;
    if (EVP_CipherUpdate(made[0], out, &len, text, sizeof(text)) != 1 ||
        EVP_CipherFinal_ex(made[0], out + len, &last) != 1)
        return false;
    return !is_gcm(cipher) || EVP_CIPHER_CTX_ctrl(made[0], EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1;
}

static bool copy(void **made, const EVP_CIPHER *cipher)
{
    uint8_t out[2][sizeof(text) + 16];
    int len[2];

    if (!set_key(made, cipher) || (made[1] = EVP_CIPHER_CTX_new()) == NULL ||
        EVP_CIPHER_CTX_copy(made[1], made[0]) != 1)
        return false;
    return EVP_CipherUpdate(made[0], out[0], &len[0], text, sizeof(text)) == 1 &&
           EVP_CipherUpdate(made[1], out[1], &len[1], text, sizeof(text)) == 1 &&
           memcmp(out[0], out[1], (size_t)len[0]) == 0;
}

static bool parameters(void **made, const EVP_CIPHER *cipher)
{
    size_t key_len = 0, iv_len = 0;
    unsigned int padding = 0;
    OSSL_PARAM get[] = {OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_KEYLEN, &key_len),
                        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_IVLEN, &iv_len), OSSL_PARAM_construct_end()};
    OSSL_PARAM set[] = {OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_PADDING, &padding), OSSL_PARAM_construct_end()};

    return set_key(made, cipher) && EVP_CIPHER_CTX_get_params(made[0], get) == 1 &&
           EVP_CIPHER_CTX_set_params(made[0], set) == 1;
}

/* Errors take memory too: a key of a wrong length, and what must fail does so without. */
static bool wrong_use(void **made, const EVP_CIPHER *cipher)
{
    uint8_t out[16];
    int len;

    if (!make_context(made, cipher))
        return false;
    EVP_CIPHER_CTX_set_params(made[0], (OSSL_PARAM[]){OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_IVLEN, out, 16),
                                                      OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_PADDING, out, 16),
                                                      OSSL_PARAM_END});
    return EVP_CipherUpdate(made[0], out, &len, text, 16) != 1;
}

static bool fetch(void **made, const EVP_CIPHER *cipher)
{
    made[2] = EVP_CIPHER_fetch(library, EVP_CIPHER_get0_name(cipher), "provider=aeswide");
    return made[2] != NULL;
}

static void tidy(void **made)
{
    EVP_CIPHER_CTX_free(made[0]);
    EVP_CIPHER_CTX_free(made[1]);
    EVP_CIPHER_free(made[2]);
    ERR_clear_error();
}

/* memory_is_named tells whether an error in the queue is a provider's that says that memory is short. */
static bool memory_is_named(void)
{
    unsigned long error;

    while ((error = ERR_get_error()) != 0) {
        if (ERR_GET_LIB(error) == ERR_LIB_PROV && ERR_GET_REASON(error) == ERR_R_MALLOC_FAILURE)
            return true;
    }
    return false;
}

/* attempt does the operation with the fault armed, twice, and a third time to see that no block more is left than the
 * second time. Returns whether there was such an allocation at all. */
static bool attempt(const struct operation_case *operation, const EVP_CIPHER *cipher, size_t after,
                    enum alloc_fault fault, const char *caller)
{
    long live[3];
    bool hit = false;

    for (int i = 0; i < 3; i++) {
        void *made[3] = {NULL, NULL, NULL};
        bool worked;

        alloc_arm(after, fault, caller);
        worked = operation->operate(made, cipher);
        hit = alloc_disarm();
        faults += hit;
        if (!hit && !worked)
            fail_msg("%s, %s: does not work even without a fault", operation->name, EVP_CIPHER_get0_name(cipher));
        /* The one allocation of aeswide here is that of a context: without it nothing can have worked. */
        if (hit && worked && caller != NULL)
            fail_msg("%s, %s: worked without a context", operation->name, EVP_CIPHER_get0_name(cipher));
        if (hit && !worked && caller != NULL && !memory_is_named())
            fail_msg("%s, %s: failed without an error of aeswide's", operation->name, EVP_CIPHER_get0_name(cipher));
        tidy(made);
        live[i] = alloc_live();
    }
    if (live[2] != live[1])
        fail_msg("%s, %s, fault at allocation %zu: %ld blocks leak", operation->name, EVP_CIPHER_get0_name(cipher),
                 after, live[2] - live[1]);
    return hit;
}

static const struct operation_case operations[] = {
    {"fetching", fetch}, {"making a context", make_context}, {"setting a key", set_key}, {"a message", whole_message},
    {"a copy", copy},    {"parameters", parameters},         {"wrong use", wrong_use},
};

/* every_fault lets each allocation of each operation fail. */
static void every_fault(const char *caller, bool at_all)
{
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
        for (size_t c = 0; c < ALGORITHMS; c++) {
            for (int fault = FAULT_ONCE; fault <= FAULT_ON; fault++) {
                size_t after = 0;

                while (attempt(&operations[i], ciphers[c], after, (enum alloc_fault)fault, caller))
                    after++;
                if (at_all && i > 0)
                    assert_true(after > 0);
            }
        }
    }
}

static void without_memory(void **state)
{
    (void)state;
    faults = 0;
    every_fault(NULL, true);
    print_message("# %lu operations with a failed allocation\n", faults);
    assert_true(faults > 500);
}

/* Those that aeswide makes itself. */
static void without_memory_for_aeswide(void **state)
{
    (void)state;
    faults = 0;
    every_fault("aeswide.so", true);
    print_message("# %lu operations with a failed allocation\n", faults);
    assert_true(faults >= 6 * ALGORITHMS);
}

/* load_once loads and unloads, and tells whether it worked; context is a fresh library context or NULL. */
static bool load_once(size_t after, const char *caller, bool *hit)
{
    OSSL_LIB_CTX *context = new_library();
    OSSL_PROVIDER *provider;
    bool loaded;

    assert_non_null(context);
    /* The provider store is made with the first provider. */
    OSSL_PROVIDER *null_provider = OSSL_PROVIDER_load(context, "null");
    assert_non_null(null_provider);
    alloc_arm(after, FAULT_ONCE, caller);
    provider = OSSL_PROVIDER_load(context, "aeswide");
    *hit = alloc_disarm();
    loaded = provider != NULL;
    if (loaded)
        OSSL_PROVIDER_unload(provider);
    OSSL_PROVIDER_unload(null_provider);
    OSSL_LIB_CTX_free(context);
    ERR_clear_error();
    return loaded;
}

static void loading_without_memory(void **state)
{
    bool hit;

    (void)state;
    assert_false(load_once(0, "aeswide.so", &hit));
    assert_true(hit);
    assert_true(load_once(1, "aeswide.so", &hit));
    assert_false(hit);
    for (size_t after = 0;; after++) {
        bool loaded = load_once(after, NULL, &hit);
        long live = alloc_live();

        if (!hit) {
            assert_true(loaded);
            assert_true(after > 10);
            print_message("# %zu allocations while loading\n", after);
            break;
        }
        load_once(after, NULL, &hit);
        if (alloc_live() > live)
            fail_msg("fault at allocation %zu while loading: %ld blocks leak", after, alloc_live() - live);
    }
}

static void no_leak_over_loads(void **state)
{
    bool hit;
    long live = 0;

    (void)state;
    for (unsigned i = 0; i < 1010; i++) {
        assert_true(load_once(SIZE_MAX, "aeswide.so", &hit));
        if (i == 9)
            live = alloc_live();
    }
    assert_int_equal(alloc_live(), live);
}

static void no_leak_over_contexts(void **state)
{
    long live = 0;

    (void)state;
    for (unsigned i = 0; i < 1010; i++) {
        for (size_t c = 0; c < ALGORITHMS; c++) {
            for (size_t o = 0; o < sizeof(operations) / sizeof(operations[0]); o++) {
                void *made[3] = {NULL, NULL, NULL};

                assert_true(operations[o].operate(made, ciphers[c]));
                tidy(made);
            }
        }
        if (i == 9)
            live = alloc_live();
    }
    assert_int_equal(alloc_live(), live);
}

/* The counter itself must see a leak, and the faults must come. */
static void planted_leak(void **state)
{
    long live = alloc_live();
    void *volatile leak = malloc(10);

    (void)state;
    assert_int_equal(alloc_live(), live + 1);
    free(leak);
    leak = aligned_alloc(64, 640);
    assert_int_equal(alloc_live(), live + 1);
    free(leak);
    assert_int_equal(alloc_live(), live);
    alloc_arm(0, FAULT_ONCE, NULL);
    leak = malloc(10);
    assert_true(alloc_disarm());
    assert_null(leak);
}

static OSSL_PROVIDER *provider;

static int setup(void **state)
{
    (void)state;
    library = new_library();
    provider = library == NULL ? NULL : OSSL_PROVIDER_load(library, "aeswide");
    if (provider == NULL)
        return -1;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        ciphers[i] = EVP_CIPHER_fetch(library, algorithms[i], "provider=aeswide");
        if (ciphers[i] == NULL)
            return -1;
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (size_t i = 0; i < ALGORITHMS; i++)
        EVP_CIPHER_free(ciphers[i]);
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(library);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_leak),       cmocka_unit_test(without_memory_for_aeswide),
        cmocka_unit_test(without_memory),     cmocka_unit_test(no_leak_over_contexts),
        cmocka_unit_test(no_leak_over_loads), cmocka_unit_test(loading_without_memory),
    };
    return cmocka_run_group_tests_name("allocation faults and leaks", tests, setup, teardown);
}
