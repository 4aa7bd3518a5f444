/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_dup.c - EVP_CIPHER_CTX_copy at every stage of a message, against the default provider: original and
 * copy go on by themselves, and either is freed first.
 */
#include "evp_pair.h"

#include <stdio.h>

static const uint8_t key[32] = {0x52, 0x08, 0x44};
static const uint8_t iv[MAX_IV_LEN] = {0xf0, 0xf1, 0xf2, 0xf3};
static uint8_t data[2000];

/* struct script is a list of calls; step makes call number n with data that depends on salt, and returns false when
 * there is no such call. */
struct script {
    const char *name;
    const char *algorithm;
    bool (*step)(struct pair *pair, unsigned n, size_t salt);
};

static bool step_ecb(struct pair *pair, unsigned n, size_t salt, int enc)
{
    static const size_t pieces[] = {5, 11, 0, 37, 16, 1, 300, 7};
    switch (n) {
    case 0:
        pair_begin(pair, NULL, NULL, 0, enc);
        return true;
    case 1:
        pair_init(pair, key, NULL, 0, -1);
        return true;
    case 10:
        pair_padding(pair, 0);
        return true;
    case 11:
    case 15:
        pair_final(pair);
        return true;
    case 12:
        pair_init(pair, NULL, NULL, 0, !enc);
        return true;
    case 13:
    case 14:
        pair_update(pair, data + salt, 40);
        return true;
    default:
        if (n > 15)
            return false;
        pair_update(pair, data + salt, pieces[n - 2]);
        return true;
    }
}

static bool step_ecb_encrypt(struct pair *pair, unsigned n, size_t salt)
{
    return step_ecb(pair, n, salt, 1);
}

static bool step_ecb_decrypt(struct pair *pair, unsigned n, size_t salt)
{
    return step_ecb(pair, n, salt, 0);
}

static bool step_ctr(struct pair *pair, unsigned n, size_t salt)
{
    static const size_t pieces[] = {5, 11, 3, 300, 0, 1500, 1};
    if (n == 0)
        pair_begin(pair, NULL, NULL, 0, 1);
    else if (n == 1)
        pair_init(pair, key, NULL, 0, -1);
    else if (n == 2)
        pair_init(pair, NULL, iv, 16, -1);
    else if (n < 10)
        pair_update(pair, data + salt, pieces[n - 3]);
    else if (n == 10)
        pair_final(pair);
    else if (n == 11)
        pair_init(pair, key + 1, NULL, 16, -1);
    else if (n == 12)
        pair_update(pair, data + salt, 50);
    else
        return false;
    return true;
}

static bool step_gcm(struct pair *pair, unsigned n, size_t salt, int enc)
{
    static const size_t pieces[] = {0, 5, 300, 11, 1500, 16};
    static const uint8_t room[16];
    if (n == 0)
        pair_begin(pair, NULL, NULL, 0, enc);
    else if (n == 1)
        pair_ctrl(pair, EVP_CTRL_AEAD_SET_IVLEN, 20, NULL, 0, NULL);
    else if (n == 2)
        pair_init(pair, NULL, iv, 20, -1);
    else if (n == 3)
        pair_init(pair, key, NULL, 0, -1);
    else if (n == 4)
        pair_aad(pair, data + salt, 5);
    else if (n == 5)
        pair_aad(pair, data + salt, 300);
    else if (n < 12)
        pair_update(pair, data + salt, pieces[n - 6]);
    else if (n == 12 || n == 17)
        pair_final(pair);
    else if (n == 13 || n == 18)
        pair_ctrl(pair, enc ? EVP_CTRL_AEAD_GET_TAG : EVP_CTRL_AEAD_SET_TAG, 16, room, sizeof(room), NULL);
    else if (n == 14)
        pair_init(pair, NULL, iv + 1, 20, -1);
    else if (n == 15)
        pair_aad(pair, data + salt, 20);
    else if (n == 16)
        pair_update(pair, data + salt, 100);
    else
        return false;
    return true;
}

static bool step_gcm_encrypt(struct pair *pair, unsigned n, size_t salt)
{
    return step_gcm(pair, n, salt, 1);
}

static bool step_gcm_decrypt(struct pair *pair, unsigned n, size_t salt)
{
    return step_gcm(pair, n, salt, 0);
}

/* A drawn IV: a copy from before it is drawn draws its own. */
static bool step_gcm_drawn(struct pair *pair, unsigned n, size_t salt)
{
    if (n == 0)
        pair_begin(pair, key, NULL, 0, 1);
    else if (n < 4)
        pair_update(pair, data + salt, 10 * n);
    else if (n == 4)
        pair_final(pair);
    else
        return false;
    return true;
}

static bool step_tls(struct pair *pair, unsigned n, size_t salt)
{
    const uint8_t aad[13] = {0, 0, 0, 0, 0, 0, 0, (uint8_t)n, 23, 3, 3, 0, 108};
    pair->in_at = pair->out_at;
    if (n == 0)
        pair_begin(pair, key, NULL, 0, 1);
    else if (n == 1)
        pair_ctrl(pair, EVP_CTRL_GCM_SET_IV_FIXED, -1, iv, 12, NULL);
    else if (n < 8 && n % 2 == 0)
        pair_ctrl(pair, EVP_CTRL_AEAD_TLS1_AAD, 13, aad, 13, NULL);
    else if (n < 8)
        pair_update(pair, data + salt, 124);
    else
        return false;
    return true;
}

/* go_on makes all calls from number n on. */
static void go_on(const struct script *script, struct pair *pair, unsigned n, size_t salt)
{
    while (script->step(pair, n, salt)) {
        pair_state(pair);
        n++;
    }
}

/* at_stage copies after `stage` calls. The bits of `way`: onto a context that was used before; the copy goes on first;
 * whoever went on first is freed before the other goes on. */
static void at_stage(const struct script *script, unsigned stage, unsigned way)
{
    struct pair *original = pair_new(script->algorithm);
    struct pair *copy = pair_new("AES-192-GCM");
    if (way & 1) {
        assert_int_equal(pair_begin(copy, key, iv, 12, 0), 1);
        assert_int_equal(pair_update(copy, data, 33), 1);
    }
    for (unsigned n = 0; n < stage; n++)
        script->step(original, n, 0);
    pair_copy(copy, original); /* fails for a context without a cipher, on both */
    copy->in_at = original->in_at;
    if (stage > 0) {
        pair_state(copy);
        pair_state(original);
    }
    struct pair *first = way & 2 ? copy : original;
    struct pair *second = way & 2 ? original : copy;
    if (first == original || stage > 0)
        go_on(script, first, stage, 100);
    if (way & 4) {
        pair_free(first);
        first = NULL;
    }
    if (second == original || stage > 0) {
        if (stage > 0)
            pair_state(second);
        go_on(script, second, stage, 200);
    }
    if (first != NULL)
        pair_free(first);
    pair_free(second);
}

static void every_stage(void **state)
{
    const struct script *script = *state;
    struct pair *counted = pair_new(script->algorithm);
    unsigned stages = 0;
    while (script->step(counted, stages, 0))
        stages++;
    pair_free(counted);
    assert_in_range(stages, 5, 100);
    for (unsigned stage = 0; stage <= stages; stage++) {
        for (unsigned way = 0; way < 8; way++)
            at_stage(script, stage, way);
    }
}

/* A copy of a copy, in a chain, each of which goes on a little; and a copy onto itself through a third. */
static void chain(void **state)
{
    const struct script *script = *state;
    struct pair *pair = pair_new(script->algorithm);
    for (unsigned n = 0; script->step(pair, n, n); n++) {
        struct pair *next = pair_new(script->algorithm);
        assert_int_equal(pair_copy(next, pair), 1);
        next->in_at = pair->in_at;
        script->step(pair, n + 1, 50); /* the one that is left behind */
        pair_free(pair);
        pair = next;
        pair_state(pair);
    }
    pair_free(pair);
}

int main(void)
{
    static const struct script scripts[] = {
        {"ECB encrypting", "AES-128-ECB", step_ecb_encrypt},
        {"ECB decrypting", "AES-256-ECB", step_ecb_decrypt},
        {"CTR", "AES-192-CTR", step_ctr},
        {"GCM encrypting", "AES-256-GCM", step_gcm_encrypt},
        {"GCM decrypting", "AES-128-GCM", step_gcm_decrypt},
        {"GCM with a drawn IV", "AES-128-GCM", step_gcm_drawn},
        {"TLS 1.2 records", "AES-192-GCM", step_tls},
    };
    enum { SCRIPTS = sizeof(scripts) / sizeof(scripts[0]) };
    static char names[2 * SCRIPTS][64];
    static struct CMUnitTest tests[2 * SCRIPTS];
    for (size_t i = 0; i < 2 * SCRIPTS; i++) {
        const struct script *script = &scripts[i % SCRIPTS];
        snprintf(names[i], sizeof(names[i]), "%s: %s", script->name, i < SCRIPTS ? "copied at every stage" : "a chain");
        tests[i] =
            (struct CMUnitTest){names[i], i < SCRIPTS ? every_stage : chain, NULL, NULL, (void *)(uintptr_t)script};
    }
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)(i * 3 + i / 256);
    return cmocka_run_group_tests_name("provider copies", tests, pair_setup, pair_teardown);
}
