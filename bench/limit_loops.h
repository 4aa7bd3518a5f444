/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * limit_loops.h - what this core's AES and carry-less multiply units can do, on vectors of each width. (Not limits.h:
 * that is a header of the C library.)
 */
#ifndef AESWIDE_BENCH_LIMIT_LOOPS_H
#define AESWIDE_BENCH_LIMIT_LOOPS_H

#include <stddef.h>

#include "kernel.h"
#include "measure.h"

enum {
    LIMIT_VECS = 8,    /* vectors in flight: as many as latency times throughput needs */
    LIMIT_ROUNDS = 10, /* instructions of a turn for each vector, where there are no rounds of AES */
};

/* enum limit_mix is an instruction mix: that of the main loop of a mode. */
enum limit_mix { MIX_ECB, MIX_CTR, MIX_GCM, MIXES };

/* struct limit_loops are the loops on vectors of one width. Each takes a state that it does not use, and a number of
 * turns: so it can be a subject's work (measure.h). They use the registers alone: what they measure is the units, and
 * a real loop has loads and stores, too. */
struct limit_loops {
    const struct aes_kernel *kernel; /* that has these vectors, and needs the same features */
    size_t vec_blocks;
    void (*aes)(void *unused, size_t turns);           /* LIMIT_VECS * LIMIT_ROUNDS independent rounds of AES a turn */
    void (*aes_chain)(void *unused, size_t turns);     /* LIMIT_ROUNDS rounds that wait for each other */
    void (*clmul)(void *unused, size_t turns);         /* LIMIT_VECS * LIMIT_ROUNDS carry-less multiplications */
    void (*clmul_chain)(void *unused, size_t turns);   /* LIMIT_ROUNDS that wait for each other */
    void (*mix[MIXES][3])(void *unused, size_t turns); /* LIMIT_VECS vectors, with a key of 16, 24 or 32 bytes */
};

extern const struct limit_loops limit_loops_aesni;
extern const struct limit_loops limit_loops_vaes256;
extern const struct limit_loops limit_loops_vaes512;

/* limits_cycles returns the cycles a byte that the units of this core allow a kernel for "AES-128-GCM" and the like:
 * for ECB and CTR those of the AES units alone, for GCM those of the instruction mix. NAN when nothing is known, or the
 * kernel cannot run here. What was measured once is kept. */
double limits_cycles(const struct plan *plan, const char *kernel, const char *cipher);

#endif
