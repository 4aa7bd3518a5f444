/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * alloc_faults.h - the C library's allocator with faults on demand, and with a count of what is allocated. A program
 * that links alloc_faults.c has malloc, calloc, realloc, aligned_alloc, posix_memalign and free replaced, for all of
 * its libraries too. Not for programs under sanitizers, which replace them as well; one thread at a time.
 */
#ifndef AESWIDE_TEST_ALLOC_FAULTS_H
#define AESWIDE_TEST_ALLOC_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

enum alloc_fault {
    FAULT_ONCE, /* one allocation fails */
    FAULT_ON,   /* that one, and all after it */
};

/* alloc_arm makes the allocation fail that comes after `after` others from now on; `caller` restricts all this to
 * calls from the shared object whose file name contains that text, NULL: from anywhere. alloc_disarm ends it, and tells
 * whether any has failed. */
void alloc_arm(size_t after, enum alloc_fault fault, const char *caller);
bool alloc_disarm(void);

/* alloc_live returns how many blocks are allocated, alloc_failed how many calls alloc_arm has made fail in all. */
long alloc_live(void);
unsigned long alloc_failed(void);

/* alloc_watch_freed calls `look` with each block before it is freed, if it came from aligned_alloc, as the provider's
 * contexts do; NULL: no more. */
void alloc_watch_freed(void (*look)(const void *block, size_t size));

#endif
