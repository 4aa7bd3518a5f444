/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_data.c - messages of every length, cut in every way and placed in every way, against the default
 * provider: nine ciphers, both directions, each kernel that can run here.
 */
#include "evp_pair.h"

#include <stdio.h>
#include <string.h>

enum {
    MAX_LEN = 4200,    /* beyond four batches of the widest kernel */
    MAX_FIRST = 17,    /* the first piece of a message: 1 to one more than a block */
    LONG_LEN = 100000, /* fits into half an arena */
    GUARDED_LEN = 1100,
};

/* struct placing says how a message is cut, and where input and output lie. */
struct placing {
    size_t first;  /* length of the first piece; 0: pieces of random lengths, empty ones among them */
    size_t out_at; /* offsets of the whole message in the arena */
    size_t in_at;
};

/* struct message is one message and its encryption. */
struct message {
    uint8_t key[32], iv[16], tag[16], aad[64];
    size_t aad_len, len, cipher_len;
    uint8_t plain[LONG_LEN], cipher[LONG_LEN + 16];
};

static bool is_mode(const struct pair *pair, int mode)
{
    return EVP_CIPHER_get_mode(pair->cipher[ORACLE]) == mode;
}

/* piece returns the length of the next piece. */
static size_t piece(struct pair *pair, const struct placing *placing, size_t done, size_t len)
{
    size_t rest = len - done;
    size_t want = rest;
    if (placing->first != 0 && done == 0)
        want = placing->first;
    else if (placing->first == 0)
        want = pair_random(pair, pair_random(pair, 4) == 0 ? 2000 : 70);
    return want < rest ? want : rest;
}

/* feed runs a whole message through a pair that was begun, and returns the length of the result. */
static size_t feed(struct pair *pair, const struct placing *placing, const uint8_t *in, size_t len, uint8_t *result)
{
    size_t done = 0;
    size_t written = 0;
    while (done < len) {
        size_t now = piece(pair, placing, done, len);
        pair->in_at = placing->in_at + done;
        pair->out_at = placing->out_at + written;
        assert_int_equal(pair_update(pair, in + done, now), 1);
        memcpy(result + written, pair_output(pair, ORACLE), (size_t)pair->out_len);
        written += (size_t)pair->out_len;
        done += now;
    }
    pair->out_at = placing->out_at + written;
    assert_int_equal(pair_final(pair), 1);
    memcpy(result + written, pair_output(pair, ORACLE), (size_t)pair->out_len);
    return written + (size_t)pair->out_len;
}

/* begin starts a message: with the key each fifth time, else with the IV alone. */
static void begin(struct pair *pair, struct message *message, int enc)
{
    bool ecb = is_mode(pair, EVP_CIPH_ECB_MODE);
    bool gcm = is_mode(pair, EVP_CIPH_GCM_MODE);
    size_t iv_len = ecb ? 0 : (size_t)EVP_CIPHER_get_iv_length(pair->cipher[ORACLE]);
    const uint8_t *key = message->len % 5 == 0 ? message->key : NULL;
    assert_int_equal(pair_init(pair, key, ecb ? NULL : message->iv, iv_len, enc), 1);
    if (ecb)
        assert_int_equal(pair_padding(pair, message->len % 32 != 0), 1);
    if (gcm && !enc)
        assert_int_equal(pair_ctrl(pair, EVP_CTRL_AEAD_SET_TAG, 16, message->tag, 16, NULL), 1);
    if (gcm && message->aad_len != 0)
        assert_int_equal(pair_aad(pair, message->aad, message->aad_len), 1);
}

/* round_trip encrypts and decrypts one message on both sides. */
static void round_trip(struct pair *encrypt, struct pair *decrypt, struct message *message,
                       const struct placing *placing)
{
    static uint8_t result[LONG_LEN + 16];
    begin(encrypt, message, 1);
    message->cipher_len = feed(encrypt, placing, message->plain, message->len, message->cipher);
    if (is_mode(encrypt, EVP_CIPH_GCM_MODE))
        assert_int_equal(pair_ctrl(encrypt, EVP_CTRL_AEAD_GET_TAG, 16, message->tag, 16, message->tag), 1);
    begin(decrypt, message, 0);
    assert_int_equal(feed(decrypt, placing, message->cipher, message->cipher_len, result), message->len);
    assert_memory_equal(result, message->plain, message->len);
}

/* start makes a pair with a key in it, and a message of random bytes. */
static struct pair *start(const char *algorithm, struct message *message, int enc)
{
    struct pair *pair = pair_new(algorithm);
    pair_fill(pair, message, sizeof(*message));
    assert_int_equal(pair_begin(pair, message->key, NULL, 0, enc), 1);
    return pair;
}

static void every_length(const char *algorithm)
{
    static struct message message;
    struct pair *decrypt = start(algorithm, &message, 0);
    struct pair *encrypt = start(algorithm, &message, 1);
    /* the three key sizes of a mode meet a length with different first pieces */
    size_t phase = (size_t)EVP_CIPHER_get_key_length(encrypt->cipher[ORACLE]) / 8;
    for (size_t len = 0; len <= MAX_LEN; len++) {
        size_t offset = len % 64; /* of the output from a 64-byte boundary */
        struct placing placing = {.first = 1 + (len + len / 64 + 5 * phase) % MAX_FIRST, .out_at = OUT_AT + offset};
        switch (len % 4) {
        case 0:
            placing.in_at = placing.out_at;
            break;
        case 1:
            placing.in_at = placing.out_at + 1 + len % 40; /* out below in */
            break;
        default:
            placing.in_at = IN_AT + len % 61;
        }
        message.len = len;
        message.aad_len = len % 50;
        round_trip(encrypt, decrypt, &message, &placing);
    }
    pair_state(encrypt);
    pair_state(decrypt);
    pair_free(encrypt);
    pair_free(decrypt);
}

static void random_pieces(const char *algorithm)
{
    static struct message message;
    struct pair *decrypt = start(algorithm, &message, 0);
    struct pair *encrypt = start(algorithm, &message, 1);
    for (unsigned round = 0; round < 400; round++) {
        struct placing placing = {.out_at = OUT_AT + pair_random(encrypt, 64)};
        placing.in_at = placing.out_at + (round % 2 ? pair_random(encrypt, 3000) : 0);
        message.len = pair_random(encrypt, round % 20 == 0 ? LONG_LEN : 5000);
        message.aad_len = pair_random(encrypt, 64);
        round_trip(encrypt, decrypt, &message, &placing);
    }
    pair_state(encrypt);
    pair_state(decrypt);
    pair_free(encrypt);
    pair_free(decrypt);
}

/* batch_edges tries each length within a block of the multiples of a batch (up to 64 blocks), in one call. */
static void batch_edges(const char *algorithm)
{
    static struct message message;
    struct pair *decrypt = start(algorithm, &message, 0);
    struct pair *encrypt = start(algorithm, &message, 1);
    for (size_t batch = 1024; batch <= 65536; batch *= 2) {
        for (size_t len = batch - 17; len <= batch + 17; len++) {
            struct placing placing = {.first = LONG_LEN, .out_at = OUT_AT + len % 16, .in_at = IN_AT};
            message.len = len;
            message.aad_len = len % 17;
            round_trip(encrypt, decrypt, &message, &placing);
        }
    }
    pair_free(encrypt);
    pair_free(decrypt);
}

/* guarded puts one message at the start or the end of the arena, where the next byte is not to be touched. */
static void guarded(struct pair *pair, struct message *message, int enc, size_t len)
{
    bool ecb = is_mode(pair, EVP_CIPH_ECB_MODE);
    size_t whole = ecb ? len - len % 16 : len;
    const struct {
        size_t out_at, in_at;
    } places[] = {
        {OUT_AT, ARENA_LEN - len},
        {ARENA_LEN - whole, IN_AT},
        {OUT_AT + MAX_LEN, 0},
        {0, IN_AT},
    };
    message->len = len;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        pair->in_at = places[i].in_at;
        pair->out_at = places[i].out_at;
        message->aad_len = 0;
        begin(pair, message, enc);
        if (ecb && !enc)
            assert_int_equal(pair_padding(pair, 0), 1); /* else the last block is held back */
        if (is_mode(pair, EVP_CIPH_GCM_MODE)) {
            pair->in_at = ARENA_LEN - len % 64;
            assert_int_equal(pair_aad(pair, message->aad, len % 64), 1);
            pair->in_at = places[i].in_at;
        }
        assert_int_equal(pair_update(pair, message->plain, len), 1);
        assert_int_equal(pair->out_len, whole);
        pair->in_at = IN_AT;
        pair->out_at = ARENA_LEN - (ecb ? 16 : 0);
        pair_final(pair); /* fails for a partial block, and decrypting for GCM's tag: on both */
    }
}

static void guard_pages(const char *algorithm)
{
    static struct message message;
    struct pair *decrypt = start(algorithm, &message, 0);
    struct pair *encrypt = start(algorithm, &message, 1);
    for (size_t len = 0; len <= GUARDED_LEN; len++) {
        guarded(encrypt, &message, 1, len);
        guarded(decrypt, &message, 0, len);
    }
    pair_free(encrypt);
    pair_free(decrypt);
}

/* struct check is one test: of one kind, on one kernel. */
struct check {
    const char *kernel, *kind;
    void (*run)(const char *algorithm);
};

static void all_algorithms(void **state)
{
    const struct check *check = *state;
    if (!pair_use_kernel(check->kernel))
        skip();
    for (size_t i = 0; i < ALGORITHMS; i++)
        check->run(algorithms[i]);
}

int main(void)
{
    static const char *const kernels[] = {"portable64", "portable", "aesni", "vaes256", "vaes512"};
    static const struct {
        const char *name;
        void (*run)(const char *algorithm);
    } kinds[] = {
        {"every length from 0 to 4200", every_length},
        {"random pieces", random_pieces},
        {"around multiples of a batch", batch_edges},
        {"beside guard pages", guard_pages},
    };
    enum { KERNELS = sizeof(kernels) / sizeof(kernels[0]), KINDS = sizeof(kinds) / sizeof(kinds[0]) };
    static struct check checks[KERNELS * KINDS];
    static char names[KERNELS * KINDS][64];
    static struct CMUnitTest tests[KERNELS * KINDS];
    for (size_t i = 0; i < KERNELS * KINDS; i++) {
        checks[i] = (struct check){kernels[i / KINDS], kinds[i % KINDS].name, kinds[i % KINDS].run};
        snprintf(names[i], sizeof(names[i]), "%s: %s", checks[i].kernel, checks[i].kind);
        tests[i] = (struct CMUnitTest){names[i], all_algorithms, NULL, NULL, &checks[i]};
    }
    return cmocka_run_group_tests_name("provider data", tests, pair_setup, pair_teardown);
}
