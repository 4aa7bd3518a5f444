/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_kernels.c - the suite `kernels`: the textbook against the standards' own examples, the checks against kernels
 * that are broken on purpose, and then every kernel of this build that the CPU can run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "broken_kernels.h"
#include "bytes.h"
#include "kernel_checks.h"
#include "reference.h"
#include "select.h"

enum { BROKEN_MAX = 64, TESTS_MAX = 8 + BROKEN_MAX + KERNELS_MAX * KERNEL_CHECKS };

/* struct kernel_test is what one of the generated cases is about. */
struct kernel_test {
    char name[96];
    const struct broken_kernel *broken; /* NULL: the case is about a real kernel */
    const struct aes_kernel *kernel;
    const struct kernel_check *check;
    uint64_t missing; /* features that the CPU lacks */
};

/* seed is where this run's test data come from. */
static uint64_t seed;

/* assert_hex compares with bytes given in hexadecimal. */
static void assert_hex(const uint8_t *got, const char *expected)
{
    struct bytes bytes = {0};

    assert_true(bytes_from_hex(&bytes, expected));
    assert_memory_equal(got, bytes.data, bytes.len);
    bytes_free(&bytes);
}

/* hex_copy writes bytes given in hexadecimal to out, and returns how many. */
static size_t hex_copy(uint8_t *out, const char *text)
{
    struct bytes bytes = {0};
    size_t len;

    assert_true(bytes_from_hex(&bytes, text));
    memcpy(out, bytes.data, bytes.len);
    len = bytes.len;
    bytes_free(&bytes);
    return len;
}

/* textbook_block checks one block of ECB in both directions. */
static void textbook_block(const char *key_hex, const char *plain_hex, const char *cipher_hex)
{
    const struct aes_kernel *textbook = &aes_kernel_textbook;
    uint8_t user_key[AES_MAX_KEY_LEN];
    uint8_t block[AES_BLOCK_LEN];
    struct aes_key key;

    textbook->set_encrypt_key(&key, user_key, hex_copy(user_key, key_hex));
    hex_copy(block, plain_hex);
    textbook->ecb_encrypt(&key, block, block, 1);
    assert_hex(block, cipher_hex);
    textbook->set_decrypt_key(&key, &key);
    textbook->ecb_decrypt(&key, block, block, 1);
    assert_hex(block, plain_hex);
}

/* FIPS 197, appendices B and C.1 to C.3. */
static void test_textbook_aes(void **state)
{
    (void)state;
    textbook_block("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734",
                   "3925841d02dc09fbdc118597196a0b32");
    textbook_block("000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
                   "69c4e0d86a7b0430d8cdb78070b4c55a");
    textbook_block("000102030405060708090a0b0c0d0e0f1011121314151617", "00112233445566778899aabbccddeeff",
                   "dda97ca4864cdfe06eaf70a0ec0d7191");
    textbook_block("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                   "00112233445566778899aabbccddeeff", "8ea2b7ca516745bfeafc49904b496089");
}

/* SP 800-38A, F.5.1, the first two blocks: the carry out of the counter's last byte is between them. */
static void test_textbook_ctr(void **state)
{
    const struct aes_kernel *textbook = &aes_kernel_textbook;
    uint8_t user_key[AES_MAX_KEY_LEN];
    uint8_t counter[AES_BLOCK_LEN];
    uint8_t data[2 * AES_BLOCK_LEN];
    struct aes_key key;

    (void)state;
    textbook->set_encrypt_key(&key, user_key, hex_copy(user_key, "2b7e151628aed2a6abf7158809cf4f3c"));
    hex_copy(counter, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    hex_copy(data, "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
    textbook->ctr(&key, counter, data, data, 2);
    assert_hex(data, "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff");
    assert_hex(counter, "f0f1f2f3f4f5f6f7f8f9fafbfcfdff01");
    memset(counter, 0xff, sizeof(counter));
    textbook->ctr(&key, counter, data, data, 1);
    assert_hex(counter, "00000000000000000000000000000000");
}

/* The GCM specification (McGrew, Viega), test case 4: GHASH over the padded AAD and ciphertext and their lengths. */
static void test_textbook_ghash(void **state)
{
    const struct aes_kernel *textbook = &aes_kernel_textbook;
    uint8_t data[7 * AES_BLOCK_LEN];
    uint8_t h[AES_BLOCK_LEN];
    uint8_t hash[AES_BLOCK_LEN] = {0};
    struct ghash_key key;

    (void)state;
    hex_copy(h, "b83b533708bf535d0aa6e52980d53b78");
    assert_int_equal(sizeof(data), hex_copy(data, "feedfacedeadbeeffeedfacedeadbeefabaddad2000000000000000000000000"
                                                  "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                                                  "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e09100000000"
                                                  "00000000000000a000000000000001e0"));
    textbook->set_ghash_key(&key, h);
    textbook->ghash(&key, hash, data, 7);
    assert_hex(hash, "698e57f70e6ecc7fd9463b7260a9ae5f");
}

/* The same, test case 3, four whole blocks without AAD: the fused functions, with a counter that wraps added. */
static void test_textbook_gcm(void **state)
{
    static const char plain[] = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                                "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255";
    static const char cipher[] = "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                                 "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985";
    const struct aes_kernel *textbook = &aes_kernel_textbook;
    struct gcm_state gcm = {0};
    struct gcm_state again;
    uint8_t user_key[AES_MAX_KEY_LEN];
    uint8_t h[AES_BLOCK_LEN];
    uint8_t data[4 * AES_BLOCK_LEN];
    struct aes_key key;
    struct ghash_key hash_key;

    (void)state;
    textbook->set_encrypt_key(&key, user_key, hex_copy(user_key, "feffe9928665731c6d6a8f9467308308"));
    hex_copy(h, "b83b533708bf535d0aa6e52980d53b78");
    textbook->set_ghash_key(&hash_key, h);
    hex_copy(gcm.counter, "cafebabefacedbaddecaf88800000002");
    hex_copy(data, plain);
    again = gcm;
    textbook->gcm_encrypt(&key, &hash_key, &gcm, data, data, 4);
    assert_hex(data, cipher);
    assert_hex(gcm.counter, "cafebabefacedbaddecaf88800000006");
    textbook->gcm_decrypt(&key, &hash_key, &again, data, data, 4);
    assert_hex(data, plain);
    assert_memory_equal(&again, &gcm, sizeof(gcm));
    /* The block of the lengths ends GHASH: it and E(K, J0) are the tag. */
    hex_copy(data, "00000000000000000000000000000200");
    textbook->ghash(&hash_key, gcm.hash, data, 1);
    hex_copy(again.counter, "cafebabefacedbaddecaf88800000001");
    textbook->ctr(&key, again.counter, data, gcm.hash, 1);
    assert_hex(data, "4d5c2af327cd64a62cf35abd2ba6fab4");
    hex_copy(gcm.counter, "cafebabefacedbaddecaf888ffffffff");
    textbook->gcm_encrypt(&key, &hash_key, &gcm, data, data, 1);
    assert_hex(gcm.counter, "cafebabefacedbaddecaf88800000000");
}

/* fail_because ends a case as failed. The reason goes to the standard output, as a comment of TAP: fail_msg would print
 * it elsewhere. */
static void fail_because(const char *reason)
{
    print_message("# %s (TEST_SEED=%llu)\n", reason, (unsigned long long)seed);
    fail();
}

/* find_check returns the check of that name, or NULL. */
static const struct kernel_check *find_check(const char *name)
{
    for (size_t i = 0; i < KERNEL_CHECKS; i++) {
        if (strcmp(kernel_checks[i].name, name) == 0)
            return &kernel_checks[i];
    }
    return NULL;
}

/* test_broken: the check must find the fault, in the right function, and say what it is. */
static void test_broken(void **state)
{
    const struct kernel_test *test = *state;
    const struct broken_kernel *broken = test->broken;
    const struct kernel_check *check = find_check(broken->check);
    char text[KERNEL_REPORT_TEXT_LEN];
    struct kernel_report report;
    struct aes_kernel kernel;

    assert_non_null(check);
    broken_kernel_make(&kernel, broken);
    if (kernel_check_run(check, &kernel, &report))
        fail_because("the check has not noticed it");
    report_format(&report, text, sizeof(text));
    if (report.signal != broken->signal || strstr(report.mismatch, broken->finding) == NULL ||
        (broken->function != NULL && strcmp(report.function, broken->function) != 0))
        fail_because(text);
}

/* print_missing prints the reason of a skipped case, as a comment of TAP. */
static void print_missing(const struct kernel_test *test)
{
    const char *separator = "";

    print_message("# this CPU lacks ");
    for (uint64_t feature = 1; feature != 0; feature <<= 1) {
        if ((test->missing & feature) != 0) {
            print_message("%s%s", separator, cpu_feature_name(feature));
            separator = ", ";
        }
    }
    print_message("\n");
}

/* test_kernel: a kernel of this build passes the check. */
static void test_kernel(void **state)
{
    const struct kernel_test *test = *state;
    char text[KERNEL_REPORT_TEXT_LEN];
    struct kernel_report report;

    if (test->missing != 0) {
        print_missing(test);
        skip();
    }
    if (!kernel_check_run(test->check, test->kernel, &report)) {
        report_format(&report, text, sizeof(text));
        fail_because(text);
    }
}

/* set_up prints the seed and computes what the checks expect. */
static int set_up(void **state)
{
    (void)state;
    seed = random_seed();
    print_message("# TEST_SEED=%llu\n", (unsigned long long)seed);
    return kernel_checks_open(seed) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    kernel_checks_close();
    return 0;
}

/* add_test appends a case that is about *test. */
static void add_test(struct CMUnitTest *unit_tests, size_t *count, CMUnitTestFunction function,
                     struct kernel_test *test)
{
    unit_tests[*count] = (struct CMUnitTest){.name = test->name, .test_func = function, .initial_state = test};
    (*count)++;
}

int main(void)
{
    static struct kernel_test tests[TESTS_MAX];
    struct CMUnitTest unit_tests[TESTS_MAX] = {
        cmocka_unit_test(test_textbook_aes),
        cmocka_unit_test(test_textbook_ctr),
        cmocka_unit_test(test_textbook_ghash),
        cmocka_unit_test(test_textbook_gcm),
    };
    const struct aes_kernel *const *kernels = kernels_all();
    size_t count = 4;
    struct cpu cpu;

    cpu_read(&cpu);
    for (const struct broken_kernel *broken = broken_kernels; broken->fault != NULL && !kernel_checks_short();
         broken++) {
        struct kernel_test *test = &tests[count];

        test->broken = broken;
        snprintf(test->name, sizeof(test->name), "caught by %s: %s", broken->check, broken->fault);
        add_test(unit_tests, &count, test_broken, test);
    }
    for (size_t k = 0; kernels[k] != NULL; k++) {
        for (size_t i = 0; i < KERNEL_CHECKS; i++) {
            struct kernel_test *test = &tests[count];

            test->kernel = kernels[k];
            test->check = &kernel_checks[i];
            test->missing = kernels[k]->features & ~cpu_features(&cpu);
            snprintf(test->name, sizeof(test->name), "%s: %s", kernels[k]->name, kernel_checks[i].name);
            add_test(unit_tests, &count, test_kernel, test);
        }
    }
    /* The rest of the array has no functions: cmocka passes over it. */
    return cmocka_run_group_tests_name("kernels", unit_tests, set_up, tear_down);
}
