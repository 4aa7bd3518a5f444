/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * vector.h - one test vector of a cipher, whatever file it comes from, and how it is run through EVP.
 */
#ifndef AESWIDE_TEST_VECTOR_H
#define AESWIDE_TEST_VECTOR_H

#include "bytes.h"
#include <openssl/types.h>

enum vector_mode { VECTOR_ECB, VECTOR_CTR, VECTOR_GCM };

/* struct vector owns its byte strings. Those that a mode does not have are empty. */
struct vector {
    enum vector_mode mode;
    struct bytes key;
    struct bytes iv;
    struct bytes aad;
    struct bytes plaintext; /* of no meaning where `forged` */
    struct bytes ciphertext;
    struct bytes tag;
    bool forged; /* GCM: decryption must refuse this ciphertext and tag */
};

/* vector_free empties *vector. */
void vector_free(struct vector *vector);

/* struct vector_text is a vector as it is written in a source file, in hexadecimal. */
struct vector_text {
    const char *name;
    enum vector_mode mode;
    const char *key, *iv, *aad, *plaintext, *ciphertext, *tag;
};

/* vector_from_text replaces *vector by what `text` says; false: it is not hexadecimal. */
bool vector_from_text(struct vector *vector, const struct vector_text *text);

/* enum vector_fault is the first thing that went wrong with a vector. */
enum vector_fault {
    VECTOR_OK,
    VECTOR_NO_CIPHER,       /* the provider does not offer it, or another one answered */
    VECTOR_ENCRYPT_REFUSED, /* a call failed */
    VECTOR_DECRYPT_REFUSED,
    VECTOR_LENGTH, /* the calls returned another length than they took */
    VECTOR_CIPHERTEXT,
    VECTOR_PLAINTEXT,
    VECTOR_TAG,
    VECTOR_FORGERY, /* a tag or a parameter that must be refused was accepted */
};

/* vector_fault_text returns a phrase for people. */
const char *vector_fault_text(enum vector_fault fault);

/* vector_cipher returns the cipher of this mode and key length from no other provider than the one named, to be freed;
 * NULL: it has none. */
EVP_CIPHER *vector_cipher(const char *provider, enum vector_mode mode, size_t key_len);

/*
 * vector_check runs *vector through `provider` (its name) in both directions: in one call and in odd pieces (which
 * pieces depends on `seed`), apart and in place. A forged vector must be refused in each of these ways, and so must
 * every good GCM vector with a bit of its tag turned over, in any byte of it.
 */
enum vector_fault vector_check(const struct vector *vector, const char *provider, unsigned long seed);

/* vector_decrypts tells whether `provider` accepts and deciphers *vector in one call, be it good or forged. */
bool vector_decrypts(const struct vector *vector, const char *provider);

#endif
