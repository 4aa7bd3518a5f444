/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * vector.c - one test vector of a cipher, and how it is run through EVP.
 */
#include "vector.h"

#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_MAX_LEN = 16 };

/* struct way is how a message is handed over. */
struct way {
    bool encrypt;
    bool pieces;
    bool in_place;
    unsigned long seed;
};

void vector_free(struct vector *vector)
{
    bytes_free(&vector->key);
    bytes_free(&vector->iv);
    bytes_free(&vector->aad);
    bytes_free(&vector->plaintext);
    bytes_free(&vector->ciphertext);
    bytes_free(&vector->tag);
    *vector = (struct vector){0};
}

bool vector_from_text(struct vector *vector, const struct vector_text *text)
{
    vector_free(vector);
    vector->mode = text->mode;
    if (bytes_from_hex(&vector->key, text->key) && bytes_from_hex(&vector->iv, text->iv) &&
        bytes_from_hex(&vector->aad, text->aad) && bytes_from_hex(&vector->plaintext, text->plaintext) &&
        bytes_from_hex(&vector->ciphertext, text->ciphertext) && bytes_from_hex(&vector->tag, text->tag)) {
        return true;
    }
    vector_free(vector);
    return false;
}

const char *vector_fault_text(enum vector_fault fault)
{
    static const char *const texts[] = {
        [VECTOR_OK] = "as it should be",
        [VECTOR_NO_CIPHER] = "the provider does not offer this cipher",
        [VECTOR_ENCRYPT_REFUSED] = "encryption refused",
        [VECTOR_DECRYPT_REFUSED] = "decryption refused",
        [VECTOR_LENGTH] = "wrong length of output",
        [VECTOR_CIPHERTEXT] = "wrong ciphertext",
        [VECTOR_PLAINTEXT] = "wrong plaintext",
        [VECTOR_TAG] = "wrong tag",
        [VECTOR_FORGERY] = "a forgery was accepted",
    };

    return texts[fault];
}

EVP_CIPHER *vector_cipher(const char *provider, enum vector_mode mode, size_t key_len)
{
    static const char *const modes[] = {[VECTOR_ECB] = "ECB", [VECTOR_CTR] = "CTR", [VECTOR_GCM] = "GCM"};
    char name[32];
    char query[64];
    EVP_CIPHER *cipher;

    snprintf(name, sizeof name, "AES-%zu-%s", 8 * key_len, modes[mode]);
    snprintf(query, sizeof query, "provider=%s", provider);
    cipher = EVP_CIPHER_fetch(NULL, name, query);
    if (cipher != NULL && strcmp(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)), provider) != 0) {
        EVP_CIPHER_free(cipher);
        cipher = NULL;
    }
    return cipher;
}

/* begin sets up ctx for *vector: the cipher first, then the IV's length, then the key and the IV. */
static bool begin(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const struct vector *vector, bool encrypt)
{
    if (EVP_CipherInit_ex2(ctx, cipher, NULL, NULL, encrypt, NULL) != 1) {
        return false;
    }
    if (vector->mode == VECTOR_ECB) {
        EVP_CIPHER_CTX_set_padding(ctx, 0);
    }
    if (vector->mode == VECTOR_GCM &&
        EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)vector->iv.len, NULL) != 1) {
        return false;
    }
    return EVP_CipherInit_ex2(ctx, NULL, vector->key.data, vector->mode == VECTOR_ECB ? NULL : vector->iv.data, encrypt,
                              NULL) == 1;
}

/* update hands `in` over to EVP, whole or in pieces; out NULL: as AAD. *out_len is the sum of what EVP returned. */
static bool update(EVP_CIPHER_CTX *ctx, const struct way *way, uint8_t *out, size_t *out_len, const uint8_t *in,
                   size_t in_len)
{
    static const size_t sizes[] = {1, 15, 3, 33, 16, 7, 31, 64, 5, 129, 17};
    size_t piece = way->seed;

    *out_len = 0;
    while (in_len > 0) {
        size_t take = way->pieces ? sizes[piece % (sizeof sizes / sizeof sizes[0])] : in_len;
        int produced = -1;

        take = take < in_len ? take : in_len;
        if (EVP_CipherUpdate(ctx, out == NULL ? NULL : out + *out_len, &produced, in, (int)take) != 1 || produced < 0) {
            return false;
        }
        *out_len += (size_t)produced;
        in += take;
        in_len -= take;
        piece++;
    }
    return true;
}

/* message runs *vector once through ctx, and leaves the result in `buffer`, which has exactly in->len bytes, and, when
 * encrypting, the tag in `tag`; decrypting it reads the tag from there. VECTOR_TAG: all went well until final refused
 * it. */
static enum vector_fault message(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const struct vector *vector,
                                 const struct way *way, uint8_t *buffer, uint8_t tag[TAG_MAX_LEN])
{
    const enum vector_fault refused = way->encrypt ? VECTOR_ENCRYPT_REFUSED : VECTOR_DECRYPT_REFUSED;
    const struct bytes *in = way->encrypt ? &vector->plaintext : &vector->ciphertext;
    const bool gcm = vector->mode == VECTOR_GCM;
    const uint8_t *source = in->data;
    size_t aad_len = 0;
    size_t out_len = 0;
    int final_len = -1;

    if (way->in_place && in->len > 0) {
        memcpy(buffer, in->data, in->len);
        source = buffer;
    }
    if (!begin(ctx, cipher, vector, way->encrypt) ||
        !update(ctx, way, NULL, &aad_len, vector->aad.data, vector->aad.len) ||
        !update(ctx, way, buffer, &out_len, source, in->len)) {
        return refused;
    }
    if (gcm && !way->encrypt && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)vector->tag.len, tag) != 1) {
        return refused;
    }
    if (EVP_CipherFinal_ex(ctx, buffer + out_len, &final_len) != 1) {
        return gcm && !way->encrypt ? VECTOR_TAG : refused;
    }
    if (gcm && way->encrypt && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)vector->tag.len, tag) != 1) {
        return refused;
    }
    return aad_len == vector->aad.len && out_len == in->len && final_len == 0 ? VECTOR_OK : VECTOR_LENGTH;
}

/* equal tells whether `data` is what *bytes says; memcmp may not see the NULL of an empty one. */
static bool equal(const uint8_t *data, const struct bytes *bytes)
{
    return bytes->len == 0 || memcmp(data, bytes->data, bytes->len) == 0;
}

/* check_tags runs a good GCM vector with a wrong tag, which must be refused: a bit of it is turned over, in each of its
 * bytes where the message is handed over in the simplest way, else in one of them, which `seed` decides. */
static enum vector_fault check_tags(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const struct vector *vector,
                                    const struct way *way, uint8_t *buffer)
{
    const bool all = !way->pieces && !way->in_place;
    const size_t first = all ? 0 : way->seed % vector->tag.len;
    const size_t last = all ? vector->tag.len - 1 : first;

    for (size_t i = first; i <= last; i++) {
        uint8_t tag[TAG_MAX_LEN];

        memcpy(tag, vector->tag.data, vector->tag.len);
        tag[i] = (uint8_t)(tag[i] ^ 1U << (way->seed + i) % 8);
        if (message(ctx, cipher, vector, way, buffer, tag) != VECTOR_TAG) {
            return VECTOR_FORGERY;
        }
    }
    return VECTOR_OK;
}

/* check_good runs a vector that must be accepted, one way, and then with wrong tags. */
static enum vector_fault check_good(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const struct vector *vector,
                                    const struct way *way, uint8_t *buffer)
{
    uint8_t tag[TAG_MAX_LEN] = {0};
    enum vector_fault fault;

    if (!way->encrypt && vector->tag.len > 0) {
        memcpy(tag, vector->tag.data, vector->tag.len);
    }
    fault = message(ctx, cipher, vector, way, buffer, tag);
    if (fault != VECTOR_OK) {
        return fault;
    }
    if (way->encrypt) {
        if (!equal(buffer, &vector->ciphertext)) {
            return VECTOR_CIPHERTEXT;
        }
        return equal(tag, &vector->tag) ? VECTOR_OK : VECTOR_TAG;
    }
    if (!equal(buffer, &vector->plaintext)) {
        return VECTOR_PLAINTEXT;
    }
    return vector->mode == VECTOR_GCM ? check_tags(ctx, cipher, vector, way, buffer) : VECTOR_OK;
}

/* check_forged runs a vector that decryption must refuse: at the tag, or at once where it is the IV that is empty. */
static enum vector_fault check_forged(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const struct vector *vector,
                                      const struct way *way, uint8_t *buffer)
{
    const enum vector_fault expected = vector->iv.len == 0 ? VECTOR_DECRYPT_REFUSED : VECTOR_TAG;
    uint8_t tag[TAG_MAX_LEN];
    enum vector_fault fault;

    memcpy(tag, vector->tag.data, vector->tag.len);
    fault = message(ctx, cipher, vector, way, buffer, tag);
    if (fault == expected) {
        return VECTOR_OK;
    }
    return fault == VECTOR_OK ? VECTOR_FORGERY : fault;
}

enum vector_fault vector_check(const struct vector *vector, const char *provider, unsigned long seed)
{
    EVP_CIPHER *cipher = vector_cipher(provider, vector->mode, vector->key.len);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t *buffer = malloc(vector->ciphertext.len == 0 ? 1 : vector->ciphertext.len);
    enum vector_fault fault = cipher == NULL || ctx == NULL || buffer == NULL ? VECTOR_NO_CIPHER : VECTOR_OK;

    for (unsigned i = 0; i < 8 && fault == VECTOR_OK; i++) {
        const struct way way = {
            .encrypt = (i & 4) != 0, .pieces = (i & 1) != 0, .in_place = (i & 2) != 0, .seed = seed};

        /* A new context for each: that nothing is left over from the message before is for the provider's own suite. */
        EVP_CIPHER_CTX_reset(ctx);
        if (!vector->forged) {
            fault = check_good(ctx, cipher, vector, &way, buffer);
        } else if (!way.encrypt) {
            fault = check_forged(ctx, cipher, vector, &way, buffer);
        }
    }
    free(buffer);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return fault;
}

bool vector_decrypts(const struct vector *vector, const char *provider)
{
    const struct way way = {.encrypt = false};
    EVP_CIPHER *cipher = vector_cipher(provider, vector->mode, vector->key.len);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t *buffer = malloc(vector->ciphertext.len == 0 ? 1 : vector->ciphertext.len);
    uint8_t tag[TAG_MAX_LEN] = {0};
    bool accepted = false;

    if (cipher != NULL && ctx != NULL && buffer != NULL && vector->tag.len <= sizeof tag) {
        if (vector->tag.len > 0) {
            memcpy(tag, vector->tag.data, vector->tag.len);
        }
        accepted = message(ctx, cipher, vector, &way, buffer, tag) == VECTOR_OK &&
                   (vector->forged || equal(buffer, &vector->plaintext));
    }
    free(buffer);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return accepted;
}
