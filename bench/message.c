/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * message.c - one message through EVP, as programs do it, again and again.
 */
#include "message.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"

enum {
    PAGE_LEN = 4096,
    TAG_LEN = 16,
    MAX_IV_LEN = 16,
    MAX_KEY_LEN = 32,
};

struct message {
    const struct libcrypto *lib;
    const struct contestant *contestant;
    struct message_shape shape;
    EVP_CIPHER_CTX *ctx;
    uint8_t *in_pages, *out_pages; /* out_pages is NULL in place */
    uint8_t *in, *out, *aad;
    uint8_t key[MAX_KEY_LEN];
    uint8_t iv[MAX_IV_LEN];
    /* The tag of the next message, and that of the one after it. They differ in place alone: what one decryption leaves
     * there is the ciphertext of the next one, whose plaintext is the first's ciphertext, for the key stream is the
     * same. So messages in place have true tags without a copy between them. */
    uint8_t tags[2][TAG_LEN];
    bool gcm, ecb;
    bool failed;
};

/* one does one message. */
static bool one(struct message *m)
{
    const struct libcrypto *lib = m->lib;
    const int len = (int)m->shape.len;
    int written = 0;
    int rest = 0;

    if (m->shape.scope == SCOPE_UPDATE)
        return lib->EVP_CipherUpdate(m->ctx, m->out, &written, m->in, len) == 1;
    if (lib->EVP_CipherInit_ex2(m->ctx, NULL, m->shape.scope == SCOPE_KEY ? m->key : NULL, m->ecb ? NULL : m->iv, -1,
                                NULL) != 1)
        return false;
    if (!m->gcm)
        return lib->EVP_CipherUpdate(m->ctx, m->out, &written, m->in, len) == 1 &&
               lib->EVP_CipherFinal_ex(m->ctx, m->out + written, &rest) == 1;
    if (m->shape.aad_len > 0 && lib->EVP_CipherUpdate(m->ctx, NULL, &written, m->aad, (int)m->shape.aad_len) != 1)
        return false;
    if (lib->EVP_CipherUpdate(m->ctx, m->out, &written, m->in, len) != 1)
        return false;
    if (m->shape.encrypt)
        return lib->EVP_CipherFinal_ex(m->ctx, m->out + len, &rest) == 1 &&
               lib->EVP_CIPHER_CTX_ctrl(m->ctx, EVP_CTRL_AEAD_GET_TAG, TAG_LEN, m->tags[0]) == 1;
    return lib->EVP_CIPHER_CTX_ctrl(m->ctx, EVP_CTRL_AEAD_SET_TAG, TAG_LEN, m->tags[0]) == 1 &&
           lib->EVP_CipherFinal_ex(m->ctx, m->out + len, &rest) == 1;
}

/* next_tag makes the other tag that of the next message. */
static void next_tag(struct message *m)
{
    uint8_t tag[TAG_LEN];

    memcpy(tag, m->tags[0], TAG_LEN);
    memcpy(m->tags[0], m->tags[1], TAG_LEN);
    memcpy(m->tags[1], tag, TAG_LEN);
}

/* next_nonce counts up the first bytes of the IV: no two messages are encrypted with the same one. */
static void next_nonce(struct message *m)
{
    uint32_t number;

    memcpy(&number, m->iv, sizeof(number));
    number++;
    memcpy(m->iv, &number, sizeof(number));
}

void message_work(void *message, size_t messages)
{
    struct message *m = message;
    const bool nonces = m->gcm && m->shape.encrypt;
    const bool two_tags = m->gcm && !m->shape.encrypt && m->shape.in_place;

    for (; messages > 0 && !m->failed; messages--) {
        if (nonces)
            next_nonce(m);
        m->failed = !one(m);
        if (two_tags)
            next_tag(m);
    }
}

/* new_buffer returns whole pages of zeros for len bytes at any offset in the first one. */
static uint8_t *new_buffer(size_t len)
{
    const size_t size = (len / PAGE_LEN + 3) * PAGE_LEN;
    uint8_t *pages = aligned_alloc(PAGE_LEN, size);

    if (pages == NULL)
        die("no memory");
    memset(pages, 0, size);
    return pages;
}

/* begin makes the context and sets the key. */
static void begin(struct message *m, bool encrypt)
{
    const struct libcrypto *lib = m->lib;
    EVP_CIPHER *cipher = lib->EVP_CIPHER_fetch(m->contestant->library, m->shape.cipher, NULL);
    char reason[256];

    m->ctx = lib->EVP_CIPHER_CTX_new();
    if (cipher == NULL || m->ctx == NULL ||
        lib->EVP_CipherInit_ex2(m->ctx, cipher, m->key, m->ecb ? NULL : m->iv, encrypt, NULL) != 1 ||
        lib->EVP_CIPHER_CTX_set_padding(m->ctx, 0) != 1) {
        libcrypto_error(lib, reason, sizeof(reason));
        die("%s does not offer %s: %s", m->contestant->name, m->shape.cipher, reason);
    }
    lib->EVP_CIPHER_free(cipher);
}

/* encipher makes the input of a decryption from its plaintext, and its tags. */
static void encipher(struct message *m)
{
    const struct message_shape shape = m->shape;
    uint8_t *out = m->out;

    m->shape.encrypt = true;
    m->shape.in_place = true;
    m->shape.scope = SCOPE_KEY;
    m->out = m->in;
    begin(m, true);
    m->failed = !one(m);
    if (m->gcm && !m->failed) {
        /* To encipher the ciphertext gives the plaintext back, with the tag that stands in tags[1]; and once more. */
        m->failed = !one(m);
        memcpy(m->tags[1], m->tags[0], TAG_LEN);
        m->failed = m->failed || !one(m);
    }
    message_check(m);
    m->lib->EVP_CIPHER_CTX_free(m->ctx);
    m->shape = shape;
    m->out = out;
}

struct message *message_new(const struct libcrypto *lib, const struct contestant *contestant,
                            const struct message_shape *shape)
{
    struct message *m = allocate(1, sizeof(*m));

    m->lib = lib;
    m->contestant = contestant;
    m->shape = *shape;
    m->gcm = strstr(shape->cipher, "GCM") != NULL;
    m->ecb = strstr(shape->cipher, "ECB") != NULL;
    m->in_pages = new_buffer(shape->len);
    m->in = m->in_pages + shape->in_offset;
    m->out_pages = shape->in_place ? NULL : new_buffer(shape->len);
    m->out = shape->in_place ? m->in : m->out_pages + shape->out_offset;
    m->aad = new_buffer(shape->aad_len);
    for (size_t i = 0; i < sizeof(m->key); i++)
        m->key[i] = (uint8_t)(i * 7 + 1);
    for (size_t i = 0; i < sizeof(m->iv); i++)
        m->iv[i] = (uint8_t)(i * 5 + 3);
    for (size_t i = 0; i < shape->len; i++)
        m->in[i] = (uint8_t)(i * 31 + (i >> 8));
    if (!shape->encrypt && !contestant->nothing)
        encipher(m);
    begin(m, shape->encrypt);
    return m;
}

bool message_matches(struct message *message, struct message *expected)
{
    struct message *const both[] = {message, expected};
    const size_t len = expected->shape.len;
    /* What decryption begins with was made by each contestant itself: see encipher. */
    bool same = memcmp(message->in, expected->in, len) == 0;

    for (size_t i = 0; i < 2; i++) {
        if (both[i]->shape.scope == SCOPE_UPDATE)
            both[i]->shape.scope = SCOPE_IV;
        both[i]->failed = !one(both[i]);
    }
    message_check(expected);
    same = same && !message->failed && memcmp(message->out, expected->out, len) == 0;
    return same && memcmp(message->tags[0], expected->tags[0], TAG_LEN) == 0;
}

void message_check(const struct message *message)
{
    const struct message_shape *shape = &message->shape;
    char reason[256];

    if (!message->failed)
        return;
    libcrypto_error(message->lib, reason, sizeof(reason));
    die("%s: %s of %zu bytes with %s failed: %s", message->contestant->name,
        shape->encrypt ? "encryption" : "decryption", shape->len, shape->cipher, reason);
}

void message_free(struct message *message)
{
    message->lib->EVP_CIPHER_CTX_free(message->ctx);
    free(message->in_pages);
    free(message->out_pages);
    free(message->aad);
    free(message);
}
