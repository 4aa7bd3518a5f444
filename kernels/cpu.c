/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * cpu.c - what the CPU and the operating system offer, as named feature bits.
 *
 * Compiled for the baseline of the target: it runs before anything is known of the CPU. libcrypto's own capability
 * vector is not asked, for the module must not link libcrypto, and OpenSSL clears AVX512F in it on Skylake-X.
 */
#include "cpu.h"

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

/* Bits of CPUID that are no feature of ours (Intel SDM volume 2, CPUID). */
enum {
    LEAF1_EDX_FXSR = 1 << 24,
    LEAF1_ECX_OSXSAVE = 1 << 27, /* the operating system has enabled XGETBV, so XCR0 means something */
};

/* The register states of XCR0 (Intel SDM volume 1, 13.3); all bits of one must be set. */
enum {
    XCR0_YMM = 0x06, /* xmm, ymm */
    XCR0_ZMM = 0xe6, /* those, and the opmask registers, the upper halves of zmm0-15, and zmm16-31 */
};

/* struct feature_rule says when one feature may be used. */
struct feature_rule {
    uint64_t feature;
    const char *name;
    size_t word; /* offset in struct cpu of the CPUID word */
    unsigned bit;
    uint64_t xcr0;  /* states that the operating system must save */
    uint64_t needs; /* features without which this one does not count; their rules come earlier */
};

/* feature_rules: `needs` has what the instructions build upon. Without it a hypervisor or a mask that takes AES away
 * and leaves VAES would give a CPU that has AES in wide vectors alone. */
static const struct feature_rule feature_rules[] = {
    {CPU_SSE2, "SSE2", offsetof(struct cpu, leaf1_edx), 26, 0, 0},
    {CPU_SSSE3, "SSSE3", offsetof(struct cpu, leaf1_ecx), 9, 0, CPU_SSE2},
    {CPU_SSE41, "SSE4.1", offsetof(struct cpu, leaf1_ecx), 19, 0, CPU_SSSE3},
    {CPU_AES, "AES", offsetof(struct cpu, leaf1_ecx), 25, 0, CPU_SSE2},
    {CPU_PCLMULQDQ, "PCLMULQDQ", offsetof(struct cpu, leaf1_ecx), 1, 0, CPU_SSE2},
    {CPU_AVX, "AVX", offsetof(struct cpu, leaf1_ecx), 28, XCR0_YMM, CPU_SSE41},
    {CPU_AVX2, "AVX2", offsetof(struct cpu, leaf7_ebx), 5, XCR0_YMM, CPU_AVX},
    {CPU_VAES, "VAES", offsetof(struct cpu, leaf7_ecx), 9, XCR0_YMM, CPU_AVX | CPU_AES},
    {CPU_VPCLMULQDQ, "VPCLMULQDQ", offsetof(struct cpu, leaf7_ecx), 10, XCR0_YMM, CPU_AVX | CPU_PCLMULQDQ},
    {CPU_AVX512F, "AVX512F", offsetof(struct cpu, leaf7_ebx), 16, XCR0_ZMM, CPU_AVX2},
    {CPU_AVX512BW, "AVX512BW", offsetof(struct cpu, leaf7_ebx), 30, XCR0_ZMM, CPU_AVX512F},
    {CPU_AVX512VL, "AVX512VL", offsetof(struct cpu, leaf7_ebx), 31, XCR0_ZMM, CPU_AVX512F},
    {CPU_AVX512DQ, "AVX512DQ", offsetof(struct cpu, leaf7_ebx), 17, XCR0_ZMM, CPU_AVX512F},
};

enum { FEATURE_RULES = sizeof(feature_rules) / sizeof(feature_rules[0]) };

#if defined(__x86_64__) || defined(__i386__)

/* read_xcr0 returns XCR0. XGETBV is an invalid instruction unless CPUID shows OSXSAVE. Inline, since the intrinsic
 * wants -mxsave, and this file has no flags of its own. */
static uint64_t read_xcr0(void)
{
    uint32_t low;
    uint32_t high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

void cpu_read(struct cpu *cpu)
{
    uint32_t eax;
    uint32_t ebx;
    uint32_t ecx;
    uint32_t edx;

    memset(cpu, 0, sizeof(*cpu));
    const unsigned max_leaf = (unsigned)__get_cpuid_max(0, NULL); /* gcc says unsigned, clang int */
    if (max_leaf < 1)
        return;

    __cpuid(0, eax, ebx, ecx, edx);
    memcpy(cpu->vendor, &ebx, 4);
    memcpy(cpu->vendor + 4, &edx, 4);
    memcpy(cpu->vendor + 8, &ecx, 4);

    __cpuid(1, cpu->leaf1_eax, ebx, cpu->leaf1_ecx, cpu->leaf1_edx);
    if (max_leaf >= 7)
        __cpuid_count(7, 0, eax, cpu->leaf7_ebx, cpu->leaf7_ecx, cpu->leaf7_edx);
    if (cpu->leaf1_ecx & LEAF1_ECX_OSXSAVE)
        cpu->xcr0 = read_xcr0();
}

#else

void cpu_read(struct cpu *cpu)
{
    memset(cpu, 0, sizeof(*cpu));
}

#endif

uint64_t cpu_features(const struct cpu *cpu)
{
    const uint64_t xcr0 = cpu->leaf1_ecx & LEAF1_ECX_OSXSAVE ? cpu->xcr0 : 0;
    uint64_t features = 0;

    for (size_t i = 0; i < FEATURE_RULES; i++) {
        const struct feature_rule *rule = &feature_rules[i];
        uint32_t word;

        memcpy(&word, (const char *)cpu + rule->word, sizeof(word));
        if ((word >> rule->bit & 1) != 0 && (xcr0 & rule->xcr0) == rule->xcr0 &&
            (features & rule->needs) == rule->needs)
            features |= rule->feature;
    }
    return features;
}

const char *cpu_feature_name(uint64_t feature)
{
    for (size_t i = 0; i < FEATURE_RULES; i++) {
        if (feature_rules[i].feature == feature)
            return feature_rules[i].name;
    }
    return "an unknown feature";
}

/*
 * slow_at_512_models are the Intel CPUs of family 6 that Linux keeps from 512-bit vectors in its cryptography: the
 * zmm_exclusion_list of arch/x86/crypto/aesni-intel_glue.c since 6.10, moved to arch/x86/kernel/cpu/intel.c in 6.15;
 * the model numbers are those of arch/x86/include/asm/intel-family.h. BoringSSL has the same switch
 * (CRYPTO_cpu_avoid_zmm_registers). Rocket Lake and Sapphire Rapids and all that came later are not on the list, nor is
 * any AMD CPU. Cannon Lake (0x66) is not either, but it has no VAES, so the question never comes up.
 */
static const uint8_t slow_at_512_models[] = {
    0x55,             /* Skylake-X, Cascade Lake, Cooper Lake */
    0x6a, 0x6c,       /* Ice Lake, servers */
    0x7d, 0x7e, 0x9d, /* Ice Lake, clients and NNP-I */
    0x8c, 0x8d,       /* Tiger Lake */
};

bool cpu_slows_at_512(const struct cpu *cpu)
{
    const uint32_t family = cpu->leaf1_eax >> 8 & 0xf; /* the extended family counts with 0xf alone */
    const uint32_t model = (cpu->leaf1_eax >> 12 & 0xf0) | (cpu->leaf1_eax >> 4 & 0xf);

    if (strcmp(cpu->vendor, "GenuineIntel") != 0 || family != 6)
        return false;
    for (size_t i = 0; i < sizeof(slow_at_512_models); i++) {
        if (slow_at_512_models[i] == model)
            return true;
    }
    return false;
}

/* digit_value returns the value of a digit up to 'f', and 16, which is a digit in no base of ours, for all else. */
static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 16;
}

/* parse_number reads a number as OpenSSL does: hexadecimal after 0x, octal after 0, else decimal; it ends before the
 * first character that is no digit, is 0 without any, and wraps at 2^64. strtoull would skip spaces, take signs, and
 * saturate. */
static uint64_t parse_number(const char *text)
{
    unsigned base = 10;
    uint64_t number = 0;

    if (*text == '0') {
        base = 8;
        text++;
        if (*text == 'x' || *text == 'X') {
            base = 16;
            text++;
        }
    }
    for (unsigned digit; (digit = digit_value(*text)) < base; text++)
        number = number * base + digit;
    return number;
}

/* bits_to_keep returns the bits of a word that one field of OPENSSL_ia32cap leaves: those not named after '~', or those
 * named without it. */
static uint64_t bits_to_keep(const char *field)
{
    return field[0] == '~' ? ~parse_number(field + 1) : parse_number(field);
}

/* next_field returns what follows the next ':', or the end of the text. */
static const char *next_field(const char *field)
{
    field += strcspn(field, ":");
    return *field == ':' ? field + 1 : field;
}

/* later_bits_to_keep is bits_to_keep for the words after the first. A word that the text does not reach is 0; one left
 * empty before another ':' stays (in 3.5; 3.0, which reads no word after that, would clear it). When word 0 was
 * replaced, OpenSSL has not read CPUID at all, and nothing is there to stay. */
static uint64_t later_bits_to_keep(const char *field, bool replaced)
{
    if (replaced && (field[0] == '~' || field[0] == ':'))
        return 0;
    return field[0] == ':' ? UINT64_MAX : bits_to_keep(field);
}

/* keep_bits masks two CPUID words by one 64-bit word of OPENSSL_ia32cap. */
static void keep_bits(uint32_t *low, uint32_t *high, uint64_t keep)
{
    *low &= (uint32_t)keep;
    *high &= (uint32_t)(keep >> 32);
}

/*
 * cpu_apply_ia32cap: the words are leaf 1 EDX and ECX; leaf 7 EBX and ECX; leaf 7 EDX, and more that we do not keep.
 * The rules are those of OPENSSL_ia32cap(3) and of what 3.0, 3.5, 3.6 and 4.0 do (`openssl info -cpusettings`): in
 * particular "~0x200000000000000" alone clears all of leaf 7, since its word is missing.
 */
void cpu_apply_ia32cap(struct cpu *cpu, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;

    const bool replaced = text[0] != '~' && text[0] != ':';
    if (text[0] != ':') {
        keep_bits(&cpu->leaf1_edx, &cpu->leaf1_ecx, bits_to_keep(text));
        /* OpenSSL takes a masked FXSR for "no xmm registers". */
        if (!replaced && (bits_to_keep(text) & LEAF1_EDX_FXSR) == 0)
            cpu->leaf1_ecx &= ~(1U << 1 | 1U << 25 | 1U << 28); /* PCLMULQDQ, AES-NI, AVX */
    }

    const char *field = next_field(text);
    keep_bits(&cpu->leaf7_ebx, &cpu->leaf7_ecx, later_bits_to_keep(field, replaced));
    field = next_field(field);
    cpu->leaf7_edx &= (uint32_t)later_bits_to_keep(field, replaced);
}
