/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_select_text.c - descriptions of kernels in buffers of every size: cut where the buffer ends, ended by NUL, and
 * not a byte beyond.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "select.h"

enum { MAX_TEXT = 256 };

static void descriptions_of_every_size(void **state)
{
    static const char *const requests[] = {"auto", "-portable64", "portable64"};
    const struct cpu bare = {.vendor = "NoFeatures"}; /* the longest descriptions: all that is missing */
    size_t cut = 0;

    (void)state;
    for (size_t r = 0; r < sizeof(requests) / sizeof(requests[0]); r++) {
        struct kernel_choice choice;

        kernel_choose(&choice, &bare, requests[r]);
        for (size_t i = 0; kernels_all()[i] != NULL; i++) {
            char whole[MAX_TEXT];

            kernel_describe(whole, sizeof(whole), &choice, i);
            assert_in_range(strlen(whole), 1, sizeof(whole) - 2);
            for (size_t size = 0; size <= strlen(whole) + 2; size++) {
                char text[2 * MAX_TEXT], untouched[2 * MAX_TEXT];

                memset(text, 0x5a, sizeof(text));
                memset(untouched, 0x5a, sizeof(untouched));
                kernel_describe(text, size, &choice, i);
                assert_memory_equal(text + size, untouched, sizeof(text) - size);
                if (size == 0)
                    continue;
                const size_t len = size - 1 < strlen(whole) ? size - 1 : strlen(whole);
                assert_non_null(memchr(text, '\0', size));
                assert_int_equal(strlen(text), len);
                assert_memory_equal(text, whole, len);
                cut += len < strlen(whole);
            }
        }
    }
    assert_true(cut > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_of_every_size),
    };

    return cmocka_run_group_tests_name("select text", tests, NULL, NULL);
}
