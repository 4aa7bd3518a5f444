/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_provider_module.c - the module as a whole: names, tables and properties of its algorithms beside those of the
 * default provider, what it says of itself, and loads that must fail.
 */
#include "evp_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <openssl/core_dispatch.h>
#include <openssl/objects.h>
#include <openssl/provider.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Keys of default's tables that aeswide need not have. This list, evp_pair.c's "deliberate differences" and the tests
 * named where_... are all that is not as in the default provider on purpose. */
static const char *const varying_keys[] = {
    "pipeline-tag", /* GCM, since 3.5: of use to ciphers with pipelines only, and no built-in one has these */
};

static bool varies(const char *key)
{
    for (size_t i = 0; i < COUNT(varying_keys); i++) {
        if (strcmp(varying_keys[i], key) == 0)
            return true;
    }
    return false;
}

/* has_all fails the test unless `table` has each entry of `other` with its type. */
static void has_all(const char *what, const char *algorithm, const OSSL_PARAM *table, const OSSL_PARAM *other)
{
    for (; other != NULL && other->key != NULL; other++) {
        if (varies(other->key))
            continue;
        const OSSL_PARAM *found = table != NULL ? OSSL_PARAM_locate_const(table, other->key) : NULL;
        if (found == NULL)
            fail_msg("%s of %s: %s is on one side only", what, algorithm, other->key);
        else if (found->data_type != other->data_type &&
                 strcmp(other->key, "tls-mac") != 0) /* a pointer or not, by release */
            fail_msg("%s of %s: %s has types %u and %u", what, algorithm, other->key, found->data_type,
                     other->data_type);
    }
}

static void same_table(const char *what, const char *algorithm, const OSSL_PARAM *oracle, const OSSL_PARAM *subject)
{
    has_all(what, algorithm, subject, oracle);
    has_all(what, algorithm, oracle, subject);
}

static void tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        const char *name = algorithms[i];
        const EVP_CIPHER *oracle = pair_fetch(ORACLE, name);
        const EVP_CIPHER *subject = pair_fetch(SUBJECT, name);
        assert_non_null(EVP_CIPHER_gettable_params(subject));
        assert_non_null(EVP_CIPHER_gettable_ctx_params(subject));
        assert_non_null(EVP_CIPHER_settable_ctx_params(subject));
        same_table("gettable parameters", name, EVP_CIPHER_gettable_params(oracle),
                   EVP_CIPHER_gettable_params(subject));
        same_table("gettable context parameters", name, EVP_CIPHER_gettable_ctx_params(oracle),
                   EVP_CIPHER_gettable_ctx_params(subject));
        same_table("settable context parameters", name, EVP_CIPHER_settable_ctx_params(oracle),
                   EVP_CIPHER_settable_ctx_params(subject));
        /* and what a context says of itself, with a key and without */
        struct pair *pair = pair_new(name);
        static const uint8_t key[32];
        for (unsigned keyed = 0; keyed < 2; keyed++) {
            assert_int_equal(pair_begin(pair, keyed ? key : NULL, NULL, 0, 1), 1);
            same_table("gettable parameters of a context", name, EVP_CIPHER_CTX_gettable_params(pair->ctx[ORACLE]),
                       EVP_CIPHER_CTX_gettable_params(pair->ctx[SUBJECT]));
            same_table("settable parameters of a context", name, EVP_CIPHER_CTX_settable_params(pair->ctx[ORACLE]),
                       EVP_CIPHER_CTX_settable_params(pair->ctx[SUBJECT]));
        }
        pair_free(pair);
    }
}

static void properties_of_algorithms(void **state)
{
    (void)state;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        const EVP_CIPHER *oracle = pair_fetch(ORACLE, algorithms[i]);
        const EVP_CIPHER *subject = pair_fetch(SUBJECT, algorithms[i]);
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(oracle)), "default");
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(subject)), "aeswide");
        assert_string_equal(EVP_CIPHER_get0_name(subject), EVP_CIPHER_get0_name(oracle));
        assert_non_null(EVP_CIPHER_get0_description(subject));
        assert_int_equal(EVP_CIPHER_get_nid(subject), EVP_CIPHER_get_nid(oracle));
        assert_int_equal(EVP_CIPHER_get_mode(subject), EVP_CIPHER_get_mode(oracle));
        assert_int_equal(EVP_CIPHER_get_block_size(subject), EVP_CIPHER_get_block_size(oracle));
        assert_int_equal(EVP_CIPHER_get_key_length(subject), EVP_CIPHER_get_key_length(oracle));
        assert_int_equal(EVP_CIPHER_get_iv_length(subject), EVP_CIPHER_get_iv_length(oracle));
        assert_int_equal(EVP_CIPHER_get_type(subject), EVP_CIPHER_get_type(oracle));
        assert_true(EVP_CIPHER_get_flags(subject) == EVP_CIPHER_get_flags(oracle));
        assert_true(EVP_CIPHER_get_flags(subject) & EVP_CIPH_FLAG_CUSTOM_CIPHER);
    }
}

/* Every parameter of an algorithm in every type and size, as check_provider_params.c does for contexts. Errors are
 * not compared: this function of a provider gets no context, so that aeswide, which links no libcrypto, can raise none.
 */
static void algorithm_parameters(void **state)
{
    (void)state;
    static const char *const keys[] = {"mode", "keylen",    "ivlen",       "blocksize", "aead",    "custom-iv",
                                       "cts",  "tls-multi", "has-randkey", "speed",     "unknown", ""};
    static const unsigned types[] = {OSSL_PARAM_INTEGER,     OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_REAL,
                                     OSSL_PARAM_UTF8_STRING, OSSL_PARAM_OCTET_STRING,     OSSL_PARAM_OCTET_PTR};
    for (size_t i = 0; i < ALGORITHMS * COUNT(keys) * COUNT(types); i++) {
        const char *name = algorithms[i % ALGORITHMS];
        const char *key = keys[i / ALGORITHMS % COUNT(keys)];
        unsigned type = types[i / ALGORITHMS / COUNT(keys)];
        for (size_t size = 1; size <= 16; size++) {
            uint8_t values[SIDES][16];
            int ret[SIDES];
            size_t return_size[SIDES];
            for (int side = 0; side < SIDES; side++) {
                memset(values[side], 0xa5, sizeof(values[side]));
                OSSL_PARAM params[2] = {{key, type, values[side], size, OSSL_PARAM_UNMODIFIED},
                                        OSSL_PARAM_construct_end()};
                EVP_CIPHER *cipher = (EVP_CIPHER *)(uintptr_t)pair_fetch(side, name);
                ret[side] = EVP_CIPHER_get_params(cipher, params);
                return_size[side] = params[0].return_size;
                ERR_clear_error();
            }
            bool sized = ret[ORACLE] == 1 || pair_type_fits(key, type);
            if (ret[ORACLE] != ret[SUBJECT] || (sized && return_size[ORACLE] != return_size[SUBJECT]))
                fail_msg("%s of %s, type %u, size %zu: default returned %d, size %zd; aeswide %d, size %zd", key, name,
                         type, size, ret[ORACLE], (ssize_t)return_size[ORACLE], ret[SUBJECT],
                         (ssize_t)return_size[SUBJECT]);
            assert_memory_equal(values[ORACLE], values[SUBJECT], sizeof(values[ORACLE]));
        }
    }
}

/* struct names is the list of all names of one cipher. */
struct names {
    size_t count;
    const char *names[16];
};

static void add_name(const char *name, void *data)
{
    struct names *names = data;
    assert_in_range(names->count, 0, COUNT(names->names) - 1);
    names->names[names->count++] = name;
}

/* Names and OIDs: default's names are all aeswide's, and each fetches it. */
static void names_and_oids(void **state)
{
    (void)state;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        const EVP_CIPHER *oracle = pair_fetch(ORACLE, algorithms[i]);
        const EVP_CIPHER *subject = pair_fetch(SUBJECT, algorithms[i]);
        struct names names[SIDES] = {0};
        assert_int_equal(EVP_CIPHER_names_do_all(oracle, add_name, &names[ORACLE]), 1);
        assert_int_equal(EVP_CIPHER_names_do_all(subject, add_name, &names[SUBJECT]), 1);
        assert_int_equal(names[ORACLE].count, names[SUBJECT].count);
        for (size_t n = 0; n < names[ORACLE].count; n++) {
            const char *name = names[ORACLE].names[n];
            assert_true(EVP_CIPHER_is_a(subject, name));
            EVP_CIPHER *fetched = EVP_CIPHER_fetch(pair_library(), name, "provider=aeswide");
            assert_non_null(fetched);
            assert_string_equal(EVP_CIPHER_get0_name(fetched), EVP_CIPHER_get0_name(oracle));
            EVP_CIPHER_free(fetched);
        }
        assert_null(EVP_CIPHER_fetch(pair_library(), algorithms[i], "provider=aeswide,fips=yes"));
        ERR_clear_error();
    }
}

/* In a library context where aeswide is alone, the names and OIDs come from it and not from default's table. */
static void own_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *algorithm;
    } wanted[] = {
        {"AES-128-ECB", "AES-128-ECB"},
        {"2.16.840.1.101.3.4.1.1", "AES-128-ECB"},
        {"2.16.840.1.101.3.4.1.21", "AES-192-ECB"},
        {"2.16.840.1.101.3.4.1.41", "AES-256-ECB"},
        {"aes-128-ctr", "AES-128-CTR"},
        {"AES-192-CTR", "AES-192-CTR"},
        {"AES-256-CTR", "AES-256-CTR"},
        {"id-aes128-GCM", "AES-128-GCM"},
        {"id-aes192-GCM", "AES-192-GCM"},
        {"id-aes256-GCM", "AES-256-GCM"},
        {"2.16.840.1.101.3.4.1.6", "AES-128-GCM"},
        {"2.16.840.1.101.3.4.1.26", "AES-192-GCM"},
        {"2.16.840.1.101.3.4.1.46", "AES-256-GCM"},
        {"AES-256-CBC", NULL},
        {"AES-256-CCM", NULL},
        {"AES-256-XTS", NULL},
        {"AES-257-GCM", NULL},
        {"AES", NULL},
    };
    OSSL_LIB_CTX *context = new_library();
    assert_non_null(context);
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "aeswide");
    assert_non_null(provider);
    for (size_t i = 0; i < COUNT(wanted); i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(context, wanted[i].name, NULL);
        if (wanted[i].algorithm == NULL) {
            assert_null(cipher);
            continue;
        }
        assert_non_null(cipher);
        assert_true(EVP_CIPHER_is_a(cipher, wanted[i].algorithm));
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)), "aeswide");
        EVP_CIPHER_free(cipher);
    }
    ERR_clear_error();
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(context);
}

/* named tells whether a table has an entry with exactly that list of names. */
static bool named(const OSSL_ALGORITHM *table, const char *names)
{
    for (; table->algorithm_names != NULL; table++) {
        if (strcmp(table->algorithm_names, names) == 0)
            return true;
    }
    return false;
}

/* The names as the tables have them: a fetch by OID works even where the provider does not give it, for libcrypto knows
 * the OIDs of its own. */
static void names_in_table(void **state)
{
    (void)state;
    const OSSL_ALGORITHM *tables[SIDES];
    int no_cache;
    for (int side = 0; side < SIDES; side++) {
        const OSSL_PROVIDER *provider = EVP_CIPHER_get0_provider(pair_fetch(side, "AES-128-GCM"));
        tables[side] = OSSL_PROVIDER_query_operation(provider, OSSL_OP_CIPHER, &no_cache);
        assert_non_null(tables[side]);
    }
    for (const OSSL_ALGORITHM *entry = tables[SUBJECT]; entry->algorithm_names != NULL; entry++) {
        if (!named(tables[ORACLE], entry->algorithm_names))
            fail_msg("default has no cipher of the names %s", entry->algorithm_names);
    }
}

/* text_of returns one of the provider's own text parameters. */
static const char *text_of(const OSSL_PROVIDER *provider, const char *key)
{
    char *text = NULL;
    OSSL_PARAM params[2] = {OSSL_PARAM_construct_utf8_ptr(key, &text, 0), OSSL_PARAM_construct_end()};
    assert_int_equal(OSSL_PROVIDER_get_params(provider, params), 1);
    assert_true(OSSL_PARAM_modified(&params[0]));
    assert_non_null(text);
    return text;
}

static void what_it_says_of_itself(void **state)
{
    (void)state;
    const OSSL_PROVIDER *provider = EVP_CIPHER_get0_provider(pair_fetch(SUBJECT, "AES-128-GCM"));
    static const char *const keys[] = {"name", "version", "buildinfo", "status"};
    const OSSL_PARAM *table = OSSL_PROVIDER_gettable_params(provider);
    for (size_t i = 0; i < COUNT(keys); i++)
        assert_non_null(OSSL_PARAM_locate_const(table, keys[i]));
    assert_non_null(strstr(text_of(provider, "name"), "aeswide"));
    assert_non_null(strchr(text_of(provider, "version"), '.'));
    /* a verdict on each kernel, one of which is the chosen one */
    const char *info = text_of(provider, "buildinfo");
    assert_non_null(strstr(info, text_of(provider, "version")));
    assert_non_null(strstr(info, "portable: "));
    const char *chosen = strstr(info, ": chosen");
    assert_non_null(chosen);
    assert_null(strstr(chosen + 1, ": chosen"));

    int status = 0;
    size_t unknown = 77;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_int("status", &status),
                           OSSL_PARAM_construct_size_t("unknown", &unknown), OSSL_PARAM_construct_end()};
    assert_int_equal(OSSL_PROVIDER_get_params(provider, params), 1);
    assert_int_equal(status, 1);
    assert_int_equal(unknown, 77);
    assert_int_equal(OSSL_PROVIDER_self_test(provider), 1);
    assert_int_equal(ERR_peek_error(), 0);

    /* ciphers, and the key managers that EVP_SKEY wants beside them since 3.5; nothing else */
    enum { OP_SKEYMGMT = 15, LAST_OPERATION = 25 };
    for (int operation = 1; operation <= LAST_OPERATION; operation++) {
        int no_cache = -1;
        const OSSL_ALGORITHM *offered = OSSL_PROVIDER_query_operation(provider, operation, &no_cache);
        size_t count = 0;
        assert_int_equal(no_cache, 0);
        while (offered != NULL && offered[count].algorithm_names != NULL) {
            assert_string_equal(offered[count].property_definition, "provider=aeswide");
            count++;
        }
        assert_int_equal(count, operation == OSSL_OP_CIPHER ? ALGORITHMS : operation == OP_SKEYMGMT ? 2 : 0);
        OSSL_PROVIDER_unquery_operation(provider, operation, offered);
    }
}

/* Which cipher a plain fetch gives: by default_properties ours, always. */
static void preference(void **state)
{
    (void)state;
    OSSL_LIB_CTX *context = new_library();
    assert_non_null(context);
    OSSL_PROVIDER *providers[] = {OSSL_PROVIDER_load(context, "default"), OSSL_PROVIDER_load(context, "aeswide")};
    assert_non_null(providers[0]);
    assert_non_null(providers[1]);
    assert_int_equal(EVP_set_default_properties(context, "?provider=aeswide"), 1);
    for (size_t i = 0; i < ALGORITHMS; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(context, algorithms[i], NULL);
        assert_non_null(cipher);
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)), "aeswide");
        EVP_CIPHER_free(cipher);
    }
    EVP_CIPHER *other = EVP_CIPHER_fetch(context, "AES-128-CBC", NULL);
    assert_non_null(other);
    assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(other)), "default");
    EVP_CIPHER_free(other);
    OSSL_PROVIDER_unload(providers[1]);
    OSSL_PROVIDER_unload(providers[0]);
    OSSL_LIB_CTX_free(context);
}

/* Loaded, used, unloaded and loaded again, and twice at the same time in two library contexts. */
static void load_and_unload(void **state)
{
    (void)state;
    static const uint8_t key[32];
    for (unsigned i = 0; i < 20; i++) {
        OSSL_LIB_CTX *context = new_library();
        assert_non_null(context);
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "aeswide");
        assert_non_null(provider);
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(context, "AES-256-GCM", NULL);
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
        uint8_t out[16];
        int len;
        assert_int_equal(EVP_EncryptInit_ex(ctx, cipher, NULL, key, key), 1);
        assert_int_equal(EVP_EncryptUpdate(ctx, out, &len, key, 16), 1);
        if (i % 2) { /* the context outlives the caller's references */
            EVP_CIPHER_free(cipher);
            OSSL_PROVIDER_unload(provider);
            assert_int_equal(EVP_EncryptFinal_ex(ctx, out, &len), 1);
            EVP_CIPHER_CTX_free(ctx);
        } else {
            EVP_CIPHER_CTX_free(ctx);
            EVP_CIPHER_free(cipher);
            OSSL_PROVIDER_unload(provider);
        }
        OSSL_LIB_CTX_free(context);
    }
}

enum { TEXT_LEN = 4096 };

/* load_in_child loads aeswide in a child process with two environment variables set (or NULL), and returns whether that
 * worked; text becomes the texts of all errors, or on success the build information. */
static bool load_in_child(const char *kernel, const char *ia32cap, char text[TEXT_LEN])
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (kernel != NULL)
            setenv("AESWIDE_KERNEL", kernel, 1);
        else
            unsetenv("AESWIDE_KERNEL");
        if (ia32cap != NULL)
            setenv("OPENSSL_ia32cap", ia32cap, 1);
        FILE *out = fdopen(ends[1], "w");
        ERR_clear_error();
        OSSL_LIB_CTX *context = new_library();
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "aeswide");
        if (provider != NULL) {
            fputs(text_of(provider, "buildinfo"), out);
        } else {
            const char *data;
            unsigned long code;
            while ((code = ERR_get_error_all(NULL, NULL, NULL, &data, NULL)) != 0)
                fprintf(out, "%d:%d %s\n", ERR_GET_LIB(code), ERR_GET_REASON(code), data);
        }
        fclose(out);
        _exit(provider != NULL ? 0 : 3);
    }
    close(ends[1]);
    size_t len = 0;
    ssize_t got;
    while ((got = read(ends[0], text + len, TEXT_LEN - 1 - len)) > 0)
        len += (size_t)got;
    text[len] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3);
    return WEXITSTATUS(status) == 0;
}

/* contains fails the test unless the text has the word in it. */
static void contains(const char *text, const char *word)
{
    if (strstr(text, word) == NULL)
        fail_msg("\"%s\" is not in: %s", word, text);
}

static void unknown_kernel(void **state)
{
    (void)state;
    static const char *const requests[] = {"nosuch",        "vaes1024", "-nosuch", "AESNI ",
                                           "auto,portable", "-",        ",",       "portable,aesni"};
    char text[TEXT_LEN];
    for (size_t i = 0; i < COUNT(requests); i++) {
        if (load_in_child(requests[i], NULL, text))
            fail_msg("AESWIDE_KERNEL=%s was accepted: %s", requests[i], text);
        contains(text, "AESWIDE_KERNEL");
        contains(text, "57:"); /* ERR_LIB_PROV */
    }
    load_in_child("nosuch", NULL, text);
    contains(text, "nosuch");
    contains(text, "portable"); /* the names that there are */
}

static void named_kernel(void **state)
{
    (void)state;
    char text[TEXT_LEN];
    assert_true(load_in_child("portable", NULL, text));
    contains(text, "kernel portable;");
    contains(text, "portable: chosen");
    assert_true(load_in_child("portable64", NULL, text));
    contains(text, "portable64: chosen");
    assert_true(load_in_child("", NULL, text));
    char empty[TEXT_LEN];
    strcpy(empty, text);
    assert_true(load_in_child("auto", NULL, text));
    assert_string_equal(text, empty);
    assert_true(load_in_child("-portable64", NULL, text));
    contains(text, "portable64: excluded");
}

/* Masking AES-NI in OPENSSL_ia32cap makes every x86 kernel impossible: asked for by name, the load fails and says what
 * is missing; not asked for, portable is the choice. */
static void impossible_kernel(void **state)
{
    (void)state;
    static const char *const kernels[] = {"aesni", "vaes256", "vaes512"};
    static const char mask[] = "~0x200000000000000"; /* AES-NI: CPUID leaf 1, ecx bit 25 */
    const char *info = text_of(EVP_CIPHER_get0_provider(pair_fetch(SUBJECT, "AES-128-GCM")), "buildinfo");
    char text[TEXT_LEN];
    assert_true(load_in_child(NULL, mask, text));
    contains(text, "kernel portable;");
    for (size_t i = 0; i < COUNT(kernels); i++) {
        assert_false(load_in_child(kernels[i], mask, text));
        contains(text, kernels[i]);
        char name[32];
        snprintf(name, sizeof(name), "; %s: ", kernels[i]);
        if (strstr(info, name) != NULL) /* the build has it: so the CPU is to blame */
            contains(text, i == 0 ? "AES" : "VAES");
    }
}

/* A child of fork uses what its parent loaded. */
static void fork_with_context(void **state)
{
    (void)state;
    static const uint8_t key[32];
    struct pair *pair = pair_new("AES-256-GCM");
    assert_int_equal(pair_begin(pair, key, key, 12, 1), 1);
    assert_int_equal(pair_update(pair, key, 20), 1);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        uint8_t out[SIDES][64];
        uint8_t tag[SIDES][16];
        int len;
        bool good = true;
        for (int side = 0; side < SIDES; side++)
            good = good && EVP_EncryptUpdate(pair->ctx[side], out[side], &len, key, 32) == 1 &&
                   EVP_EncryptFinal_ex(pair->ctx[side], out[side] + len, &len) == 1 &&
                   EVP_CIPHER_CTX_ctrl(pair->ctx[side], EVP_CTRL_AEAD_GET_TAG, 16, tag[side]) == 1;
        _exit(good && memcmp(out[ORACLE], out[SUBJECT], 32) == 0 && memcmp(tag[ORACLE], tag[SUBJECT], 16) == 0 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(pair_update(pair, key, 32), 1);
    assert_int_equal(pair_final(pair), 1);
    pair_state(pair);
    pair_free(pair);
}

/* where_default_errs: EVP_Cipher of no bytes while additional data stands in the middle of a block must not change the
 * tag; in the default provider it does (openssl issue 32741), and aeswide does not copy that. */
static void where_default_errs(void **state)
{
    (void)state;
    static const uint8_t key[32];
    uint8_t tags[2][16];
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    for (int empty_call = 0; empty_call < 2; empty_call++) {
        uint8_t out[16];
        int len;
        assert_int_equal(EVP_EncryptInit_ex(ctx, pair_fetch(SUBJECT, "AES-128-GCM"), NULL, key, key), 1);
        assert_int_equal(EVP_EncryptUpdate(ctx, NULL, &len, key, 5), 1);
        if (empty_call)
            assert_int_equal(EVP_Cipher(ctx, out, key, 0), 0);
        assert_int_equal(EVP_EncryptUpdate(ctx, NULL, &len, key, 6), 1);
        assert_int_equal(EVP_EncryptUpdate(ctx, out, &len, key, 10), 1);
        assert_int_equal(EVP_EncryptFinal_ex(ctx, out, &len), 1);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tags[empty_call]), 1);
    }
    assert_memory_equal(tags[0], tags[1], 16);
    EVP_CIPHER_CTX_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(properties_of_algorithms),
        cmocka_unit_test(algorithm_parameters),
        cmocka_unit_test(names_and_oids),
        cmocka_unit_test(own_names),
        cmocka_unit_test(names_in_table),
        cmocka_unit_test(what_it_says_of_itself),
        cmocka_unit_test(preference),
        cmocka_unit_test(load_and_unload),
        cmocka_unit_test(unknown_kernel),
        cmocka_unit_test(named_kernel),
        cmocka_unit_test(impossible_kernel),
        cmocka_unit_test(fork_with_context),
        cmocka_unit_test(where_default_errs),
    };
    return cmocka_run_group_tests_name("provider module", tests, pair_setup, pair_teardown);
}
