/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * gcm_tls.c - AES-GCM as TLS 1.2 uses it (RFC 5288): an IV of a fixed part and an explicit one, and whole records at a
 * time.
 */
#include <string.h>

#include "aes_gcm.h"
#include "constant_time.h"
#include "provider/error.h"

enum {
    FIXED_IV_LEN = 4,
    EXPLICIT_IV_LEN = 8,
};

int gcm_tls_set_aad(struct gcm_context *context, const uint8_t *aad, size_t aad_len)
{
    uint8_t *length_field = context->tag + GCM_TLS_AAD_LEN - 2;
    size_t overhead = EXPLICIT_IV_LEN + (context->base.encrypting ? 0 : GCM_TAG_LEN);
    size_t len;

    if (aad == NULL || aad_len != GCM_TLS_AAD_LEN)
        return 0;
    memcpy(context->tag, aad, aad_len);
    context->tls_aad_set = true;
    len = (size_t)length_field[0] << 8 | length_field[1];
    if (len < overhead)
        return 0;
    len -= overhead;
    length_field[0] = (uint8_t)(len >> 8);
    length_field[1] = (uint8_t)len;
    context->tls_aad_pad = GCM_TAG_LEN;
    return 1;
}

int gcm_tls_set_fixed_iv(struct gcm_context *context, const uint8_t *iv, size_t len)
{
    if (iv == NULL)
        return 0;
    if (len == SIZE_MAX) {
        memcpy(context->iv, iv, context->iv_len);
        context->iv_random = false;
    } else {
        if (len < FIXED_IV_LEN || len > context->iv_len || context->iv_len - len < EXPLICIT_IV_LEN)
            return 0;
        memcpy(context->iv, iv, len);
        if (context->base.encrypting && !gcm_random_iv(context, len))
            return 0;
    }
    context->iv_invocation_set = true;
    context->iv_state = IV_BUFFERED;
    return 1;
}

/* begin starts the message that context->iv belongs to. */
static void begin(struct gcm_context *context)
{
    gcm_start(&context->gcm, context->base.kernel, context->iv, context->iv_len);
    context->iv_state = IV_COPIED;
    context->tag_refused = false;
    cipher_wipe(&context->base);
}

/* count_on adds one to the invocation field, the last 8 bytes of the IV. */
static void count_on(uint8_t *iv, size_t iv_len)
{
    for (size_t i = 0; i < EXPLICIT_IV_LEN && i < iv_len; i++) {
        if (++iv[iv_len - 1 - i] != 0)
            return;
    }
}

int gcm_tls_next_iv(struct gcm_context *context, uint8_t *out, size_t len)
{
    if (!context->iv_invocation_set || !context->base.key_set)
        return 0;
    begin(context);
    if (len == 0 || len > context->iv_len)
        len = context->iv_len;
    memcpy(out, context->iv + context->iv_len - len, len);
    count_on(context->iv, context->iv_len);
    return 1;
}

int gcm_tls_set_invocation(struct gcm_context *context, const uint8_t *in, size_t len)
{
    if (!context->iv_invocation_set || !context->base.key_set || context->base.encrypting || len > context->iv_len)
        return 0;
    memcpy(context->iv + context->iv_len - len, in, len);
    begin(context);
    return 1;
}

/* process_record is gcm_tls_record without what is done after each record. Returns the length of the output, or 0 with
 * *ok false. */
static size_t process_record(struct gcm_context *context, uint8_t *record, size_t len, bool *ok)
{
    const struct aes_kernel *kernel = context->base.kernel;
    const bool encrypting = context->base.encrypting;
    uint8_t *data = record + EXPLICIT_IV_LEN;
    const size_t data_len = len - EXPLICIT_IV_LEN - GCM_TAG_LEN;
    uint8_t aad[GCM_TLS_AAD_LEN];
    uint8_t tag[GCM_TAG_LEN];

    *ok = false;
    if (encrypting && ++context->tls_records == 0) {
        raise(context->base.provider, REASON_TOO_MANY_RECORDS);
        return 0;
    }
    memcpy(aad, context->tag, sizeof(aad));
    if (encrypting ? !gcm_tls_next_iv(context, record, EXPLICIT_IV_LEN)
                   : !gcm_tls_set_invocation(context, record, EXPLICIT_IV_LEN))
        return 0;
    if (!gcm_aad(&context->gcm, kernel, aad, sizeof(aad)) ||
        !gcm_crypt(&context->gcm, kernel, data, data, data_len, encrypting))
        return 0;
    gcm_finish(&context->gcm, kernel, tag);
    context->tag_len = GCM_TAG_LEN;
    context->tag_len_set = true;
    if (encrypting) {
        memcpy(data + data_len, tag, GCM_TAG_LEN);
        *ok = true;
        return len;
    }
    *ok = equal_in_constant_time(tag, data + data_len, GCM_TAG_LEN);
    if (!*ok) {
        explicit_bzero(data, data_len);
        return 0;
    }
    return data_len;
}

int gcm_tls_record(struct gcm_context *context, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    bool ok = false;

    *out_len = 0;
    if (context->base.key_set && out == in && len >= EXPLICIT_IV_LEN + GCM_TAG_LEN)
        *out_len = process_record(context, out, len, &ok);
    context->iv_state = IV_FINISHED;
    context->tls_aad_set = false;
    cipher_wipe(&context->base);
    return ok;
}
