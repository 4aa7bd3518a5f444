/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * rsp.h - reader for the response files of NIST's CAVP: records of "NAME = VALUE" lines, each begun by a COUNT line,
 * under section lines "[ENCRYPT]", "[DECRYPT]" or "[NAME = VALUE]".
 */
#ifndef AESWIDE_TEST_RSP_H
#define AESWIDE_TEST_RSP_H

#include "bytes.h"
#include <stdio.h>

enum { RSP_MAX_FIELDS = 8, RSP_MAX_PARAMETERS = 8, RSP_NAME_LEN = 16 };

/* struct rsp_record is one record; its names are in capitals, whatever the file has. */
struct rsp_record {
    unsigned long count; /* the value of its COUNT line */
    bool decrypt;        /* it stands under [DECRYPT] */
    bool fail;           /* it has a line FAIL: the result is that the tag is refused */
    struct {
        char name[RSP_NAME_LEN];
        struct bytes value;
    } fields[RSP_MAX_FIELDS];
    size_t fields_used;
};

/* struct rsp_reader is a file being read. */
struct rsp_reader {
    FILE *file;
    char *line;
    size_t line_size;
    unsigned long line_number;
    bool decrypt;         /* the section */
    bool pending;         /* a COUNT line has been read that begins the next record */
    bool parameters_open; /* the last section line was a parameter: the next one belongs to the same group */
    unsigned long pending_count;
    struct {
        char name[RSP_NAME_LEN];
        unsigned long value;
    } parameters[RSP_MAX_PARAMETERS]; /* of the section, names in capitals; lengths are in bits */
    size_t parameters_used;
    char error[160]; /* what is wrong and in which line, after RSP_BAD */
};

enum rsp_result { RSP_RECORD, RSP_END, RSP_BAD };

/* rsp_open opens `path`; false: it cannot be read, see errno. rsp_close ends that, and also what failed to open. */
bool rsp_open(struct rsp_reader *reader, const char *path);
void rsp_close(struct rsp_reader *reader);

/* rsp_read replaces *record (all zero at first; rsp_free at last) by the next one. Whatever it does not understand is
 * RSP_BAD: nothing is skipped but comments and empty lines. */
enum rsp_result rsp_read(struct rsp_reader *reader, struct rsp_record *record);
void rsp_free(struct rsp_record *record);

/* rsp_field returns the value of a field, or NULL where the record has none of that name. */
const struct bytes *rsp_field(const struct rsp_record *record, const char *name);

/* rsp_length_agrees tells whether field `name` of *record is there and as long as the section's parameter says; true
 * where the section has no such parameter. */
bool rsp_length_agrees(const struct rsp_reader *reader, const struct rsp_record *record, const char *name,
                       const char *parameter);

#endif
