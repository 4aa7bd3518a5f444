/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * csv.c - results as comma-separated values.
 *
 * One table of columns serves writing and reading. What can hold a comma stands last, so that simple tools that cut
 * lines at commas get all the rest right.
 */
#include "csv.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"

static const struct column {
    const char *name;
    size_t offset;
    size_t text_size; /* 0: a number */
} columns[] = {
    {"command", offsetof(struct result, command), sizeof(((struct result *)0)->command)},
    {"contestant", offsetof(struct result, contestant), sizeof(((struct result *)0)->contestant)},
    {"kernel", offsetof(struct result, kernel), sizeof(((struct result *)0)->kernel)},
    {"cipher", offsetof(struct result, cipher), sizeof(((struct result *)0)->cipher)},
    {"operation", offsetof(struct result, operation), sizeof(((struct result *)0)->operation)},
    {"scope", offsetof(struct result, scope), sizeof(((struct result *)0)->scope)},
    {"placement", offsetof(struct result, placement), sizeof(((struct result *)0)->placement)},
    {"in_offset", offsetof(struct result, in_offset), 0},
    {"out_offset", offsetof(struct result, out_offset), 0},
    {"aad_len", offsetof(struct result, aad_len), 0},
    {"threads", offsetof(struct result, threads), 0},
    {"bytes", offsetof(struct result, bytes), 0},
    {"ns", offsetof(struct result, ns), 0},
    {"ns_q1", offsetof(struct result, ns_q1), 0},
    {"ns_q3", offsetof(struct result, ns_q3), 0},
    {"cycles", offsetof(struct result, cycles), 0},
    {"cycles_per_byte", offsetof(struct result, cycles_per_byte), 0},
    {"gb_per_s", offsetof(struct result, gb_per_s), 0},
    {"ratio", offsetof(struct result, ratio), 0},
    {"of_limit", offsetof(struct result, of_limit), 0},
    {"ghz", offsetof(struct result, ghz), 0},
    {"quiet", offsetof(struct result, quiet), 0},
    {"batches", offsetof(struct result, batches), 0},
    {"libcrypto", offsetof(struct result, libcrypto), sizeof(((struct result *)0)->libcrypto)},
    {"cpu", offsetof(struct result, cpu), sizeof(((struct result *)0)->cpu)},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* struct table is a file as it is read, a field at a time. */
struct table {
    const char *path;
    FILE *file;
    size_t line;
    char *field;
    size_t field_len, room;
};

static char *text_of(struct result *result, const struct column *column)
{
    return (char *)result + column->offset;
}

static double number_of(const struct result *result, const struct column *column)
{
    double number;

    memcpy(&number, (const char *)result + column->offset, sizeof(number));
    return number;
}

static void set_number(struct result *result, const struct column *column, double number)
{
    memcpy((char *)result + column->offset, &number, sizeof(number));
}

struct result csv_none(void)
{
    struct result none = {.command = ""};

    for (size_t i = 0; i < COLUMNS; i++) {
        if (columns[i].text_size == 0)
            set_number(&none, &columns[i], (double)NAN);
    }
    return none;
}

/* write_text writes a field, in quotation marks where it needs them. */
static void write_text(FILE *file, const char *text)
{
    if (text[strcspn(text, "\",\r\n")] == '\0') {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

void csv_write_header(FILE *file)
{
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(file, "%s%s", i == 0 ? "" : ",", columns[i].name);
    fputc('\n', file);
}

void csv_write(FILE *file, const struct result *result)
{
    struct result copy = *result;

    for (size_t i = 0; i < COLUMNS; i++) {
        if (i > 0)
            fputc(',', file);
        if (columns[i].text_size > 0)
            write_text(file, text_of(&copy, &columns[i]));
        else if (!isnan(number_of(result, &columns[i])))
            fprintf(file, "%.6g", number_of(result, &columns[i]));
    }
    fputc('\n', file);
}

FILE *csv_open(const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");

    if (file == NULL)
        die("cannot write %s: %s", path, strerror(errno));
    return file;
}

void csv_close(FILE *file, const char *path)
{
    const bool bad = fflush(file) != 0 || ferror(file) != 0;

    if ((file != stdout && fclose(file) != 0) || bad)
        die("cannot write all of %s: %s", path, strerror(errno));
}

static void add_byte(struct table *table, int byte)
{
    table->field = grow(table->field, &table->room, table->field_len + 1, 1);
    table->field[table->field_len++] = (char)byte;
}

/* read_quoted reads a field after its first quotation mark, and returns the character behind the last one. */
static int read_quoted(struct table *table)
{
    for (;;) {
        int c = getc(table->file);

        if (c == EOF)
            die("%s, line %zu: a quotation mark is not closed", table->path, table->line);
        if (c == '"') {
            c = getc(table->file);
            if (c != '"')
                return c;
        }
        add_byte(table, c);
    }
}

/* read_field reads the next field, ended by NUL. Returns what ends it: a comma, a line feed, or EOF. */
static int read_field(struct table *table)
{
    table->field_len = 0;
    int c = getc(table->file);
    if (c == '"') {
        c = read_quoted(table);
    } else {
        for (; c != ',' && c != '\n' && c != '\r' && c != EOF; c = getc(table->file))
            add_byte(table, c);
    }
    if (c == '\r')
        c = getc(table->file);
    if (c != ',' && c != '\n' && c != EOF)
        die("%s, line %zu: something stands behind a quoted field", table->path, table->line);
    add_byte(table, '\0');
    return c;
}

/* find_column returns the column with that name, or NULL. */
static const struct column *find_column(const char *name)
{
    for (size_t i = 0; i < COLUMNS; i++) {
        if (strcmp(columns[i].name, name) == 0)
            return &columns[i];
    }
    return NULL;
}

/* take_field puts the field that was read into the column of the result. */
static void take_field(const struct table *table, struct result *result, const struct column *column)
{
    char *end = NULL;

    if (column->text_size > 0) {
        snprintf(text_of(result, column), column->text_size, "%s", table->field);
        return;
    }
    if (table->field[0] == '\0')
        return;
    const double number = strtod(table->field, &end);
    if (*end != '\0')
        die("%s, line %zu: \"%.40s\" in column %s is no number", table->path, table->line, table->field, column->name);
    set_number(result, column, number);
}

/* read_line reads one result. `order` says which column each field belongs to. Returns what ended the line. */
static int read_line(struct table *table, struct results *list, const struct column *const *order, size_t count)
{
    struct result result = csv_none();
    int end = ',';
    size_t fields = 0;

    table->line++;
    while (end == ',') {
        end = read_field(table);
        if (end == EOF && fields == 0 && table->field[0] == '\0')
            return EOF;
        if (fields == count)
            die("%s, line %zu: more than %zu fields", table->path, table->line, count);
        if (order[fields] != NULL)
            take_field(table, &result, order[fields]);
        fields++;
    }
    if (fields != count)
        die("%s, line %zu: %zu fields where the header has %zu", table->path, table->line, fields, count);
    list->at = grow(list->at, &list->room, list->count + 1, sizeof(*list->at));
    list->at[list->count++] = result;
    return end;
}

void csv_read(struct results *list, const char *path)
{
    enum { MAX_FIELDS = 256 };
    const struct column *order[MAX_FIELDS];
    struct table table = {.path = path, .file = fopen(path, "r"), .line = 1};
    size_t count = 0;
    size_t known = 0;
    int end = ',';

    if (table.file == NULL)
        die("cannot read %s: %s", path, strerror(errno));
    while (end == ',' && count < MAX_FIELDS) {
        end = read_field(&table);
        order[count] = find_column(table.field);
        known += order[count++] != NULL;
    }
    if (known < 2 || end == ',')
        die("%s is no table of results: its first line does not name their columns", path);
    while (end != EOF)
        end = read_line(&table, list, order, count);
    free(table.field);
    fclose(table.file);
}
