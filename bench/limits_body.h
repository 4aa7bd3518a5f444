/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * limits_body.h - loops that keep the AES and carry-less multiply units busy. A file for one vector width includes
 * x86/vec128.h, vec256.h or vec512.h of the kernels before: the instructions are the ones that the kernel has.
 *
 * The compiler neither merges nor reorders what stands between two vec_pin of the same vector, and every result is
 * pinned.
 */
#ifndef AESWIDE_BENCH_LIMITS_BODY_H
#define AESWIDE_BENCH_LIMITS_BODY_H

#include "limit_loops.h"

/* struct units is all that is in registers: 12 vectors, so that 16 suffice with a mask and some to work with. All
 * products go to one sum, where a kernel has three; its chain of additions is far from being the bottleneck. */
struct units {
    vec b[LIMIT_VECS];
    vec key; /* and every other constant */
    vec sum;
    vec data[2];
};

INLINE void units_start(struct units *u)
{
    const vec zero = vec_zero();

    UNROLL
    for (int i = 0; i < LIMIT_VECS; i++) {
        u->b[i] = zero;
        vec_pin(&u->b[i]);
    }
    u->key = u->sum = u->data[0] = u->data[1] = zero;
    vec_pin(&u->key);
    vec_pin(&u->sum);
    vec_pin(&u->data[0]);
    vec_pin(&u->data[1]);
}

INLINE void step_aes(struct units *u, int i)
{
    u->b[i] = vec_aesenc(u->b[i], u->key);
    vec_pin(&u->b[i]);
}

INLINE void step_clmul(struct units *u, int i)
{
    u->b[i] = vec_clmul_low(u->b[i], u->key);
    vec_pin(&u->b[i]);
}

/* step_xor stands for the additions of round keys, counters and input. */
INLINE void step_xor(struct units *u, int i)
{
    u->data[i] = vec_xor(u->data[i], u->key);
    vec_pin(&u->data[i]);
}

/* step_add adds a product to the sum. */
INLINE void step_add(struct units *u, vec product)
{
    u->sum = vec_xor(u->sum, product);
    vec_pin(&u->sum);
}

/* step_multiply is a vector's part in GHASH that is its own: byte order, and the products of halves. */
INLINE void step_multiply(struct units *u, int i, int part)
{
    if (part == 0) {
        u->data[i] = vec_reverse(u->data[i]);
        vec_pin(&u->data[i]);
    } else if (part == 1) {
        step_add(u, vec_clmul_low(u->data[i], u->key));
    } else {
        step_add(u, vec_clmul_high(u->data[i], u->key));
    }
}

/* step_middle is the part that two vectors share: the products of the sums of halves (Karatsuba). */
INLINE void step_middle(struct units *u, int part)
{
    if (part == 0) {
        u->data[0] = vec_xor(vec_low_halves(u->data[0], u->data[1]), vec_high_halves(u->data[0], u->data[1]));
        vec_pin(&u->data[0]);
    } else {
        step_add(u, vec_clmul_low(u->data[0], u->key));
        step_add(u, vec_clmul_high(u->data[0], u->key));
    }
}

enum {
    ECB_STEPS = 0,  /* a vector has in ECB besides AES and its start */
    CTR_STEPS = 2,  /* in CTR: a counter, the input to the last round key */
    GCM_STEPS = 10, /* two vectors have in GCM; see mix_step */
};

/* mix_step is step n of those that are not AES. */
INLINE void mix_step(struct units *u, enum limit_mix mix, int n)
{
    const int step = n % GCM_STEPS;

    if (mix != MIX_GCM)
        step_xor(u, n % 2);
    else if (step < 8 && step % 4 < 3)
        step_multiply(u, step / 4, step % 4);
    else if (step < 8)
        step_xor(u, step / 4);
    else
        step_middle(u, step - 8);
}

/* step_start begins a vector anew. It stands for the addition of the first round key, and waits for nothing, so that
 * the CPU can begin the next vectors while it ends the last ones: eight that went on and on would leave the AES units
 * no slack at all, since latency times throughput is eight. */
INLINE void step_start(struct units *u, int i)
{
    u->b[i] = vec_add64(u->key, u->key);
    vec_pin(&u->b[i]);
}

/* mix_turn encrypts LIMIT_VECS vectors and spreads all else evenly among the rounds. Its arguments are constants. */
INLINE void mix_turn(struct units *u, enum limit_mix mix, int rounds)
{
    const int all = mix == MIX_GCM ? GCM_STEPS * LIMIT_VECS / 2 : (mix == MIX_CTR ? CTR_STEPS : ECB_STEPS) * LIMIT_VECS;

    UNROLL
    for (int round = 0; round < rounds; round++) {
        UNROLL
        for (int i = 0; i < LIMIT_VECS; i++) {
            const int before = (round * LIMIT_VECS + i) * all / (rounds * LIMIT_VECS);
            const int after = (round * LIMIT_VECS + i + 1) * all / (rounds * LIMIT_VECS);

            if (round == 0)
                step_start(u, i);
            step_aes(u, i);
            if (after > before) /* by one: there are fewer steps than rounds */
                mix_step(u, mix, before);
        }
    }
}

INLINE void mix_turns(enum limit_mix mix, int rounds, size_t turns)
{
    struct units u;

    units_start(&u);
    for (; turns > 0; turns--)
        mix_turn(&u, mix, rounds);
}

/* repeat_turns does `step` on each of `vecs` vectors LIMIT_ROUNDS times a turn. */
INLINE void repeat_turns(void (*step)(struct units *, int), int vecs, size_t turns)
{
    struct units u;

    units_start(&u);
    for (; turns > 0; turns--) {
        UNROLL
        for (int round = 0; round < LIMIT_ROUNDS; round++) {
            UNROLL
            for (int i = 0; i < vecs; i++)
                step(&u, i);
        }
    }
}

static void loop_aes(void *unused, size_t turns)
{
    (void)unused;
    repeat_turns(step_aes, LIMIT_VECS, turns);
}

static void loop_aes_chain(void *unused, size_t turns)
{
    (void)unused;
    repeat_turns(step_aes, 1, turns);
}

static void loop_clmul(void *unused, size_t turns)
{
    (void)unused;
    repeat_turns(step_clmul, LIMIT_VECS, turns);
}

static void loop_clmul_chain(void *unused, size_t turns)
{
    (void)unused;
    repeat_turns(step_clmul, 1, turns);
}

static void loop_ecb_128(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_ECB, 10, turns);
}

static void loop_ecb_192(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_ECB, 12, turns);
}

static void loop_ecb_256(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_ECB, 14, turns);
}

static void loop_ctr_128(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_CTR, 10, turns);
}

static void loop_ctr_192(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_CTR, 12, turns);
}

static void loop_ctr_256(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_CTR, 14, turns);
}

static void loop_gcm_128(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_GCM, 10, turns);
}

static void loop_gcm_192(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_GCM, 12, turns);
}

static void loop_gcm_256(void *unused, size_t turns)
{
    (void)unused;
    mix_turns(MIX_GCM, 14, turns);
}

/* LIMIT_LOOPS is the initializer of struct limit_loops behind its kernel. */
#define LIMIT_LOOPS                                                                                                    \
    .vec_blocks = VEC_BLOCKS, .aes = loop_aes, .aes_chain = loop_aes_chain, .clmul = loop_clmul,                       \
    .clmul_chain = loop_clmul_chain,                                                                                   \
    .mix = {                                                                                                           \
        [MIX_ECB] = {loop_ecb_128, loop_ecb_192, loop_ecb_256},                                                        \
        [MIX_CTR] = {loop_ctr_128, loop_ctr_192, loop_ctr_256},                                                        \
        [MIX_GCM] = {loop_gcm_128, loop_gcm_192, loop_gcm_256},                                                        \
    }

#endif
