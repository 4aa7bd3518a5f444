/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * cpu.h - what the CPU and the operating system offer, as named feature bits.
 *
 * The raw CPUID words and XCR0 are kept in a struct, and every decision is a function of it: so a test can decide for
 * CPUs that it does not have.
 */
#ifndef AESWIDE_KERNELS_CPU_H
#define AESWIDE_KERNELS_CPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* enum cpu_feature: a bit is set when CPUID has the instructions and, where they use ymm or zmm registers, the
 * operating system saves those (XCR0). */
enum cpu_feature {
    CPU_SSE2 = 1 << 0,
    CPU_SSSE3 = 1 << 1,
    CPU_SSE41 = 1 << 2,
    CPU_AES = 1 << 3,
    CPU_PCLMULQDQ = 1 << 4,
    CPU_AVX = 1 << 5,
    CPU_AVX2 = 1 << 6,
    CPU_VAES = 1 << 7,
    CPU_VPCLMULQDQ = 1 << 8,
    CPU_AVX512F = 1 << 9,
    CPU_AVX512BW = 1 << 10,
    CPU_AVX512VL = 1 << 11,
    CPU_AVX512DQ = 1 << 12,
};

/* struct cpu is the raw material: CPUID leaves 0, 1 and 7 (sub-leaf 0) and XCR0; all 0 where the CPU has no such leaf
 * or is no x86. */
struct cpu {
    char vendor[13]; /* "GenuineIntel", "AuthenticAMD", ... */
    uint32_t leaf1_eax, leaf1_ecx, leaf1_edx;
    uint32_t leaf7_ebx, leaf7_ecx, leaf7_edx;
    uint64_t xcr0;
};

/* cpu_read fills *cpu from the CPU that runs it. */
void cpu_read(struct cpu *cpu);

/* cpu_apply_ia32cap clears in *cpu what the text of OPENSSL_ia32cap masks, as OpenSSL 3.0 (two 64-bit words) and 3.5
 * (up to five) read it; NULL or "" changes nothing. Masking AES-NI masks VAES too, and PCLMULQDQ likewise VPCLMULQDQ.
 * Bits that the text would add are ignored: aeswide never uses what the CPU does not have. */
void cpu_apply_ia32cap(struct cpu *cpu, const char *text);

/* cpu_features returns the bits of enum cpu_feature that may be used. */
uint64_t cpu_features(const struct cpu *cpu);

/* cpu_slows_at_512 tells whether 512-bit vectors lower the clock of this CPU enough that 256-bit ones serve it better.
 */
bool cpu_slows_at_512(const struct cpu *cpu);

/* cpu_feature_name returns the usual name of one feature bit, such as "VPCLMULQDQ". */
const char *cpu_feature_name(uint64_t feature);

#endif
