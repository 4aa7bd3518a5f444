/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * evp_pair.h - two EVP_CIPHER_CTX, one of the default provider (the oracle) and one of aeswide (the subject), on which
 * every call is made twice.
 *
 * Each pair_* call fails the running test when the two differ in: the return value, the length written, any byte of the
 * output or around it, or the errors raised (library and reason of each, in order). It returns what both returned.
 * Inputs are copied next to pages that may not be touched, so that reading beyond them is a crash.
 */
#ifndef AESWIDE_TEST_EVP_PAIR_H
#define AESWIDE_TEST_EVP_PAIR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "guard.h"
#include "random.h"

enum side { ORACLE, SUBJECT, SIDES };

enum {
    ARENA_LEN = 1 << 18, /* the memory of each side for input and output; PROT_NONE pages stand before and after it */
    OUT_AT = 256,        /* where output goes in it unless the test says otherwise */
    IN_AT = ARENA_LEN / 2,
    MAX_IV_LEN = 128,
    TRACE_LINES = 32,
};

struct pair {
    EVP_CIPHER_CTX *ctx[SIDES];
    const EVP_CIPHER *cipher[SIDES];
    uint8_t *arena[SIDES];
    uint8_t *edge[SIDES]; /* end of a page before a PROT_NONE page: keys, IVs and control data are put before it */
    size_t out_at, in_at; /* offsets in the arena for the next call; they may be equal or overlap */
    int out_len;          /* what the last call said that it wrote */
    uint8_t key[32];      /* the last one that was given */
    bool iv_set;          /* GCM: an IV was given, or drawn */
    bool key_set, begun;  /* a key was given; the IV's message was begun and not ended: see new_key_in_message */
    bool refused;         /* decrypting, a final call failed: see turned_after_failure */
    int key_direction;    /* encrypting or not, when the key was given: see new_direction */
    bool random;          /* each side drew random bytes of its own: only shapes are compared from now on */
    struct random random_numbers;
    struct guard arena_pages[SIDES], edge_pages[SIDES];
    unsigned calls;
    const char *asking;           /* the parameter that is being asked for, or NULL */
    char trace[TRACE_LINES][160]; /* the last calls, for the report of a difference */
};

/* The nine algorithms, for loops; the first three are ECB, then CTR, then GCM. */
enum { ALGORITHMS = 9 };
extern const char *const algorithms[ALGORITHMS];

/* pair_setup loads both providers, aeswide from the path in the environment variable AESWIDE_MODULE; pair_teardown
 * frees all. For cmocka_run_group_tests. */
int pair_setup(void **state);
int pair_teardown(void **state);

/* pair_use_kernel loads aeswide anew with that kernel. False, with the reason printed: this build or this CPU has it
 * not. */
bool pair_use_kernel(const char *kernel);

/* new_library returns a library context that finds aeswide, with nothing loaded; NULL: AESWIDE_MODULE is not set. */
OSSL_LIB_CTX *new_library(void);

/* pair_library returns the library context of both providers; pair_fetch the algorithm of one side (not to be freed).
 */
OSSL_LIB_CTX *pair_library(void);
const EVP_CIPHER *pair_fetch(int side, const char *algorithm);

/* pair_new makes a pair of fresh contexts for the algorithm; pair_use names another one for the next pair_begin. */
struct pair *pair_new(const char *algorithm);
void pair_use(struct pair *pair, const char *algorithm);
void pair_free(struct pair *pair);

/* pair_random returns a number below bound, pair_fill fills a buffer. They depend on pair_seed alone, which a report
 * of a difference names: TEST_SEED in the environment repeats it. */
uint64_t pair_seed(void);
size_t pair_random(struct pair *pair, size_t bound);
void pair_fill(struct pair *pair, void *data, size_t len);

/* pair_begin is EVP_CipherInit_ex2 with the cipher, pair_init without it. key and iv may be NULL; enc is 0, 1 or -1. */
int pair_begin(struct pair *pair, const uint8_t *key, const uint8_t *iv, size_t iv_len, int enc);
int pair_init(struct pair *pair, const uint8_t *key, const uint8_t *iv, size_t iv_len, int enc);
int pair_begin_params(struct pair *pair, const uint8_t *key, const uint8_t *iv, size_t iv_len, int enc,
                      const OSSL_PARAM params[]);

/* pair_update is EVP_CipherUpdate; in NULL is passed on as NULL. pair_aad is the same with out NULL. */
int pair_update(struct pair *pair, const uint8_t *in, size_t in_len);
int pair_aad(struct pair *pair, const uint8_t *aad, size_t aad_len);

/* pair_final is EVP_CipherFinal_ex; pair_final_null the same with out NULL. */
int pair_final(struct pair *pair);
int pair_final_null(struct pair *pair);

/* pair_cipher is EVP_Cipher (in NULL is passed on), pair_cipher_aad the same with out NULL. */
int pair_cipher(struct pair *pair, const uint8_t *in, size_t in_len);
int pair_cipher_aad(struct pair *pair, const uint8_t *aad, size_t aad_len);

/* pair_output returns what the last call of that side wrote. */
const uint8_t *pair_output(const struct pair *pair, int side);

/* pair_ctrl is EVP_CIPHER_CTX_ctrl on a copy of data (room for data_len bytes), or on NULL; what comes back in it is
 * compared, and copied to result unless that is NULL. */
int pair_ctrl(struct pair *pair, int type, int arg, const void *data, size_t data_len, void *result);

/* pair_set is EVP_CIPHER_CTX_set_params. pair_set_one sets one parameter of any type, with the size as given. */
int pair_set(struct pair *pair, const OSSL_PARAM params[]);
int pair_set_one(struct pair *pair, const char *key, unsigned type, const void *data, size_t size);

/* pair_get asks for one parameter of any type and size (EVP_CIPHER_CTX_get_params), or with a NULL buffer. */
int pair_get(struct pair *pair, const char *key, unsigned type, size_t size, bool with_buffer);

/* pair_type_fits tells whether a parameter can be asked for in that type. Where it can't, releases of default differ in
 * the return_size that they leave, and 3.0 answers a size query all the same: that is not compared. */
bool pair_type_fits(const char *key, unsigned type);

/* pair_state compares all that can be asked of a context without changing it. */
void pair_state(struct pair *pair);

/* pair_copy is EVP_CIPHER_CTX_copy. */
int pair_copy(struct pair *to, struct pair *from);

/* pair_key_length is EVP_CIPHER_CTX_set_key_length, pair_padding EVP_CIPHER_CTX_set_padding, pair_number
 * EVP_CIPHER_CTX_set_num; pair_reset is EVP_CIPHER_CTX_reset. */
int pair_key_length(struct pair *pair, int key_len);
int pair_padding(struct pair *pair, int padding);
int pair_number(struct pair *pair, int number);
int pair_reset(struct pair *pair);

#endif
