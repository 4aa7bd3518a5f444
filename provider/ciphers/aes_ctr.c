/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes_ctr.c - AES-CTR (SP 800-38A, 6.5) as EVP sees it: a stream of bytes over the kernel's blocks.
 */
#include <openssl/evp.h>
#include <string.h>

#include "algorithms.h"
#include "plain.h"
#include "provider/error.h"
#include "provider/skeymgmt.h"
#include "xor_bytes.h"

struct ctr_context {
    struct plain_context plain; /* plain.num bytes of key_stream are used up, 0: it is empty */
    struct aes_key key;
    uint8_t key_stream[AES_BLOCK_LEN]; /* of the block before plain.iv, where only a part of it was needed */
};

const size_t aes_ctr_context_size = sizeof(struct ctr_context);

static const struct cipher_traits traits = {.mode = EVP_CIPH_CTR_MODE, .block_size = 1, .iv_len = AES_BLOCK_LEN};

static int ctr_init(struct ctr_context *ctr, bool encrypting, const uint8_t *key, size_t key_len, const uint8_t *iv,
                    size_t iv_len, const OSSL_PARAM params[])
{
    struct plain_context *plain = &ctr->plain;

    plain->num = 0; /* without an IV the counter goes on, at the next whole block */
    plain->base.encrypting = encrypting;
    if (iv != NULL) {
        if (iv_len != plain->iv_len)
            return raise(plain->base.provider, REASON_INVALID_IV_LENGTH);
        memcpy(plain->iv, iv, iv_len);
        memcpy(plain->original_iv, iv, iv_len);
    }
    if (key != NULL) {
        if (!cipher_check_key_len(&plain->base, key_len))
            return 0;
        plain->base.kernel->set_encrypt_key(&ctr->key, key, key_len);
        plain->base.key_set = true;
        cipher_wipe(&plain->base);
    }
    return params == NULL || plain_set_params(ctr, params);
}

static int ctr_encrypt_init(void *cctx, const unsigned char *key, size_t keylen, const unsigned char *iv, size_t ivlen,
                            const OSSL_PARAM params[])
{
    return ctr_init(cctx, true, key, keylen, iv, ivlen, params);
}

static int ctr_decrypt_init(void *cctx, const unsigned char *key, size_t keylen, const unsigned char *iv, size_t ivlen,
                            const OSSL_PARAM params[])
{
    return ctr_init(cctx, false, key, keylen, iv, ivlen, params);
}

static int ctr_encrypt_skey_init(void *cctx, void *skeydata, const unsigned char *iv, size_t ivlen,
                                 const OSSL_PARAM params[])
{
    size_t key_len;
    const uint8_t *key = skey_bytes(skeydata, &key_len);

    return ctr_init(cctx, true, key, key_len, iv, ivlen, params);
}

static int ctr_decrypt_skey_init(void *cctx, void *skeydata, const unsigned char *iv, size_t ivlen,
                                 const OSSL_PARAM params[])
{
    size_t key_len;
    const uint8_t *key = skey_bytes(skeydata, &key_len);

    return ctr_init(cctx, false, key, key_len, iv, ivlen, params);
}

/* crypt_bytes goes on with the stream: the rest of a begun block, whole blocks, the beginning of another. */
static void crypt_bytes(struct ctr_context *ctr, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct aes_kernel *kernel = ctr->plain.base.kernel;
    unsigned int num = ctr->plain.num;
    size_t blocks;

    if (num != 0) {
        size_t n = AES_BLOCK_LEN - num;

        if (n > len)
            n = len;
        xor_bytes(out, in, ctr->key_stream + num, n);
        out += n;
        in += n;
        len -= n;
        num = (num + (unsigned int)n) % AES_BLOCK_LEN;
    }
    blocks = len / AES_BLOCK_LEN;
    if (blocks > 0) {
        kernel->ctr(&ctr->key, ctr->plain.iv, out, in, blocks);
        out += blocks * AES_BLOCK_LEN;
        in += blocks * AES_BLOCK_LEN;
        len %= AES_BLOCK_LEN;
    }
    if (len > 0) {
        memset(ctr->key_stream, 0, AES_BLOCK_LEN);
        kernel->ctr(&ctr->key, ctr->plain.iv, ctr->key_stream, ctr->key_stream, 1);
        xor_bytes(out, in, ctr->key_stream, len);
        num = (unsigned int)len;
    }
    ctr->plain.num = num;
    cipher_wipe(&ctr->plain.base);
}

/* ctr_cipher is EVP_Cipher, and the whole of an update but for its TLS records. */
static int ctr_cipher(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct ctr_context *ctr = cctx;
    const struct provider_context *provider = ctr->plain.base.provider;

    if (!ctr->plain.base.key_set)
        return raise(provider, REASON_NO_KEY_SET);
    if (outsize < inl)
        return raise(provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    if (inl > 0) {
        if (in == NULL || out == NULL)
            return raise(provider, REASON_CIPHER_OPERATION_FAILED);
        crypt_bytes(ctr, out, in, inl);
    }
    *outl = inl;
    return 1;
}

static int ctr_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct ctr_context *ctr = cctx;
    struct plain_context *plain = &ctr->plain;

    if (!ctr_cipher(cctx, out, outl, outsize, in, inl))
        return 0;
    /* A record of a TLS suite with a stream cipher ends with its MAC, which is not part of the output. */
    if (inl > 0 && !plain->base.encrypting && plain->tls_version != 0 && plain->tls_mac_size > 0) {
        if (inl < plain->tls_mac_size)
            return 0;
        *outl = inl - plain->tls_mac_size;
        plain->tls_mac = out + *outl;
    }
    return 1;
}

static int ctr_final(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    const struct ctr_context *ctr = cctx;

    (void)out;
    (void)outsize;
    if (!ctr->plain.base.key_set)
        return raise(ctr->plain.base.provider, REASON_NO_KEY_SET);
    *outl = 0;
    return 1;
}

static void ctr_freectx(void *cctx)
{
    cipher_free(cctx, sizeof(struct ctr_context));
}

static void *ctr_dupctx(void *cctx)
{
    return cipher_dup(cctx, sizeof(struct ctr_context));
}

static void *aes_128_ctr_newctx(void *provctx)
{
    return plain_new(provctx, sizeof(struct ctr_context), 16, traits.iv_len);
}

static void *aes_192_ctr_newctx(void *provctx)
{
    return plain_new(provctx, sizeof(struct ctr_context), 24, traits.iv_len);
}

static void *aes_256_ctr_newctx(void *provctx)
{
    return plain_new(provctx, sizeof(struct ctr_context), 32, traits.iv_len);
}

static int aes_128_ctr_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 16);
}

static int aes_192_ctr_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 24);
}

static int aes_256_ctr_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 32);
}

/* CTR_FUNCTIONS is a dispatch table: all but two functions serve every key length. */
/* clang-format off */
#define CTR_FUNCTIONS(newctx, get_params) {                                        \
    {OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))(newctx)},                           \
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))ctr_encrypt_init},             \
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))ctr_decrypt_init},             \
    {OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))ctr_update},                         \
    {OSSL_FUNC_CIPHER_FINAL, (void (*)(void))ctr_final},                           \
    {OSSL_FUNC_CIPHER_CIPHER, (void (*)(void))ctr_cipher},                         \
    {OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))ctr_freectx},                       \
    {OSSL_FUNC_CIPHER_DUPCTX, (void (*)(void))ctr_dupctx},                         \
    {OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))(get_params)},                   \
    {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))plain_get_params},           \
    {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))plain_set_params},           \
    {OSSL_FUNC_CIPHER_GETTABLE_PARAMS, (void (*)(void))cipher_gettable_params},    \
    {OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, (void (*)(void))plain_gettable_params}, \
    {OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, (void (*)(void))plain_settable_params}, \
    {FUNC_CIPHER_ENCRYPT_SKEY_INIT, (void (*)(void))ctr_encrypt_skey_init},        \
    {FUNC_CIPHER_DECRYPT_SKEY_INIT, (void (*)(void))ctr_decrypt_skey_init},        \
    {0, NULL},                                                                     \
}
/* clang-format on */

const OSSL_DISPATCH aes_128_ctr_functions[] = CTR_FUNCTIONS(aes_128_ctr_newctx, aes_128_ctr_get_params);
const OSSL_DISPATCH aes_192_ctr_functions[] = CTR_FUNCTIONS(aes_192_ctr_newctx, aes_192_ctr_get_params);
const OSSL_DISPATCH aes_256_ctr_functions[] = CTR_FUNCTIONS(aes_256_ctr_newctx, aes_256_ctr_get_params);
