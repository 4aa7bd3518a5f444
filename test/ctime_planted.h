/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * ctime_planted.h - faults that check_ctime.sh must find in the instructions of ctime_planted.c.
 */
#ifndef AESWIDE_TEST_CTIME_PLANTED_H
#define AESWIDE_TEST_CTIME_PLANTED_H

#include <stdint.h>

uint8_t planted_table_lookup(const uint8_t *in);
void planted_gather(const int *table, const uint8_t *in, uint8_t *out);
int planted_mask(const uint8_t *in);
int planted_test(const uint8_t *in);
unsigned planted_compare(const uint8_t *in);
int planted_byte(const uint8_t *in);

#endif
