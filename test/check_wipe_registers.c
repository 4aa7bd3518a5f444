/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_wipe_registers.c - the function `wipe` of the x86 kernels zeroes every vector register that the kernel may use.
 * check_wipe.c looks for secrets that a call has left, which depends on what the compiler kept where; here all of them
 * are filled first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "select.h"

enum { REGISTERS = 32, WIDTH = 64 };

/* registers[i]: what register i held when `wipe` had returned. */
static uint8_t registers[REGISTERS][WIDTH];
static uint8_t pattern[WIDTH];

/* struct kind is a kernel and the registers that it has. */
struct kind {
    const char *kernel;
    size_t count, width;
    void (*run)(void (*wipe)(void));
};

/* The compiler puts nothing but the call between the two pieces of assembly: all vector registers are the callee's to
 * spoil, and it holds nothing in them here. */
static void run_xmm(void (*wipe)(void))
{
    __asm__ volatile(".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\tmovdqu (%0), %%xmm\\n\n.endr"
                     :
                     : "r"(pattern)
                     : "memory");
    wipe();
    __asm__ volatile(".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\tmovdqu %%xmm\\n, (64 * \\n)(%0)\n.endr"
                     :
                     : "r"(registers)
                     : "memory");
}

static void run_ymm(void (*wipe)(void))
{
    __asm__ volatile(".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\tvmovdqu (%0), %%ymm\\n\n.endr"
                     :
                     : "r"(pattern)
                     : "memory");
    wipe();
    __asm__ volatile(
        ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\tvmovdqu %%ymm\\n, (64 * \\n)(%0)\n.endr\n\tvzeroupper"
        :
        : "r"(registers)
        : "memory");
}

static void run_zmm(void (*wipe)(void))
{
    __asm__ volatile(".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
                     "\tvmovdqu64 (%0), %%zmm\\n\n.endr"
                     :
                     : "r"(pattern)
                     : "memory");
    wipe();
    __asm__ volatile(".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
                     "\tvmovdqu64 %%zmm\\n, (64 * \\n)(%0)\n.endr\n\tvzeroupper"
                     :
                     : "r"(registers)
                     : "memory");
}

/* no_wipe is the control: it leaves all as it is. */
static void no_wipe(void)
{
}

/* left returns how many registers are not zero. */
static size_t left(const struct kind *kind, void (*wipe)(void))
{
    static const uint8_t zeros[WIDTH];
    size_t count = 0;

    memset(registers, 0xee, sizeof(registers));
    kind->run(wipe);
    for (size_t i = 0; i < kind->count; i++)
        count += memcmp(registers[i], zeros, kind->width) != 0;
    return count;
}

static void every_register(void **state)
{
    const struct kind *kind = *state;
    const struct aes_kernel *const *kernel = kernels_all();
    struct cpu cpu;

    while (*kernel != NULL && strcmp((*kernel)->name, kind->kernel) != 0)
        kernel++;
    cpu_read(&cpu);
    if (*kernel == NULL || ((*kernel)->features & ~cpu_features(&cpu)) != 0) {
        print_message("# %s is not in this build, or cannot run here\n", kind->kernel);
        skip();
    }
    memset(pattern, 0xa7, sizeof(pattern));
    assert_int_equal(left(kind, no_wipe), kind->count);
    assert_int_equal(left(kind, (*kernel)->wipe), 0);
}

int main(void)
{
    static struct kind kinds[] = {
        {"aesni", 16, 16, run_xmm}, {"vaes256", 16, 32, run_ymm}, {"vaes512", 32, 64, run_zmm}};
    const struct CMUnitTest tests[] = {
        {"aesni", every_register, NULL, NULL, &kinds[0]},
        {"vaes256", every_register, NULL, NULL, &kinds[1]},
        {"vaes512", every_register, NULL, NULL, &kinds[2]},
    };

    return cmocka_run_group_tests_name("wipe registers", tests, NULL, NULL);
}
