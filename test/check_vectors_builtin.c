/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_vectors_builtin.c - the vectors that are written in this project.
 */
#include "check_vectors.h"
#include "monte_carlo.h"
#include "vectors_builtin.h"

#include <string.h>

/* check_texts runs a table of vectors_builtin.h. */
static void check_texts(const struct vector_text *texts, size_t texts_len)
{
    struct vector vector = {0};

    assert_true(texts_len > 0);
    for (size_t i = 0; i < texts_len; i++) {
        enum vector_fault fault;

        assert_true(vector_from_text(&vector, &texts[i]));
        fault = vector_check(&vector, subject, i);
        if (fault != VECTOR_OK) {
            fail_msg("%s: %s", texts[i].name, vector_fault_text(fault));
        }
    }
    vector_free(&vector);
    print_message("# %zu vectors\n", texts_len);
}

static void fips197(void **state)
{
    (void)state;
    check_texts(vectors_fips197, vectors_fips197_len);
    assert_int_equal(vectors_fips197_len, 3);
}

static void sp800_38a(void **state)
{
    (void)state;
    check_texts(vectors_sp800_38a, vectors_sp800_38a_len);
    assert_int_equal(vectors_sp800_38a_len, 6);
}

static void gcm_specification(void **state)
{
    (void)state;
    check_texts(vectors_gcm, vectors_gcm_len);
    assert_int_equal(vectors_gcm_len, 18);
}

static void monte_carlo(void **state)
{
    (void)state;
    assert_int_equal(monte_carlo_ecb_len, 6);
    for (size_t i = 0; i < monte_carlo_ecb_len; i++) {
        const struct monte_carlo *test = &monte_carlo_ecb[i];
        struct bytes key = {0};
        struct bytes input = {0};
        struct bytes result = {0};
        struct monte_carlo_state run = {.key = &key};

        assert_true(bytes_from_hex(&key, test->key) && bytes_from_hex(&input, test->input) &&
                    bytes_from_hex(&result, test->result));
        assert_true(input.len == MONTE_CARLO_BLOCK_LEN && result.len == MONTE_CARLO_BLOCK_LEN);
        memcpy(run.data, input.data, MONTE_CARLO_BLOCK_LEN);
        for (unsigned record = 0; record < MONTE_CARLO_RECORDS; record++) {
            const enum vector_fault fault = monte_carlo_record(&run, subject, test->encrypt);

            if (fault != VECTOR_OK) {
                fail_msg("%s, COUNT = %u: %s", test->name, record, vector_fault_text(fault));
            }
        }
        if (memcmp(run.data, result.data, MONTE_CARLO_BLOCK_LEN) != 0) {
            fail_msg("%s: wrong result after %d records", test->name, MONTE_CARLO_RECORDS);
        }
        bytes_free(&key);
        bytes_free(&input);
        bytes_free(&result);
    }
}

int run_builtin(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_that_was_asked_for_runs),
        cmocka_unit_test(fips197),
        cmocka_unit_test(sp800_38a),
        cmocka_unit_test(gcm_specification),
        cmocka_unit_test(monte_carlo),
    };

    return cmocka_run_group_tests_name("vectors: builtin", tests, NULL, NULL);
}
