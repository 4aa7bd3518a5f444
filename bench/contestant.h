/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * contestant.h - whose ciphers are measured: a provider, or aeswide with one of its kernels.
 */
#ifndef AESWIDE_BENCH_CONTESTANT_H
#define AESWIDE_BENCH_CONTESTANT_H

#include <stdbool.h>
#include <stddef.h>

#include "libcrypto.h"
#include "options.h"

/* struct contestant has a library context of its own, in which its provider alone is loaded. */
struct contestant {
    char name[48];   /* "default", "aeswide", "aeswide:vaes256", "evp", ... */
    char kernel[16]; /* that really runs, by the provider's own build information; "": not known */
    OSSL_LIB_CTX *library;
    OSSL_PROVIDER *provider;
    bool nothing; /* it does nothing, so its output is nothing to compare */
};

struct contestants {
    struct contestant *at;
    size_t count, room;
};

/* contestants_open adds a contestant for each word, or dies: "default", "aeswide" (with the kernel that it chooses),
 * "aeswide:KERNEL", "kernels" (aeswide with each kernel that can run here), "evp" (a provider that does nothing: the
 * time that libcrypto takes itself), or the name of another provider. modules is the folder of the modules, or NULL. */
void contestants_open(struct contestants *list, const struct libcrypto *lib, const struct words *words,
                      const char *modules);

/* contestants_find returns the index of the contestant with that name, or list->count. */
size_t contestants_find(const struct contestants *list, const char *name);

void contestants_close(struct contestants *list, const struct libcrypto *lib);

#endif
