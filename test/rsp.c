/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * rsp.c - reader for the response files of NIST's CAVP.
 */
#include "rsp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool rsp_open(struct rsp_reader *reader, const char *path)
{
    *reader = (struct rsp_reader){.file = fopen(path, "r")};
    return reader->file != NULL;
}

void rsp_close(struct rsp_reader *reader)
{
    if (reader->file != NULL) {
        fclose(reader->file);
    }
    free(reader->line);
    *reader = (struct rsp_reader){0};
}

void rsp_free(struct rsp_record *record)
{
    for (size_t i = 0; i < record->fields_used; i++) {
        bytes_free(&record->fields[i].value);
    }
    *record = (struct rsp_record){0};
}

const struct bytes *rsp_field(const struct rsp_record *record, const char *name)
{
    for (size_t i = 0; i < record->fields_used; i++) {
        if (strcmp(record->fields[i].name, name) == 0) {
            return &record->fields[i].value;
        }
    }
    return NULL;
}

bool rsp_length_agrees(const struct rsp_reader *reader, const struct rsp_record *record, const char *name,
                       const char *parameter)
{
    const struct bytes *value = rsp_field(record, name);

    for (size_t i = 0; i < reader->parameters_used; i++) {
        if (strcmp(reader->parameters[i].name, parameter) == 0) {
            return value != NULL && 8 * value->len == reader->parameters[i].value;
        }
    }
    return true;
}

static enum rsp_result bad(struct rsp_reader *reader, const char *what)
{
    snprintf(reader->error, sizeof reader->error, "line %lu: %s", reader->line_number, what);
    return RSP_BAD;
}

/* trim returns `text` without the spaces around it, of which it overwrites the first at the end. */
static char *trim(char *text)
{
    size_t len;

    while (isspace((unsigned char)*text)) {
        text++;
    }
    len = strlen(text);
    while (len > 0 && isspace((unsigned char)text[len - 1])) {
        len--;
    }
    text[len] = '\0';
    return text;
}

/* split cuts `line` at its "=", stores the name before it in capitals and returns the value after it; NULL: there is no
 * "=", or the name is too long. */
static char *split(char *line, char name[RSP_NAME_LEN])
{
    char *equals = strchr(line, '=');
    size_t len;

    if (equals == NULL) {
        return NULL;
    }
    *equals = '\0';
    line = trim(line);
    len = strlen(line);
    if (len >= RSP_NAME_LEN) {
        return NULL;
    }
    for (size_t i = 0; i <= len; i++) {
        name[i] = (char)toupper((unsigned char)line[i]);
    }
    return trim(equals + 1);
}

/* number reads a decimal number and nothing else. */
static bool number(unsigned long *value, const char *text)
{
    char *end;

    *value = strtoul(text, &end, 10);
    return isdigit((unsigned char)*text) && *end == '\0';
}

/* section takes a line "[...]". */
static bool section(struct rsp_reader *reader, char *line)
{
    const size_t len = strlen(line);
    char *value;

    if (line[len - 1] != ']') {
        return false;
    }
    line[len - 1] = '\0';
    line++;
    if (strcmp(line, "ENCRYPT") == 0 || strcmp(line, "DECRYPT") == 0) {
        reader->decrypt = strcmp(line, "DECRYPT") == 0;
        return true;
    }
    if (!reader->parameters_open) {
        reader->parameters_used = 0;
        reader->parameters_open = true;
    }
    if (reader->parameters_used == RSP_MAX_PARAMETERS) {
        return false;
    }
    value = split(line, reader->parameters[reader->parameters_used].name);
    if (value == NULL || !number(&reader->parameters[reader->parameters_used].value, value)) {
        return false;
    }
    reader->parameters_used++;
    return true;
}

/* field takes a line "NAME = VALUE" other than a COUNT. */
static bool field(struct rsp_record *record, const char *name, const char *value)
{
    if (record->fields_used == RSP_MAX_FIELDS || rsp_field(record, name) != NULL) {
        return false;
    }
    strcpy(record->fields[record->fields_used].name, name);
    record->fields_used++;
    return bytes_from_hex(&record->fields[record->fields_used - 1].value, value);
}

enum rsp_result rsp_read(struct rsp_reader *reader, struct rsp_record *record)
{
    bool begun = reader->pending;

    rsp_free(record);
    record->count = reader->pending_count;
    record->decrypt = reader->decrypt;
    reader->pending = false;
    while (getline(&reader->line, &reader->line_size, reader->file) >= 0) {
        char *line = trim(reader->line);
        char name[RSP_NAME_LEN];
        char *value;

        reader->line_number++;
        if (*line == '\0' || *line == '#') {
            /* Sections stand after an empty line: so the record is at its end before they change. */
            if (*line == '\0' && begun && record->fields_used > 0) {
                return RSP_RECORD;
            }
            continue;
        }
        if (*line == '[') {
            if (begun) {
                return bad(reader, "a section within a record");
            }
            if (!section(reader, line)) {
                return bad(reader, "a section that is not understood");
            }
            continue;
        }
        reader->parameters_open = false;
        if (strcmp(line, "FAIL") == 0 && begun) {
            record->fail = true;
            continue;
        }
        value = split(line, name);
        if (value == NULL) {
            return bad(reader, "a line that is not understood");
        }
        if (strcmp(name, "COUNT") != 0) {
            if (!begun) {
                return bad(reader, "a field outside a record");
            }
            if (!field(record, name, value)) {
                return bad(reader, "a field that is repeated, one too many, or not hexadecimal");
            }
            continue;
        }
        if (!number(&reader->pending_count, value)) {
            return bad(reader, "a COUNT that is not a number");
        }
        if (begun) {
            reader->pending = true;
            return RSP_RECORD;
        }
        begun = true;
        record->count = reader->pending_count;
        record->decrypt = reader->decrypt;
    }
    if (ferror(reader->file) != 0) {
        return bad(reader, "read error");
    }
    return begun ? RSP_RECORD : RSP_END;
}
