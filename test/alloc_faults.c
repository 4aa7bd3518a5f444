/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * alloc_faults.c - the C library's allocator with faults on demand. It stands on glibc's own names for its functions.
 */
#include "alloc_faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static struct {
    bool armed, hit;
    size_t after;
    enum alloc_fault fault;
    const char *caller;
    long live;
    unsigned long failed;
    void (*look)(const void *block, size_t size);
} state;

void alloc_arm(size_t after, enum alloc_fault fault, const char *caller)
{
    state.after = after;
    state.fault = fault;
    state.caller = caller;
    state.hit = false;
    state.armed = true;
}

bool alloc_disarm(void)
{
    state.armed = false;
    return state.hit;
}

long alloc_live(void)
{
    return state.live;
}

unsigned long alloc_failed(void)
{
    return state.failed;
}

void alloc_watch_freed(void (*look)(const void *block, size_t size))
{
    state.look = look;
}

/* fails tells whether this call is to fail; `from` is where it returns to. */
static bool fails(const void *from)
{
    Dl_info info;

    if (!state.armed)
        return false;
    if (state.caller != NULL &&
        (dladdr(from, &info) == 0 || info.dli_fname == NULL || strstr(info.dli_fname, state.caller) == NULL))
        return false;
    if (state.hit ? state.fault == FAULT_ONCE : state.after-- != 0)
        return false;
    state.hit = true;
    state.failed++;
    errno = ENOMEM;
    return true;
}

/* counted counts a block unless it is NULL. */
static void *counted(void *block)
{
    state.live += block != NULL;
    return block;
}

/* What follows takes the place of the C library's functions in every shared object of the program. */
#pragma GCC visibility push(default)

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (size != 0 && fails(__builtin_return_address(0)))
        return NULL;
    if (block == NULL)
        return counted(__libc_realloc(block, size));
    state.live -= size == 0;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (fails(__builtin_return_address(0)))
        return ENOMEM;
    *block = counted(__libc_memalign(alignment, size));
    return *block == NULL ? ENOMEM : 0;
}

void free(void *block)
{
    if (block == NULL)
        return;
    /* Only blocks that are aligned as the provider's contexts are. */
    if (state.look != NULL && (uintptr_t)block % 64 == 0)
        state.look(block, malloc_usable_size(block));
    state.live--;
    __libc_free(block);
}

#pragma GCC visibility pop
