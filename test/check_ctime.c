/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_ctime.c - under valgrind: no branch and no address depends on a secret. Keys, plaintext, hash keys, hashes and
 * tags are marked as undefined, and memcheck complains where such bytes decide anything.
 *
 * It must run under valgrind's memcheck (check_ctime.sh does that); elsewhere it fails. Every case counts memcheck's
 * complaints, and each kind of fault is planted first, to see that it is noticed. Lengths, IVs, additional data,
 * counters and verdicts are public.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <valgrind/memcheck.h>

#include "ctime_padding.h"
#include "direct.h"
#include "kernels/select.h"
#include "provider/ciphers/aes_gcm.h"

/* What valgrind 3.19 can run: it knows neither VAES nor AVX-512. The others are vaes256 and vaes512, which share
 * aesni's source; check_ctime_instructions.sh looks at what they are made of. */
static const char *const kernel_names[] = {"portable", "portable64", "aesni"};
enum { KERNELS = sizeof(kernel_names) / sizeof(kernel_names[0]) };

static const size_t block_counts[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 70};
static const size_t lengths[] = {0,   1,   15,  16,  17,  31,  32,  47,  64,  95,  127, 128,
                                 129, 240, 255, 256, 257, 273, 511, 512, 513, 700, 1040};
enum { MAX_LEN = 1200 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct aes_kernel *kernel_named(const char *name)
{
    for (const struct aes_kernel *const *kernel = kernels_all(); *kernel != NULL; kernel++) {
        if (strcmp((*kernel)->name, name) == 0)
            return *kernel;
    }
    return NULL;
}

/* secret marks bytes as undefined, known as defined again. */
static void secret(void *data, size_t len)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, len);
}

static void known(void *data, size_t len)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(data, len);
}

/* complaints returns how often memcheck has complained so far. */
static unsigned complaints(void)
{
    return VALGRIND_COUNT_ERRORS;
}

/* calm fails the test if memcheck has complained since `before`; what names the work that was done. */
static void calm(unsigned before, const char *what, const char *name, size_t len)
{
    if (complaints() != before)
        fail_msg("%s, %s, length %zu: depends on a secret at %u places: see the log of valgrind below", what, name, len,
                 complaints() - before);
}

/* Memory of exactly the length asked for, full of some bytes. */
static uint8_t *buffer(size_t len)
{
    uint8_t *data = malloc(len == 0 ? 1 : len);

    assert_non_null(data);
    memset(data, 0x5a, len);
    return data;
}

/* The planted faults. Each result goes into a volatile, so that the compiler keeps the work. */
static volatile unsigned sink;

static __attribute__((noinline)) void planted_branch(const uint8_t *data)
{
    if (data[3] & 1)
        sink = 1;
    else
        sink += 2;
}

static __attribute__((noinline)) void planted_index(const uint8_t *data)
{
    static volatile uint8_t table[256];

    sink = table[data[3]];
}

static __attribute__((noinline)) void planted_comparison(const uint8_t *data)
{
    static const uint8_t expected[16] = {0x5a, 0x5a};

    sink = (unsigned)memcmp(data, expected, sizeof(expected));
}

static __attribute__((noinline)) void planted_loop(const uint8_t *data)
{
    for (unsigned i = 0; i < data[0]; i++)
        sink += i;
}

/* A secret that went through a cipher is a secret still: the kernels' instructions must hand the mark on. */
static const struct aes_kernel *planted_kernel;

static void planted_key_stream(const uint8_t *data)
{
    struct aes_key key;
    uint8_t block[AES_BLOCK_LEN] = {0};

    planted_kernel->set_encrypt_key(&key, data, 16);
    planted_kernel->ecb_encrypt(&key, block, block, 1);
    planted_branch(block);
}

static void planted_hash(const uint8_t *data)
{
    struct ghash_key key;
    uint8_t hash[AES_BLOCK_LEN] = {0};
    static const uint8_t zeros[AES_BLOCK_LEN];

    planted_kernel->set_ghash_key(&key, data);
    planted_kernel->ghash(&key, hash, zeros, 1);
    planted_index(hash);
}

static void planted_counter(const uint8_t *data)
{
    struct aes_key key;
    uint8_t counter[AES_BLOCK_LEN] = {0}, block[AES_BLOCK_LEN] = {0};

    planted_kernel->set_encrypt_key(&key, counter, 16);
    planted_kernel->ctr(&key, counter, block, data, 1);
    planted_loop(block);
}

/* Each kind of dependence must be seen, or nothing below proves anything. */
static void planted_faults_are_seen(void **state)
{
    void (*const faults[])(const uint8_t *) = {planted_branch,     planted_index, planted_comparison, planted_loop,
                                               planted_key_stream, planted_hash,  planted_counter};
    (void)state;
    assert_int_not_equal(RUNNING_ON_VALGRIND, 0);
    for (size_t k = 0; k < KERNELS; k++) {
        planted_kernel = kernel_named(kernel_names[k]);
        assert_non_null(planted_kernel);
        for (size_t i = 0; i < COUNT(faults); i++) {
            uint8_t *data = buffer(16);
            unsigned before = complaints();

            secret(data, 16);
            faults[i](data);
            if (complaints() == before)
                fail_msg("planted fault %zu was not seen (%s)", i, kernel_names[k]);
            free(data);
        }
    }
    print_message("# planted faults, all seen: a branch, an index, a memcmp, a loop; each also behind a kernel\n");
}

/* Nothing is undefined by itself: users run their programs under valgrind, and must not be told of faults that are
 * none. A tail is where a kernel may read bytes that nobody wrote. */
static void known_data(void **state)
{
    const char *name = *state;
    struct direct provider;
    unsigned before = complaints();

    assert_true(direct_load(&provider, name)); /* runs the self-test */
    direct_unload(&provider);
    planted_kernel = kernel_named(name);
    for (size_t len = 1; len <= 40 * AES_BLOCK_LEN; len += AES_BLOCK_LEN) {
        struct aes_key encrypt_key, decrypt_key;
        uint8_t *data = buffer(len + AES_BLOCK_LEN);

        planted_kernel->set_encrypt_key(&encrypt_key, data, 16);
        planted_kernel->set_decrypt_key(&decrypt_key, &encrypt_key);
        planted_kernel->ecb_encrypt(&encrypt_key, data, data, len / AES_BLOCK_LEN + 1);
        planted_branch(data + len / AES_BLOCK_LEN * AES_BLOCK_LEN);
        planted_kernel->ecb_decrypt(&decrypt_key, data, data, len / AES_BLOCK_LEN + 1);
        planted_branch(data + len / AES_BLOCK_LEN * AES_BLOCK_LEN);
        free(data);
    }
    planted_key_stream((const uint8_t[16]){0});
    planted_hash((const uint8_t[16]){1});
    planted_counter((const uint8_t[16]){2});
    calm(before, "known data", name, 0);
}

/* What a kernel is given, all of it on the heap, and all secret but the counters. */
struct work {
    const struct aes_kernel *kernel;
    uint8_t *user_key, *in, *out, *h, *hash;
    uint8_t counter[AES_BLOCK_LEN];
    struct aes_key encrypt_key, decrypt_key;
    struct ghash_key hash_key;
    struct gcm_state gcm;
};

static void run_kernel(struct work *work, size_t key_len, size_t blocks, uint8_t last_counter_byte)
{
    const struct aes_kernel *kernel = work->kernel;
    uint8_t mask[AES_BLOCK_LEN], tag[AES_BLOCK_LEN];

    work->user_key = buffer(key_len);
    work->in = buffer(blocks * AES_BLOCK_LEN);
    work->out = buffer(blocks * AES_BLOCK_LEN);
    work->h = buffer(AES_BLOCK_LEN);
    work->hash = buffer(AES_BLOCK_LEN);
    secret(work->user_key, key_len);
    secret(work->in, blocks * AES_BLOCK_LEN);
    secret(work->h, AES_BLOCK_LEN);
    secret(work->hash, AES_BLOCK_LEN);
    secret(&work->encrypt_key, sizeof(work->encrypt_key));
    secret(&work->decrypt_key, sizeof(work->decrypt_key));
    secret(&work->hash_key, sizeof(work->hash_key));
    memset(work->counter, 0xff, sizeof(work->counter)); /* every carry there is, if the last byte wraps */
    work->counter[AES_BLOCK_LEN - 1] = last_counter_byte;
    memcpy(work->gcm.counter, work->counter, AES_BLOCK_LEN);
    secret(work->gcm.hash, AES_BLOCK_LEN);

    kernel->set_encrypt_key(&work->encrypt_key, work->user_key, key_len);
    kernel->set_decrypt_key(&work->decrypt_key, &work->encrypt_key);
    kernel->ecb_encrypt(&work->encrypt_key, work->out, work->in, blocks);
    kernel->ecb_decrypt(&work->decrypt_key, work->out, work->in, blocks);
    kernel->ctr(&work->encrypt_key, work->counter, work->out, work->in, blocks);
    kernel->set_ghash_key(&work->hash_key, work->h);
    kernel->ghash(&work->hash_key, work->hash, work->in, blocks);
    kernel->gcm_encrypt(&work->encrypt_key, &work->hash_key, &work->gcm, work->out, work->in, blocks);
    kernel->gcm_decrypt(&work->encrypt_key, &work->hash_key, &work->gcm, work->out, work->in, blocks);
    secret(mask, sizeof(mask));
    kernel->gcm_tag(&work->hash_key, tag, work->hash, mask, work->in, blocks, 20, blocks * AES_BLOCK_LEN);
    assert_int_not_equal(VALGRIND_CHECK_MEM_IS_DEFINED(tag, sizeof(tag)), 0);

    /* The mark is still on what was made of it: else the run would have proved nothing. */
    assert_int_not_equal(VALGRIND_CHECK_MEM_IS_DEFINED(work->out, blocks * AES_BLOCK_LEN), 0);
    assert_int_not_equal(VALGRIND_CHECK_MEM_IS_DEFINED(work->hash, AES_BLOCK_LEN), 0);
    free(work->user_key);
    free(work->in);
    free(work->out);
    free(work->h);
    free(work->hash);
}

static void kernel_functions(void **state)
{
    const char *name = *state;
    struct work work = {.kernel = kernel_named(name)};

    assert_non_null(work.kernel);
    for (size_t key_len = 16; key_len <= 32; key_len += 8) {
        for (size_t i = 0; i < COUNT(block_counts); i++) {
            for (unsigned counter = 0xf0; counter <= 0x100; counter += 5) {
                unsigned before = complaints();

                run_kernel(&work, key_len, block_counts[i], (uint8_t)counter);
                /* VALGRIND_CHECK_MEM_IS_DEFINED complains once where it finds something undefined: thrice above. */
                calm(before + 3, "kernel", name, block_counts[i]);
            }
        }
    }
}

/* One cipher of the provider, with its secrets on the heap. */
struct subject {
    struct direct provider;
    struct direct_cipher cipher;
    const char *algorithm;
    size_t key_len;
    uint8_t *key;
    uint8_t iv[GCM_IV_MAX_LEN];
    uint8_t *plain, *data, *back; /* MAX_LEN bytes each */
    uint8_t *tag;                 /* 16 bytes */
};

static void subject_open(struct subject *subject, const char *kernel, size_t index)
{
    subject->algorithm = direct_algorithms[index];
    subject->key_len = direct_key_len(index);
    assert_true(direct_load(&subject->provider, kernel));
    assert_true(direct_find(&subject->cipher, &subject->provider, subject->algorithm));
    subject->key = buffer(subject->key_len);
    subject->plain = buffer(MAX_LEN);
    subject->data = buffer(MAX_LEN);
    subject->back = buffer(MAX_LEN);
    subject->tag = buffer(GCM_TAG_LEN);
    memset(subject->iv, 0xfe, sizeof(subject->iv));
    secret(subject->key, subject->key_len);
    secret(subject->plain, MAX_LEN);
}

static void subject_close(struct subject *subject)
{
    free(subject->key);
    free(subject->plain);
    free(subject->data);
    free(subject->back);
    free(subject->tag);
    direct_unload(&subject->provider);
}

static void *subject_init(const struct subject *subject, bool encrypting, size_t iv_len)
{
    void *ctx = subject->cipher.newctx(subject->provider.provctx);

    assert_non_null(ctx);
    assert_int_equal((encrypting ? subject->cipher.encrypt_init : subject->cipher.decrypt_init)(
                         ctx, subject->key, subject->key_len, subject->iv, iv_len, NULL),
                     1);
    return ctx;
}

static size_t subject_update(const struct subject *subject, void *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    size_t out_len = 0;

    assert_int_equal(subject->cipher.update(ctx, out, &out_len, len + 16, in, len), 1);
    known(&out_len, sizeof(out_len));
    return out_len;
}

/* pieces enciphers or deciphers `len` bytes in two updates, of which the first has `first` bytes. */
static size_t pieces(const struct subject *subject, void *ctx, uint8_t *out, const uint8_t *in, size_t first,
                     size_t len)
{
    size_t done = subject_update(subject, ctx, out, in, first);

    return done + subject_update(subject, ctx, out + done, in + first, len - first);
}

static void stream(const struct subject *subject, size_t first, size_t len, size_t iv_len)
{
    void *ctx = subject_init(subject, true, iv_len);
    void *copy = subject->cipher.dupctx(ctx);
    const size_t whole_len = len - len % AES_BLOCK_LEN;
    size_t out_len = 0;

    assert_non_null(copy);
    pieces(subject, ctx, subject->data, subject->plain, first, len);
    assert_int_equal(subject->cipher.final(ctx, subject->back, &out_len, 16), 1);
    subject->cipher.freectx(copy);
    subject->cipher.freectx(ctx);
    ctx = subject_init(subject, false, iv_len);
    subject->cipher.set_ctx_params(
        ctx, (OSSL_PARAM[]){OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, &(unsigned int){0}), OSSL_PARAM_END});
    pieces(subject, ctx, subject->back, subject->data, first < whole_len ? first : whole_len, whole_len);
    subject->cipher.final(ctx, subject->back, &out_len, 16);
    subject->cipher.cipher(ctx, subject->back, &out_len, MAX_LEN, subject->data, len);
    subject->cipher.freectx(ctx);
}

/* The counter block that an IV of other than 12 bytes is hashed to depends on H. SP 800-38D has it public, as every
 * counter; so has the default provider. A kernel branches on whether its last byte wraps. */
static void counter_is_known(void *ctx)
{
    known(((struct gcm_context *)ctx)->gcm.state.counter, AES_BLOCK_LEN);
}

static int gcm_message(const struct subject *subject, bool encrypting, uint8_t *out, const uint8_t *in, size_t first,
                       size_t len, size_t iv_len)
{
    static const uint8_t aad[300];
    void *ctx = subject_init(subject, encrypting, iv_len);
    OSSL_PARAM tag[] = {OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, subject->tag, GCM_TAG_LEN), OSSL_PARAM_END};
    size_t out_len = 0;
    int result;

    subject_update(subject, ctx, NULL, aad, 1 + first % 7);
    if (iv_len != GCM_IV_DEFAULT_LEN)
        counter_is_known(ctx);
    subject_update(subject, ctx, NULL, aad, len % sizeof(aad));
    pieces(subject, ctx, out, in, first, len);
    if (!encrypting) {
        secret(subject->tag, GCM_TAG_LEN);
        assert_int_equal(subject->cipher.set_ctx_params(ctx, tag), 1);
    }
    result = subject->cipher.final(ctx, out, &out_len, 16);
    if (encrypting)
        assert_int_equal(subject->cipher.get_ctx_params(ctx, tag), 1);
    subject->cipher.freectx(ctx);
    return result;
}

static void gcm(const struct subject *subject, size_t first, size_t len, size_t iv_len)
{
    assert_int_equal(gcm_message(subject, true, subject->data, subject->plain, first, len, iv_len), 1);
    assert_int_equal(gcm_message(subject, false, subject->back, subject->data, first, len, iv_len), 1);
    subject->tag[len % GCM_TAG_LEN] ^= 1;
    assert_int_equal(gcm_message(subject, false, subject->back, subject->data, first, len, iv_len), 0);
}

/* tls_record enciphers, then deciphers a record of TLS 1.2 in place, the second time with a wrong tag. */
static void tls_record(const struct subject *subject, size_t len)
{
    const size_t record_len = 8 + len + GCM_TAG_LEN;
    uint8_t aad[GCM_TLS_AAD_LEN] = {0};
    OSSL_PARAM params[] = {OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, aad, sizeof(aad)), OSSL_PARAM_END};
    OSSL_PARAM fixed[] = {
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, (void *)(uintptr_t)subject->iv, 4),
        OSSL_PARAM_END};

    secret(subject->data, MAX_LEN);
    for (int pass = 0; pass < 3; pass++) {
        const bool encrypting = pass == 0;
        const size_t aad_len = encrypting ? 8 + len : record_len;
        void *ctx = subject_init(subject, encrypting, GCM_IV_DEFAULT_LEN);
        size_t out_len;

        aad[11] = (uint8_t)(aad_len >> 8);
        aad[12] = (uint8_t)aad_len;
        assert_int_equal(subject->cipher.set_ctx_params(ctx, fixed), 1);
        assert_int_equal(subject->cipher.set_ctx_params(ctx, params), 1);
        known(subject->data, 8); /* the explicit IV */
        memcpy(subject->back, subject->data, record_len);
        if (pass == 2)
            subject->back[record_len - 1] ^= 1;
        assert_int_equal(subject->cipher.update(ctx, subject->back, &out_len, record_len, subject->back, record_len),
                         pass != 2);
        if (encrypting)
            memcpy(subject->data, subject->back, record_len);
        subject->cipher.freectx(ctx);
    }
}

static bool is_gcm(const struct subject *subject)
{
    return strstr(subject->algorithm, "GCM") != NULL;
}

static size_t usual_iv_len(const struct subject *subject)
{
    return is_gcm(subject) ? GCM_IV_DEFAULT_LEN : strstr(subject->algorithm, "CTR") != NULL ? 16 : 0;
}

static void provider_messages(void **state)
{
    const char *kernel = *state;

    for (size_t index = 0; index < DIRECT_ALGORITHMS; index++) {
        struct subject subject;

        subject_open(&subject, kernel, index);
        for (size_t i = 0; i < COUNT(lengths); i++) {
            for (size_t first = 0; first <= 21 && first <= lengths[i]; first += 7) {
                unsigned before = complaints();

                (is_gcm(&subject) ? gcm : stream)(&subject, first, lengths[i], usual_iv_len(&subject));
                calm(before, kernel, subject.algorithm, lengths[i]);
            }
        }
        subject_close(&subject);
    }
}

/* And what the provider gives back for known data is known to its last byte, and cost no complaint. */
static void known_messages(void **state)
{
    const char *kernel = *state;

    for (size_t index = 0; index < DIRECT_ALGORITHMS; index++) {
        struct subject subject;

        subject_open(&subject, kernel, index);
        known(subject.key, subject.key_len);
        known(subject.plain, MAX_LEN);
        for (size_t i = 0; i < COUNT(lengths); i++) {
            const size_t whole_len = lengths[i] - lengths[i] % AES_BLOCK_LEN;
            unsigned before = complaints();

            (is_gcm(&subject) ? gcm : stream)(&subject, lengths[i] / 3, lengths[i], usual_iv_len(&subject));
            assert_int_equal(VALGRIND_CHECK_MEM_IS_DEFINED(subject.data, whole_len), 0);
            assert_int_equal(VALGRIND_CHECK_MEM_IS_DEFINED(subject.back, whole_len), 0);
            calm(before, kernel, subject.algorithm, lengths[i]);
        }
        subject_close(&subject);
    }
}

static void provider_ivs(void **state)
{
    static const size_t iv_lens[] = {1, 8, 11, 13, 16, 17, 60, 128};
    const char *kernel = *state;

    for (size_t index = 6; index < DIRECT_ALGORITHMS; index++) {
        struct subject subject;

        subject_open(&subject, kernel, index);
        for (size_t i = 0; i < COUNT(iv_lens); i++) {
            unsigned before = complaints();

            gcm(&subject, 17, 600, iv_lens[i]);
            calm(before, kernel, subject.algorithm, iv_lens[i]);
        }
        subject_close(&subject);
    }
}

static void provider_tls_records(void **state)
{
    const char *kernel = *state;

    for (size_t index = 6; index < DIRECT_ALGORITHMS; index++) {
        struct subject subject;

        subject_open(&subject, kernel, index);
        for (size_t i = 0; i < COUNT(lengths); i++) {
            unsigned before = complaints();

            tls_record(&subject, lengths[i]);
            calm(before, kernel, subject.algorithm, lengths[i]);
        }
        subject_close(&subject);
    }
}

/* The verdict on the padding may be a branch, and nothing before it: at most one complaint, whatever the bytes are. */
static void padding(void **state)
{
    (void)state;
    for (unsigned pad = 0; pad <= 17; pad++) {
        for (unsigned wrong = 0; wrong <= AES_BLOCK_LEN; wrong++) {
            uint8_t *block = buffer(AES_BLOCK_LEN);
            unsigned before;
            size_t len;

            memset(block, (int)pad, AES_BLOCK_LEN);
            if (wrong < AES_BLOCK_LEN)
                block[wrong] = 0xee;
            secret(block, AES_BLOCK_LEN);
            before = complaints();
            len = ctime_unpadded_len(block);
            if (complaints() > before + 1)
                fail_msg("padding of %u bytes: %u branches or addresses depend on it", pad, complaints() - before);
            known(&len, sizeof(len));
            known(block, AES_BLOCK_LEN);
            free(block);
            if (wrong == AES_BLOCK_LEN)
                assert_int_equal(len, pad >= 1 && pad <= AES_BLOCK_LEN ? AES_BLOCK_LEN - pad : AES_BLOCK_LEN);
        }
    }
}

/* vaes256 and vaes512 cannot run here, and it must not look as if they had. */
static void kernels_out_of_reach(void **state)
{
    struct direct provider;

    (void)state;
    if (!direct_load(&provider, "vaes256")) {
        print_message("# NOT RUN under valgrind: vaes256 and vaes512, whose instructions it does not know;\n"
                      "# check_ctime_instructions.sh looks at what they are made of instead\n");
        return;
    }
    direct_unload(&provider);
    fail_msg("this valgrind runs vaes256: add it to kernel_names");
}

int main(void)
{
    static const struct {
        const char *name;
        CMUnitTestFunction function;
    } kinds[] = {
        {"known data draws no complaint", known_data},
        {"known messages give known bytes", known_messages},
        {"functions of the kernel", kernel_functions},
        {"messages through the provider, tags right and wrong", provider_messages},
        {"IVs of other lengths", provider_ivs},
        {"records of TLS 1.2", provider_tls_records},
    };
    static char names[KERNELS * COUNT(kinds)][80];
    struct CMUnitTest tests[3 + KERNELS * COUNT(kinds)] = {
        cmocka_unit_test(planted_faults_are_seen),
        cmocka_unit_test(kernels_out_of_reach),
        cmocka_unit_test(padding),
    };

    for (size_t i = 0; i < COUNT(names); i++) {
        const char *kernel = kernel_names[i / COUNT(kinds)];

        snprintf(names[i], sizeof(names[i]), "%s: %s", kernel, kinds[i % COUNT(kinds)].name);
        tests[3 + i] =
            (struct CMUnitTest){names[i], kinds[i % COUNT(kinds)].function, NULL, NULL, (void *)(uintptr_t)kernel};
    }
    return cmocka_run_group_tests_name("constant time", tests, NULL, NULL);
}
