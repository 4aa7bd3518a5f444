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
        /* Of a constant length it is inline, and without the overlapping stores that gcm.c warns of. */
        if (iv_len == GCM_IV_DEFAULT_LEN)
            memcpy(context->iv, iv, GCM_IV_DEFAULT_LEN);
        else
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
        cipher_wipe(&context->base);
        /* In the middle of a message the default provider goes on from an all-zero counter block, whose key stream is H
         * itself. It is not followed there: another IV is needed. */
        if (context->iv_state == IV_COPIED)
            context->iv_state = IV_FINISHED;
    }
    return params == NULL || gcm_set_ctx_params(context, params);
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

/* begin_new_message is begin_message where the IV's message is not yet the current one. */
static int begin_new_message(struct gcm_context *context)
{
    if (!context->base.key_set || context->iv_state == IV_FINISHED)
        return 0;
    if (context->iv_state == IV_UNINITIALISED && !make_iv(context))
        return 0;
    gcm_start(&context->gcm, context->base.kernel, context->iv, context->iv_len);
    context->iv_state = IV_COPIED;
    context->tag_refused = false;
    return 1;
}

/* begin_message makes the IV's message the current one. Returns 0 when there is no IV, or it is used up. */
static inline int begin_message(struct gcm_context *context)
{
    return context->iv_state == IV_COPIED || begin_new_message(context);
}

/* finish_message makes the tag, or compares it with the one that was set. Not inline: it would burden the updates. */
__attribute__((noinline)) static int finish_message(struct gcm_context *context)
{
    const struct cipher_context *base = &context->base;
    uint8_t tag[GCM_TAG_LEN];

    if (!base->encrypting && !context->tag_len_set) {
        if (base->provider->core_version >= 400)
            raise(base->provider, REASON_TAG_NOT_SET);
        return 0;
    }
    /* A message that failed once can't be mended: its hash is used up. */
    if (context->tag_refused)
        return 0;
    gcm_finish(&context->gcm, base->kernel, tag);
    cipher_wipe(base);
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

/* process takes AAD or data. */
static inline int process(struct gcm_context *context, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct aes_kernel *kernel = context->base.kernel;
    int ok;

    if (!begin_message(context))
        return 0;
    ok = out == NULL ? gcm_aad(&context->gcm, kernel, in, len)
                     : gcm_crypt(&context->gcm, kernel, out, in, len, context->base.encrypting);
    cipher_wipe(&context->base);
    return ok;
}

static int gcm_final(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    struct gcm_context *context = cctx;

    (void)outsize;
    *outl = 0;
    if (context->tls_aad_set)
        return gcm_tls_record(context, out, outl, NULL, 0); /* which fails: a record is never empty */
    return begin_message(context) && finish_message(context);
}

static int gcm_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct gcm_context *context = cctx;
    const struct provider_context *provider = context->base.provider;

    *outl = 0;
    if (inl == 0)
        return 1;
    if (outsize < inl)
        return raise(provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    if (context->tls_aad_set)
        return gcm_tls_record(context, out, outl, in, inl) || raise(provider, REASON_CIPHER_OPERATION_FAILED);
    if (in == NULL)
        return gcm_final(context, out, outl, outsize) || raise(provider, REASON_CIPHER_OPERATION_FAILED);
    if (!process(context, out, in, inl))
        return raise(provider, REASON_CIPHER_OPERATION_FAILED);
    *outl = inl;
    return 1;
}

/* gcm_cipher is EVP_Cipher: it tells a failure by its return value alone, and a length of 0 with an input is an update
 * too. */
static int gcm_cipher(void *cctx, unsigned char *out, size_t *outl, size_t outsize, const unsigned char *in, size_t inl)
{
    struct gcm_context *context = cctx;
    int ok;

    *outl = 0;
    if (outsize < inl)
        return raise(context->base.provider, REASON_OUTPUT_BUFFER_TOO_SMALL);
    if (context->tls_aad_set)
        ok = gcm_tls_record(context, out, outl, in, inl);
    else if (in == NULL)
        ok = begin_message(context) && finish_message(context);
    else
        ok = process(context, out, in, inl);
    if (ok)
        *outl = inl;
    return ok;
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
    if (!param_set_octets(p, context->iv, context->iv_len, provider))
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
    if (!param_set_octet_string(p, context->tag, size_query ? context->tag_len : p->data_size, provider))
        return raise(provider, REASON_FAILED_TO_SET_PARAMETER);
    return 1;
}

/* answer gives one parameter. */
static int answer(struct gcm_context *context, enum param_id id, OSSL_PARAM *p)
{
    const struct provider_context *provider = context->base.provider;
    int ok;

    switch (id) {
    case PARAM_IVLEN:
        ok = param_set_size(p, context->iv_len);
        break;
    case PARAM_KEYLEN:
        ok = param_set_size(p, context->base.key_len);
        break;
    case PARAM_TAGLEN:
        ok = param_set_size(p, context->tag_len_set ? context->tag_len : GCM_TAG_LEN);
        break;
    case PARAM_TLSAADPAD:
        ok = param_set_size(p, context->tls_aad_pad);
        break;
    case PARAM_IV:
    case PARAM_UPDATED_IV:
        return answer_iv(context, p);
    case PARAM_TAG:
        return answer_tag(context, p);
    case PARAM_TLSIVGEN:
        return p->data != NULL && p->data_type == OSSL_PARAM_OCTET_STRING &&
               gcm_tls_next_iv(context, p->data, p->data_size);
    default: /* PARAM_IV_GENERATED, of OpenSSL 3.4 and later */
        return provider->core_version < 304 || param_set_uint(p, context->iv_random);
    }
    return ok || raise(provider, REASON_FAILED_TO_SET_PARAMETER);
}

/* apply_tag takes the tag that a message to be deciphered must have. */
static int apply_tag(struct gcm_context *context, const OSSL_PARAM *p)
{
    const struct provider_context *provider = context->base.provider;

    if (p->data_type != OSSL_PARAM_OCTET_STRING || p->data == NULL || p->data_size > GCM_TAG_LEN)
        return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    memcpy(context->tag, p->data, p->data_size);
    if (p->data_size == 0 || context->base.encrypting)
        return raise(provider, REASON_INVALID_TAG);
    context->tag_len = p->data_size;
    context->tag_len_set = true;
    return 1;
}

/* apply_iv_len: an IV that was given with another length is no longer one. */
static int apply_iv_len(struct gcm_context *context, const OSSL_PARAM *p)
{
    const struct provider_context *provider = context->base.provider;
    size_t len;

    if (!param_get_size(p, &len))
        return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    if (len == 0 || len > sizeof(context->iv))
        return raise(provider, REASON_INVALID_IV_LENGTH);
    if (len != context->iv_len && context->iv_state != IV_UNINITIALISED)
        context->iv_state = IV_FINISHED;
    context->iv_len = len;
    return 1;
}

/* apply takes one parameter. */
static int apply(struct gcm_context *context, enum param_id id, const OSSL_PARAM *p)
{
    const struct provider_context *provider = context->base.provider;
    const bool octets = p->data_type == OSSL_PARAM_OCTET_STRING;

    switch (id) {
    case PARAM_TAG:
        return apply_tag(context, p);
    case PARAM_IVLEN:
        return apply_iv_len(context, p);
    case PARAM_TLSAAD:
        if (!octets)
            return raise(provider, REASON_FAILED_TO_GET_PARAMETER);
        return gcm_tls_set_aad(context, p->data, p->data_size) || raise(provider, REASON_INVALID_AAD);
    case PARAM_TLSIVFIXED:
        return (octets && gcm_tls_set_fixed_iv(context, p->data, p->data_size)) ||
               raise(provider, REASON_FAILED_TO_GET_PARAMETER);
    default: /* PARAM_TLSIVINV, which raises nothing */
        return octets && p->data != NULL && gcm_tls_set_invocation(context, p->data, p->data_size);
    }
}

/* repeated_rule: what GCM does with repeated parameters, and in which order it takes all of them, has changed twice. */
static enum repeated repeated_rule(const struct provider_context *provider)
{
    if (provider->core_version >= 306)
        return REPEATED_REFUSED;
    return provider->core_version >= 304 ? REPEATED_EACH : REPEATED_FIRST;
}

static const struct param_set gettable = {
    .known = PARAM_BIT(PARAM_IVLEN) | PARAM_BIT(PARAM_KEYLEN) | PARAM_BIT(PARAM_TAGLEN) | PARAM_BIT(PARAM_IV) |
             PARAM_BIT(PARAM_UPDATED_IV) | PARAM_BIT(PARAM_TLSAADPAD) | PARAM_BIT(PARAM_TAG) |
             PARAM_BIT(PARAM_TLSIVGEN) | PARAM_BIT(PARAM_IV_GENERATED),
    .count = 9,
    .order = {PARAM_IVLEN, PARAM_KEYLEN, PARAM_TAGLEN, PARAM_IV, PARAM_UPDATED_IV, PARAM_TLSAADPAD, PARAM_TAG,
              PARAM_TLSIVGEN, PARAM_IV_GENERATED},
};

/* get_several answers any number of parameters. Not inline: a single one shall not pay for it. */
__attribute__((noinline)) static int get_several(struct gcm_context *context, OSSL_PARAM params[])
{
    const struct provider_context *provider = context->base.provider;
    struct param_walk walk;
    enum param_id id;
    size_t i;

    if (!params_begin(&walk, params, &gettable, repeated_rule(provider), provider))
        return 0;
    while (params_next(&walk, &id, &i)) {
        if (!answer(context, id, &params[i]))
            return 0;
    }
    return 1;
}

static int gcm_get_ctx_params(void *cctx, OSSL_PARAM params[])
{
    enum param_id id;

    if (!params_single(params))
        return get_several(cctx, params);
    id = param_identify(params[0].key);
    return (gettable.known & PARAM_BIT(id)) == 0 || answer(cctx, id, &params[0]);
}

static const struct param_set settable = {
    .known = PARAM_BIT(PARAM_TAG) | PARAM_BIT(PARAM_IVLEN) | PARAM_BIT(PARAM_TLSAAD) | PARAM_BIT(PARAM_TLSIVFIXED) |
             PARAM_BIT(PARAM_TLSIVINV),
    .count = 5,
    .order = {PARAM_TAG, PARAM_IVLEN, PARAM_TLSAAD, PARAM_TLSIVFIXED, PARAM_TLSIVINV},
};

/* set_several takes any number of parameters. */
__attribute__((noinline)) static int set_several(struct gcm_context *context, const OSSL_PARAM params[])
{
    const struct provider_context *provider = context->base.provider;
    struct param_walk walk;
    enum param_id id;
    size_t i;

    if (!params_begin(&walk, params, &settable, repeated_rule(provider), provider))
        return 0;
    while (params_next(&walk, &id, &i)) {
        if (!apply(context, id, &params[i]))
            return 0;
    }
    return 1;
}

static int gcm_set_ctx_params(void *cctx, const OSSL_PARAM params[])
{
    enum param_id id;

    if (!params_single(params))
        return set_several(cctx, params);
    id = param_identify(params[0].key);
    return (settable.known & PARAM_BIT(id)) == 0 || apply(cctx, id, &params[0]);
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
/* clang-format off */
#define GCM_FUNCTIONS(newctx, get_params) {                                          \
    {OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))(newctx)},                             \
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))gcm_encrypt_init},               \
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))gcm_decrypt_init},               \
    {OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))gcm_update},                           \
    {OSSL_FUNC_CIPHER_FINAL, (void (*)(void))gcm_final},                             \
    {OSSL_FUNC_CIPHER_CIPHER, (void (*)(void))gcm_cipher},                           \
    {OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))gcm_freectx},                         \
    {OSSL_FUNC_CIPHER_DUPCTX, (void (*)(void))gcm_dupctx},                           \
    {OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))(get_params)},                     \
    {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))gcm_get_ctx_params},           \
    {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))gcm_set_ctx_params},           \
    {OSSL_FUNC_CIPHER_GETTABLE_PARAMS, (void (*)(void))cipher_gettable_params},      \
    {OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, (void (*)(void))gcm_gettable_ctx_params}, \
    {OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, (void (*)(void))gcm_settable_ctx_params}, \
    {0, NULL},                                                                       \
}
/* clang-format on */

const OSSL_DISPATCH aes_128_gcm_functions[] = GCM_FUNCTIONS(aes_128_gcm_newctx, aes_128_gcm_get_params);
const OSSL_DISPATCH aes_192_gcm_functions[] = GCM_FUNCTIONS(aes_192_gcm_newctx, aes_192_gcm_get_params);
const OSSL_DISPATCH aes_256_gcm_functions[] = GCM_FUNCTIONS(aes_256_gcm_newctx, aes_256_gcm_get_params);
