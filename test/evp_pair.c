/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * evp_pair.c - the same EVP call on the default provider and on aeswide, and the comparison of all that it did.
 */
#include "evp_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDGE_LEN = 1024, /* more than a key with an IV, or the data of a control */
    WINDOW_LEN = 64, /* bytes before and after an output that must stay as they were */
    SLACK_LEN = 32,  /* the most that a call writes beyond the length of its input: TLS adds 24, padding 16 */
    CANARY = 0xa5,
    NOT_WRITTEN = -77, /* a length that no call returns */
    MAX_ERRORS = 8,
};

/* struct outcome is what one call on one side gave. */
struct outcome {
    int ret;
    int out_len;
    size_t errors;
    unsigned long codes[MAX_ERRORS];
};

static const char *const side_names[SIDES] = {"default", "aeswide"};

size_t pair_random(struct pair *pair, size_t bound)
{
    return random_below(&pair->random_numbers, bound);
}

void pair_fill(struct pair *pair, void *data, size_t len)
{
    random_fill(&pair->random_numbers, data, len);
}

struct pair *pair_new(const char *algorithm)
{
    struct pair *pair = calloc(1, sizeof(*pair));
    assert_non_null(pair);
    for (int side = 0; side < SIDES; side++) {
        pair->ctx[side] = EVP_CIPHER_CTX_new();
        assert_non_null(pair->ctx[side]);
        assert_true(guard_open(&pair->arena_pages[side], ARENA_LEN));
        assert_true(guard_open(&pair->edge_pages[side], EDGE_LEN));
        pair->arena[side] = pair->arena_pages[side].end - ARENA_LEN;
        pair->edge[side] = pair->edge_pages[side].end;
    }
    pair->out_at = OUT_AT;
    pair->in_at = IN_AT;
    pair->random_numbers.state = pair_seed();
    pair_use(pair, algorithm);
    return pair;
}

void pair_use(struct pair *pair, const char *algorithm)
{
    for (int side = 0; side < SIDES; side++)
        pair->cipher[side] = pair_fetch(side, algorithm);
}

void pair_free(struct pair *pair)
{
    for (int side = 0; side < SIDES; side++) {
        EVP_CIPHER_CTX_free(pair->ctx[side]);
        guard_close(&pair->arena_pages[side]);
        guard_close(&pair->edge_pages[side]);
    }
    free(pair);
}

/* note writes down the call that is about to be made, for the report of a difference. */
__attribute__((format(printf, 2, 3))) static void note(struct pair *pair, const char *format, ...)
{
    char *line = pair->trace[pair->calls++ % TRACE_LINES];
    pair->asking = NULL;
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(pair->trace[0]), format, args);
    va_end(args);
}

/* complain fails the test with the calls that led to the difference. */
__attribute__((format(printf, 2, 3), noreturn)) static void complain(const struct pair *pair, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    unsigned first = pair->calls > TRACE_LINES ? pair->calls - TRACE_LINES : 0;
    print_error("TEST_SEED=0x%llx; the last calls on %s:\n", (unsigned long long)pair_seed(),
                EVP_CIPHER_get0_name(pair->cipher[ORACLE]));
    for (unsigned i = first; i < pair->calls; i++)
        print_error("  %u: %s\n", i, pair->trace[i % TRACE_LINES]);
    if (pair->asking != NULL)
        print_error("  then: get_params(%s)\n", pair->asking);
    fail_msg("%s", text);
    abort(); /* not reached: fail_msg does not return, but is not declared so */
}

/* settle takes the errors of one side off the queue. Those of ERR_LIB_CRYPTO do not count: they are libcrypto's own
 * OSSL_PARAM functions', which explain in newer releases what default then reports as the provider's error. aeswide
 * links none of these. */
static void settle(struct outcome *outcome)
{
    unsigned long code;
    outcome->errors = 0;
    while ((code = ERR_get_error()) != 0) {
        if (outcome->errors < MAX_ERRORS && ERR_GET_LIB(code) != ERR_LIB_CRYPTO)
            outcome->codes[outcome->errors++] = code;
    }
}

/* error_list writes library:reason of each error for people. */
static void error_list(char *text, size_t size, const struct outcome *outcome)
{
    size_t used = 0;
    snprintf(text, size, "none");
    for (size_t i = 0; i < outcome->errors && used < size; i++) {
        const char *reason = ERR_reason_error_string(outcome->codes[i]);
        used +=
            (size_t)snprintf(text + used, size - used, "%s%d:%d (%s)", i ? ", " : "", ERR_GET_LIB(outcome->codes[i]),
                             ERR_GET_REASON(outcome->codes[i]), reason != NULL ? reason : "?");
    }
}

/* compare fails the test unless both outcomes are the same; it returns what both returned. */
static int compare(struct pair *pair, const struct outcome outcomes[SIDES])
{
    const struct outcome *oracle = &outcomes[ORACLE];
    const struct outcome *subject = &outcomes[SUBJECT];
    char texts[SIDES][256];
    for (int side = 0; side < SIDES; side++)
        error_list(texts[side], sizeof(texts[side]), &outcomes[side]);
    if (oracle->ret != subject->ret || oracle->out_len != subject->out_len ||
        strcmp(texts[ORACLE], texts[SUBJECT]) != 0)
        complain(pair, "default returned %d, length %d, errors %s; aeswide %d, length %d, errors %s", oracle->ret,
                 oracle->out_len, texts[ORACLE], subject->ret, subject->out_len, texts[SUBJECT]);
    pair->out_len = oracle->out_len;
    return oracle->ret;
}

/* compare_bytes fails the test unless both sides hold the same len bytes, or their own random ones. */
static void compare_bytes(const struct pair *pair, const char *what, const uint8_t *oracle, const uint8_t *subject,
                          size_t len)
{
    if (pair->random || len == 0 || memcmp(oracle, subject, len) == 0)
        return;
    size_t i = 0;
    while (oracle[i] == subject[i])
        i++;
    complain(pair, "%s: byte %zu of %zu is %02x with default, %02x with aeswide", what, i, len, oracle[i], subject[i]);
}

/* window returns the part of the arena that a call on [at, at + len) is watched in. */
static size_t window(size_t at, size_t len, size_t *start)
{
    size_t end = at + len + SLACK_LEN + WINDOW_LEN;
    *start = at > WINDOW_LEN ? at - WINDOW_LEN : 0;
    if (end > ARENA_LEN)
        end = ARENA_LEN;
    return end - *start;
}

/* prepare puts canaries around the places of a call and the input in its place. */
static void prepare(struct pair *pair, const uint8_t *in, size_t in_len)
{
    size_t start;
    for (int side = 0; side < SIDES; side++) {
        size_t len = window(pair->out_at, in_len, &start);
        memset(pair->arena[side] + start, CANARY, len);
        len = window(pair->in_at, in_len, &start);
        memset(pair->arena[side] + start, CANARY, len);
        if (in_len != 0 && in != NULL)
            memcpy(pair->arena[side] + pair->in_at, in, in_len);
    }
}

/* inspect compares the output, and all around it, after the call that prepare prepared. */
static void inspect(struct pair *pair, size_t in_len)
{
    size_t start;
    size_t len = window(pair->out_at, in_len, &start);
    compare_bytes(pair, "output", pair->arena[ORACLE] + start, pair->arena[SUBJECT] + start, len);
    if (pair->random && pair->in_at != pair->out_at) {
        size_t written = pair->out_len > 0 ? (size_t)pair->out_len : 0;
        for (size_t i = start; i < start + len; i++) {
            if ((i < pair->out_at || i >= pair->out_at + written) && pair->arena[SUBJECT][i] != CANARY)
                complain(pair, "byte %zd from the output was written", (ptrdiff_t)i - (ptrdiff_t)pair->out_at);
        }
    }
    len = window(pair->in_at, in_len, &start);
    compare_bytes(pair, "input", pair->arena[ORACLE] + start, pair->arena[SUBJECT] + start, len);
}

/* at_edge copies data to just before a page that may not be read; NULL stays NULL. */
static uint8_t *at_edge(struct pair *pair, int side, const void *data, size_t len)
{
    if (data == NULL)
        return NULL;
    memcpy(pair->edge[side] - len, data, len);
    return pair->edge[side] - len;
}

static bool is_gcm(const struct pair *pair)
{
    return EVP_CIPHER_get_mode(pair->cipher[ORACLE]) == EVP_CIPH_GCM_MODE;
}

/* note_draw notes that GCM needed an IV in a call that worked, and so drew one if it had none. */
static void note_draw(struct pair *pair)
{
    if (!is_gcm(pair) || pair->iv_set || !EVP_CIPHER_CTX_is_encrypting(pair->ctx[ORACLE]))
        return;
    pair->iv_set = true;
    pair->random = true;
}

/* note_use notes after a call on data or additional data that GCM's message is begun. */
static void note_use(struct pair *pair, bool worked)
{
    if (worked)
        note_draw(pair);
    pair->begun |= pair->key_set && pair->iv_set;
}

/* note_final does so after a final call. */
static void note_final(struct pair *pair, bool worked)
{
    note_use(pair, worked);
    pair->begun = pair->begun && !worked;
    pair->refused = pair->begun;
}

/* The deliberate differences, of those that these calls can meet (the others: check_provider_module.c). In each
 * case default gives out what nobody can want, and both are then brought to one state. */

/* An IV for both to go on with. */
static const uint8_t next_iv[MAX_IV_LEN] = {0x77};

/*
 * new_key_in_message: a new key without a new IV in the middle of a GCM message makes default go on from a counter of
 * zeros, so that its key stream gives away the hash key. aeswide refuses to go on until it has an IV.
 */
static void new_key_in_message(struct pair *pair)
{
    static const uint8_t byte[1];
    uint8_t out[1];
    int out_len;
    EVP_CIPHER_CTX *probe = EVP_CIPHER_CTX_new();
    if (EVP_CIPHER_CTX_copy(probe, pair->ctx[SUBJECT]) != 1)
        complain(pair, "aeswide's context could not be copied");
    if (EVP_CipherUpdate(probe, out, &out_len, byte, 1) != 0 || EVP_CipherUpdate(probe, NULL, &out_len, byte, 1) != 0)
        complain(pair, "aeswide went on with a new key and the old IV");
    EVP_CIPHER_CTX_free(probe);
    ERR_clear_error();
    pair_init(pair, NULL, next_iv, sizeof(next_iv), -1);
}

/*
 * turned_after_failure: GCM turned from decrypting to encrypting, without an IV, after a tag was refused. default would
 * go on hashing from that tag, and so make a second tag; aeswide ends the message when it refuses it.
 */
static void turned_after_failure(struct pair *pair)
{
    pair_init(pair, NULL, next_iv, sizeof(next_iv), -1);
}

/*
 * new_direction: ECB turned round without a key makes default run one direction's rounds over the other's key schedule,
 * which is neither encryption nor decryption. aeswide goes on in the new direction with the key that it has.
 */
static void new_direction(struct pair *pair)
{
    static const uint8_t in[32] = {0x5e};
    uint8_t out[SIDES][32];
    EVP_CIPHER_CTX *probes[SIDES] = {EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_new()};
    int enc = EVP_CIPHER_CTX_is_encrypting(pair->ctx[SUBJECT]);
    if (EVP_CipherInit_ex(probes[ORACLE], pair->cipher[ORACLE], NULL, pair->key, NULL, enc) != 1 ||
        EVP_CIPHER_CTX_copy(probes[SUBJECT], pair->ctx[SUBJECT]) != 1 ||
        EVP_Cipher(probes[ORACLE], out[ORACLE], in, sizeof(in)) != sizeof(in) ||
        EVP_Cipher(probes[SUBJECT], out[SUBJECT], in, sizeof(in)) != sizeof(in) ||
        memcmp(out[ORACLE], out[SUBJECT], sizeof(in)) != 0)
        complain(pair, "aeswide, turned round without a key, does not work with the key that it had");
    EVP_CIPHER_CTX_free(probes[ORACLE]);
    EVP_CIPHER_CTX_free(probes[SUBJECT]);
    pair_init(pair, pair->key, NULL, 0, -1);
}

/* after_init keeps account of what an init that both accepted has changed, for the deliberate differences. */
static void after_init(struct pair *pair, bool with_cipher, const uint8_t *key, const uint8_t *iv)
{
    bool gcm = is_gcm(pair);
    bool ecb = EVP_CIPHER_get_mode(pair->cipher[ORACLE]) == EVP_CIPH_ECB_MODE;
    int direction = EVP_CIPHER_CTX_is_encrypting(pair->ctx[ORACLE]);
    pair->begun = pair->begun && !with_cipher && iv == NULL;
    pair->refused = pair->refused && pair->begun;
    pair->iv_set = (pair->iv_set && !with_cipher) || iv != NULL;
    pair->key_set = pair->key_set && !with_cipher;
    if (key != NULL) {
        memcpy(pair->key, key, (size_t)EVP_CIPHER_get_key_length(pair->cipher[ORACLE]));
        pair->key_set = true;
        pair->key_direction = direction;
    }
    if (gcm && pair->begun && key != NULL)
        new_key_in_message(pair);
    else if (gcm && pair->refused && direction == 1)
        turned_after_failure(pair);
    if (ecb && pair->key_set && direction != pair->key_direction)
        new_direction(pair);
}

static int init_both(struct pair *pair, bool with_cipher, const uint8_t *key, const uint8_t *iv, size_t iv_len, int enc,
                     const OSSL_PARAM params[])
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "init(%s, key %s, iv %s of %zu, enc %d, params %s)",
         with_cipher ? EVP_CIPHER_get0_name(pair->cipher[ORACLE]) : "NULL", key ? "given" : "NULL",
         iv ? "given" : "NULL", iv_len, enc, params && params[0].key ? params[0].key : "none");
    for (int side = 0; side < SIDES; side++) {
        const EVP_CIPHER *cipher = with_cipher ? pair->cipher[side] : NULL;
        /* the IV ends at the page's end, and the key there too when there is no IV, else before it */
        uint8_t *iv_copy = at_edge(pair, side, iv, iv_len);
        uint8_t *key_copy = NULL;
        if (key != NULL) {
            size_t key_len = (size_t)EVP_CIPHER_get_key_length(pair->cipher[side]);
            key_copy = pair->edge[side] - (iv != NULL ? iv_len : 0) - key_len;
            memcpy(key_copy, key, key_len);
        }
        outcomes[side].ret = EVP_CipherInit_ex2(pair->ctx[side], cipher, key_copy, iv_copy, enc, params);
        settle(&outcomes[side]);
    }
    int ret = compare(pair, outcomes);
    if (ret == 1)
        after_init(pair, with_cipher, key, iv);
    return ret;
}

int pair_begin(struct pair *pair, const uint8_t *key, const uint8_t *iv, size_t iv_len, int enc)
{
    return init_both(pair, true, key, iv, iv_len, enc, NULL);
}

int pair_init(struct pair *pair, const uint8_t *key, const uint8_t *iv, size_t iv_len, int enc)
{
    return init_both(pair, false, key, iv, iv_len, enc, NULL);
}

int pair_begin_params(struct pair *pair, const uint8_t *key, const uint8_t *iv, size_t iv_len, int enc,
                      const OSSL_PARAM params[])
{
    return init_both(pair, true, key, iv, iv_len, enc, params);
}

/* update_both is EVP_CipherUpdate with or without an output. */
static int update_both(struct pair *pair, bool with_out, const uint8_t *in, size_t in_len)
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "update(out %s at %zu, in %s at %zu, %zu)", with_out ? "given" : "NULL", pair->out_at,
         in ? "given" : "NULL", pair->in_at, in_len);
    prepare(pair, in, in_len);
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].out_len = NOT_WRITTEN;
        outcomes[side].ret =
            EVP_CipherUpdate(pair->ctx[side], with_out ? pair->arena[side] + pair->out_at : NULL,
                             &outcomes[side].out_len, in ? pair->arena[side] + pair->in_at : NULL, (int)in_len);
        settle(&outcomes[side]);
    }
    int ret = compare(pair, outcomes);
    if (in_len > 0)
        note_use(pair, ret == 1);
    inspect(pair, in_len);
    return ret;
}

int pair_update(struct pair *pair, const uint8_t *in, size_t in_len)
{
    return update_both(pair, true, in, in_len);
}

int pair_aad(struct pair *pair, const uint8_t *aad, size_t aad_len)
{
    return update_both(pair, false, aad, aad_len);
}

/* final_both is EVP_CipherFinal_ex with or without an output. */
static int final_both(struct pair *pair, bool with_out)
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "final(out %s)", with_out ? "given" : "NULL");
    prepare(pair, NULL, 0);
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].out_len = NOT_WRITTEN;
        outcomes[side].ret = EVP_CipherFinal_ex(pair->ctx[side], with_out ? pair->arena[side] + pair->out_at : NULL,
                                                &outcomes[side].out_len);
        settle(&outcomes[side]);
    }
    int ret = compare(pair, outcomes);
    note_final(pair, ret == 1);
    inspect(pair, 0);
    return ret;
}

int pair_final(struct pair *pair)
{
    return final_both(pair, true);
}

int pair_final_null(struct pair *pair)
{
    return final_both(pair, false);
}

/* cipher_both is EVP_Cipher with or without an output. */
static int cipher_both(struct pair *pair, bool with_out, const uint8_t *in, size_t in_len)
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "EVP_Cipher(out %s at %zu, in %s at %zu, %zu)", with_out ? "given" : "NULL", pair->out_at,
         in ? "given" : "NULL", pair->in_at, in_len);
    prepare(pair, in, in_len);
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].ret = EVP_Cipher(pair->ctx[side], with_out ? pair->arena[side] + pair->out_at : NULL,
                                        in ? pair->arena[side] + pair->in_at : NULL, (unsigned)in_len);
        outcomes[side].out_len = outcomes[side].ret;
        settle(&outcomes[side]);
    }
    int ret = compare(pair, outcomes);
    if (in != NULL)
        note_use(pair, ret >= 0);
    else
        note_final(pair, ret == 0);
    inspect(pair, in_len);
    return ret;
}

int pair_cipher(struct pair *pair, const uint8_t *in, size_t in_len)
{
    return cipher_both(pair, true, in, in_len);
}

int pair_cipher_aad(struct pair *pair, const uint8_t *aad, size_t aad_len)
{
    return cipher_both(pair, false, aad, aad_len);
}

const uint8_t *pair_output(const struct pair *pair, int side)
{
    return pair->arena[side] + pair->out_at;
}

/* note_fixed_iv: an IV was set for the next message. */
static void note_fixed_iv(struct pair *pair, bool worked)
{
    pair->begun = pair->begun && !worked;
    pair->iv_set |= worked;
}

int pair_ctrl(struct pair *pair, int type, int arg, const void *data, size_t data_len, void *result)
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "ctrl(0x%x, %d, data %s of %zu)", (unsigned)type, arg, data ? "given" : "NULL", data_len);
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].ret = EVP_CIPHER_CTX_ctrl(pair->ctx[side], type, arg, at_edge(pair, side, data, data_len));
        settle(&outcomes[side]);
    }
    int ret = compare(pair, outcomes);
    if (type == EVP_CTRL_GCM_IV_GEN || type == EVP_CTRL_GCM_SET_IV_INV)
        pair->begun |= ret == 1;
    if (type == EVP_CTRL_GCM_SET_IV_FIXED)
        note_fixed_iv(pair, ret == 1);
    if (data != NULL) {
        compare_bytes(pair, "control data", pair->edge[ORACLE] - data_len, pair->edge[SUBJECT] - data_len, data_len);
        if (result != NULL)
            memcpy(result, pair->edge[ORACLE] - data_len, data_len);
    }
    return ret;
}

int pair_set(struct pair *pair, const OSSL_PARAM params[])
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "set_params(%s type %u size %zu%s)", params && params[0].key ? params[0].key : "none",
         params && params[0].key ? params[0].data_type : 0, params && params[0].key ? params[0].data_size : 0,
         params && params[0].key && params[1].key ? ", ..." : "");
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].ret = EVP_CIPHER_CTX_set_params(pair->ctx[side], params);
        settle(&outcomes[side]);
    }
    return compare(pair, outcomes);
}

int pair_set_one(struct pair *pair, const char *key, unsigned type, const void *data, size_t size)
{
    /* both sides read the same copy, at the end of a page */
    OSSL_PARAM params[2] = {{key, type, at_edge(pair, ORACLE, data, size), size, OSSL_PARAM_UNMODIFIED},
                            OSSL_PARAM_construct_end()};
    return pair_set(pair, params);
}

/* get_pointer compares what an octet or text pointer parameter came back with. */
static void get_pointer(const struct pair *pair, const char *key, const OSSL_PARAM asked[SIDES])
{
    const uint8_t *values[SIDES];
    for (int side = 0; side < SIDES; side++)
        memcpy(&values[side], asked[side].data, sizeof(values[side]));
    if ((values[ORACLE] == NULL) != (values[SUBJECT] == NULL))
        complain(pair, "%s: a pointer of %s is NULL", key, side_names[values[ORACLE] != NULL]);
    if (values[ORACLE] != NULL)
        compare_bytes(pair, key, values[ORACLE], values[SUBJECT], asked[ORACLE].return_size);
}

bool pair_type_fits(const char *key, unsigned type)
{
    bool is_bytes = strcmp(key, OSSL_CIPHER_PARAM_IV) == 0 || strcmp(key, OSSL_CIPHER_PARAM_UPDATED_IV) == 0;
    if (strcmp(key, OSSL_CIPHER_PARAM_AEAD_TAG) == 0)
        return type == OSSL_PARAM_OCTET_STRING;
    if (is_bytes)
        return type == OSSL_PARAM_OCTET_STRING || type == OSSL_PARAM_OCTET_PTR;
    return type == OSSL_PARAM_INTEGER || type == OSSL_PARAM_UNSIGNED_INTEGER;
}

/* get_both is pair_get without a line in the trace. */
static int get_both(struct pair *pair, const char *key, unsigned type, size_t size, bool with_buffer)
{
    struct outcome outcomes[SIDES] = {0};
    OSSL_PARAM asked[SIDES];
    bool pointer = type == OSSL_PARAM_OCTET_PTR || type == OSSL_PARAM_UTF8_PTR;
    uint8_t buffers[SIDES][256];
    size_t room = size < sizeof(buffers[0]) ? size : sizeof(buffers[0]);
    pair->asking = key;
    for (int side = 0; side < SIDES; side++) {
        memset(buffers[side], pointer ? 0 : CANARY, sizeof(buffers[side]));
        asked[side] = (OSSL_PARAM){key, type, with_buffer ? buffers[side] : NULL, room, OSSL_PARAM_UNMODIFIED};
        OSSL_PARAM params[2] = {asked[side], OSSL_PARAM_construct_end()};
        outcomes[side].ret = EVP_CIPHER_CTX_get_params(pair->ctx[side], params);
        asked[side] = params[0];
        settle(&outcomes[side]);
    }
    int ret = compare(pair, outcomes);
    if (ret == 1 && (strcmp(key, OSSL_CIPHER_PARAM_IV) == 0 || strcmp(key, OSSL_CIPHER_PARAM_UPDATED_IV) == 0))
        note_draw(pair); /* as 4.0 does; before, an IV that is not there can't be had */
    if (asked[ORACLE].return_size != asked[SUBJECT].return_size && (ret == 1 || pair_type_fits(key, type)))
        complain(pair, "return_size of %s: %zd with default, %zd with aeswide", key, (ssize_t)asked[ORACLE].return_size,
                 (ssize_t)asked[SUBJECT].return_size);
    if (!with_buffer)
        return ret;
    if (pointer && ret > 0 && asked[ORACLE].return_size != OSSL_PARAM_UNMODIFIED)
        get_pointer(pair, key, asked);
    else
        compare_bytes(pair, key, buffers[ORACLE], buffers[SUBJECT], sizeof(buffers[0]));
    return ret;
}

int pair_get(struct pair *pair, const char *key, unsigned type, size_t size, bool with_buffer)
{
    note(pair, "get_params(%s type %u size %zu%s)", key, type, size, with_buffer ? "" : ", no buffer");
    return get_both(pair, key, type, size, with_buffer);
}

void pair_state(struct pair *pair)
{
    static const struct {
        const char *key;
        unsigned type;
        size_t size;
    } asked[] = {
        {OSSL_CIPHER_PARAM_KEYLEN, OSSL_PARAM_UNSIGNED_INTEGER, sizeof(size_t)},
        {OSSL_CIPHER_PARAM_IVLEN, OSSL_PARAM_UNSIGNED_INTEGER, sizeof(size_t)},
        {OSSL_CIPHER_PARAM_PADDING, OSSL_PARAM_UNSIGNED_INTEGER, sizeof(unsigned)},
        {OSSL_CIPHER_PARAM_NUM, OSSL_PARAM_UNSIGNED_INTEGER, sizeof(unsigned)},
        {OSSL_CIPHER_PARAM_IV, OSSL_PARAM_OCTET_STRING, MAX_IV_LEN},
        {OSSL_CIPHER_PARAM_IV, OSSL_PARAM_OCTET_PTR, MAX_IV_LEN},
        {OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_STRING, MAX_IV_LEN},
        {OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_PTR, MAX_IV_LEN},
        {OSSL_CIPHER_PARAM_TLS_MAC, OSSL_PARAM_OCTET_PTR, 0},
        {OSSL_CIPHER_PARAM_AEAD_TAGLEN, OSSL_PARAM_UNSIGNED_INTEGER, sizeof(size_t)},
        {OSSL_CIPHER_PARAM_AEAD_TAG, OSSL_PARAM_OCTET_STRING, 16},
        {OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, OSSL_PARAM_UNSIGNED_INTEGER, sizeof(size_t)},
        {"iv-generated", OSSL_PARAM_UNSIGNED_INTEGER, sizeof(unsigned)},
    };
    for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
        get_both(pair, asked[i].key, asked[i].type, asked[i].size, true);
}

int pair_copy(struct pair *to, struct pair *from)
{
    struct outcome outcomes[SIDES] = {0};
    note(to, "copy from a context after %u calls: %s", from->calls,
         from->calls ? from->trace[(from->calls - 1) % TRACE_LINES] : "none");
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].ret = EVP_CIPHER_CTX_copy(to->ctx[side], from->ctx[side]);
        to->cipher[side] = from->cipher[side];
        settle(&outcomes[side]);
    }
    to->random = from->random;
    memcpy(to->key, from->key, sizeof(to->key));
    to->iv_set = from->iv_set;
    to->key_set = from->key_set;
    to->key_direction = from->key_direction;
    to->begun = from->begun;
    to->refused = from->refused;
    return compare(to, outcomes);
}

/* set_number makes one of the calls of EVP that take a context and an int. */
static int set_number(struct pair *pair, const char *name, int (*call)(EVP_CIPHER_CTX *ctx, int value), int value)
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "%s(%d)", name, value);
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].ret = call(pair->ctx[side], value);
        settle(&outcomes[side]);
    }
    return compare(pair, outcomes);
}

int pair_key_length(struct pair *pair, int key_len)
{
    return set_number(pair, "set_key_length", EVP_CIPHER_CTX_set_key_length, key_len);
}

int pair_padding(struct pair *pair, int padding)
{
    return set_number(pair, "set_padding", EVP_CIPHER_CTX_set_padding, padding);
}

int pair_number(struct pair *pair, int number)
{
    return set_number(pair, "set_num", EVP_CIPHER_CTX_set_num, number);
}

int pair_reset(struct pair *pair)
{
    struct outcome outcomes[SIDES] = {0};
    note(pair, "reset");
    for (int side = 0; side < SIDES; side++) {
        outcomes[side].ret = EVP_CIPHER_CTX_reset(pair->ctx[side]);
        settle(&outcomes[side]);
    }
    int ret = compare(pair, outcomes);
    pair->random = pair->iv_set = pair->key_set = pair->begun = pair->refused = false;
    return ret;
}
