/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * broken_kernels.c - kernels with one deliberate fault each. Each is a copy of `portable` with a function or two
 * replaced by one that calls the right function and then spoils something.
 */
#include "broken_kernels.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>

/* good is what is broken below. */
static const struct aes_kernel *const good = &aes_kernel_portable;

/* touch reads one byte and lets the compiler know nothing about it. */
static void touch(const uint8_t *byte)
{
    (void)*(const volatile uint8_t *)byte;
}

/* writable returns the address `offset` bytes into or behind an object, and hides from the compiler which object that
 * was: so that it neither forbids nor assumes away what a broken kernel does there. */
static uint8_t *writable(const void *object, size_t offset)
{
    volatile uintptr_t address = (uintptr_t)object;

    return (uint8_t *)(address + offset);
}

/* wrap_distance returns how many blocks from the counter on the last `len` bytes (up to 8) of it become zero. */
static uint64_t wrap_distance(const uint8_t counter[16], size_t len)
{
    uint64_t value = 0;

    for (size_t i = 16 - len; i < 16; i++)
        value = value << 8 | counter[i];
    return (len < 8 ? (uint64_t)1 << (8 * len) : 0) - value;
}

static void encrypt_last_bit(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    if (blocks > 0)
        out[16 * blocks - 1] ^= 1;
}

static void encrypt_one_more(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    out[16 * blocks] = 0;
}

static void encrypt_one_less(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    if (blocks > 0)
        out[-1] = 0;
}

static void encrypt_reads_after(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    touch(in + 16 * blocks);
}

static void encrypt_reads_before(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    touch(in - 1);
}

static void encrypt_backwards(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    for (size_t i = blocks; i-- > 0;)
        good->ecb_encrypt(key, out + 16 * i, in + 16 * i, 1);
}

static void encrypt_clears_first(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    memset(out, 0, 16 * blocks);
    good->ecb_encrypt(key, out, in, blocks);
}

static void encrypt_one_alignment(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    if (((uintptr_t)in & 63) == 37 && ((uintptr_t)out & 63) == 0 && blocks > 2)
        out[32] ^= 1;
}

static void encrypt_changes_key(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    *writable(key->reserved, 2) ^= 1;
}

static void encrypt_changes_input(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    if (blocks == 5)
        *writable(in, 7) ^= 1;
}

static void encrypt_illegal(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_encrypt(key, out, in, blocks);
    if (blocks == 11)
        raise(SIGILL);
}

static void decrypt_one_tail(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_decrypt(key, out, in, blocks);
    if (blocks % 32 == 19 && blocks > 64)
        out[16 * blocks - 16] ^= 0x80;
}

static void decrypt_long(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    good->ecb_decrypt(key, out, in, blocks);
    if (blocks >= 2000)
        out[16 * 1234] ^= 1;
}

static void ctr_32(const struct aes_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint8_t high[12];

    memcpy(high, counter, 12);
    for (size_t i = 0; i < blocks; i++) {
        good->ctr(key, counter, out + 16 * i, in + 16 * i, 1);
        memcpy(counter, high, 12);
    }
}

static void ctr_64(const struct aes_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint8_t high[8];

    memcpy(high, counter, 8);
    for (size_t i = 0; i < blocks; i++) {
        good->ctr(key, counter, out + 16 * i, in + 16 * i, 1);
        memcpy(counter, high, 8);
    }
}

/* Goes wrong where a counter starts again from zero. */
static void ctr_128(const struct aes_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    static const uint8_t zero[16];

    for (size_t i = 0; i < blocks; i++) {
        if (memcmp(counter, zero, 16) == 0)
            counter[0] = 1;
        good->ctr(key, counter, out + 16 * i, in + 16 * i, 1);
    }
}

/* Loses the carry out of the last byte if that falls on the last block of 32. */
static void ctr_one_place(const struct aes_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in,
                          size_t blocks)
{
    const uint64_t distance = wrap_distance(counter, 1);

    good->ctr(key, counter, out, in, blocks);
    if (distance % 32 == 31 && distance < blocks)
        out[16 * distance] ^= 1;
}

static void ctr_stays(const struct aes_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint8_t copy[16];

    memcpy(copy, counter, 16);
    good->ctr(key, copy, out, in, blocks);
}

/* Stores 32 bytes where the counter has 16. */
static void ctr_wide_store(const struct aes_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in,
                           size_t blocks)
{
    good->ctr(key, counter, out, in, blocks);
    memset(writable(counter, 16), 0, 16);
}

/* Is right for calls that begin at even counters. */
static void ctr_odd_start(const struct aes_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in,
                          size_t blocks)
{
    const bool odd = (counter[15] & 1) != 0;

    good->ctr(key, counter, out, in, blocks);
    if (odd && blocks >= 2)
        out[16] ^= 1;
}

static void ghash_one_length(struct ghash_key *key, uint8_t hash[16], const uint8_t *in, size_t blocks)
{
    good->ghash(key, hash, in, blocks);
    if (blocks == 61)
        hash[0] ^= 1;
}

static void ghash_reads_after(struct ghash_key *key, uint8_t hash[16], const uint8_t *in, size_t blocks)
{
    good->ghash(key, hash, in, blocks);
    touch(in + 16 * blocks + 15);
}

/* The two functions below count in the key how long the calls were so far, as a kernel with lazy powers does ... */
static void set_ghash_key_counted(struct ghash_key *key, const uint8_t h[16])
{
    good->set_ghash_key(key, h);
    memset(key->reserved, 0, sizeof(key->reserved));
}

/* ... and get a call wrong that needs more powers than a first one has left. */
static void ghash_stale_powers(struct ghash_key *key, uint8_t hash[16], const uint8_t *in, size_t blocks)
{
    const bool stale = key->reserved[14] != 0 && blocks > 40 && key->reserved[14] < 40;

    good->ghash(key, hash, in, blocks);
    if (blocks > key->reserved[14])
        key->reserved[14] = (uint32_t)blocks;
    if (stale)
        hash[15] ^= 1;
}

/* Does nothing to a key that has one already: the powers of the old H stay. */
static void set_ghash_key_once(struct ghash_key *key, const uint8_t h[16])
{
    if (key->reserved[14] != 0x900d) {
        good->set_ghash_key(key, h);
        key->reserved[14] = 0x900d;
    }
}

/* Keeps in the key object where that is, as an interior pointer would ... */
static void set_ghash_key_pointer(struct ghash_key *key, const uint8_t h[16])
{
    good->set_ghash_key(key, h);
    key->reserved[14] = (uint32_t)(uintptr_t)key;
}

/* ... so that a copy is no key. */
static void ghash_pointer(struct ghash_key *key, uint8_t hash[16], const uint8_t *in, size_t blocks)
{
    good->ghash(key, hash, in, blocks);
    if (key->reserved[14] != (uint32_t)(uintptr_t)key)
        hash[3] ^= 1;
}

static void gcm_encrypt_carries(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                                uint8_t *out, const uint8_t *in, size_t blocks)
{
    const uint64_t distance = wrap_distance(state->counter, 4);

    good->gcm_encrypt(key, hash_key, state, out, in, blocks);
    if (distance <= blocks)
        state->counter[11]++;
}

static void gcm_encrypt_hashes_input(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                                     uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint8_t hash[16];

    memcpy(hash, state->hash, 16);
    good->ghash(hash_key, hash, in, blocks);
    good->gcm_encrypt(key, hash_key, state, out, in, blocks);
    memcpy(state->hash, hash, 16);
}

/* Hashes what it has deciphered over: right unless `out` covers `in`. */
static void gcm_decrypt_hashes_late(const struct aes_key *key, struct ghash_key *hash_key, struct gcm_state *state,
                                    uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint8_t hash[16];

    memcpy(hash, state->hash, 16);
    good->gcm_decrypt(key, hash_key, state, out, in, blocks);
    good->ghash(hash_key, hash, in, blocks);
    memcpy(state->hash, hash, 16);
}

static void set_encrypt_key_long(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    good->set_encrypt_key(key, user_key, key_len);
    touch(user_key + 31);
}

static void set_encrypt_key_192(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    good->set_encrypt_key(key, user_key, key_len);
    if (key_len == 24)
        key->round_keys[12][5] ^= 1;
}

static void set_encrypt_key_half(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    good->set_encrypt_key(key, user_key, key_len);
    if (user_key[0] >= 0x80)
        key->round_keys[2][0] ^= 1;
}

static void set_encrypt_key_overrun(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    good->set_encrypt_key(key, user_key, key_len);
    memset(writable(key, sizeof(*key)), 0, 16);
}

static void set_decrypt_key_apart(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    memset(decrypt_key->round_keys, 0, sizeof(decrypt_key->round_keys));
    good->set_decrypt_key(decrypt_key, encrypt_key);
}

static void set_decrypt_key_shared(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    good->set_decrypt_key(decrypt_key, encrypt_key);
    *writable(encrypt_key, 3) ^= 1;
}

static void gcm_tag_swaps_lengths(struct ghash_key *key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                                  const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    good->gcm_tag(key, tag, hash, mask, in, blocks, data_len, aad_len);
}

static void gcm_tag_forgets_a_block(struct ghash_key *key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                                    const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    good->gcm_tag(key, tag, hash, mask, in, blocks - (blocks == 37), aad_len, data_len);
}

const struct broken_kernel broken_kernels[] = {
    {.fault = "ecb_encrypt flips the last bit",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "the output: byte 15 ",
     .functions = {.ecb_encrypt = encrypt_last_bit}},
    {.fault = "ecb_encrypt writes a byte after out",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "outside of out",
     .functions = {.ecb_encrypt = encrypt_one_more}},
    {.fault = "ecb_encrypt writes a byte before out",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "died of signal",
     .signal = SIGSEGV,
     .functions = {.ecb_encrypt = encrypt_one_less}},
    {.fault = "ecb_encrypt reads a byte after in",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "died of signal",
     .signal = SIGSEGV,
     .functions = {.ecb_encrypt = encrypt_reads_after}},
    {.fault = "ecb_encrypt reads a byte before in",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "died of signal",
     .signal = SIGSEGV,
     .functions = {.ecb_encrypt = encrypt_reads_before}},
    {.fault = "ecb_encrypt uses an unknown instruction",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "died of signal",
     .signal = SIGILL,
     .functions = {.ecb_encrypt = encrypt_illegal}},
    {.fault = "ecb_encrypt changes its key",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "the const encrypt_key",
     .functions = {.ecb_encrypt = encrypt_changes_key}},
    {.fault = "ecb_encrypt changes its input",
     .check = "lengths",
     .function = "ecb_encrypt",
     .finding = "the input after the call",
     .functions = {.ecb_encrypt = encrypt_changes_input}},
    {.fault = "ecb_encrypt goes backwards",
     .check = "overlaps",
     .function = "ecb_encrypt",
     .finding = "the output",
     .functions = {.ecb_encrypt = encrypt_backwards}},
    {.fault = "ecb_encrypt clears out first",
     .check = "overlaps",
     .function = "ecb_encrypt",
     .finding = "the output",
     .functions = {.ecb_encrypt = encrypt_clears_first}},
    {.fault = "ecb_encrypt is wrong at one alignment",
     .check = "alignments",
     .function = "ecb_encrypt",
     .finding = "the output: byte 32 ",
     .functions = {.ecb_encrypt = encrypt_one_alignment}},
    {.fault = "ecb_decrypt is wrong for one tail",
     .check = "lengths",
     .function = "ecb_decrypt",
     .finding = "the output",
     .functions = {.ecb_decrypt = decrypt_one_tail}},
    {.fault = "ecb_decrypt is wrong in long calls",
     .check = "lengths",
     .function = "ecb_decrypt",
     .finding = "the output: byte 19744 ",
     .functions = {.ecb_decrypt = decrypt_long}},
    {.fault = "ctr loses the carry at 32 bits",
     .check = "counters",
     .function = "ctr",
     .finding = "the output",
     .functions = {.ctr = ctr_32}},
    {.fault = "ctr loses the carry at 64 bits",
     .check = "counters",
     .function = "ctr",
     .finding = "the output",
     .functions = {.ctr = ctr_64}},
    {.fault = "ctr is wrong after 2^128",
     .check = "counters",
     .function = "ctr",
     .finding = "the output",
     .functions = {.ctr = ctr_128}},
    {.fault = "ctr loses the carry at one place",
     .check = "counters",
     .function = "ctr",
     .finding = "the output",
     .functions = {.ctr = ctr_one_place}},
    {.fault = "ctr does not advance the counter",
     .check = "handover",
     .function = "ctr",
     .finding = "the output",
     .functions = {.ctr = ctr_stays}},
    {.fault = "ctr stores a wide counter",
     .check = "lengths",
     .function = "ctr",
     .finding = "the hash",
     .functions = {.ctr = ctr_wide_store}},
    {.fault = "ctr is wrong from odd counters on",
     .check = "splits",
     .function = "ctr",
     .finding = "the output: byte 16 ",
     .functions = {.ctr = ctr_odd_start}},
    {.fault = "ghash is wrong for one length",
     .check = "lengths",
     .function = "ghash",
     .finding = "the hash: byte 0 ",
     .functions = {.ghash = ghash_one_length}},
    {.fault = "ghash reads a block after in",
     .check = "lengths",
     .function = "ghash",
     .finding = "died of signal",
     .signal = SIGSEGV,
     .functions = {.ghash = ghash_reads_after}},
    {.fault = "ghash lacks powers after a short call",
     .check = "powers",
     .function = "ghash",
     .finding = "the hash: byte 15 ",
     .functions = {.set_ghash_key = set_ghash_key_counted, .ghash = ghash_stale_powers}},
    {.fault = "set_ghash_key keeps the powers of the old H",
     .check = "powers",
     .function = "ghash",
     .finding = "the hash",
     .functions = {.set_ghash_key = set_ghash_key_once}},
    {.fault = "ghash needs the key to stay where it is",
     .check = "powers",
     .function = "ghash",
     .finding = "the hash: byte 3 ",
     .functions = {.set_ghash_key = set_ghash_key_pointer, .ghash = ghash_pointer}},
    {.fault = "gcm_encrypt carries beyond 32 bits",
     .check = "counters",
     .function = "gcm_encrypt",
     .finding = "the counter: byte 11 ",
     .functions = {.gcm_encrypt = gcm_encrypt_carries}},
    {.fault = "gcm_encrypt hashes its input",
     .check = "lengths",
     .function = "gcm_encrypt",
     .finding = "the hash",
     .functions = {.gcm_encrypt = gcm_encrypt_hashes_input}},
    {.fault = "gcm_decrypt hashes what it overwrote",
     .check = "overlaps",
     .function = "gcm_decrypt",
     .finding = "the hash",
     .functions = {.gcm_decrypt = gcm_decrypt_hashes_late}},
    {.fault = "set_encrypt_key reads 32 bytes of any key",
     .check = "keys",
     .function = "set_encrypt_key",
     .finding = "died of signal",
     .signal = SIGSEGV,
     .functions = {.set_encrypt_key = set_encrypt_key_long}},
    {.fault = "set_encrypt_key is wrong for AES-192",
     .check = "keys",
     .function = "ecb_encrypt",
     .finding = "the output",
     .functions = {.set_encrypt_key = set_encrypt_key_192}},
    {.fault = "set_encrypt_key is wrong for half of all keys",
     .check = "random",
     .function = NULL,
     .finding = "",
     .functions = {.set_encrypt_key = set_encrypt_key_half}},
    {.fault = "set_encrypt_key writes beyond its key",
     .check = "keys",
     .function = "set_encrypt_key",
     .finding = "outside of encrypt_key",
     .functions = {.set_encrypt_key = set_encrypt_key_overrun}},
    {.fault = "set_decrypt_key needs two objects",
     .check = "keys",
     .function = "ecb_decrypt",
     .finding = "the output",
     .functions = {.set_decrypt_key = set_decrypt_key_apart}},
    {.fault = "set_decrypt_key changes its source",
     .check = "keys",
     .function = "set_decrypt_key",
     .finding = "the const encrypt_key",
     .functions = {.set_decrypt_key = set_decrypt_key_shared}},
    {.fault = "gcm_tag swaps the lengths",
     .check = "tags",
     .function = "gcm_tag",
     .finding = "the tag",
     .functions = {.gcm_tag = gcm_tag_swaps_lengths}},
    {.fault = "gcm_tag forgets a block of one length",
     .check = "tags",
     .function = "gcm_tag",
     .finding = "the tag",
     .functions = {.gcm_tag = gcm_tag_forgets_a_block}},
    {.fault = NULL},
};

void broken_kernel_make(struct aes_kernel *kernel, const struct broken_kernel *broken)
{
    const struct aes_kernel *functions = &broken->functions;

    *kernel = *good;
    if (functions->set_encrypt_key != NULL)
        kernel->set_encrypt_key = functions->set_encrypt_key;
    if (functions->set_decrypt_key != NULL)
        kernel->set_decrypt_key = functions->set_decrypt_key;
    if (functions->ecb_encrypt != NULL)
        kernel->ecb_encrypt = functions->ecb_encrypt;
    if (functions->ecb_decrypt != NULL)
        kernel->ecb_decrypt = functions->ecb_decrypt;
    if (functions->ctr != NULL)
        kernel->ctr = functions->ctr;
    if (functions->set_ghash_key != NULL)
        kernel->set_ghash_key = functions->set_ghash_key;
    if (functions->ghash != NULL)
        kernel->ghash = functions->ghash;
    if (functions->gcm_encrypt != NULL)
        kernel->gcm_encrypt = functions->gcm_encrypt;
    if (functions->gcm_decrypt != NULL)
        kernel->gcm_decrypt = functions->gcm_decrypt;
    if (functions->gcm_tag != NULL)
        kernel->gcm_tag = functions->gcm_tag;
}
