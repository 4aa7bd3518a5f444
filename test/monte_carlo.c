/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * monte_carlo.c - the Monte Carlo test of AES-ECB (NIST's AESAVS, 6.4.1).
 */
#include "monte_carlo.h"

#include <openssl/evp.h>
#include <string.h>

/* iterate replaces `data` 1000 times by what the cipher makes of it; `previous` is the result before the last. */
static enum vector_fault iterate(EVP_CIPHER_CTX *ctx, uint8_t data[MONTE_CARLO_BLOCK_LEN],
                                 uint8_t previous[MONTE_CARLO_BLOCK_LEN], enum vector_fault refused)
{
    for (unsigned i = 0; i < MONTE_CARLO_STEPS; i++) {
        int produced = -1;

        memcpy(previous, data, MONTE_CARLO_BLOCK_LEN);
        if (EVP_CipherUpdate(ctx, data, &produced, previous, MONTE_CARLO_BLOCK_LEN) != 1) {
            return refused;
        }
        if (produced != MONTE_CARLO_BLOCK_LEN) {
            return VECTOR_LENGTH;
        }
    }
    return VECTOR_OK;
}

/* next_key xors the last key->len bytes of previous || last into the key. */
static void next_key(struct bytes *key, const uint8_t previous[MONTE_CARLO_BLOCK_LEN],
                     const uint8_t last[MONTE_CARLO_BLOCK_LEN])
{
    uint8_t both[2 * MONTE_CARLO_BLOCK_LEN];

    memcpy(both, previous, MONTE_CARLO_BLOCK_LEN);
    memcpy(both + MONTE_CARLO_BLOCK_LEN, last, MONTE_CARLO_BLOCK_LEN);
    for (size_t i = 0; i < key->len; i++) {
        key->data[i] ^= both[sizeof both - key->len + i];
    }
}

enum vector_fault monte_carlo_record(struct monte_carlo_state *state, const char *provider, bool encrypt)
{
    const enum vector_fault refused = encrypt ? VECTOR_ENCRYPT_REFUSED : VECTOR_DECRYPT_REFUSED;
    EVP_CIPHER *cipher = vector_cipher(provider, VECTOR_ECB, state->key->len);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    enum vector_fault fault = cipher == NULL || ctx == NULL ? VECTOR_NO_CIPHER : VECTOR_OK;
    uint8_t previous[MONTE_CARLO_BLOCK_LEN];

    if (fault == VECTOR_OK && EVP_CipherInit_ex2(ctx, cipher, state->key->data, NULL, encrypt, NULL) != 1) {
        fault = refused;
    }
    if (fault == VECTOR_OK) {
        EVP_CIPHER_CTX_set_padding(ctx, 0);
        fault = iterate(ctx, state->data, previous, refused);
    }
    if (fault == VECTOR_OK) {
        next_key(state->key, previous, state->data);
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return fault;
}
