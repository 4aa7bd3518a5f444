/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * wycheproof.c - reader for Project Wycheproof's JSON files of AES-GCM and AES-GMAC.
 */
#include "wycheproof.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* slurp returns the text of a file, to be freed, or NULL. */
static char *slurp(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (file == NULL) {
        return NULL;
    }
    /* No byte of JSON is NUL: the whole file is one "line". */
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* hex stores the string member `name` of `object`; false: there is none, or it is not hexadecimal. */
static bool hex(struct bytes *bytes, const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));

    return text != NULL && bytes_from_hex(bytes, text);
}

/* bits tells whether the number member `name` of `group` is the length of *bytes in bits. */
static bool bits(const struct bytes *bytes, const cJSON *group, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(group, name);

    return cJSON_IsNumber(item) && (size_t)item->valueint == 8 * bytes->len;
}

static bool read_verdict(struct wycheproof_test *test, const cJSON *object)
{
    static const char *const words[] = {
        [WYCHEPROOF_VALID] = "valid",
        [WYCHEPROOF_INVALID] = "invalid",
        [WYCHEPROOF_ACCEPTABLE] = "acceptable",
    };
    const char *result = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "result"));

    for (int i = WYCHEPROOF_VALID; result != NULL && i <= WYCHEPROOF_ACCEPTABLE; i++) {
        if (strcmp(result, words[i]) == 0) {
            test->verdict = (enum wycheproof_verdict)i;
            return true;
        }
    }
    return false;
}

/* read_test fills *test from one object of `group`, and holds its lengths against those that the group declares. */
static bool read_test(struct wycheproof_test *test, const cJSON *group, const cJSON *object)
{
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(group, "type"));
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "tcId");
    struct vector *vector = &test->vector;

    if (type == NULL || !cJSON_IsNumber(id) || !read_verdict(test, object) || !hex(&vector->key, object, "key") ||
        !hex(&vector->iv, object, "iv") || !hex(&vector->tag, object, "tag") || !bits(&vector->key, group, "keySize") ||
        !bits(&vector->iv, group, "ivSize") || !bits(&vector->tag, group, "tagSize")) {
        return false;
    }
    test->id = (unsigned long)id->valueint;
    vector->mode = VECTOR_GCM;
    vector->forged = test->verdict == WYCHEPROOF_INVALID;
    if (strcmp(type, "AeadTest") == 0) {
        return hex(&vector->aad, object, "aad") && hex(&vector->plaintext, object, "msg") &&
               hex(&vector->ciphertext, object, "ct") && vector->plaintext.len == vector->ciphertext.len;
    }
    return strcmp(type, "MacWithIvTest") == 0 && hex(&vector->aad, object, "msg");
}

/* read_tests fills file->tests, which has room for `declared`, from all groups. */
static bool read_tests(struct wycheproof_file *file, const cJSON *root, size_t declared)
{
    const cJSON *group;
    const cJSON *object;

    cJSON_ArrayForEach(group, cJSON_GetObjectItemCaseSensitive(root, "testGroups"))
    {
        cJSON_ArrayForEach(object, cJSON_GetObjectItemCaseSensitive(group, "tests"))
        {
            if (file->tests_len == declared) {
                snprintf(file->error, sizeof file->error, "more tests than the %zu declared", declared);
                return false;
            }
            file->tests_len++;
            if (!read_test(&file->tests[file->tests_len - 1], group, object)) {
                snprintf(file->error, sizeof file->error, "test %zu of the file is not understood", file->tests_len);
                return false;
            }
        }
    }
    if (file->tests_len != declared) {
        snprintf(file->error, sizeof file->error, "%zu tests, but %zu are declared", file->tests_len, declared);
        return false;
    }
    return true;
}

bool wycheproof_read(struct wycheproof_file *file, const char *path)
{
    char *text = slurp(path);
    cJSON *root = text == NULL ? NULL : cJSON_Parse(text);
    const cJSON *declared = cJSON_GetObjectItemCaseSensitive(root, "numberOfTests");
    bool good = false;

    *file = (struct wycheproof_file){0};
    if (text == NULL) {
        snprintf(file->error, sizeof file->error, "cannot be read: %s", strerror(errno));
    } else if (!cJSON_IsNumber(declared) || declared->valueint <= 0) {
        snprintf(file->error, sizeof file->error, "no JSON, or without a numberOfTests");
    } else {
        file->tests = calloc((size_t)declared->valueint, sizeof file->tests[0]);
        good = file->tests != NULL && read_tests(file, root, (size_t)declared->valueint);
    }
    cJSON_Delete(root);
    free(text);
    return good;
}

void wycheproof_free(struct wycheproof_file *file)
{
    for (size_t i = 0; i < file->tests_len; i++) {
        vector_free(&file->tests[i].vector);
    }
    free(file->tests);
    *file = (struct wycheproof_file){0};
}
