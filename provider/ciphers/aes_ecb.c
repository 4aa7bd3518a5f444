/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes_ecb.c - AES-ECB (SP 800-38A, 6.1) as EVP sees it: bytes into blocks, and PKCS#7 padding (RFC 5652, 6.3).
 *
 * When it decrypts with padding, an update holds the last whole block back: it may hold the padding, which only the
 * final call may take off.
 */
#include <openssl/evp.h>
#include <string.h>

#include "algorithms.h"
#include "plain.h"
#include "provider/error.h"
#include "provider/skeymgmt.h"

struct ecb_context {
    struct plain_context plain;
    struct aes_key encrypt_key;
    struct aes_key decrypt_key; /* made when first needed */
    bool decrypt_key_made;
    uint8_t block[AES_BLOCK_LEN]; /* bytes that await a whole block, or a block that is held back */
    size_t buffered;              /* how many, 0 to 16 */
};

const size_t aes_ecb_context_size = sizeof(struct ecb_context);

static const struct cipher_traits traits = {.mode = EVP_CIPH_ECB_MODE, .block_size = AES_BLOCK_LEN, .iv_len = 0};

/* crypt_blocks enciphers or deciphers whole blocks. */
static void crypt_blocks(struct ecb_context *ecb, uint8_t *out, const uint8_t *in, size_t blocks)
{
    const struct aes_kernel *kernel = ecb->plain.base.kernel;

    if (ecb->plain.base.encrypting) {
        kernel->ecb_encrypt(&ecb->encrypt_key, out, in, blocks);
    } else {
        if (!ecb->decrypt_key_made) {
            kernel->set_decrypt_key(&ecb->decrypt_key, &ecb->encrypt_key);
            ecb->decrypt_key_made = true;
        }
        kernel->ecb_decrypt(&ecb->decrypt_key, out, in, blocks);
    }
    cipher_wipe(&ecb->plain.base);
}

static int ecb_init(struct ecb_context *ecb, bool encrypting, const uint8_t *key, size_t key_len,
                    const OSSL_PARAM params[])
{
    struct cipher_context *base = &ecb->plain.base;

    ecb->plain.num = 0;
    ecb->buffered = 0;
    base->encrypting = encrypting;
    if (key != NULL) {
        if (!cipher_check_key_len(base, key_len))
            return 0;
        base->kernel->set_encrypt_key(&ecb->encrypt_key, key, key_len);
        ecb->decrypt_key_made = false;
        base->key_set = true;
        cipher_wipe(base);
    }
    return params == NULL || plain_set_params(ecb, params);
}

static int ecb_encrypt_init(void *cctx, const unsigned char *key, size_t keylen, const unsigned char *iv, size_t ivlen,
                            const OSSL_PARAM params[])
{
    (void)iv;
    (void)ivlen;
    return ecb_init(cctx, true, key, keylen, params);
}

static int ecb_decrypt_init(void *cctx, const unsigned char *key, size_t keylen, const unsigned char *iv, size_t ivlen,
                            const OSSL_PARAM params[])
{
    (void)iv;
    (void)ivlen;
    return ecb_init(cctx, false, key, keylen, params);
}

static int ecb_encrypt_skey_init(void *cctx, void *skeydata, const unsigned char *iv, size_t ivlen,
                                 const OSSL_PARAM params[])
{
    size_t key_len;
    const uint8_t *key = skey_bytes(skeydata, &key_len);

    (void)iv;
    (void)ivlen;
    return ecb_init(cctx, true, key, key_len, params);
}

static int ecb_decrypt_skey_init(void *cctx, void *skeydata, const unsigned char *iv, size_t ivlen,
                                 const OSSL_PARAM params[])
{
    size_t key_len;
    const uint8_t *key = skey_bytes(skeydata, &key_len);

    (void)iv;
    (void)ivlen;
    return ecb_init(cctx, false, key, key_len, params);
}

/* check_ready raises and returns 0 when no key is set, or a TLS version: records of that protocol take padding and a
 * MAC of their own, which no cipher suite has ever used with ECB. */
static int check_ready(const struct ecb_context *ecb)
{
    if (!ecb->plain.base.key_set)
        return raise(ecb->plain.base.provider, REASON_NO_KEY_SET);
    if (ecb->plain.tls_version != 0)
        return raise(ecb->plain.base.provider, REASON_CIPHER_OPERATION_FAILED);
    return 1;
}

/* fill_block moves bytes from the input into the block that is being gathered. */
static void fill_block(struct ecb_context *ecb, const uint8_t **in, size_t *in_len)
{
    size_t n = AES_BLOCK_LEN - ecb->buffered;

    if (n > *in_len)
        n = *in_len;
    if (n == 0)
        return;
    memcpy(ecb->block + ecb->buffered, *in, n);
    ecb->buffered += n;
    *in += n;
    *in_len -= n;
}

static int ecb_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct ecb_context *ecb = cctx;
    const struct cipher_context *base = &ecb->plain.base;
    const bool hold_back = !base->encrypting && ecb->plain.padding;
    size_t whole_len;
    size_t out_len = 0;

    if (!check_ready(ecb))
        return 0;
    if (in == NULL && inl > 0)
        return raise(base->provider, REASON_CIPHER_OPERATION_FAILED);

    if (ecb->buffered != 0)
        fill_block(ecb, &in, &inl);
    if (ecb->buffered == AES_BLOCK_LEN && (inl > 0 || !hold_back)) {
        if (outsize < AES_BLOCK_LEN)
            return raise(base->provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
        crypt_blocks(ecb, out, ecb->block, 1);
        ecb->buffered = 0;
        out_len = AES_BLOCK_LEN;
        out += AES_BLOCK_LEN;
    }

    whole_len = inl - inl % AES_BLOCK_LEN;
    if (whole_len > 0) {
        if (hold_back && whole_len == inl)
            whole_len -= AES_BLOCK_LEN;
        out_len += whole_len;
        if (outsize < out_len)
            return raise(base->provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
        /* The rest of the input is kept first: the output may lie over it. */
        if (inl > whole_len)
            memcpy(ecb->block, in + whole_len, inl - whole_len);
        ecb->buffered = inl - whole_len;
        crypt_blocks(ecb, out, in, whole_len / AES_BLOCK_LEN);
    } else {
        fill_block(ecb, &in, &inl);
    }
    *outl = out_len;
    return 1;
}

/* final_encrypt pads the last block, or with padding off refuses one that is not whole. */
static int final_encrypt(struct ecb_context *ecb, uint8_t *out, size_t *outl, size_t outsize)
{
    const struct provider_context *provider = ecb->plain.base.provider;
    uint8_t pad = (uint8_t)(AES_BLOCK_LEN - ecb->buffered);

    if (ecb->plain.padding) {
        memset(ecb->block + ecb->buffered, pad, pad);
        ecb->buffered = AES_BLOCK_LEN;
    } else if (ecb->buffered == 0) {
        *outl = 0;
        return 1;
    } else if (ecb->buffered != AES_BLOCK_LEN) {
        return raise(provider, REASON_WRONG_FINAL_BLOCK_LENGTH);
    }
    if (outsize < AES_BLOCK_LEN)
        return raise(provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    crypt_blocks(ecb, out, ecb->block, 1);
    ecb->buffered = 0;
    *outl = AES_BLOCK_LEN;
    return 1;
}

/* unpadded_len returns the length of a last block without its padding, or AES_BLOCK_LEN where that is not well formed.
 * Its time depends on the verdict only. (Who learns the verdict has a padding oracle all the same: the data must be
 * authentic.) */
static size_t unpadded_len(const uint8_t block[AES_BLOCK_LEN])
{
    uint32_t pad = block[AES_BLOCK_LEN - 1];
    uint32_t bad = (pad - 1) >> 4; /* not 0 unless pad is 1 to 16 */

    for (uint32_t i = 0; i < AES_BLOCK_LEN; i++) {
        uint32_t in_padding = (uint32_t)0 - ((AES_BLOCK_LEN - 1 - i - pad) >> 31);

        bad |= in_padding & (block[i] ^ pad);
    }
    return bad != 0 ? AES_BLOCK_LEN : AES_BLOCK_LEN - pad;
}

/* final_decrypt deciphers the block that was held back and takes the padding off. */
static int final_decrypt(struct ecb_context *ecb, uint8_t *out, size_t *outl, size_t outsize)
{
    const struct provider_context *provider = ecb->plain.base.provider;
    size_t len = AES_BLOCK_LEN;

    if (ecb->buffered != AES_BLOCK_LEN) {
        if (ecb->buffered == 0 && !ecb->plain.padding) {
            *outl = 0;
            return 1;
        }
        return raise(provider, REASON_WRONG_FINAL_BLOCK_LENGTH);
    }
    crypt_blocks(ecb, ecb->block, ecb->block, 1);
    if (ecb->plain.padding) {
        len = unpadded_len(ecb->block);
        if (len == AES_BLOCK_LEN)
            return raise(provider, REASON_BAD_DECRYPT);
    }
    if (outsize < len)
        return raise(provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    memcpy(out, ecb->block, len);
    *outl = len;
    ecb->buffered = 0;
    return 1;
}

static int ecb_final(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    struct ecb_context *ecb = cctx;

    if (!check_ready(ecb))
        return 0;
    if (ecb->plain.base.encrypting)
        return final_encrypt(ecb, out, outl, outsize);
    return final_decrypt(ecb, out, outl, outsize);
}

/* ecb_cipher is EVP_Cipher: no buffering and no padding; bytes beyond the last whole block stay as they are. */
static int ecb_cipher(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct ecb_context *ecb = cctx;
    const struct provider_context *provider = ecb->plain.base.provider;

    if (!ecb->plain.base.key_set)
        return raise(provider, REASON_NO_KEY_SET);
    if (outsize < inl)
        return raise(provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    if (in == NULL && inl > 0)
        return raise(provider, REASON_CIPHER_OPERATION_FAILED);
    crypt_blocks(ecb, out, in, inl / AES_BLOCK_LEN);
    *outl = inl;
    return 1;
}

static void ecb_freectx(void *cctx)
{
    cipher_free(cctx, sizeof(struct ecb_context));
}

static void *ecb_dupctx(void *cctx)
{
    return cipher_dup(cctx, sizeof(struct ecb_context));
}

static void *aes_128_ecb_newctx(void *provctx)
{
    return plain_new(provctx, sizeof(struct ecb_context), 16, traits.iv_len);
}

static void *aes_192_ecb_newctx(void *provctx)
{
    return plain_new(provctx, sizeof(struct ecb_context), 24, traits.iv_len);
}

static void *aes_256_ecb_newctx(void *provctx)
{
    return plain_new(provctx, sizeof(struct ecb_context), 32, traits.iv_len);
}

static int aes_128_ecb_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 16);
}

static int aes_192_ecb_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 24);
}

static int aes_256_ecb_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 32);
}

/* ECB_FUNCTIONS is a dispatch table: all but two functions serve every key length. */
/* clang-format off */
#define ECB_FUNCTIONS(newctx, get_params) {                                        \
    {OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))(newctx)},                           \
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))ecb_encrypt_init},             \
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))ecb_decrypt_init},             \
    {OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))ecb_update},                         \
    {OSSL_FUNC_CIPHER_FINAL, (void (*)(void))ecb_final},                           \
    {OSSL_FUNC_CIPHER_CIPHER, (void (*)(void))ecb_cipher},                         \
    {OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))ecb_freectx},                       \
    {OSSL_FUNC_CIPHER_DUPCTX, (void (*)(void))ecb_dupctx},                         \
    {OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))(get_params)},                   \
    {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))plain_get_params},           \
    {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))plain_set_params},           \
    {OSSL_FUNC_CIPHER_GETTABLE_PARAMS, (void (*)(void))cipher_gettable_params},    \
    {OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, (void (*)(void))plain_gettable_params}, \
    {OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, (void (*)(void))plain_settable_params}, \
    {FUNC_CIPHER_ENCRYPT_SKEY_INIT, (void (*)(void))ecb_encrypt_skey_init},        \
    {FUNC_CIPHER_DECRYPT_SKEY_INIT, (void (*)(void))ecb_decrypt_skey_init},        \
    {0, NULL},                                                                     \
}
/* clang-format on */

const OSSL_DISPATCH aes_128_ecb_functions[] = ECB_FUNCTIONS(aes_128_ecb_newctx, aes_128_ecb_get_params);
const OSSL_DISPATCH aes_192_ecb_functions[] = ECB_FUNCTIONS(aes_192_ecb_newctx, aes_192_ecb_get_params);
const OSSL_DISPATCH aes_256_ecb_functions[] = ECB_FUNCTIONS(aes_256_ecb_newctx, aes_256_ecb_get_params);
