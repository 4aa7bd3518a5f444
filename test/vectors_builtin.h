/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * vectors_builtin.h - the test vectors that are printed in the standards themselves.
 */
#ifndef AESWIDE_TEST_VECTORS_BUILTIN_H
#define AESWIDE_TEST_VECTORS_BUILTIN_H

#include "vector.h"

/* FIPS 197, appendix C: one block for each key size. */
extern const struct vector_text vectors_fips197[];
extern const size_t vectors_fips197_len;

/* NIST SP 800-38A, appendix F.1 (ECB) and F.5 (CTR): four blocks for each key size. */
extern const struct vector_text vectors_sp800_38a[];
extern const size_t vectors_sp800_38a_len;

/* McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B, test cases 1 to 18. */
extern const struct vector_text vectors_gcm[];
extern const size_t vectors_gcm_len;

/* struct monte_carlo is a Monte Carlo test of ECB (NIST AESAVS, 6.4.1): what the files of NIST's CAVP have as KEY and
 * input under COUNT = 0 and as output under COUNT = 99, all in hexadecimal. */
struct monte_carlo {
    const char *name;
    bool encrypt;
    const char *key, *input, *result;
};

extern const struct monte_carlo monte_carlo_ecb[];
extern const size_t monte_carlo_ecb_len;

#endif
