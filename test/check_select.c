/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_select.c - the choice of a kernel, on invented CPUs and on this one.
 *
 * No kernel runs here. The bit positions are written down a second time, from the manuals, as the oracle. A build that
 * lacks some kernel is tested too: what is expected is then the best of those that it has.
 */
#include "select.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Sets of features, as real CPUs have them. */
enum {
    F_CORE2 = CPU_SSE2 | CPU_SSSE3 | CPU_SSE41,
    F_AESNI = F_CORE2 | CPU_AES | CPU_PCLMULQDQ,
    F_AVX = F_AESNI | CPU_AVX,
    F_AVX2 = F_AVX | CPU_AVX2,
    F_VAES = F_AVX2 | CPU_VAES | CPU_VPCLMULQDQ,
    F_AVX512 = CPU_AVX512F | CPU_AVX512BW | CPU_AVX512VL | CPU_AVX512DQ,
    F_ALL = F_VAES | F_AVX512,
};

/* XCR0 as operating systems set it: x87, xmm, ymm, and the three states of AVX-512. */
enum { XCR0_NONE = 0, XCR0_SSE = 0x03, XCR0_AVX = 0x07, XCR0_AVX512 = 0xe7 };

/* OSXSAVE: leaf 1 ECX bit 27. */
#define OSXSAVE (1U << 27)

/* struct position says where CPUID has a feature, and what else goes when it goes. */
struct position {
    uint64_t feature;
    unsigned word; /* of OPENSSL_ia32cap: 0 is leaf 1 EDX and ECX, 1 is leaf 7 EBX and ECX */
    unsigned bit;  /* of that 64-bit word */
    uint64_t lost;
    const char *name;
    const char *proc_name; /* among the flags of /proc/cpuinfo */
};

static const struct position positions[] = {
    {CPU_SSE2, 0, 26, F_ALL, "SSE2", "sse2"},
    {CPU_SSSE3, 0, 32 + 9, F_ALL & ~(CPU_SSE2 | CPU_AES | CPU_PCLMULQDQ), "SSSE3", "ssse3"},
    {CPU_SSE41, 0, 32 + 19, F_ALL & ~(CPU_SSE2 | CPU_SSSE3 | CPU_AES | CPU_PCLMULQDQ), "SSE4.1", "sse4_1"},
    {CPU_AES, 0, 32 + 25, CPU_AES | CPU_VAES, "AES", "aes"},
    {CPU_PCLMULQDQ, 0, 32 + 1, CPU_PCLMULQDQ | CPU_VPCLMULQDQ, "PCLMULQDQ", "pclmulqdq"},
    {CPU_AVX, 0, 32 + 28, F_ALL & ~F_AESNI, "AVX", "avx"},
    {CPU_AVX2, 1, 5, CPU_AVX2 | F_AVX512, "AVX2", "avx2"},
    {CPU_VAES, 1, 32 + 9, CPU_VAES, "VAES", "vaes"},
    {CPU_VPCLMULQDQ, 1, 32 + 10, CPU_VPCLMULQDQ, "VPCLMULQDQ", "vpclmulqdq"},
    {CPU_AVX512F, 1, 16, F_AVX512, "AVX512F", "avx512f"},
    {CPU_AVX512BW, 1, 30, CPU_AVX512BW, "AVX512BW", "avx512bw"},
    {CPU_AVX512VL, 1, 31, CPU_AVX512VL, "AVX512VL", "avx512vl"},
    {CPU_AVX512DQ, 1, 17, CPU_AVX512DQ, "AVX512DQ", "avx512dq"},
};

enum { POSITIONS = sizeof(positions) / sizeof(positions[0]) };

/* signature makes leaf 1 EAX from the family and the model that the manuals speak of, stepping 1. */
static uint32_t signature(unsigned family, unsigned model)
{
    const unsigned base = family < 15 ? family : 15;

    return (family - base) << 20 | (model >> 4) << 16 | base << 8 | (model & 15) << 4 | 1;
}

/* xor_bit flips the CPUID bit of one feature. */
static void xor_bit(struct cpu *cpu, const struct position *position)
{
    uint32_t *const words[2][2] = {{&cpu->leaf1_edx, &cpu->leaf1_ecx}, {&cpu->leaf7_ebx, &cpu->leaf7_ecx}};

    *words[position->word][position->bit / 32] ^= 1U << position->bit % 32;
}

/* make_cpu invents a CPU with exactly those CPUID bits; OSXSAVE is set when xcr0 is not 0. */
static struct cpu make_cpu(const char *vendor, unsigned family, unsigned model, uint64_t cpuid, uint64_t xcr0)
{
    struct cpu cpu;

    memset(&cpu, 0, sizeof(cpu));
    snprintf(cpu.vendor, sizeof(cpu.vendor), "%s", vendor);
    cpu.leaf1_eax = signature(family, model);
    cpu.leaf1_edx = 1U << 24; /* FXSR */
    cpu.leaf1_ecx = xcr0 != 0 ? OSXSAVE : 0;
    cpu.leaf7_edx = 1U << 4 | 1U << 10; /* FSRM, MD_CLEAR: nothing to us, but a word of OPENSSL_ia32cap masks them */
    cpu.xcr0 = xcr0;
    for (size_t i = 0; i < POSITIONS; i++) {
        if ((cpuid & positions[i].feature) != 0)
            xor_bit(&cpu, &positions[i]);
    }
    return cpu;
}

/* full_cpu is one that has everything and is fast at it (Sapphire Rapids). */
static struct cpu full_cpu(void)
{
    return make_cpu("GenuineIntel", 6, 0x8f, F_ALL, XCR0_AVX512);
}

static size_t count_kernels(void)
{
    size_t count = 0;

    while (kernels_all()[count] != NULL)
        count++;
    return count;
}

/* find returns the index of the kernel with that name, or -1 when this build has none. */
static int find(const char *name)
{
    for (size_t i = 0; i < count_kernels(); i++) {
        if (strcmp(kernels_all()[i]->name, name) == 0)
            return (int)i;
    }
    return -1;
}

/* best_of returns the index of the first kernel that is built in and needs no more than `features`. */
static size_t best_of(uint64_t features)
{
    size_t i = 0;

    while ((kernels_all()[i]->features & ~features) != 0)
        i++;
    return i;
}

/* assert_text fails unless the text has the part in it. */
static void assert_text(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", part, text);
}

/* assert_chosen fails unless the choice is the kernel at that index, and that kernel's own table, without an error. */
static void assert_chosen(const struct kernel_choice *choice, size_t index)
{
    if (choice->kernel != kernels_all()[index])
        fail_msg("%s instead of %s: %s", choice->kernel == NULL ? "none" : choice->kernel->name,
                 kernels_all()[index]->name, choice->error);
    assert_string_equal(choice->error, "");
    for (size_t i = 0; i < count_kernels(); i++)
        assert_int_equal(choice->verdicts[i] == KERNEL_CHOSEN, i == index);
}

/* assert_refused fails unless the request is refused with an error that has both parts in it. */
static void assert_refused(const struct cpu *cpu, const char *request, const char *part, const char *other_part)
{
    struct kernel_choice choice;

    kernel_choose(&choice, cpu, request);
    if (choice.kernel != NULL)
        fail_msg("\"%s\" chose %s", request, choice.kernel->name);
    assert_text(choice.error, part);
    assert_text(choice.error, other_part);
    for (size_t i = 0; i < count_kernels(); i++)
        assert_int_not_equal(choice.verdicts[i], KERNEL_CHOSEN);
}

/* test_table: the kernels are those that the build says, in order, each with a full table of its own functions. */
static void test_table(void **state)
{
    static const struct aes_kernel *const expected[] = {
#ifdef HAVE_KERNEL_VAES512
        &aes_kernel_vaes512,
#endif
#ifdef HAVE_KERNEL_VAES256
        &aes_kernel_vaes256,
#endif
#ifdef HAVE_KERNEL_AESNI
        &aes_kernel_aesni,
#endif
        &aes_kernel_portable, &aes_kernel_portable64,
    };
    static const char *const names[] = {
#ifdef HAVE_KERNEL_VAES512
        "vaes512",
#endif
#ifdef HAVE_KERNEL_VAES256
        "vaes256",
#endif
#ifdef HAVE_KERNEL_AESNI
        "aesni",
#endif
        "portable", "portable64",
    };
    const size_t count = sizeof(expected) / sizeof(expected[0]);

    (void)state;
    assert_int_equal(count_kernels(), count);
    assert_true(count <= KERNELS_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct aes_kernel *kernel = kernels_all()[i];

        assert_ptr_equal(kernel, expected[i]);
        assert_string_equal(kernel->name, names[i]);
        assert_true(kernel->summary != NULL && kernel->summary[0] != '\0');
        assert_true(kernel->batch_blocks > 0);
        assert_true(kernel->set_encrypt_key != NULL && kernel->set_decrypt_key != NULL);
        assert_true(kernel->ecb_encrypt != NULL && kernel->ecb_decrypt != NULL && kernel->ctr != NULL);
        assert_true(kernel->set_ghash_key != NULL && kernel->ghash != NULL);
        assert_true(kernel->gcm_encrypt != NULL && kernel->gcm_decrypt != NULL);
        for (size_t j = 0; j < i && kernel->features != 0; j++) {
            assert_true(kernel->ecb_encrypt != expected[j]->ecb_encrypt);
            assert_true(kernel->ctr != expected[j]->ctr);
            assert_true(kernel->gcm_encrypt != expected[j]->gcm_encrypt);
        }
    }
    assert_int_equal(aes_kernel_portable64.features, 0);
}

/* test_features_of_kernels: a kernel asks for each instruction set that kernels/meson.build lets its compiler use. */
static void test_features_of_kernels(void **state)
{
    static const struct {
        const char *name;
        uint64_t features;
    } least[] = {
        {"aesni", CPU_SSE41 | CPU_SSSE3 | CPU_AES | CPU_PCLMULQDQ},
        {"vaes256", CPU_AES | CPU_PCLMULQDQ | CPU_AVX2 | CPU_VAES | CPU_VPCLMULQDQ},
        {"vaes512", CPU_AES | CPU_PCLMULQDQ | CPU_AVX2 | CPU_VAES | CPU_VPCLMULQDQ | F_AVX512},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(least) / sizeof(least[0]); i++) {
        const int index = find(least[i].name);
        uint64_t implied = 0;

        if (index < 0)
            continue;
        for (size_t p = 0; p < POSITIONS; p++) { /* what cannot be there without the others */
            if ((positions[p].lost & kernels_all()[index]->features) != 0)
                implied |= positions[p].feature;
        }
        if ((least[i].features & ~implied) != 0)
            fail_msg("%s does not ask for all that it is compiled with", least[i].name);
    }
    for (size_t i = 0; i < count_kernels(); i++)
        assert_int_equal(kernels_all()[i]->features & ~(uint64_t)F_ALL, 0);
}

/* struct invented is a CPU, what may be used of it, and the kernels that run there, best first. */
struct invented {
    const char *name;
    const char *vendor;
    unsigned family, model;
    uint64_t cpuid;
    uint64_t xcr0;
    uint64_t features;
    const char *usable; /* each name between spaces */
    bool slow;          /* at 512 bits */
};

#define ON_VAES512 " vaes512 vaes256 aesni portable portable64 "
#define ON_VAES256 " vaes256 aesni portable portable64 "
#define ON_AESNI " aesni portable portable64 "
#define ON_NOTHING " portable portable64 "

static const struct invented invented[] = {
    {"Penryn", "GenuineIntel", 6, 0x17, F_CORE2, XCR0_NONE, F_CORE2, ON_NOTHING, false},
    {"Nehalem", "GenuineIntel", 6, 0x1a, F_CORE2, XCR0_NONE, F_CORE2, ON_NOTHING, false},
    {"Westmere", "GenuineIntel", 6, 0x25, F_AESNI, XCR0_SSE, F_AESNI, ON_AESNI, false},
    {"Sandy Bridge", "GenuineIntel", 6, 0x2a, F_AVX, XCR0_AVX, F_AVX, ON_AESNI, false},
    {"Haswell", "GenuineIntel", 6, 0x3c, F_AVX2, XCR0_AVX, F_AVX2, ON_AESNI, false},
    {"Zen 2", "AuthenticAMD", 23, 0x31, F_AVX2, XCR0_AVX, F_AVX2, ON_AESNI, false},
    {"Zen 3", "AuthenticAMD", 25, 0x21, F_VAES, XCR0_AVX, F_VAES, ON_VAES256, false},
    {"Zen 4", "AuthenticAMD", 25, 0x61, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Zen 5", "AuthenticAMD", 26, 0x44, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Alder Lake", "GenuineIntel", 6, 0x97, F_VAES, XCR0_AVX, F_VAES, ON_VAES256, false},
    {"Skylake-X", "GenuineIntel", 6, 0x55, F_AVX2 | F_AVX512, XCR0_AVX512, F_AVX2 | F_AVX512, ON_AESNI, true},
    {"Knights Landing", "GenuineIntel", 6, 0x57, F_AVX2 | CPU_AVX512F, XCR0_AVX512, F_AVX2 | CPU_AVX512F, ON_AESNI,
     false},
    {"Ice Lake, server", "GenuineIntel", 6, 0x6a, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, true},
    {"Ice Lake, micro server", "GenuineIntel", 6, 0x6c, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, true},
    {"Ice Lake, desktop", "GenuineIntel", 6, 0x7d, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, true},
    {"Ice Lake, mobile", "GenuineIntel", 6, 0x7e, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, true},
    {"Ice Lake, NNP-I", "GenuineIntel", 6, 0x9d, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, true},
    {"Tiger Lake, mobile", "GenuineIntel", 6, 0x8c, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, true},
    {"Tiger Lake", "GenuineIntel", 6, 0x8d, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, true},
    {"Rocket Lake", "GenuineIntel", 6, 0xa7, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Sapphire Rapids", "GenuineIntel", 6, 0x8f, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Emerald Rapids", "GenuineIntel", 6, 0xcf, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Granite Rapids", "GenuineIntel", 6, 0xad, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Ice Lake's model of another vendor", "CentaurHauls", 6, 0x6a, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Ice Lake's model of family 7", "GenuineIntel", 7, 0x6a, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Ice Lake's low model bits", "GenuineIntel", 6, 0x0a, F_ALL, XCR0_AVX512, F_ALL, ON_VAES512, false},
    {"Tiger Lake, AVX-512 off", "GenuineIntel", 6, 0x8c, F_VAES, XCR0_AVX, F_VAES, ON_VAES256, true},

    {"AVX-512 not in XCR0", "AuthenticAMD", 25, 0x61, F_ALL, XCR0_AVX, F_VAES, ON_VAES256, false},
    {"no opmask state", "AuthenticAMD", 25, 0x61, F_ALL, 0xc7, F_VAES, ON_VAES256, false},
    {"no upper zmm halves", "AuthenticAMD", 25, 0x61, F_ALL, 0xa7, F_VAES, ON_VAES256, false},
    {"no zmm16-31", "AuthenticAMD", 25, 0x61, F_ALL, 0x67, F_VAES, ON_VAES256, false},
    {"zmm16-31 alone", "AuthenticAMD", 25, 0x61, F_ALL, 0x87, F_VAES, ON_VAES256, false},
    {"ymm not in XCR0", "AuthenticAMD", 25, 0x61, F_ALL, XCR0_SSE, F_AESNI, ON_AESNI, false},
    {"zmm without ymm", "AuthenticAMD", 25, 0x61, F_ALL, 0xe3, F_AESNI, ON_AESNI, false},
    {"ymm without xmm", "AuthenticAMD", 25, 0x61, F_ALL, 0xe5, F_AESNI, ON_AESNI, false},
    {"XCR0 of x87 alone", "AuthenticAMD", 25, 0x61, F_ALL, 0x01, F_AESNI, ON_AESNI, false},
    {"no OSXSAVE", "AuthenticAMD", 25, 0x61, F_ALL, XCR0_NONE, F_AESNI, ON_AESNI, false},
    {"other states in XCR0", "GenuineIntel", 6, 0x8f, F_ALL, 0x602e7, F_ALL, ON_VAES512, false},

    {"VAES without VPCLMULQDQ", "AuthenticAMD", 25, 0x21, F_AVX2 | CPU_VAES, XCR0_AVX, F_AVX2 | CPU_VAES, ON_AESNI,
     false},
    {"VPCLMULQDQ without VAES", "AuthenticAMD", 25, 0x21, F_AVX2 | CPU_VPCLMULQDQ, XCR0_AVX, F_AVX2 | CPU_VPCLMULQDQ,
     ON_AESNI, false},
    {"hypervisor masks AES, not VAES", "GenuineIntel", 6, 0x8f, F_ALL & ~CPU_AES, XCR0_AVX512,
     F_ALL & ~(CPU_AES | CPU_VAES), ON_NOTHING, false},
    {"hypervisor masks PCLMULQDQ, not VPCLMULQDQ", "GenuineIntel", 6, 0x8f, F_ALL & ~CPU_PCLMULQDQ, XCR0_AVX512,
     F_ALL & ~(CPU_PCLMULQDQ | CPU_VPCLMULQDQ), ON_NOTHING, false},
    {"hypervisor masks AVX, not AVX2", "GenuineIntel", 6, 0x8f, F_ALL & ~CPU_AVX, XCR0_AVX512, F_AESNI, ON_AESNI,
     false},
    {"no CPUID leaf 7", "GenuineIntel", 6, 0x2a, F_AVX, XCR0_AVX512, F_AVX, ON_AESNI, false},
};

/* test_invented_cpus: features, verdict on each kernel, and the choice. */
static void test_invented_cpus(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(invented) / sizeof(invented[0]); i++) {
        const struct invented *want = &invented[i];
        const struct cpu cpu = make_cpu(want->vendor, want->family, want->model, want->cpuid, want->xcr0);
        struct kernel_choice choice;
        bool chosen = false;

        if (cpu_features(&cpu) != want->features)
            fail_msg("%s: features %#" PRIx64 " instead of %#" PRIx64, want->name, cpu_features(&cpu), want->features);
        if (cpu_slows_at_512(&cpu) != want->slow)
            fail_msg("%s: clock %s to slow down at 512 bits", want->name, want->slow ? "is not said" : "is said");

        kernel_choose(&choice, &cpu, NULL);
        for (size_t k = 0; k < count_kernels(); k++) {
            const struct aes_kernel *kernel = kernels_all()[k];
            enum kernel_verdict verdict = KERNEL_USABLE;
            char spaced[32];

            snprintf(spaced, sizeof(spaced), " %s ", kernel->name);
            if (strstr(want->usable, spaced) == NULL)
                verdict = KERNEL_UNSUPPORTED;
            else if (want->slow && strcmp(kernel->name, "vaes512") == 0)
                verdict = KERNEL_SLOWS_CLOCK;
            else if (!chosen)
                verdict = KERNEL_CHOSEN;
            if (choice.verdicts[k] != verdict)
                fail_msg("%s: verdict %d on %s instead of %d", want->name, (int)choice.verdicts[k], kernel->name,
                         (int)verdict);
            assert_int_equal(choice.missing[k], kernel->features & ~want->features);
            if (verdict == KERNEL_CHOSEN) {
                assert_chosen(&choice, k);
                chosen = true;
            }
        }
        assert_true(chosen);
    }
}

/* test_each_bit: each feature that a kernel needs, missing alone, is noticed: "any of them" would not do. */
static void test_each_bit(void **state)
{
    (void)state;
    for (size_t p = 0; p < POSITIONS; p++) {
        const struct position *position = &positions[p];
        const uint64_t features = F_ALL & ~position->lost;
        struct cpu cpu = full_cpu();
        struct kernel_choice choice;

        xor_bit(&cpu, position);
        if (cpu_features(&cpu) != features)
            fail_msg("without %s: features %#" PRIx64 " instead of %#" PRIx64, position->name, cpu_features(&cpu),
                     features);
        assert_string_equal(cpu_feature_name(position->feature), position->name);
        kernel_choose(&choice, &cpu, "auto");
        assert_chosen(&choice, best_of(features));

        for (size_t k = 0; k < count_kernels(); k++) {
            const struct aes_kernel *kernel = kernels_all()[k];
            char phrase[256];

            if ((kernel->features & position->feature) == 0)
                continue;
            kernel_choose(&choice, &cpu, NULL);
            assert_int_equal(choice.verdicts[k], KERNEL_UNSUPPORTED);
            assert_int_equal(choice.missing[k], kernel->features & position->lost);
            kernel_describe(phrase, sizeof(phrase), &choice, k);
            assert_text(phrase, "not usable: ");
            assert_text(phrase, position->name);
            assert_refused(&cpu, kernel->name, kernel->name, position->name);
            assert_refused(&cpu, kernel->name, "cannot run here", "use auto");
        }
    }
}

/* test_bits_of_one_feature: a CPU that has one feature alone offers it only when nothing else is needed. */
static void test_bits_of_one_feature(void **state)
{
    (void)state;
    for (size_t p = 0; p < POSITIONS; p++) {
        const struct cpu cpu = make_cpu("GenuineIntel", 6, 0x8f, positions[p].feature, XCR0_AVX512);
        struct kernel_choice choice;

        assert_int_equal(cpu_features(&cpu), positions[p].feature & CPU_SSE2);
        kernel_choose(&choice, &cpu, "auto");
        assert_chosen(&choice, best_of(positions[p].feature & CPU_SSE2));
    }
}

/* test_named: every kernel is chosen when named and usable, however the name is spaced. */
static void test_named(void **state)
{
    static const char *const around[][2] = {{"", ""}, {" ", ""}, {"", "  "}, {"\t ", " \r\n"}};
    const struct cpu cpu = full_cpu();
    struct kernel_choice choice;

    (void)state;
    for (size_t k = 0; k < count_kernels(); k++) {
        for (size_t i = 0; i < sizeof(around) / sizeof(around[0]); i++) {
            char request[64];

            snprintf(request, sizeof(request), "%s%s%s", around[i][0], kernels_all()[k]->name, around[i][1]);
            kernel_choose(&choice, &cpu, request);
            assert_chosen(&choice, k);
            for (size_t other = 0; other < count_kernels(); other++) {
                if (other != k)
                    assert_int_equal(choice.verdicts[other], KERNEL_USABLE);
            }
        }
    }
}

/* test_auto: every way to say it. */
static void test_auto(void **state)
{
    static const char *const requests[] = {NULL, "", "auto", " auto", "auto ", "\tauto\n", " ", " \t "};
    const struct cpu cpu = full_cpu();
    struct kernel_choice choice;

    (void)state;
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        memset(&choice, 0xff, sizeof(choice)); /* nothing of an earlier choice stays */
        kernel_choose(&choice, &cpu, requests[i]);
        assert_chosen(&choice, 0);
        for (size_t k = 1; k < count_kernels(); k++)
            assert_int_equal(choice.verdicts[k], KERNEL_USABLE);
    }
}

/* test_exclusions: each kernel is passed over when excluded, alone and with all that are better. */
static void test_exclusions(void **state)
{
    static const char *const formats[][2] = {{"-", ","}, {" - ", " , "}, {"\t-", ",\n"}};
    const struct cpu cpu = full_cpu();
    struct kernel_choice choice;

    (void)state;
    for (size_t k = 0; k < count_kernels(); k++) {
        char request[64];

        snprintf(request, sizeof(request), "-%s", kernels_all()[k]->name);
        kernel_choose(&choice, &cpu, request);
        assert_chosen(&choice, k == 0 ? 1 : 0);
        assert_int_equal(choice.verdicts[k], KERNEL_EXCLUDED);
    }
    for (size_t f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
        char request[256] = "";

        for (size_t k = 0; k + 1 < count_kernels(); k++) {
            const size_t len = strlen(request);

            snprintf(request + len, sizeof(request) - len, "%s%s%s", k == 0 ? "" : formats[f][1], formats[f][0],
                     kernels_all()[k]->name);
            kernel_choose(&choice, &cpu, request);
            assert_chosen(&choice, k + 1);
            for (size_t other = 0; other <= k; other++)
                assert_int_equal(choice.verdicts[other], KERNEL_EXCLUDED);
        }
    }
    kernel_choose(&choice, &cpu, "-portable,-portable");
    assert_chosen(&choice, find("portable") == 0 ? 1 : 0);
}

/* test_nothing_left: excluding every kernel that can run is an error, which names those that could. */
static void test_nothing_left(void **state)
{
    const struct cpu full = full_cpu();
    const struct cpu core2 = make_cpu("GenuineIntel", 6, 0x17, F_CORE2, XCR0_NONE);
    struct kernel_choice choice;
    char all[128] = "";

    (void)state;
    for (size_t k = 0; k < count_kernels(); k++) {
        const size_t len = strlen(all);

        snprintf(all + len, sizeof(all) - len, "%s-%s", k == 0 ? "" : ",", kernels_all()[k]->name);
    }
    assert_refused(&full, all, "excludes every kernel", " portable64");
    assert_refused(&full, all, "leave at least one of", kernels_all()[0]->name);
    assert_refused(&core2, "-portable,-portable64", "excludes every kernel",
                   "leave at least one of portable portable64");

    /* What cannot run is said before what is excluded. */
    kernel_choose(&choice, &core2, all);
    for (size_t k = 0; k < count_kernels(); k++)
        assert_int_equal(choice.verdicts[k], choice.missing[k] != 0 ? KERNEL_UNSUPPORTED : KERNEL_EXCLUDED);
}

/* test_bad_requests: each is refused, on every kind of CPU, with an error that says what is wrong and what to do. */
static void test_bad_requests(void **state)
{
    static const char *const bad[][3] = {
        {"vaes1024", "no kernel is named \"vaes1024\": use auto or one of ", " portable portable64"},
        {"portable6", "no kernel is named \"portable6\"", "use auto"},
        {"portable641", "no kernel is named \"portable641\"", "use auto"},
        {"Portable", "no kernel is named \"Portable\"", "use auto"},
        {"AUTO", "no kernel is named \"AUTO\"", "use auto"},
        {"none", "no kernel is named \"none\"", "use auto"},
        {"port able", "no kernel is named \"port able\"", "use auto"},
        {"portable;portable64", "no kernel is named \"portable;portable64\"", "use auto"},
        {"%s%n", "no kernel is named \"%s%n\"", "use auto"},
        {"-vaes1024", "no kernel is named \"vaes1024\"", "use auto or one of "},
        {"-auto", "no kernel is named \"auto\"", "use auto or one of "},
        {"--portable", "no kernel is named \"-portable\"", "use auto or one of "},
        {"-portable64,-vaes1024", "no kernel is named \"vaes1024\"", "use auto"},
        {"-portable64 -portable", "no kernel is named \"portable64 -portable\"", "use auto"},
        {"portable,-portable64", "\"portable,-portable64\" has a name in a list", "or only exclusions such as -"},
        {"-portable64,portable", "\"-portable64,portable\" has a name in a list", "or only exclusions"},
        {"portable,portable64", "has a name in a list", "or only exclusions"},
        {"auto,-portable", "has a name in a list", "or only exclusions"},
        {"portable,", "has a name in a list", "or only exclusions"},
        {"-portable,", "has an empty item", "or only exclusions"},
        {"-portable,,-portable64", "has an empty item", "or only exclusions"},
        {"-portable, ,-portable64", "has an empty item", "or only exclusions"},
        {",", "has an empty item", "or only exclusions"},
        {",-portable", "has an empty item", "or only exclusions"},
        {"-", "has a '-' without a name", "or only exclusions"},
        {"- ", "has a '-' without a name", "or only exclusions"},
        {"-portable,-", "has a '-' without a name", "or only exclusions"},
        {"vaes\n256\x1b[2J\x7f", "no kernel is named \"vaes?256?[2J?\"", "use auto"},
        {"v\xc3\xa4s", "no kernel is named \"v??s\"", "use auto"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(invented) / sizeof(invented[0]); i++) {
        const struct invented *on = &invented[i];
        const struct cpu cpu = make_cpu(on->vendor, on->family, on->model, on->cpuid, on->xcr0);

        for (size_t r = 0; r < sizeof(bad) / sizeof(bad[0]); r++)
            assert_refused(&cpu, bad[r][0], bad[r][1], bad[r][2]);
    }
}

/* test_absent_kernels: one that the project knows and this build lacks is as unknown as any. */
static void test_absent_kernels(void **state)
{
    static const char *const names[] = {"vaes512", "vaes256", "aesni"};
    const struct cpu cpu = full_cpu();
    struct kernel_choice choice;

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const int index = find(names[i]);

        if (index < 0) {
            assert_refused(&cpu, names[i], "no kernel is named", names[i]);
        } else {
            kernel_choose(&choice, &cpu, names[i]);
            assert_chosen(&choice, (size_t)index);
        }
    }
}

/* test_long_requests: requests of every length stay inside the error text, which is cut with its end in sight. */
static void test_long_requests(void **state)
{
    static const char heads[] = {'x', '-', ',', '\x1b', ' '};
    const struct cpu cpu = full_cpu();
    struct {
        struct kernel_choice choice;
        char canary[16];
    } guarded;

    (void)state;
    for (size_t len = 41; len <= 100000; len = len < 300 ? len + 1 : len * 3) {
        for (size_t h = 0; h < sizeof(heads); h++) {
            char *request = malloc(len + 1);

            assert_non_null(request);
            memset(request, 'x', len);
            request[0] = heads[h];
            request[len] = '\0';
            memset(&guarded, 0x5a, sizeof(guarded));
            kernel_choose(&guarded.choice, &cpu, request);
            free(request);

            assert_null(guarded.choice.kernel);
            for (size_t i = 0; i < sizeof(guarded.canary); i++)
                assert_int_equal(guarded.canary[i], 0x5a);
            const char *end = memchr(guarded.choice.error, '\0', sizeof(guarded.choice.error));
            assert_non_null(end);
            for (const char *c = guarded.choice.error; c < end; c++)
                assert_in_range(*c, ' ', '~');
            assert_text(guarded.choice.error, "use auto");
            assert_text(guarded.choice.error, len > 42 ? "xxx...\"" : "xxx");
        }
    }
}

/* test_slow_clock: a CPU that slows down at 512 bits uses them on request alone, or when nothing else is left. */
static void test_slow_clock(void **state)
{
    const struct cpu cpu = make_cpu("GenuineIntel", 6, 0x6a, F_ALL, XCR0_AVX512);
    const int vaes512 = find("vaes512");
    struct kernel_choice choice;
    char request[128] = "";
    char phrase[128];

    (void)state;
    kernel_choose(&choice, &cpu, "auto");
    assert_chosen(&choice, best_of(F_VAES));
    if (vaes512 < 0)
        return; /* its choice without vaes512 is all that this build has to show */

    assert_int_equal(choice.verdicts[vaes512], KERNEL_SLOWS_CLOCK);
    assert_int_equal(choice.missing[vaes512], 0);
    kernel_describe(phrase, sizeof(phrase), &choice, (size_t)vaes512);
    assert_text(phrase, "only on request");

    kernel_choose(&choice, &cpu, "vaes512");
    assert_chosen(&choice, (size_t)vaes512);

    kernel_choose(&choice, &cpu, "portable");
    assert_chosen(&choice, (size_t)find("portable"));
    assert_int_equal(choice.verdicts[vaes512], KERNEL_SLOWS_CLOCK);

    kernel_choose(&choice, &cpu, "-vaes512");
    assert_chosen(&choice, best_of(F_VAES));
    assert_int_equal(choice.verdicts[vaes512], KERNEL_EXCLUDED);

    for (size_t k = 0; k < count_kernels(); k++) {
        const size_t len = strlen(request);

        if (k != (size_t)vaes512)
            snprintf(request + len, sizeof(request) - len, "%s-%s", len == 0 ? "" : ",", kernels_all()[k]->name);
    }
    kernel_choose(&choice, &cpu, request);
    assert_chosen(&choice, (size_t)vaes512);
}

/* test_descriptions: each phrase, in a buffer of every size; the lack of several features reads as a list. */
static void test_descriptions(void **state)
{
    struct kernel_choice choice;
    char whole[256];

    (void)state;
    memset(&choice, 0, sizeof(choice));
    for (int verdict = KERNEL_CHOSEN; verdict <= KERNEL_SLOWS_CLOCK; verdict++) {
        static const char *const phrases[] = {
            [KERNEL_CHOSEN] = "chosen",
            [KERNEL_USABLE] = "usable",
            [KERNEL_UNSUPPORTED] = "not usable: this CPU or operating system lacks AES, VAES and VPCLMULQDQ",
            [KERNEL_EXCLUDED] = "excluded by the request",
            [KERNEL_SLOWS_CLOCK] = "only on request: 512-bit vectors lower the clock of this CPU",
        };
        choice.verdicts[1] = (enum kernel_verdict)verdict;
        choice.missing[1] = CPU_AES | CPU_VAES | CPU_VPCLMULQDQ;
        kernel_describe(whole, sizeof(whole), &choice, 1);
        assert_string_equal(whole, phrases[verdict]);

        for (size_t size = 0; size <= strlen(whole) + 1; size++) {
            char part[sizeof(whole)];

            memset(part, 0x5a, sizeof(part));
            kernel_describe(part, size, &choice, 1);
            if (size > 0) {
                assert_int_equal(strlen(part), size - 1);
                assert_memory_equal(part, whole, size - 1);
            }
            assert_int_equal(part[size], 0x5a);
        }
    }
    choice.verdicts[1] = KERNEL_UNSUPPORTED;
    choice.missing[1] = CPU_VAES | CPU_VPCLMULQDQ;
    kernel_describe(whole, sizeof(whole), &choice, 1);
    assert_text(whole, "lacks VAES and VPCLMULQDQ");
    choice.missing[1] = CPU_AES;
    kernel_describe(whole, sizeof(whole), &choice, 1);
    assert_text(whole, "lacks AES");
    choice.missing[1] = F_ALL;
    kernel_describe(whole, sizeof(whole), &choice, 1);
    assert_text(whole, "lacks SSE2, SSSE3, SSE4.1, AES, PCLMULQDQ, AVX, AVX2, VAES, VPCLMULQDQ, AVX512F, ");
    kernel_describe(whole, sizeof(whole), &choice, count_kernels());
    assert_string_equal(whole, "");
}

/* test_ia32cap_words: what is left of each word, for every form of OPENSSL_ia32cap. The invented CPU has all bits set,
 * so whatever is gone was masked by the text; expectations are what `openssl info -cpusettings` shows on 3.5. */
static void test_ia32cap_words(void **state)
{
    const uint64_t all = UINT64_MAX;
    const struct {
        const char *text;
        uint64_t word0, word1, word2; /* of word 2 the low half counts */
    } forms[] = {
        {NULL, all, all, all},
        {"", all, all, all},
        {":", all, 0, 0},
        {":0", all, 0, 0},
        {"::", all, all, 0},
        {"::0", all, all, 0},
        {":::", all, all, all},
        {":0::::", all, 0, all},
        {":0:::", all, 0, all},
        {"::~0", all, all, all},
        {":~0", all, all, 0},
        {":~0:", all, all, 0},
        {":~0::", all, all, all},
        {"~0", all, 0, 0},
        {"~0:", all, 0, 0},
        {"~0:~0", all, all, 0},
        {"~0::", all, all, 0},
        {"~:~:~", all, all, all},
        {"~0:~0:~0:~0:~0", all, all, all},
        {"~0x0:~0x0:0x10", all, all, 0x10},
        {"0", 0, 0, 0},
        {"0:0", 0, 0, 0},
        {"0x16980010", 0x16980010, 0, 0},
        {"0xffffffffffffffff", all, 0, 0},
        {"0xffffffffffffffff:~0", all, 0, 0},
        {"0xffffffffffffffff::", all, 0, 0},
        {"0xffffffffffffffff:~0:~0", all, 0, 0},
        {"0xffffffffffffffff:0xffffffffffffffff", all, all, 0},
        {"0xffffffffffffffff:0xffffffffffffffff:0xffffffff", all, all, 0xffffffff},
        {"0X16980010:0XaBcDeF", 0x16980010, 0xabcdef, 0},
        {"~0x200000000000000", all ^ 0x200000000000000, 0, 0},
        {"~0x200000000000000:~0x20000000000:~0x0:~0x0:~0x0", all ^ 0x200000000000000, all ^ 0x20000000000, all},
        {":~0x20", all, all ^ 0x20, 0},
        {":~32", all, all ^ 32, 0},
        {":~040", all, all ^ 32, 0},
        {":~0400000", all, all ^ 0x20000, 0},
        {":~144115188075855872", all, all ^ 0x200000000000000U, 0},
        {":~089", all, all, 0},
        {":~0x20g1", all, all ^ 0x20, 0},
        {":~32a", all, all ^ 32, 0},
        {":~ 32", all, all, 0},
        {": ~32", all, 0, 0},
        {":~-1", all, all, 0},
        {":~~32", all, all, 0},
        {":~0xg", all, all, 0},
        {":~0x10000000000000020", all, all ^ 0x20, 0},
        {"~0x1ffffffffffffffff:~0", 0, all, 0},
        {" ~0:~0", 0, 0, 0},
        {"abc:~0", 0, 0, 0},
        {"~0x1000000:~0", all ^ 0x1000000 ^ (1ULL << 33 | 1ULL << 57 | 1ULL << 60), all, 0},
        {"~0x3000000:~0", all ^ 0x3000000 ^ (1ULL << 33 | 1ULL << 57 | 1ULL << 60), all, 0},
        {"0xfffffffffeffffff:0", all ^ 0x1000000, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        struct cpu cpu = {"GenuineIntel", UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 0xe7};

        cpu_apply_ia32cap(&cpu, forms[i].text);
        const uint64_t word0 = (uint64_t)cpu.leaf1_ecx << 32 | cpu.leaf1_edx;
        const uint64_t word1 = (uint64_t)cpu.leaf7_ecx << 32 | cpu.leaf7_ebx;
        if (word0 != forms[i].word0 || word1 != forms[i].word1 || cpu.leaf7_edx != (uint32_t)forms[i].word2)
            fail_msg("\"%s\" leaves %#" PRIx64 ":%#" PRIx64 ":%#" PRIx32, forms[i].text, word0, word1, cpu.leaf7_edx);
        assert_string_equal(cpu.vendor, "GenuineIntel");
        assert_int_equal(cpu.leaf1_eax, UINT32_MAX);
        assert_int_equal(cpu.xcr0, 0xe7);

        struct cpu empty = make_cpu("GenuineIntel", 6, 0x8f, 0, XCR0_NONE); /* the text adds nothing */
        empty.leaf1_edx = 0;
        empty.leaf7_edx = 0;
        const struct cpu before = empty;
        cpu_apply_ia32cap(&empty, forms[i].text);
        assert_memory_equal(&empty, &before, sizeof(before));
    }
}

/* Ways to write a mask; the first three name the bits that go, the others those that stay. */
enum { FORMS = 6, NAMING_FORMS = 3 };

/* write_mask writes two words of OPENSSL_ia32cap in one of the forms. */
static void write_mask(char *text, size_t size, unsigned form, const uint64_t words[2])
{
    switch (form) {
    case 0:
        snprintf(text, size, "~0x%" PRIx64 ":~0x%" PRIx64 ":~0x0:~0x0:~0x0", words[0], words[1]);
        break;
    case 1:
        snprintf(text, size, "~%" PRIu64 ":~%" PRIu64, words[0], words[1]);
        break;
    case 2:
        snprintf(text, size, "~0%" PRIo64 ":~0%" PRIo64 ":0", words[0], words[1]);
        break;
    case 3:
        snprintf(text, size, "0x%" PRIx64 ":0X%" PRIX64, words[0], words[1]);
        break;
    case 4:
        snprintf(text, size, "%" PRIu64 ":%" PRIu64, words[0], words[1]);
        break;
    default:
        snprintf(text, size, "0%" PRIo64 ":0%" PRIo64, words[0], words[1]);
        break;
    }
}

/* test_ia32cap_features: masking one feature, in every form, takes it and what builds upon it, no more. */
static void test_ia32cap_features(void **state)
{
    (void)state;
    for (size_t p = 0; p < POSITIONS; p++) {
        const uint64_t features = F_ALL & ~positions[p].lost;

        for (unsigned form = 0; form < FORMS; form++) {
            const uint64_t others = form < NAMING_FORMS ? 0 : UINT64_MAX;
            uint64_t words[2] = {others, others};
            struct cpu cpu = full_cpu();
            struct kernel_choice choice;
            char text[128];

            words[positions[p].word] ^= 1ULL << positions[p].bit;
            write_mask(text, sizeof(text), form, words);
            cpu_apply_ia32cap(&cpu, text);
            if (cpu_features(&cpu) != features)
                fail_msg("\"%s\" (%s): features %#" PRIx64 " instead of %#" PRIx64, text, positions[p].name,
                         cpu_features(&cpu), features);
            kernel_choose(&choice, &cpu, NULL);
            assert_chosen(&choice, best_of(features));
        }
    }
}

/* test_ia32cap_habits: texts that people set, on a CPU that has everything, and the kernel that is left. */
static void test_ia32cap_habits(void **state)
{
    static const struct {
        const char *text;
        uint64_t features;
        const char *usable; /* the first of them that is built in is chosen */
    } habits[] = {
        {"~0x200000000000000", F_AVX & ~CPU_AES, ON_NOTHING},                   /* AES-NI; its leaf 7 goes too */
        {"~0x200000000000000:~0x0", F_ALL & ~(CPU_AES | CPU_VAES), ON_NOTHING}, /* VAES was left: oven-sh/bun#32129 */
        {"~0x200000200000000", F_AVX & ~(CPU_AES | CPU_PCLMULQDQ), ON_NOTHING},
        {"~0x200000000:~0x0", F_ALL & ~(CPU_PCLMULQDQ | CPU_VPCLMULQDQ), ON_NOTHING},
        {"~0x1000000000000000:~0x0", F_AESNI, ON_AESNI}, /* AVX */
        {"~0x800000000000000:~0x0", F_AESNI, ON_AESNI},  /* OSXSAVE */
        {"~0x1000000:~0x0", F_CORE2, ON_NOTHING},        /* FXSR */
        {":~0x20", F_VAES & ~CPU_AVX2, ON_AESNI},
        {":~0x20000000000", F_ALL & ~CPU_VAES, ON_AESNI},
        {":~0x40000000000", F_ALL & ~CPU_VPCLMULQDQ, ON_AESNI},
        {":~0x60000000000", F_AVX2 | F_AVX512, ON_AESNI},
        {":~0x10000", F_VAES, ON_VAES256},
        {":~0xc0030000", F_VAES, ON_VAES256},
        {":~0x40000000", F_ALL & ~CPU_AVX512BW, ON_VAES256},
        {":0", F_AVX, ON_AESNI},
        {":", F_AVX, ON_AESNI},
        {"0xffffffffffffffff", F_AVX, ON_AESNI},
        {"::0", F_ALL, ON_VAES512},
        {":~0", F_ALL, ON_VAES512},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(habits) / sizeof(habits[0]); i++) {
        struct cpu cpu = full_cpu();
        struct kernel_choice choice;
        size_t best = 0;
        char spaced[32];

        cpu_apply_ia32cap(&cpu, habits[i].text);
        if (cpu_features(&cpu) != habits[i].features)
            fail_msg("\"%s\": features %#" PRIx64 " instead of %#" PRIx64, habits[i].text, cpu_features(&cpu),
                     habits[i].features);
        do
            snprintf(spaced, sizeof(spaced), " %s ", kernels_all()[best]->name);
        while (strstr(habits[i].usable, spaced) == NULL && ++best < count_kernels());
        kernel_choose(&choice, &cpu, "auto");
        assert_chosen(&choice, best);
    }
}

/* test_feature_names: each feature has one, and what is no feature is not taken for one. */
static void test_feature_names(void **state)
{
    (void)state;
    for (size_t p = 0; p < POSITIONS; p++)
        assert_string_equal(cpu_feature_name(positions[p].feature), positions[p].name);
    assert_string_equal(cpu_feature_name(0), "an unknown feature");
    assert_string_equal(cpu_feature_name(CPU_AES | CPU_VAES), "an unknown feature");
}

/* read_cpuinfo returns what /proc/cpuinfo says of the first CPU under that key, between spaces, or NULL when it has no
 * such line; the caller frees it. */
static char *read_cpuinfo(const char *key)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char *line = NULL;
    char *value = NULL;
    size_t size = 0;
    ssize_t len;

    if (file == NULL)
        return NULL;
    while (value == NULL && (len = getline(&line, &size, file)) > 0) {
        line[len - 1] = ' '; /* the newline */
        char *colon = strchr(line, ':');
        if (colon != NULL && strncmp(line, key, strlen(key)) == 0 && line[strlen(key)] == '\t')
            value = strdup(colon + 1);
    }
    fclose(file);
    free(line);
    return value;
}

/* test_this_cpu: the features of this machine are those that its operating system found. */
static void test_this_cpu(void **state)
{
    char *flags = read_cpuinfo("flags");
    char *vendor = read_cpuinfo("vendor_id");
    struct cpu cpu;
    char spaced[32];

    (void)state;
    cpu_read(&cpu);
    assert_int_equal(cpu.vendor[sizeof(cpu.vendor) - 1], '\0');
    if (flags == NULL || vendor == NULL) {
        print_message("# skipped: no x86 flags in /proc/cpuinfo to compare with\n");
        free(flags);
        free(vendor);
        skip();
    }
    snprintf(spaced, sizeof(spaced), " %s ", cpu.vendor);
    assert_string_equal(vendor, spaced);
    for (size_t p = 0; p < POSITIONS; p++) {
        snprintf(spaced, sizeof(spaced), " %s ", positions[p].proc_name);
        const bool expected = strstr(flags, spaced) != NULL;
        const bool offered = (cpu_features(&cpu) & positions[p].feature) != 0;
        if (offered != expected)
            fail_msg("%s: CPUID and XCR0 say %s, /proc/cpuinfo %s", positions[p].name, offered ? "yes" : "no",
                     expected ? "yes" : "no");
    }
    free(flags);
    free(vendor);
}

/* test_choice_here: on this machine the choice is the best kernel that it can run, and says why not of the better. */
static void test_choice_here(void **state)
{
    struct kernel_choice choice;
    struct cpu cpu;
    size_t best = 0;

    (void)state;
    cpu_read(&cpu);
    while ((kernels_all()[best]->features & ~cpu_features(&cpu)) != 0 ||
           (cpu_slows_at_512(&cpu) && (kernels_all()[best]->features & CPU_AVX512F) != 0))
        best++;
    kernel_choose(&choice, &cpu, NULL);
    assert_chosen(&choice, best);
    for (size_t k = 0; k < count_kernels(); k++) {
        char phrase[256];

        kernel_describe(phrase, sizeof(phrase), &choice, k);
        print_message("# %s: %s\n", kernels_all()[k]->name, phrase);
        assert_true(k < best ? strcmp(phrase, "usable") != 0 : phrase[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_features_of_kernels),
        cmocka_unit_test(test_invented_cpus),
        cmocka_unit_test(test_each_bit),
        cmocka_unit_test(test_bits_of_one_feature),
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_auto),
        cmocka_unit_test(test_exclusions),
        cmocka_unit_test(test_nothing_left),
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_absent_kernels),
        cmocka_unit_test(test_long_requests),
        cmocka_unit_test(test_slow_clock),
        cmocka_unit_test(test_descriptions),
        cmocka_unit_test(test_ia32cap_words),
        cmocka_unit_test(test_ia32cap_features),
        cmocka_unit_test(test_ia32cap_habits),
        cmocka_unit_test(test_feature_names),
        cmocka_unit_test(test_this_cpu),
        cmocka_unit_test(test_choice_here),
    };

    return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
