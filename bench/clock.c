/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * clock.c - the time, the clock of this core just now, and whether the core is ours alone.
 *
 * The time stamp counter runs at a fixed rate, whatever the core does, and a virtual machine has no performance
 * counters. So cycles are counted by what is known to take one: an addition that waits for the one before. On a core
 * whose other thread is busy (a neighbour's virtual machine, or our own other CPU) that chain is hardly slower, but
 * four chains side by side are, for they need every issue slot.
 */
#include "clock.h"

#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

enum {
    CHAIN_ADDITIONS = 50000, /* about 15 us */
    WIDE_ADDITIONS = 50000,  /* about 4 us, in four chains */
    /* Percent of the greatest width that still counts as quiet: 3.55 of 4. A busy sibling leaves 2 to 3. */
    QUIET_PERCENT = 89,
    SCALE = 1000, /* of the widths that widest holds */
};

/* widest is the greatest width seen, times SCALE. Every x86-64 that has AES instructions can add four times a cycle
 * (but for the small cores before Tremont, which are never quiet then); of others nothing is known beforehand. */
#ifdef __x86_64__
static atomic_uint widest = 4 * SCALE;
#else
static atomic_uint widest;
#endif

double clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* add is one addition that the compiler can neither merge with the next one nor move. */
static inline __attribute__((always_inline)) void add(unsigned long *sum, unsigned long step)
{
    *sum += step;
    __asm__ volatile("" : "+r"(*sum));
}

/* read_ghz returns the additions a nanosecond of one chain. */
static double read_ghz(void)
{
    unsigned long sum = 1;
    unsigned long step = 3;

    __asm__ volatile("" : "+r"(step));
    const double start = clock_ns();
    for (size_t i = 0; i < CHAIN_ADDITIONS / 10; i++) {
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
        add(&sum, step);
    }
    return CHAIN_ADDITIONS / (clock_ns() - start);
}

/* add_four is one addition in each of four chains. */
static inline __attribute__((always_inline)) void add_four(unsigned long sums[4], unsigned long step)
{
    add(&sums[0], step);
    add(&sums[1], step);
    add(&sums[2], step);
    add(&sums[3], step);
}

/* read_width returns the additions a cycle of four chains. */
static double read_width(double ghz)
{
    unsigned long sums[4] = {1, 2, 3, 4};
    unsigned long step = 3;

    __asm__ volatile("" : "+r"(step));
    const double start = clock_ns();
    for (size_t i = 0; i < WIDE_ADDITIONS / 40; i++) {
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
        add_four(sums, step);
    }
    return WIDE_ADDITIONS / ((clock_ns() - start) * ghz);
}

struct clock_sample clock_read(void)
{
    struct clock_sample sample = {.ghz = read_ghz()};

    sample.width = read_width(sample.ghz);
    /* A chain that was interrupted gives a clock that is too low, and with it widths beyond what the chains allow. */
    if (sample.width <= 4.05) {
        const unsigned width = (unsigned)(sample.width * SCALE);
        unsigned seen = atomic_load(&widest);

        while (width > seen && !atomic_compare_exchange_weak(&widest, &seen, width))
            ;
    }
    return sample;
}

bool clock_quiet(double width)
{
    return width * SCALE * 100 >= QUIET_PERCENT * (double)atomic_load(&widest);
}
