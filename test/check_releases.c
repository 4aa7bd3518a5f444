/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_releases.c - what depends on the release of the libcrypto that loads the provider, and what none of EVP's calls
 * shows: the provider is loaded by a core that says it is 3.0, 3.5, 3.6 or 4.0 (direct.h), and called by its own
 * functions.
 *
 * Numbers are written out here, not taken from the provider's headers: a wrong one there must not be right here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <malloc.h>
#include <unistd.h>

#include <cmocka.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "direct.h"
#include "provider/error.h"

/* Reasons that 3.0's openssl/proverr.h does not have, and numbers of 3.5's openssl/core_dispatch.h. */
enum {
    TAG_NOT_SET = 119,
    REPEATED_PARAMETER = 252,
    SKEYMGMT = 15,
    SKEYMGMT_FREE = 1,
    SKEYMGMT_IMPORT = 2,
    SECRET_KEY = 2,
    ENCRYPT_SKEY_INIT = 19,
    DECRYPT_SKEY_INIT = 20,
};

static const uint8_t key[32] = {0x1e, 0xa5, 0x1d, 0xe0}, iv[16] = {0x40, 0x41};

/* struct release is a libcrypto by its version. */
static const struct release {
    const char *version;
    unsigned number;
} releases[] = {
    {"3.0.22", 300}, {"3.3.9", 303}, {"3.4.0", 304}, {"3.5.9", 305}, {"3.6.5", 306}, {"4.0.3", 400}, {"nonsense", 300},
};
enum { RELEASES = sizeof(releases) / sizeof(releases[0]) };

/* struct scene is a context of one algorithm in a provider that one release has loaded. */
struct scene {
    struct direct provider;
    struct direct_cipher cipher;
    void *context;
};

static void open_scene(struct scene *scene, const struct release *release, const char *algorithm)
{
    direct_version = release->version;
    assert_true(direct_load(&scene->provider, "portable"));
    assert_true(direct_find(&scene->cipher, &scene->provider, algorithm));
    scene->context = scene->cipher.newctx(scene->provider.provctx);
    assert_non_null(scene->context);
    direct_errors = direct_last_error = 0;
}

static void close_scene(struct scene *scene)
{
    scene->cipher.freectx(scene->context);
    direct_unload(&scene->provider);
}

/* find_function returns the entry of a dispatch table, which the caller casts back; the test fails when there is none.
 */
static void (*find_function(const OSSL_DISPATCH *table, int id))(void)
{
    for (; table->function_id != 0; table++) {
        if (table->function_id == id)
            return table->function;
    }
    fail_msg("no function %d", id);
    return NULL;
}

/* find_table returns the dispatch table of the algorithm whose list of names begins with `name`. */
static const OSSL_DISPATCH *find_table(const struct direct *provider, int operation, const char *name)
{
    OSSL_FUNC_provider_query_operation_fn *query =
        (OSSL_FUNC_provider_query_operation_fn *)find_function(provider->functions, OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    int no_cache = 0;
    const OSSL_ALGORITHM *algorithm = query(provider->provctx, operation, &no_cache);

    assert_non_null(algorithm);
    while (algorithm->algorithm_names != NULL && strncmp(algorithm->algorithm_names, name, strlen(name)) != 0)
        algorithm++;
    assert_non_null(algorithm->algorithm_names);
    return algorithm->implementation;
}

/* raised fails the test unless exactly this reason was raised since the last look; 0: none. */
static void raised(unsigned reason)
{
    assert_int_equal(direct_errors, reason != 0);
    assert_int_equal(direct_last_error, reason);
    direct_errors = direct_last_error = 0;
}

/* Two values for one parameter: up to 3.5 the first counts (in GCM of 3.4 and 3.5 each, so that the last one stays),
 * from 3.6 on it is an error. */
static void repeated_parameters(void **state)
{
    (void)state;
    for (size_t i = 0; i < RELEASES; i++) {
        const unsigned number = releases[i].number;
        unsigned zero = 0, one = 1, padding = 7;
        size_t eight = 8, nine = 9, iv_len = 0;
        OSSL_PARAM paddings[] = {OSSL_PARAM_uint("padding", &zero), OSSL_PARAM_uint("padding", &one), OSSL_PARAM_END};
        OSSL_PARAM lengths[] = {OSSL_PARAM_size_t("ivlen", &eight), OSSL_PARAM_size_t("ivlen", &nine), OSSL_PARAM_END};
        OSSL_PARAM get_padding[] = {OSSL_PARAM_uint("padding", &padding), OSSL_PARAM_END};
        OSSL_PARAM get_length[] = {OSSL_PARAM_size_t("ivlen", &iv_len), OSSL_PARAM_END};
        OSSL_PARAM get_twice[] = {OSSL_PARAM_size_t("ivlen", &iv_len), OSSL_PARAM_size_t("ivlen", &iv_len),
                                  OSSL_PARAM_END};
        struct scene scene;

        open_scene(&scene, &releases[i], "AES-128-ECB");
        assert_int_equal(scene.cipher.set_ctx_params(scene.context, paddings), number < 306);
        raised(number < 306 ? 0 : REPEATED_PARAMETER);
        assert_int_equal(scene.cipher.get_ctx_params(scene.context, get_padding), 1);
        assert_int_equal(padding, number < 306 ? 0 : 1); /* refused, it stays at its default of 1 */
        close_scene(&scene);

        open_scene(&scene, &releases[i], "AES-128-GCM");
        assert_int_equal(scene.cipher.set_ctx_params(scene.context, lengths), number < 306);
        raised(number < 306 ? 0 : REPEATED_PARAMETER);
        assert_int_equal(scene.cipher.get_ctx_params(scene.context, get_length), 1);
        assert_int_equal(iv_len, number < 304 ? 8 : number < 306 ? 9 : 12);
        assert_int_equal(scene.cipher.get_ctx_params(scene.context, get_twice), number < 306);
        raised(number < 306 ? 0 : REPEATED_PARAMETER);
        close_scene(&scene);
    }
}

/* Deciphering without a tag fails: in silence up to 3.6, from 4.0 on with a reason. */
static void missing_tag(void **state)
{
    (void)state;
    for (size_t i = 0; i < RELEASES; i++) {
        struct scene scene;
        uint8_t out[16];
        size_t len = 99;

        open_scene(&scene, &releases[i], "AES-256-GCM");
        assert_int_equal(scene.cipher.decrypt_init(scene.context, key, 32, iv, 12, NULL), 1);
        assert_int_equal(scene.cipher.final(scene.context, out, &len, sizeof(out)), 0);
        raised(releases[i].number >= 400 ? TAG_NOT_SET : 0);
        close_scene(&scene);
    }
}

/* asked_iv asks for the IV, and returns whether there was one. */
static bool asked_iv(const struct scene *scene)
{
    uint8_t made[12];
    OSSL_PARAM params[] = {OSSL_PARAM_octet_string("iv", made, sizeof(made)), OSSL_PARAM_END};

    return scene->cipher.get_ctx_params(scene->context, params) == 1;
}

/* An IV that nobody gave: from 4.0 on asking for it makes it. That it is random can be asked for from 3.4 on, and a
 * given IV ends it from 4.0 on. */
static void generated_iv(void **state)
{
    (void)state;
    for (size_t i = 0; i < RELEASES; i++) {
        const unsigned number = releases[i].number;
        unsigned generated = 7;
        OSSL_PARAM params[] = {OSSL_PARAM_uint("iv-generated", &generated), OSSL_PARAM_END};
        struct scene scene;
        uint8_t out[16];
        size_t len;

        open_scene(&scene, &releases[i], "AES-256-GCM");
        assert_int_equal(scene.cipher.encrypt_init(scene.context, key, 32, NULL, 0, NULL), 1);
        assert_int_equal(asked_iv(&scene), number >= 400);
        raised(0);
        assert_int_equal(scene.cipher.update(scene.context, out, &len, 16, iv, 16), 1);
        assert_int_equal(scene.cipher.get_ctx_params(scene.context, params), 1);
        assert_int_equal(generated, number < 304 ? 7 : 1);
        assert_int_equal(scene.cipher.encrypt_init(scene.context, NULL, 0, iv, 12, NULL), 1);
        assert_int_equal(scene.cipher.get_ctx_params(scene.context, params), 1);
        assert_int_equal(generated, number < 304 ? 7 : number < 400);
        close_scene(&scene);
    }
}

static bool lists(const OSSL_PARAM *list, const char *name)
{
    while (list->key != NULL && strcmp(list->key, name) != 0)
        list++;
    return list->key != NULL;
}

/* A parameter is offered to the releases that know it, and to no older one. */
static void offered_parameters(void **state)
{
    (void)state;
    for (size_t i = 0; i < RELEASES; i++) {
        struct scene scene;
        const OSSL_DISPATCH *table;

        open_scene(&scene, &releases[i], "AES-192-GCM");
        table = find_table(&scene.provider, OSSL_OP_CIPHER, "AES-192-GCM");
        const OSSL_PARAM *of_cipher = ((OSSL_FUNC_cipher_gettable_params_fn *)find_function(
            table, OSSL_FUNC_CIPHER_GETTABLE_PARAMS))(scene.provider.provctx);
        const OSSL_PARAM *of_context = ((OSSL_FUNC_cipher_gettable_ctx_params_fn *)find_function(
            table, OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS))(scene.context, scene.provider.provctx);
        assert_int_equal(lists(of_cipher, "encrypt-then-mac"), releases[i].number >= 306);
        assert_int_equal(lists(of_context, "iv-generated"), releases[i].number >= 304);
        assert_true(lists(of_cipher, "mode") && lists(of_context, "tag"));
        close_scene(&scene);
    }
}

/* Asked for in a type that does not fit: up to 3.4 the length of the value is told all the same. */
static void wrong_types(void **state)
{
    (void)state;
    for (size_t i = 0; i < RELEASES; i++) {
        const unsigned number = releases[i].number;
        size_t value = 0;
        OSSL_PARAM mac[] = {OSSL_PARAM_size_t("tls-mac", &value), OSSL_PARAM_END};
        OSSL_PARAM first_iv[] = {OSSL_PARAM_size_t("iv", &value), OSSL_PARAM_END};
        size_t mac_len = 20;
        OSSL_PARAM set[] = {OSSL_PARAM_size_t("tls-mac-size", &mac_len), OSSL_PARAM_END};
        struct scene scene;

        open_scene(&scene, &releases[i], "AES-128-CTR");
        assert_int_equal(scene.cipher.encrypt_init(scene.context, key, 16, iv, 16, set), 1);
        assert_int_equal(scene.cipher.get_ctx_params(scene.context, mac), 0);
        assert_int_equal(mac[0].return_size, number < 305 ? 20 : 0);
        raised(PROV_R_FAILED_TO_SET_PARAMETER);
        assert_int_equal(scene.cipher.get_ctx_params(scene.context, first_iv), 0);
        assert_int_equal(first_iv[0].return_size,
                         number < 305 ? 16 : (number < 306 ? (size_t)0 : OSSL_PARAM_UNMODIFIED));
        close_scene(&scene);
    }
}

/* The reasons are those that applications test for. */
static void reasons(void **state)
{
    (void)state;
    assert_int_equal(REASON_BAD_DECRYPT, PROV_R_BAD_DECRYPT);
    assert_int_equal(REASON_CIPHER_OPERATION_FAILED, PROV_R_CIPHER_OPERATION_FAILED);
    assert_int_equal(REASON_FAILED_TO_GET_PARAMETER, PROV_R_FAILED_TO_GET_PARAMETER);
    assert_int_equal(REASON_FAILED_TO_SET_PARAMETER, PROV_R_FAILED_TO_SET_PARAMETER);
    assert_int_equal(REASON_INVALID_KEY_LENGTH, PROV_R_INVALID_KEY_LENGTH);
    assert_int_equal(REASON_OUTPUT_BUFFER_TOO_SMALL, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
    assert_int_equal(REASON_WRONG_FINAL_BLOCK_LENGTH, PROV_R_WRONG_FINAL_BLOCK_LENGTH);
    assert_int_equal(REASON_INVALID_AAD, PROV_R_INVALID_AAD);
    assert_int_equal(REASON_INVALID_IV_LENGTH, PROV_R_INVALID_IV_LENGTH);
    assert_int_equal(REASON_INVALID_TAG, PROV_R_INVALID_TAG);
    assert_int_equal(REASON_NO_KEY_SET, PROV_R_NO_KEY_SET);
    assert_int_equal(REASON_TAG_NOT_SET, TAG_NOT_SET);
    assert_int_equal(REASON_TOO_MANY_RECORDS, PROV_R_TOO_MANY_RECORDS);
    assert_int_equal(REASON_INVALID_CONFIG_DATA, PROV_R_INVALID_CONFIG_DATA);
    assert_int_equal(REASON_SELF_TEST_KAT_FAILURE, PROV_R_SELF_TEST_KAT_FAILURE);
    assert_int_equal(REASON_REPEATED_PARAMETER, REPEATED_PARAMETER);
}

/* EVP gives a cipher room enough in every call, but other callers of a provider may not: too little is an error, and
 * nothing is written. */
static void too_little_room(void **state)
{
    (void)state;
    for (size_t a = 0; a < DIRECT_ALGORITHMS; a++) {
        const size_t key_len = direct_key_len(a);
        uint8_t data[64] = {0}, out[80], untouched[80];
        struct scene scene;

        memset(untouched, 0xaa, sizeof(untouched));
        for (int decrypt = 0; decrypt < 2; decrypt++) {
            for (size_t room = 0; room < 48; room++) {
                size_t len = 0;

                open_scene(&scene, &releases[0], direct_algorithms[a]);
                memcpy(out, untouched, sizeof(out));
                assert_int_equal((decrypt ? scene.cipher.decrypt_init
                                          : scene.cipher.encrypt_init)(scene.context, key, key_len, a < 3 ? NULL : iv,
                                                                       a < 3   ? 0
                                                                       : a < 6 ? 16
                                                                               : 12,
                                                                       NULL),
                                 1);
                assert_int_equal(scene.cipher.cipher(scene.context, out, &len, room, data, 48), 0);
                raised(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
                /* Deciphering, ECB holds the last block back, and so needs room for one less. */
                const bool enough = a < 3 && decrypt && room >= 32;
                assert_int_equal(scene.cipher.update(scene.context, out, &len, room, data, 48), enough);
                raised(enough ? 0 : PROV_R_OUTPUT_BUFFER_TOO_SMALL);
                assert_memory_equal(out + (enough ? 32 : 0), untouched, sizeof(out) - (enough ? 32 : 0));
                close_scene(&scene);
            }
        }
    }
}

/* The same for the final call of ECB, and for the block that an update completes. */
static void too_little_room_for_a_block(void **state)
{
    (void)state;
    for (size_t room = 0; room < 16; room++) {
        uint8_t data[32], out[48], untouched[48];
        struct scene scene;
        size_t len = 0;

        memset(untouched, 0xaa, sizeof(untouched));
        memcpy(out, untouched, sizeof(out));
        open_scene(&scene, &releases[0], "AES-128-ECB");
        assert_int_equal(scene.cipher.encrypt_init(scene.context, key, 16, NULL, 0, NULL), 1);
        assert_int_equal(scene.cipher.update(scene.context, out, &len, 0, key, 1), 1);
        assert_int_equal(scene.cipher.final(scene.context, out, &len, room), 0);
        raised(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        assert_int_equal(scene.cipher.encrypt_init(scene.context, NULL, 0, NULL, 0, NULL), 1);
        assert_int_equal(scene.cipher.update(scene.context, out, &len, 0, key, 1), 1);
        assert_int_equal(scene.cipher.update(scene.context, out, &len, room, key, 15), 0);
        raised(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        assert_memory_equal(out, untouched, sizeof(out));

        /* 15 bytes and one of padding, deciphered again. */
        assert_int_equal(scene.cipher.encrypt_init(scene.context, NULL, 0, NULL, 0, NULL), 1);
        assert_int_equal(scene.cipher.update(scene.context, data, &len, 0, key, 15), 1);
        assert_int_equal(scene.cipher.final(scene.context, data, &len, 16), 1);
        assert_int_equal(scene.cipher.decrypt_init(scene.context, NULL, 0, NULL, 0, NULL), 1);
        assert_int_equal(scene.cipher.update(scene.context, out, &len, 0, data, 16), 1);
        assert_int_equal(scene.cipher.final(scene.context, out, &len, room), room >= 15);
        raised(room >= 15 ? 0 : PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        if (room < 15)
            assert_memory_equal(out, untouched, sizeof(out));
        close_scene(&scene);
    }
}

/* A context begins where a cache line does: an aligned load of its round keys must not fault, nor straddle two. */
static void alignment_of_contexts(void **state)
{
    enum { CONTEXTS = 40 };
    void *contexts[CONTEXTS], *copies[CONTEXTS], *between[CONTEXTS];

    (void)state;
    for (size_t a = 0; a < DIRECT_ALGORITHMS; a++) {
        struct scene scene;

        open_scene(&scene, &releases[0], direct_algorithms[a]);
        for (size_t i = 0; i < CONTEXTS; i++) {
            between[i] = malloc(16 + 16 * (i % 7));
            contexts[i] = scene.cipher.newctx(scene.provider.provctx);
            copies[i] = scene.cipher.dupctx(contexts[i]);
            assert_int_equal((uintptr_t)contexts[i] % 64, 0);
            assert_int_equal((uintptr_t)copies[i] % 64, 0);
        }
        for (size_t i = 0; i < CONTEXTS; i++) {
            scene.cipher.freectx(contexts[i]);
            scene.cipher.freectx(copies[i]);
            free(between[i]);
        }
        close_scene(&scene);
    }
}

/* The linker sends every call of these here (--wrap): allocations are counted, and a block that is freed must not have
 * the key in it. */
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

static volatile unsigned allocations;

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    allocations++;
    return __real_aligned_alloc(alignment, size);
}

/* A message needs no memory but its context: not for init, data, parameters, or the final call. */
static void no_memory_for_a_message(void **state)
{
    (void)state;
    for (size_t a = 0; a < DIRECT_ALGORITHMS; a++) {
        const size_t iv_len = a < 3 ? 0 : a < 6 ? 16 : 12;
        static uint8_t data[5000], out[5016];
        size_t len = 0, key_len = 0;
        OSSL_PARAM params[] = {OSSL_PARAM_size_t("keylen", &key_len), OSSL_PARAM_END};
        struct scene scene;

        allocations = 0;
        open_scene(&scene, &releases[0], direct_algorithms[a]);
        assert_int_not_equal(allocations, 0); /* the context: so they are counted */
        allocations = 0;
        for (size_t message = 0; message < 20; message++) {
            assert_int_equal(
                scene.cipher.encrypt_init(scene.context, key, direct_key_len(a), a < 3 ? NULL : iv, iv_len, NULL), 1);
            assert_int_equal(scene.cipher.update(scene.context, out, &len, sizeof(out), data, 250 * message), 1);
            assert_int_equal(scene.cipher.update(scene.context, out, &len, sizeof(out), data, 7), 1);
            assert_int_equal(scene.cipher.get_ctx_params(scene.context, params), 1);
            assert_int_equal(scene.cipher.final(scene.context, out, &len, sizeof(out)), 1);
        }
        assert_int_equal(allocations, 0);
        close_scene(&scene);
    }
}

static const uint8_t *volatile watched_key; /* compilers take it that free reads no variable */
static unsigned blocks_seen, blocks_with_key;

void __wrap_free(void *block)
{
    if (watched_key != NULL && block != NULL) {
        blocks_seen++;
        blocks_with_key += memmem(block, malloc_usable_size(block), watched_key, 16) != NULL;
    }
    __real_free(block);
}

typedef void *import_fn(void *provctx, int selection, const OSSL_PARAM params[]);
typedef void free_fn(void *keydata);

/* An opaque key is wiped before it is freed, also one that is refused for its length; the manager and the two init
 * functions stand under the numbers of OpenSSL 3.5. */
static void opaque_keys(void **state)
{
    static uint8_t secret[40] = "a key, which nobody else has in memory";
    struct scene scene;

    (void)state;
    open_scene(&scene, &releases[3], "AES-256-CTR");
    const OSSL_DISPATCH *manager = find_table(&scene.provider, SKEYMGMT, "AES:");
    const OSSL_DISPATCH *cipher = find_table(&scene.provider, OSSL_OP_CIPHER, "AES-256-CTR");
    import_fn *import = (import_fn *)find_function(manager, SKEYMGMT_IMPORT);
    free_fn *free_key = (free_fn *)find_function(manager, SKEYMGMT_FREE);
    find_function(cipher, ENCRYPT_SKEY_INIT);
    find_function(cipher, DECRYPT_SKEY_INIT);
    for (size_t len = 16; len <= sizeof(secret); len++) {
        OSSL_PARAM params[] = {OSSL_PARAM_octet_string("raw-bytes", secret, len), OSSL_PARAM_END};
        const bool right = len == 16 || len == 24 || len == 32;
        void *made;

        blocks_seen = blocks_with_key = 0;
        watched_key = secret;
        made = import(scene.provider.provctx, SECRET_KEY, params);
        if (right)
            free_key(made);
        watched_key = NULL;
        assert_int_equal(made != NULL, right);
        assert_int_equal(blocks_seen, 1);
        assert_int_equal(blocks_with_key, 0);
    }

    /* The search finds a key that was left. */
    uint8_t *left = malloc(64);
    assert_non_null(left);
    memcpy(left + 8, secret, 16);
    __asm__ volatile("" : : "r"(left) : "memory"); /* a compiler leaves out what is written before a free */
    watched_key = secret;
    free(left);
    watched_key = NULL;
    assert_int_equal(blocks_with_key, 1);
    close_scene(&scene);
}

/* printed_at_load returns how many bytes a load prints on standard error with that value of AESWIDE_DEBUG. */
static long printed_at_load(const char *value)
{
    struct direct provider;
    FILE *file = tmpfile();
    const int saved = dup(STDERR_FILENO);

    assert_non_null(file);
    assert_true(saved >= 0);
    if (value == NULL)
        unsetenv("AESWIDE_DEBUG");
    else
        setenv("AESWIDE_DEBUG", value, 1);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    const bool loaded = direct_load(&provider, "portable");
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    unsetenv("AESWIDE_DEBUG");
    assert_true(loaded);
    direct_unload(&provider);
    const long printed = lseek(fileno(file), 0, SEEK_END);
    fclose(file);
    return printed;
}

/* Only 1 asks for the line about the load. */
static void silence_unless_asked(void **state)
{
    static const char *const silent[] = {NULL, "", "0", "no", "10", " 1"};

    (void)state;
    direct_version = releases[0].version;
    for (size_t i = 0; i < sizeof(silent) / sizeof(silent[0]); i++)
        assert_int_equal(printed_at_load(silent[i]), 0);
    assert_true(printed_at_load("1") > 40);
}

/* AESWIDE_WIPE is yes or no; another word is an error, and not taken for one of them. */
static void words_of_wipe(void **state)
{
    static const char *const right[] = {"yes", "no", ""}, *const wrong[] = {"maybe", "1", "YES", "yes ", "n"};
    struct direct provider;

    (void)state;
    direct_version = releases[0].version;
    direct_errors = direct_last_error = 0;
    for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
        setenv("AESWIDE_WIPE", right[i], 1);
        assert_true(direct_load(&provider, "portable"));
        raised(0);
        direct_unload(&provider);
    }
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        setenv("AESWIDE_WIPE", wrong[i], 1);
        assert_false(direct_load(&provider, "portable"));
        raised(PROV_R_INVALID_CONFIG_DATA);
    }
    unsetenv("AESWIDE_WIPE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeated_parameters),   cmocka_unit_test(missing_tag),
        cmocka_unit_test(generated_iv),          cmocka_unit_test(offered_parameters),
        cmocka_unit_test(wrong_types),           cmocka_unit_test(reasons),
        cmocka_unit_test(too_little_room),       cmocka_unit_test(too_little_room_for_a_block),
        cmocka_unit_test(alignment_of_contexts), cmocka_unit_test(no_memory_for_a_message),
        cmocka_unit_test(opaque_keys),           cmocka_unit_test(silence_unless_asked),
        cmocka_unit_test(words_of_wipe),
    };

    return cmocka_run_group_tests_name("releases", tests, NULL, NULL);
}
