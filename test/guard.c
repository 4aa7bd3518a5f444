/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * guard.c - memory between two PROT_NONE pages, filled with canary bytes.
 */
#include "guard.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CANARY = 0xa5 };

static size_t page_len(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

bool guard_open(struct guard *guard, size_t min_len)
{
    size_t page = page_len();
    size_t usable = (min_len + page - 1) / page * page;
    uint8_t *map = mmap(NULL, usable + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    memset(guard, 0, sizeof(*guard));
    if (map == MAP_FAILED)
        return false;
    if (mprotect(map + page, usable, PROT_READ | PROT_WRITE) != 0) {
        munmap(map, usable + 2 * page);
        return false;
    }
    guard->begin = map + page;
    guard->end = guard->begin + usable;
    return true;
}

void guard_close(struct guard *guard)
{
    size_t page = page_len();

    if (guard->begin == NULL)
        return;
    munmap(guard->begin - page, (size_t)(guard->end - guard->begin) + 2 * page);
    memset(guard, 0, sizeof(*guard));
}

void *guard_place(const struct guard *guard, enum guard_side side, size_t offset, size_t len)
{
    memset(guard->begin, CANARY, (size_t)(guard->end - guard->begin));
    return side == GUARD_BEGIN ? guard->begin + offset : guard->end - offset - len;
}

/* find_damage returns the first byte of [from, to) that is no canary, or NULL. */
static const uint8_t *find_damage(const uint8_t *from, const uint8_t *to)
{
    size_t len = (size_t)(to - from);

    /* All bytes are equal if each equals the next: memcmp is quick, and nearly always nothing is wrong. */
    if (len == 0 || (from[0] == CANARY && memcmp(from, from + 1, len - 1) == 0))
        return NULL;
    while (*from == CANARY)
        from++;
    return from;
}

const uint8_t *guard_find_damage(const struct guard *guard, const void *buffer, size_t len)
{
    const uint8_t *from = buffer;
    const uint8_t *damage = find_damage(guard->begin, from);

    return damage != NULL ? damage : find_damage(from + len, guard->end);
}
