/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * aes_gcm.c - AES-GCM as EVP sees it: the life of an IV and of a tag, and the parameters. The mode itself is in gcm.c.
 *
 * An update whose output is NULL takes additional data; one whose input is NULL is the final call. A failing final call
 * raises nothing, up to OpenSSL 4.0, for a wrong tag too: applications rely on the empty error queue.
 */
#include "aes_gcm.h"

#include <errno.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>
#include <sys/random.h>

#include "algorithms.h"
#include "constant_time.h"
#include "provider/error.h"

const size_t aes_gcm_context_size = sizeof(struct gcm_context);

static const struct cipher_traits traits = {
    .mode = EVP_CIPH_GCM_MODE, .block_size = 1, .iv_len = GCM_IV_DEFAULT_LEN, .aead = true};

/* The kernel's generator, not RAND_bytes: a provider has no upcall for that, and the process's own DRBG may run on this
 * very provider. */
int gcm_random_iv(struct gcm_context *context, size_t offset)
{
    uint8_t *out = context->iv + offset;
    size_t len = context->iv_len - offset;

    while (len > 0) {
        ssize_t n = getrandom(out, len, 0);

        if (n < 0 && errno != EINTR)
            return 0;
        if (n > 0) {
            out += n;
            len -= (size_t)n;
        }
    }
    context->iv_random = true;
    return 1;
}

/* make_iv makes an IV where none was given (SP 800-38D, 8.2.2: 96 random bits or more). */
static int make_iv(struct gcm_context *context)
{
    if (!context->base.encrypting || context->iv_len < GCM_IV_DEFAULT_LEN || !gcm_random_iv(context, 0))
        return 0;
    context->iv_state = IV_BUFFERED;
    return 1;
}

static int gcm_set_ctx_params(void *cctx, const OSSL_PARAM params[]);

static int gcm_init(struct gcm_context *context, bool encrypting, const uint8_t *key, size_t key_len, const uint8_t *iv,
                    size_t iv_len, const OSSL_PARAM params[])
{
    context->base.encrypting = encrypting;
    if (iv != NULL) {
        if (iv_len == 0 || iv_len > sizeof(context->iv))
            return raise(context->base.provider, REASON_INVALID_IV_LENGTH);
        memcpy(context->iv, iv, iv_len);
        context->iv_len = iv_len;
        context->iv_state = IV_BUFFERED;
        if (context->base.provider->core_version >= 400)
            context->iv_random = false;
    }
    if (key != NULL) {
        if (!cipher_check_key_len(&context->base, key_len))
            return 0;
        gcm_set_key(&context->gcm, context->base.kernel, key, key_len);
        context->base.key_set = true;
        context->tls_records = 0;
        /* In the middle of a message the default provider goes on from an all-zero counter block, whose key stream is H
         * itself: the one thing in which it is not followed. */
        if (context->iv_state == IV_COPIED)
            context->iv_state = IV_FINISHED;
    }
    return gcm_set_ctx_params(context, params);
}

static int gcm_encrypt_init(void *cctx, const unsigned char *key, size_t keylen, const unsigned char *iv, size_t ivlen,
                            const OSSL_PARAM params[])
{
    return gcm_init(cctx, true, key, keylen, iv, ivlen, params);
}

static int gcm_decrypt_init(void *cctx, const unsigned char *key, size_t keylen, const unsigned char *iv, size_t ivlen,
                            const OSSL_PARAM params[])
{
    return gcm_init(cctx, false, key, keylen, iv, ivlen, params);
}

/* begin_message makes the IV's message the current one, if it is not. Returns 0 when there is no IV, or it is used up.
 */
static int begin_message(struct gcm_context *context)
{
    if (!context->base.key_set || context->iv_state == IV_FINISHED)
        return 0;
    if (context->iv_state == IV_UNINITIALISED && !make_iv(context))
        return 0;
    if (context->iv_state == IV_BUFFERED) {
        gcm_start(&context->gcm, context->base.kernel, context->iv, context->iv_len);
        context->iv_state = IV_COPIED;
        context->tag_refused = false;
    }
    return 1;
}

/* finish_message makes the tag, or compares it with the one that was set. */
static int finish_message(struct gcm_context *context)
{
    const struct cipher_context *base = &context->base;
    uint8_t tag[GCM_TAG_LEN];

    if (!base->encrypting && !context->tag_len_set) {
        if (base->provider->core_version >= 400)
            raise(base->provider, REASON_TAG_NOT_SET);
        return 0;
    }
    if (context->tag_refused)
        return 0;
    gcm_finish(&context->gcm, base->kernel, tag);
    if (base->encrypting) {
        memcpy(context->tag, tag, sizeof(tag));
        context->tag_len = sizeof(tag);
        context->tag_len_set = true;
    } else if (!equal_in_constant_time(tag, context->tag, context->tag_len)) {
        context->tag_refused = true;
        return 0;
    }
    context->iv_state = IV_FINISHED;
    return 1;
}

/* process does what update, final and EVP_Cipher have in common. *out_len becomes 0 on failure. */
static int process(struct gcm_context *context, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    struct gcm *gcm = &context->gcm;
    const struct aes_kernel *kernel = context->base.kernel;
    int ok;

    if (context->tls_aad_set)
        return gcm_tls_record(context, out, out_len, in, len);
    *out_len = 0;
    if (!begin_message(context))
        return 0;
    if (in == NULL)
        return finish_message(context);
    ok = out == NULL ? gcm_aad(gcm, kernel, in, len) : gcm_crypt(gcm, kernel, out, in, len, context->base.encrypting);
    if (ok)
        *out_len = len;
    return ok;
}

static int gcm_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct gcm_context *context = cctx;

    if (inl == 0) {
        *outl = 0;
        return 1;
    }
    if (outsize < inl)
        return raise(context->base.provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    return process(context, out, outl, in, inl) || raise(context->base.provider, REASON_CIPHER_OPERATION_FAILED);
}

static int gcm_final(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    (void)outsize;
    if (!process(cctx, out, outl, NULL, 0))
        return 0;
    *outl = 0;
    return 1;
}

/* gcm_cipher is EVP_Cipher: it tells a failure by its return value alone. */
static int gcm_cipher(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct gcm_context *context = cctx;

    if (outsize < inl)
        return raise(context->base.provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    if (!process(context, out, outl, in, inl))
        return 0;
    *outl = inl;
    return 1;
}

/* answer_iv gives the IV as bytes or as a pointer to them. From OpenSSL 4.0 on, asking for it before the first update
 * makes it; before, that is an error which raises nothing. */
static int answer_iv(struct gcm_context *context, OSSL_PARAM *p)
{
    const struct provider_context *provider = context->base.provider;
    const bool size_query = p->data == NULL && provider->core_version >= 306;

    if (context->iv_state == IV_UNINITIALISED &&
        (provider->core_version < 400 || context->tls_aad_set || !make_iv(context)))
        return 0;
    if (!size_query && context->iv_len > p->data_size)
        return raise(provider, REASON_INVALID_IV_LENGTH);
    if (!param_set_octet_string(p, context->iv, context->iv_len) &&
        !param_set_octet_ptr(p, context->iv, context->iv_len))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    return 1;
}

/* answer_tag gives the first bytes of the tag of an enciphered message. */
static int answer_tag(const struct gcm_context *context, OSSL_PARAM *p)
{
    const struct provider_context *provider = context->base.provider;
    const bool size_query = p->data == NULL && provider->core_version >= 306;

    if (!context->base.encrypting || !context->tag_len_set)
        return raise(provider, REASON_INVALID_TAG);
    if (!size_query && (p->data_size == 0 || p->data_size > GCM_TAG_LEN))
        return raise(provider, REASON_INVALID_TAG);
    if (!param_set_octet_string(p, context->tag, p->data_size))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    return 1;
}

static int answer_params(struct gcm_context *context, OSSL_PARAM params[], const struct param_places *places)
{
    const struct provider_context *provider = context->base.provider;
    OSSL_PARAM *p;

    p = param_at(params, places, PARAM_IVLEN);
    if (p != NULL && !param_set_size(p, context->iv_len))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, places, PARAM_KEYLEN);
    if (p != NULL && !param_set_size(p, context->base.key_len))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, places, PARAM_TAGLEN);
    if (p != NULL && !param_set_size(p, context->tag_len_set ? context->tag_len : GCM_TAG_LEN))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, places, PARAM_IV);
    if (p != NULL && !answer_iv(context, p))
        return 0;
    p = param_at(params, places, PARAM_UPDATED_IV);
    if (p != NULL && !answer_iv(context, p))
        return 0;
    p = param_at(params, places, PARAM_TLSAADPAD);
    if (p != NULL && !param_set_size(p, context->tls_aad_pad))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    p = param_at(params, places, PARAM_TAG);
    if (p != NULL && !answer_tag(context, p))
        return 0;
    p = param_at(params, places, PARAM_TLSIVGEN);
    if (p != NULL && (p->data == NULL || p->data_type != OSSL_PARAM_OCTET_STRING ||
                      !gcm_tls_next_iv(context, p->data, p->data_size)))
        return 0;
    p = param_at(params, places, PARAM_IV_GENERATED);
    return p == NULL || param_set_uint(p, context->iv_random);
}

static int apply_params(struct gcm_context *context, const OSSL_PARAM params[], const struct param_places *places)
{
    const struct provider_context *provider = context->base.provider;
    const OSSL_PARAM *p;
    size_t len;

    p = param_const_at(params, places, PARAM_TAG);
    if (p != NULL) {
        if (p->data_type != OSSL_PARAM_OCTET_STRING || p->data == NULL || p->data_size > GCM_TAG_LEN)
            return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
        memcpy(context->tag, p->data, p->data_size);
        if (p->data_size == 0 || context->base.encrypting)
            return raise(provider, REASON_INVALID_TAG);
        context->tag_len = p->data_size;
        context->tag_len_set = true;
    }
    p = param_const_at(params, places, PARAM_IVLEN);
    if (p != NULL) {
        if (!param_get_size(p, &len))
            return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
        if (len == 0 || len > sizeof(context->iv))
            return raise(provider, REASON_INVALID_IV_LENGTH);
        /* An IV of another length is no longer the one that was given. */
        if (len != context->iv_len && context->iv_state != IV_UNINITIALISED)
            context->iv_state = IV_FINISHED;
        context->iv_len = len;
    }
    p = param_const_at(params, places, PARAM_TLSAAD);
    if (p != NULL) {
        if (p->data_type != OSSL_PARAM_OCTET_STRING)
            return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
        len = gcm_tls_set_aad(context, p->data, p->data_size);
        if (len == 0)
            return raise(provider, REASON_INVALID_AAD);
        context->tls_aad_pad = len;
    }
    p = param_const_at(params, places, PARAM_TLSIVFIXED);
    if (p != NULL && (p->data_type != OSSL_PARAM_OCTET_STRING || !gcm_tls_set_fixed_iv(context, p->data, p->data_size)))
        return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    p = param_const_at(params, places, PARAM_TLSIVINV);
    return p == NULL || (p->data != NULL && p->data_type == OSSL_PARAM_OCTET_STRING &&
                         gcm_tls_set_invocation(context, p->data, p->data_size));
}

/* takes_in_order tells whether this libcrypto's GCM takes parameters one by one as they stand in the array, a repeated
 * one each time. Before and after, it takes each once, in an order of its own. */
static bool takes_in_order(const struct provider_context *provider)
{
    return provider->core_version >= 304 && provider->core_version < 306;
}

static int gcm_get_ctx_params(void *cctx, OSSL_PARAM params[])
{
    struct gcm_context *context = cctx;
    const struct provider_context *provider = context->base.provider;
    const uint32_t since_304 = provider->core_version >= 304 ? PARAM_BIT(PARAM_IV_GENERATED) : 0;
    const uint32_t known = PARAM_BIT(PARAM_IVLEN) | PARAM_BIT(PARAM_KEYLEN) | PARAM_BIT(PARAM_TAGLEN) |
                           PARAM_BIT(PARAM_IV) | PARAM_BIT(PARAM_UPDATED_IV) | PARAM_BIT(PARAM_TLSAADPAD) |
                           PARAM_BIT(PARAM_TAG) | PARAM_BIT(PARAM_TLSIVGEN) | since_304;
    struct param_places places;

    if (takes_in_order(provider)) {
        for (OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++) {
            params_locate_one(&places, p, known);
            if (!answer_params(context, p, &places))
                return 0;
        }
        return 1;
    }
    return params_locate(&places, params, known, provider) && answer_params(context, params, &places);
}

static int gcm_set_ctx_params(void *cctx, const OSSL_PARAM params[])
{
    struct gcm_context *context = cctx;
    const struct provider_context *provider = context->base.provider;
    const uint32_t known = PARAM_BIT(PARAM_TAG) | PARAM_BIT(PARAM_IVLEN) | PARAM_BIT(PARAM_TLSAAD) |
                           PARAM_BIT(PARAM_TLSIVFIXED) | PARAM_BIT(PARAM_TLSIVINV);
    struct param_places places;

    if (params == NULL)
        return 1;
    if (takes_in_order(provider)) {
        for (const OSSL_PARAM *p = params; p->key != NULL; p++) {
            params_locate_one(&places, p, known);
            if (!apply_params(context, p, &places))
                return 0;
        }
        return 1;
    }
    return params_locate(&places, params, known, provider) && apply_params(context, params, &places);
}

static const OSSL_PARAM *gcm_gettable_ctx_params(void *cctx, void *provctx)
{
    /* The last entry came with OpenSSL 3.4: an older core must not be told of it. */
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN, NULL, 0),
        OSSL_PARAM_END,
    };
    static const OSSL_PARAM list_304[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN, NULL, 0),
        OSSL_PARAM_uint("iv-generated", NULL),
        OSSL_PARAM_END,
    };
    const struct provider_context *provider = provctx;

    (void)cctx;
    return provider != NULL && provider->core_version >= 304 ? list_304 : list;
}

static const OSSL_PARAM *gcm_settable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)cctx;
    (void)provctx;
    return list;
}

static void *gcm_newctx(void *provctx, size_t key_len)
{
    struct gcm_context *context = cipher_new(provctx, sizeof(*context), key_len);

    if (context != NULL)
        context->iv_len = GCM_IV_DEFAULT_LEN;
    return context;
}

static void gcm_freectx(void *cctx)
{
    cipher_free(cctx, sizeof(struct gcm_context));
}

static void *gcm_dupctx(void *cctx)
{
    return cipher_dup(cctx, sizeof(struct gcm_context));
}

static void *aes_128_gcm_newctx(void *provctx)
{
    return gcm_newctx(provctx, 16);
}

static void *aes_192_gcm_newctx(void *provctx)
{
    return gcm_newctx(provctx, 24);
}

static void *aes_256_gcm_newctx(void *provctx)
{
    return gcm_newctx(provctx, 32);
}

static int aes_128_gcm_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 16);
}

static int aes_192_gcm_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 24);
}

static int aes_256_gcm_get_params(OSSL_PARAM params[])
{
    return cipher_get_params(params, &traits, 32);
}

/* GCM_FUNCTIONS is a dispatch table: all but two functions serve every key length. */
#define GCM_FUNCTIONS(newctx, get_params)                                                                              \
    {                                                                                                                  \
        {OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))(newctx)},                                                           \
            {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))gcm_encrypt_init},                                         \
            {OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))gcm_decrypt_init},                                         \
            {OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))gcm_update},                                                     \
            {OSSL_FUNC_CIPHER_FINAL, (void (*)(void))gcm_final},                                                       \
            {OSSL_FUNC_CIPHER_CIPHER, (void (*)(void))gcm_cipher},                                                     \
            {OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))gcm_freectx},                                                   \
            {OSSL_FUNC_CIPHER_DUPCTX, (void (*)(void))gcm_dupctx},                                                     \
            {OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))(get_params)},                                               \
            {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))gcm_get_ctx_params},                                     \
            {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))gcm_set_ctx_params},                                     \
            {OSSL_FUNC_CIPHER_GETTABLE_PARAMS, (void (*)(void))cipher_gettable_params},                                \
            {OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, (void (*)(void))gcm_gettable_ctx_params},                           \
            {OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, (void (*)(void))gcm_settable_ctx_params}, {0, NULL},                \
    }

const OSSL_DISPATCH aes_128_gcm_functions[] = GCM_FUNCTIONS(aes_128_gcm_newctx, aes_128_gcm_get_params);
const OSSL_DISPATCH aes_192_gcm_functions[] = GCM_FUNCTIONS(aes_192_gcm_newctx, aes_192_gcm_get_params);
const OSSL_DISPATCH aes_256_gcm_functions[] = GCM_FUNCTIONS(aes_256_gcm_newctx, aes_256_gcm_get_params);
