/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * entropy.c - the randomness of both providers, under the test's control.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* RAND_METHOD: nothing else reaches every release's RAND_bytes_ex */
#include "entropy.h"

#include <openssl/rand.h>
#include <stddef.h>
#include <sys/random.h>
#include <sys/types.h>

#include "library.h"

static uint64_t used[SIDES];
static int current;

/* fill writes the next bytes of the current side: a Weyl sequence, mixed. */
static void fill(uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        uint64_t z = ++used[current] * UINT64_C(0x9e3779b97f4a7c15);

        out[i] = (uint8_t)((z ^ z >> 29) >> 24);
    }
}

/* getrandom stands before libc's for every library of this process. */
__attribute__((visibility("default"))) ssize_t getrandom(void *buffer, size_t len, unsigned int flags)
{
    (void)flags;
    fill(buffer, len);
    return (ssize_t)len;
}

static int method_bytes(unsigned char *out, int len)
{
    if (len < 0)
        return 0;
    fill(out, (size_t)len);
    return 1;
}

static int method_status(void)
{
    return 1;
}

void entropy_install(void)
{
    static const RAND_METHOD method = {.bytes = method_bytes, .pseudorand = method_bytes, .status = method_status};

    RAND_set_rand_method(&method);
}

void entropy_restart(void)
{
    for (int side = 0; side < SIDES; side++)
        used[side] = 0;
}

void entropy_use(int side)
{
    current = side;
}

uint64_t entropy_used(int side)
{
    return used[side];
}

void entropy_set_used(int side, uint64_t value)
{
    used[side] = value;
}
