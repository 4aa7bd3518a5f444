/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * check_wipe.c - what is left of secrets after each call: round keys, H and its powers, key stream and plaintext are
 * searched for in freed memory, in the dead part of the stack, and in the vector registers.
 *
 * The provider is called without a libcrypto (direct.h) on a stack of its own, which is searched afterwards; registers
 * are saved right behind the call. Freed memory must be clean. What remains in the stack and the registers is printed
 * for each kernel and call, and held against what SECURITY.md says of it. With AESWIDE_WIPE=yes nothing may remain, but
 * for the registers of the portable kernels.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <cmocka.h>
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "alloc_faults.h"
#include "direct.h"
#include "kernels/select.h"
#include "provider/ciphers/aes_gcm.h"
#include "random.h"
#include "reference.h"

enum { STACK_LEN = 1 << 18, MAX_LEN = 4096 + 5, MAX_BLOCKS = MAX_LEN / 16 + 2, HALF = 8 };

/* Kinds of secrets, and places where they may be left. */
enum kind { USER_KEY, ROUND_KEY, HASH_KEY, HASH_POWER, KEY_STREAM, PLAINTEXT, KINDS };
static const char *const kind_names[KINDS] = {"key", "round keys", "H", "powers of H", "key stream", "plaintext"};
enum place { STACK, REGISTERS, FREED, PLACES };
static const char *const place_names[PLACES] = {"stack", "registers", "freed memory"};

/* secrets is a hash table of 8-byte halves: whoever finds one of them by chance has found one in 2^64. */
enum { TABLE_LEN = 1 << 14 };
static struct {
    uint64_t half;
    unsigned kinds; /* bit by bit; 0: the slot is free */
} secrets[TABLE_LEN];

static uint64_t load(const uint8_t *in)
{
    uint64_t half;

    memcpy(&half, in, HALF);
    return half;
}

static size_t slot_of(uint64_t half)
{
    size_t slot = (size_t)(half * UINT64_C(0x9e3779b97f4a7c15) >> 50);

    while (secrets[slot].kinds != 0 && secrets[slot].half != half)
        slot = (slot + 1) % TABLE_LEN;
    return slot;
}

/* add_half notes 8 bytes, unless all of them are the same or half of them are zero: such are found everywhere. */
static void add_half(const uint8_t *in, enum kind kind)
{
    const uint64_t half = load(in);
    int zeros = 0;
    size_t slot;

    for (int i = 0; i < HALF; i++)
        zeros += in[i] == 0;
    if (zeros >= HALF / 2 || half == (half & 0xff) * UINT64_C(0x0101010101010101))
        return;
    slot = slot_of(half);
    secrets[slot].half = half;
    secrets[slot].kinds |= 1u << kind;
}

/* add notes bytes by halves, in their own order and turned around, as GHASH has them. */
static void add(const uint8_t *in, size_t len, enum kind kind)
{
    for (size_t i = 0; i + HALF <= len; i += HALF) {
        uint8_t turned[HALF];

        for (size_t b = 0; b < HALF; b++)
            turned[b] = in[i + HALF - 1 - b];
        add_half(in + i, kind);
        add_half(turned, kind);
    }
}

/* search returns the kinds that are anywhere in the memory, and counts halves. */
static unsigned search(const void *memory, size_t len, size_t *count, size_t *first)
{
    const uint8_t *bytes = memory;
    unsigned kinds = 0;

    *count = 0;
    *first = SIZE_MAX;
    for (size_t i = 0; i + HALF <= len; i++) {
        unsigned found = secrets[slot_of(load(bytes + i))].kinds;

        if (found != 0) {
            kinds |= found;
            ++*count;
            if (*first == SIZE_MAX)
                *first = i;
        }
    }
    return kinds;
}

/* The registers after a call. */
static struct {
    _Alignas(64) uint8_t bytes[32 * 64];
} registers;

static int has_avx512, has_avx;

/* save_registers stores zmm0 to zmm31, or what there is of them. It is inlined, and changes none. */
static inline __attribute__((always_inline)) void save_registers(void)
{
#ifdef __x86_64__
    if (has_avx512)
        __asm__ volatile("vmovdqu64 %%zmm0, 0*64(%0)\n\t"
                         "vmovdqu64 %%zmm1, 1*64(%0)\n\t"
                         "vmovdqu64 %%zmm2, 2*64(%0)\n\t"
                         "vmovdqu64 %%zmm3, 3*64(%0)\n\t"
                         "vmovdqu64 %%zmm4, 4*64(%0)\n\t"
                         "vmovdqu64 %%zmm5, 5*64(%0)\n\t"
                         "vmovdqu64 %%zmm6, 6*64(%0)\n\t"
                         "vmovdqu64 %%zmm7, 7*64(%0)\n\t"
                         "vmovdqu64 %%zmm8, 8*64(%0)\n\t"
                         "vmovdqu64 %%zmm9, 9*64(%0)\n\t"
                         "vmovdqu64 %%zmm10, 10*64(%0)\n\t"
                         "vmovdqu64 %%zmm11, 11*64(%0)\n\t"
                         "vmovdqu64 %%zmm12, 12*64(%0)\n\t"
                         "vmovdqu64 %%zmm13, 13*64(%0)\n\t"
                         "vmovdqu64 %%zmm14, 14*64(%0)\n\t"
                         "vmovdqu64 %%zmm15, 15*64(%0)\n\t"
                         "vmovdqu64 %%zmm16, 16*64(%0)\n\t"
                         "vmovdqu64 %%zmm17, 17*64(%0)\n\t"
                         "vmovdqu64 %%zmm18, 18*64(%0)\n\t"
                         "vmovdqu64 %%zmm19, 19*64(%0)\n\t"
                         "vmovdqu64 %%zmm20, 20*64(%0)\n\t"
                         "vmovdqu64 %%zmm21, 21*64(%0)\n\t"
                         "vmovdqu64 %%zmm22, 22*64(%0)\n\t"
                         "vmovdqu64 %%zmm23, 23*64(%0)\n\t"
                         "vmovdqu64 %%zmm24, 24*64(%0)\n\t"
                         "vmovdqu64 %%zmm25, 25*64(%0)\n\t"
                         "vmovdqu64 %%zmm26, 26*64(%0)\n\t"
                         "vmovdqu64 %%zmm27, 27*64(%0)\n\t"
                         "vmovdqu64 %%zmm28, 28*64(%0)\n\t"
                         "vmovdqu64 %%zmm29, 29*64(%0)\n\t"
                         "vmovdqu64 %%zmm30, 30*64(%0)\n\t"
                         "vmovdqu64 %%zmm31, 31*64(%0)\n\t"
                         :
                         : "r"(registers.bytes)
                         : "memory");
    else if (has_avx)
        __asm__ volatile("vmovdqu %%ymm0, 0*64(%0)\n\t"
                         "vmovdqu %%ymm1, 1*64(%0)\n\t"
                         "vmovdqu %%ymm2, 2*64(%0)\n\t"
                         "vmovdqu %%ymm3, 3*64(%0)\n\t"
                         "vmovdqu %%ymm4, 4*64(%0)\n\t"
                         "vmovdqu %%ymm5, 5*64(%0)\n\t"
                         "vmovdqu %%ymm6, 6*64(%0)\n\t"
                         "vmovdqu %%ymm7, 7*64(%0)\n\t"
                         "vmovdqu %%ymm8, 8*64(%0)\n\t"
                         "vmovdqu %%ymm9, 9*64(%0)\n\t"
                         "vmovdqu %%ymm10, 10*64(%0)\n\t"
                         "vmovdqu %%ymm11, 11*64(%0)\n\t"
                         "vmovdqu %%ymm12, 12*64(%0)\n\t"
                         "vmovdqu %%ymm13, 13*64(%0)\n\t"
                         "vmovdqu %%ymm14, 14*64(%0)\n\t"
                         "vmovdqu %%ymm15, 15*64(%0)\n\t"
                         :
                         : "r"(registers.bytes)
                         : "memory");
    else
        __asm__ volatile("movdqu %%xmm0, 0*64(%0)\n\t"
                         "movdqu %%xmm1, 1*64(%0)\n\t"
                         "movdqu %%xmm2, 2*64(%0)\n\t"
                         "movdqu %%xmm3, 3*64(%0)\n\t"
                         "movdqu %%xmm4, 4*64(%0)\n\t"
                         "movdqu %%xmm5, 5*64(%0)\n\t"
                         "movdqu %%xmm6, 6*64(%0)\n\t"
                         "movdqu %%xmm7, 7*64(%0)\n\t"
                         "movdqu %%xmm8, 8*64(%0)\n\t"
                         "movdqu %%xmm9, 9*64(%0)\n\t"
                         "movdqu %%xmm10, 10*64(%0)\n\t"
                         "movdqu %%xmm11, 11*64(%0)\n\t"
                         "movdqu %%xmm12, 12*64(%0)\n\t"
                         "movdqu %%xmm13, 13*64(%0)\n\t"
                         "movdqu %%xmm14, 14*64(%0)\n\t"
                         "movdqu %%xmm15, 15*64(%0)\n\t"
                         :
                         : "r"(registers.bytes)
                         : "memory");
#endif
}

/* A call to the provider, with all that it works on in static memory: the stack is searched. */
static struct {
    struct direct provider;
    struct direct_cipher cipher;
    const struct aes_kernel *kernel;
    const char *algorithm;
    void *ctx;
    bool encrypting;
    size_t key_len, iv_len, len, out_len;
    uint8_t key[32], iv[16], in[MAX_LEN + 16], out[MAX_LEN + 16], tag[16];
    int result;
} call;

static void do_init(void)
{
    call.result = (call.encrypting ? call.cipher.encrypt_init : call.cipher.decrypt_init)(
        call.ctx, call.key, call.key_len, call.iv_len == 0 ? NULL : call.iv, call.iv_len, NULL);
}

static void do_update(void)
{
    call.result = call.cipher.update(call.ctx, call.out, &call.out_len, sizeof(call.out), call.in, call.len);
}

static void do_final(void)
{
    size_t len;

    call.result = call.cipher.final(call.ctx, call.out, &len, sizeof(call.out));
}

static void do_free(void)
{
    call.cipher.freectx(call.ctx);
}

/* The stack that calls are made on. */
static uint8_t *stack;
static ucontext_t caller, callee;
static void (*step)(void);

/* The best kernel that this CPU has: its wipe clears every register, of what this program and libc have done before. */
static const struct aes_kernel *cleaner;

static __attribute__((noinline)) void on_stack(void)
{
    cleaner->wipe();
    step();
    save_registers();
}

/* run makes one call on the other stack, which is clean before. */
static void run(void (*function)(void))
{
    memset(stack, 0, STACK_LEN);
    step = function;
    assert_int_equal(getcontext(&callee), 0);
    callee.uc_stack.ss_sp = stack;
    callee.uc_stack.ss_size = STACK_LEN;
    callee.uc_link = &caller;
    makecontext(&callee, on_stack, 0);
    assert_int_equal(swapcontext(&caller, &callee), 0);
}

/* may_be_left returns the kinds that may be found there: what SECURITY.md does not promise. */
static unsigned may_be_left(enum place place)
{
    const char *wipe = getenv("AESWIDE_WIPE");
    const bool wipes = wipe != NULL && strcmp(wipe, "yes") == 0;
    const bool portable = strncmp(call.kernel->name, "portable", 8) == 0;

    if (place == STACK && !wipes && portable)
        return 1u << HASH_KEY | 1u << HASH_POWER | 1u << KEY_STREAM | 1u << PLAINTEXT;
    /* The portable kernels copy by libc, whose functions use registers that baseline code can't clear. */
    if (place == REGISTERS && (!wipes || portable))
        return (1u << KINDS) - 1;
    return 0;
}

/* What was found so far, for the report: bits of kinds. */
static unsigned found[PLACES];
static size_t most[PLACES]; /* halves at once */
static size_t deepest;      /* the lowest place of the stack that held one, in bytes below its top */

/* look searches both places after a call. */
static void look(void)
{
    size_t count, first;

    found[STACK] |= search(stack, STACK_LEN, &count, &first);
    most[STACK] = count > most[STACK] ? count : most[STACK];
    if (count > 0 && STACK_LEN - first > deepest)
        deepest = STACK_LEN - first;
    found[REGISTERS] |= search(registers.bytes, sizeof(registers.bytes), &count, &first);
    most[REGISTERS] = count > most[REGISTERS] ? count : most[REGISTERS];
}

static unsigned blocks_freed;

static void look_at_freed(const void *block, size_t size)
{
    size_t count, first;

    blocks_freed++;
    found[FREED] |= search(block, size, &count, &first);
    most[FREED] = count > most[FREED] ? count : most[FREED];
}

static void describe(char *text, size_t size, unsigned kinds)
{
    size_t len = 0;

    text[0] = '\0';
    for (unsigned kind = 0; kind < KINDS; kind++) {
        if ((kinds & 1u << kind) != 0)
            len += (size_t)snprintf(text + len, size - len, "%s%s", len > 0 ? ", " : "", kind_names[kind]);
    }
}

static const struct aes_kernel *kernel_named(const char *name)
{
    for (const struct aes_kernel *const *kernel = kernels_all(); *kernel != NULL; kernel++) {
        if (strcmp((*kernel)->name, name) == 0)
            return *kernel;
    }
    return NULL;
}

/* best_kernel is the first that this CPU can run. */
static const struct aes_kernel *best_kernel(void)
{
    const struct aes_kernel *const *kernel = kernels_all();
    struct cpu cpu;

    cpu_read(&cpu);
    while (((*kernel)->features & ~cpu_features(&cpu)) != 0)
        kernel++;
    return *kernel;
}

/* add_schedules notes both schedules of the key, in the kernel's own form. */
static void add_schedules(const struct aes_kernel *kernel)
{
    struct aes_key schedule;

    memset(&schedule, 0, sizeof(schedule));
    kernel->set_encrypt_key(&schedule, call.key, call.key_len);
    add(schedule.round_keys[0], sizeof(schedule.round_keys), ROUND_KEY);
    kernel->set_decrypt_key(&schedule, &schedule);
    add(schedule.round_keys[0], sizeof(schedule.round_keys), ROUND_KEY);
}

/* add_key_stream notes the key stream from the block that `counter` says; for GCM with H and the mask of the tag. */
static void add_key_stream(bool gcm)
{
    static uint8_t stream[MAX_BLOCKS * AES_BLOCK_LEN];
    uint8_t counter[AES_BLOCK_LEN], h[AES_BLOCK_LEN] = {0};
    struct aes_key schedule;

    call.kernel->set_encrypt_key(&schedule, call.key, call.key_len);
    memcpy(counter, call.iv, sizeof(counter));
    if (gcm) {
        memcpy(counter + 12, (const uint8_t[4]){0, 0, 0, 1}, 4); /* the mask is the first block of this stream */
        call.kernel->ecb_encrypt(&schedule, h, h, 1);
        add(h, sizeof(h), HASH_KEY);
    }
    memset(stream, 0, sizeof(stream));
    call.kernel->ctr(&schedule, counter, stream, stream, MAX_BLOCKS);
    add(stream, sizeof(stream), KEY_STREAM);
}

/* add_powers notes what a GCM context holds of H by now. */
static void add_powers(void)
{
    const struct ghash_key *hash_key = &((const struct gcm_context *)call.ctx)->gcm.hash_key;

    add(hash_key->table[0], sizeof(hash_key->table), HASH_POWER);
    add(hash_key->middle[0], sizeof(hash_key->middle), HASH_POWER);
}

/* prepare makes a context, and fills the table of secrets for a message of `len` bytes. */
static void prepare(size_t algorithm, bool encrypting, size_t len, struct random *random)
{
    call.algorithm = direct_algorithms[algorithm];
    assert_true(direct_find(&call.cipher, &call.provider, call.algorithm));
    call.encrypting = encrypting;
    call.key_len = direct_key_len(algorithm);
    call.iv_len = algorithm < 3 ? 0 : algorithm < 6 ? 16 : 12;
    call.len = len;
    random_fill(random, call.key, sizeof(call.key));
    random_fill(random, call.iv, sizeof(call.iv));
    random_fill(random, call.in, sizeof(call.in));
    memset(secrets, 0, sizeof(secrets));
    add(call.key, call.key_len, USER_KEY);
    add_schedules(call.kernel);
    add_schedules(&aes_kernel_textbook); /* in the form of the standard */
    if (encrypting)
        add(call.in, len, PLAINTEXT);
    if (algorithm >= 3)
        add_key_stream(algorithm >= 6);
    call.ctx = call.cipher.newctx(call.provider.provctx);
    assert_non_null(call.ctx);
}

/* one_message makes all calls of a message, and searches after each. */
static void one_message(size_t algorithm, bool encrypting, size_t len, struct random *random)
{
    const OSSL_PARAM wrong_tag[] = {OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, call.tag, sizeof(call.tag)),
                                    OSSL_PARAM_END};

    prepare(algorithm, encrypting, len, random);
    run(do_init);
    assert_int_equal(call.result, 1);
    if (algorithm >= 6) {
        add_powers();
        if (!encrypting)
            assert_int_equal(call.cipher.set_ctx_params(call.ctx, wrong_tag), 1);
    }
    look();
    run(do_update);
    assert_int_equal(call.result, 1);
    if (algorithm >= 6)
        add_powers();
    if (!encrypting)
        add(call.out, call.out_len, PLAINTEXT);
    look();
    run(do_final); /* deciphering fails: the tag and the padding are wrong */
    look();
    run(do_free);
    look();
}

static void messages(void **state)
{
    static const size_t lens[] = {1, 16, 40, 300, 1024, MAX_LEN};
    static const char *const modes[] = {"ECB", "CTR", "GCM"};
    struct random random = {random_seed()};
    struct cpu cpu;

    call.kernel = kernel_named(*state);
    assert_non_null(call.kernel);
    cpu_read(&cpu);
    if ((call.kernel->features & ~cpu_features(&cpu)) != 0) {
        print_message("# this CPU has no use for %s\n", (const char *)*state);
        skip();
    }
    assert_true(direct_load(&call.provider, *state));
    cleaner = best_kernel();
    blocks_freed = 0;
    for (size_t mode = 0; mode < 3; mode++) {
        for (int encrypting = 1; encrypting >= 0; encrypting--) {
            memset(found, 0, sizeof(found));
            memset(most, 0, sizeof(most));
            deepest = 0;
            for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
                for (size_t algorithm = 3 * mode; algorithm < 3 * mode + 3; algorithm++) {
                    alloc_watch_freed(look_at_freed);
                    one_message(algorithm, encrypting, lens[i], &random);
                    alloc_watch_freed(NULL);
                }
            }
            for (int place = 0; place < PLACES; place++) {
                char text[200];

                describe(text, sizeof(text), found[place]);
                if (found[place] != 0)
                    print_message("# %s, %s %s: left in the %s: %s (%zu halves at most)\n", call.kernel->name,
                                  modes[mode], encrypting ? "enciphering" : "deciphering", place_names[place], text,
                                  most[place]);
            }
            if (found[STACK] != 0)
                print_message("#   lowest in the stack: %zu bytes below the caller\n", deepest);
            for (int place = 0; place < PLACES; place++)
                assert_int_equal(found[place] & ~may_be_left((enum place)place), 0);
        }
    }
    assert_int_equal(blocks_freed, 3 * 2 * 3 * sizeof(lens) / sizeof(lens[0]));
    direct_unload(&call.provider);
}

/* The search must find what is planted, in each place. */
static uint8_t planted[64];

static void leave_in_stack(void)
{
    volatile uint8_t copy[64];

    for (size_t i = 0; i < sizeof(copy); i++)
        copy[i] = planted[i];
}

static void leave_in_register(void)
{
#ifdef __x86_64__
    __asm__ volatile("movdqu %0, %%xmm7" : : "m"(planted[3]) : "xmm7");
#endif
}

static void planted_secrets_are_found(void **state)
{
    struct random random = {42};
    void *block;

    (void)state;
    cleaner = best_kernel();
    random_fill(&random, planted, sizeof(planted));
    memset(secrets, 0, sizeof(secrets));
    memset(found, 0, sizeof(found));
    add(planted + 3, 16, KEY_STREAM);
    run(leave_in_stack);
    look();
    assert_int_equal(found[STACK], 1u << KEY_STREAM);
    memset(found, 0, sizeof(found));
    run(leave_in_register);
    look();
#ifdef __x86_64__
    assert_int_equal(found[REGISTERS], 1u << KEY_STREAM);
#endif
    memset(found, 0, sizeof(found));
    block = aligned_alloc(64, 640);
    memcpy((uint8_t *)block + 100, planted, 64);
    __asm__ volatile("" : : "r"(block) : "memory"); /* or the compiler leaves out what is freed unread */
    alloc_watch_freed(look_at_freed);
    free(block);
    alloc_watch_freed(NULL);
    assert_int_equal(found[FREED], 1u << KEY_STREAM);
}

int main(void)
{
    static const char *const kernels[] = {"vaes512", "vaes256", "aesni", "portable", "portable64"};
    enum { KERNELS = sizeof(kernels) / sizeof(kernels[0]) };
    struct CMUnitTest tests[1 + KERNELS] = {cmocka_unit_test(planted_secrets_are_found)};
    int result;

#ifdef __x86_64__
    has_avx512 = __builtin_cpu_supports("avx512f");
    has_avx = __builtin_cpu_supports("avx");
#endif
    stack = malloc(STACK_LEN);
    for (size_t i = 0; i < KERNELS; i++)
        tests[1 + i] = (struct CMUnitTest){kernels[i], messages, NULL, NULL, (void *)(uintptr_t)kernels[i]};
    result = cmocka_run_group_tests_name("wiped secrets", tests, NULL, NULL);
    free(stack);
    return result;
}
