/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_vectors_cavp.c - the files of NIST's CAVP, as Debian's python3-cryptography-vectors has them.
 */
#include "check_vectors.h"
#include "monte_carlo.h"
#include "rsp.h"
#include "vector.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MAX_FILES = 64 };

/* struct cavp_file is one file of NIST's, as cmocka hands it to its test. */
struct cavp_file {
    enum vector_mode mode;
    char path[PATH_LEN + 260];
    char name[264]; /* "GCM/gcmDecrypt128.rsp" */
};

/* copy gives *to the value of a field of the record; false: it has none. */
static bool copy(struct bytes *to, const struct rsp_record *record, const char *name)
{
    const struct bytes *from = rsp_field(record, name);

    bytes_free(to);
    if (from == NULL) {
        return false;
    }
    to->data = malloc(from->len == 0 ? 1 : from->len);
    if (to->data == NULL) {
        return false;
    }
    to->len = from->len;
    if (from->len > 0) {
        memcpy(to->data, from->data, from->len);
    }
    return true;
}

/* vector_from_record makes *vector from a record of a file of this mode; false: fields are missing, or disagree with
 * the lengths that the file declares. */
static bool vector_from_record(struct vector *vector, enum vector_mode mode, const struct rsp_reader *reader,
                               const struct rsp_record *record)
{
    vector_free(vector);
    vector->mode = mode;
    vector->forged = record->fail;
    if (!copy(&vector->key, record, "KEY")) {
        return false;
    }
    if (mode != VECTOR_GCM) {
        return !record->fail && (mode == VECTOR_ECB || copy(&vector->iv, record, "IV")) &&
               copy(&vector->plaintext, record, "PLAINTEXT") && copy(&vector->ciphertext, record, "CIPHERTEXT") &&
               vector->plaintext.len == vector->ciphertext.len && vector->plaintext.len > 0;
    }
    return copy(&vector->iv, record, "IV") && copy(&vector->aad, record, "AAD") && copy(&vector->tag, record, "TAG") &&
           copy(&vector->ciphertext, record, "CT") && copy(&vector->plaintext, record, "PT") != record->fail &&
           rsp_length_agrees(reader, record, "KEY", "KEYLEN") && rsp_length_agrees(reader, record, "IV", "IVLEN") &&
           rsp_length_agrees(reader, record, "AAD", "AADLEN") && rsp_length_agrees(reader, record, "TAG", "TAGLEN") &&
           rsp_length_agrees(reader, record, "CT", "PTLEN") &&
           (record->fail || rsp_length_agrees(reader, record, "PT", "PTLEN"));
}

/* check_monte_carlo_record runs one record of a Monte Carlo file. It uses the vector's key up. */
static enum vector_fault check_monte_carlo_record(struct vector *vector, bool encrypt)
{
    const struct bytes *input = encrypt ? &vector->plaintext : &vector->ciphertext;
    const struct bytes *output = encrypt ? &vector->ciphertext : &vector->plaintext;
    struct monte_carlo_state run = {.key = &vector->key};
    enum vector_fault fault;

    if (input->len != MONTE_CARLO_BLOCK_LEN) {
        return VECTOR_LENGTH;
    }
    memcpy(run.data, input->data, MONTE_CARLO_BLOCK_LEN);
    fault = monte_carlo_record(&run, subject, encrypt);
    if (fault == VECTOR_OK && memcmp(run.data, output->data, MONTE_CARLO_BLOCK_LEN) != 0) {
        fault = encrypt ? VECTOR_CIPHERTEXT : VECTOR_PLAINTEXT;
    }
    return fault;
}

/* count_lines counts the COUNT lines of a file, in a way of its own: a reader that lost records would not see it. */
static size_t count_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128];
    size_t found = 0;

    assert_non_null(file);
    while (fscanf(file, " %127[^\n]%*[^\n]", line) == 1 || fscanf(file, " %127[^\n]", line) == 1) {
        found += strncasecmp(line, "COUNT", 5) == 0;
    }
    fclose(file);
    return found;
}

static void cavp_file(void **state)
{
    const struct cavp_file *file = *state;
    const bool monte_carlo_file = file->mode == VECTOR_ECB && strstr(file->name, "MCT") != NULL;
    struct rsp_reader reader;
    struct rsp_record record = {0};
    struct vector vector = {0};
    enum rsp_result result;
    size_t records = 0;
    size_t refused = 0;

    if (!rsp_open(&reader, file->path)) {
        fail_msg("%s: %s", file->path, strerror(errno));
    }
    while ((result = rsp_read(&reader, &record)) == RSP_RECORD) {
        enum vector_fault fault;

        if (!vector_from_record(&vector, file->mode, &reader, &record)) {
            fail_msg("%s, before line %lu: a record with missing fields or wrong lengths", file->name,
                     reader.line_number);
        }
        fault = monte_carlo_file ? check_monte_carlo_record(&vector, !record.decrypt)
                                 : vector_check(&vector, subject, record.count);
        if (fault != VECTOR_OK) {
            fail_msg("%s, COUNT = %lu, before line %lu: %s", file->name, record.count, reader.line_number,
                     vector_fault_text(fault));
        }
        records++;
        refused += vector.forged;
    }
    if (result == RSP_BAD) {
        fail_msg("%s, %s", file->name, reader.error);
    }
    print_message("# %s: %zu records, of which %zu must be refused\n", file->name, records, refused);
    assert_true(records > 0);
    assert_int_equal(records, count_lines(file->path));
    /* Nearly half of the records in these files are forgeries: had the word FAIL been missed, none would be. */
    if (strncmp(file->name, "GCM/gcmDecrypt", 14) == 0) {
        assert_true(refused > 0 && refused < records);
    }
    rsp_free(&record);
    rsp_close(&reader);
    vector_free(&vector);
}

/* is_vector_file selects the files to read from a folder. */
static int is_vector_file(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot != NULL && (strcmp(dot, ".rsp") == 0 || strcmp(dot, ".txt") == 0);
}

/* list_files adds the files of one mode's folder to those found so far, in order; false: there are none. */
static bool list_files(struct cavp_file files[MAX_FILES], size_t *files_len, const char *root, enum vector_mode mode)
{
    static const char *const names[] = {[VECTOR_ECB] = "ECB", [VECTOR_CTR] = "CTR", [VECTOR_GCM] = "GCM"};
    struct dirent **entries = NULL;
    char folder[PATH_LEN];
    int found;

    snprintf(folder, sizeof folder, "%s/%s", root, names[mode]);
    found = scandir(folder, &entries, is_vector_file, alphasort);
    for (int i = 0; i < found; i++) {
        if (*files_len < MAX_FILES) {
            struct cavp_file *file = &files[*files_len];

            file->mode = mode;
            snprintf(file->path, sizeof file->path, "%s/%s", folder, entries[i]->d_name);
            snprintf(file->name, sizeof file->name, "%s/%s", names[mode], entries[i]->d_name);
            ++*files_len;
        }
        free(entries[i]);
    }
    free(entries);
    return found > 0 && *files_len < MAX_FILES;
}

int run_cavp(void)
{
    static struct cavp_file files[MAX_FILES];
    struct CMUnitTest tests[MAX_FILES + 1] = {cmocka_unit_test(the_kernel_that_was_asked_for_runs)};
    const char *asked = getenv("AESWIDE_CAVP_DIR");
    const char *root = asked != NULL ? asked : "/usr/lib/python3/dist-packages/cryptography_vectors/ciphers/AES";
    size_t files_len = 0;

    if (asked == NULL && access(root, R_OK) != 0) {
        return skip_all("the files of NIST's CAVP are not here: apt-get install python3-cryptography-vectors");
    }
    for (int mode = VECTOR_ECB; mode <= VECTOR_GCM; mode++) {
        if (!list_files(files, &files_len, root, (enum vector_mode)mode)) {
            fprintf(stderr, "check_vectors: %s lacks files for ECB, CTR or GCM, or has more than %d\n", root,
                    MAX_FILES);
            return 1;
        }
    }
    for (size_t i = 0; i < files_len; i++) {
        tests[i + 1] = (struct CMUnitTest){.name = files[i].name, .test_func = cavp_file, .initial_state = &files[i]};
    }
    return _cmocka_run_group_tests("vectors: cavp", tests, files_len + 1, NULL, NULL);
}
