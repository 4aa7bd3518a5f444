/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * wycheproof.h - reader for Project Wycheproof's JSON files of AES-GCM (schema AeadTest) and AES-GMAC (MacWithIvTest).
 */
#ifndef AESWIDE_TEST_WYCHEPROOF_H
#define AESWIDE_TEST_WYCHEPROOF_H

#include "vector.h"

/* enum wycheproof_verdict is what an implementation must do: accept, refuse, or either of them. */
enum wycheproof_verdict { WYCHEPROOF_VALID, WYCHEPROOF_INVALID, WYCHEPROOF_ACCEPTABLE };

struct wycheproof_test {
    unsigned long id;
    enum wycheproof_verdict verdict;
    struct vector vector; /* GMAC: the message is the AAD, and there is no plaintext (SP 800-38D, section 3) */
};

/* struct wycheproof_file is a whole file; its tests are as many as it declares, or it is not read at all. */
struct wycheproof_file {
    struct wycheproof_test *tests;
    size_t tests_len;
    char error[160]; /* why it was not read */
};

/* wycheproof_read fills *file from `path`; false: see `error`. wycheproof_free in both cases. */
bool wycheproof_read(struct wycheproof_file *file, const char *path);
void wycheproof_free(struct wycheproof_file *file);

#endif
