/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * modes.h - the functions of struct aes_kernel over aes.h and ghash.h: batches, tails and counters.
 *
 * A tail is a batch as well: one in a buffer, for the price of a full one.
 */
#ifndef AESWIDE_KERNELS_PORTABLE_MODES_H
#define AESWIDE_KERNELS_PORTABLE_MODES_H

#include "aes.h"
#include "ghash.h"
#include "wipe.h"

#include <stdbool.h>

enum { BATCH_LEN = LANE_BLOCKS * AES_BLOCK_LEN };

/* struct workspace is all secret memory of a call, wiped at its end. */
struct workspace {
    struct lane_keys schedule;
    uint8_t batch[BATCH_LEN];
};

/* struct counter is a counter block as two numbers. */
struct counter {
    uint64_t high, low;
    bool wraps_at_32; /* inc32 of SP 800-38D: the high 96 bits stay */
};

static struct counter load_counter(const uint8_t bytes[AES_BLOCK_LEN], bool wraps_at_32)
{
    return (struct counter){big_endian(load_word(bytes)), big_endian(load_word(bytes + 8)), wraps_at_32};
}

static void store_counter(uint8_t bytes[AES_BLOCK_LEN], const struct counter *counter)
{
    store_word(bytes, big_endian(counter->high));
    store_word(bytes + 8, big_endian(counter->low));
}

INLINE void advance(struct counter *counter, size_t blocks)
{
    uint64_t low = counter->low + blocks;

    if (counter->wraps_at_32)
        low = (counter->low & ~(uint64_t)UINT32_MAX) | (low & UINT32_MAX);
    else
        counter->high += low < blocks;
    counter->low = low;
}

static size_t batch_of(size_t blocks)
{
    return blocks < LANE_BLOCKS ? blocks : LANE_BLOCKS;
}

/* counter_batch xors up to LANE_BLOCKS blocks with the key stream. Block by block and forward, it may do so in place
 * and to lower addresses. */
static void counter_batch(struct workspace *work, struct counter *counter, uint8_t *out, const uint8_t *in,
                          size_t blocks)
{
    struct counter next = *counter;

    for (size_t i = 0; i < LANE_BLOCKS; i++) {
        store_counter(work->batch + AES_BLOCK_LEN * i, &next);
        advance(&next, 1);
    }
    encrypt_batch(&work->schedule, work->batch, work->batch);
    for (size_t i = 0; i < AES_BLOCK_LEN * blocks; i += AES_BLOCK_LEN) {
        uint64_t first = load_word(in + i), second = load_word(in + i + 8);

        store_word(out + i, first ^ load_word(work->batch + i));
        store_word(out + i + 8, second ^ load_word(work->batch + i + 8));
    }
    advance(counter, blocks);
}

/* ecb is both directions. */
INLINE void ecb(const struct aes_key *key, uint8_t *out, const uint8_t *in, size_t blocks, bool encrypts)
{
    void (*const crypt_batch)(const struct lane_keys *, uint8_t *, const uint8_t *) =
        encrypts ? encrypt_batch : decrypt_batch;
    struct workspace work;

    spread_keys(&work.schedule, key);
    for (; blocks >= LANE_BLOCKS; blocks -= LANE_BLOCKS, out += BATCH_LEN, in += BATCH_LEN)
        crypt_batch(&work.schedule, out, in);
    if (blocks > 0) {
        /* Lanes without a block are filled too: their value does not matter, but valgrind would taint the others. */
        memset(work.batch, 0, BATCH_LEN);
        memcpy(work.batch, in, AES_BLOCK_LEN * blocks);
        crypt_batch(&work.schedule, work.batch, work.batch);
        memcpy(out, work.batch, AES_BLOCK_LEN * blocks);
    }
    explicit_bzero(&work, sizeof work);
}

static void ecb_encrypt(const struct aes_key *encrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    ecb(encrypt_key, out, in, blocks, true);
}

static void ecb_decrypt(const struct aes_key *decrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    ecb(decrypt_key, out, in, blocks, false);
}

static void ctr(const struct aes_key *encrypt_key, uint8_t counter[AES_BLOCK_LEN], uint8_t *out, const uint8_t *in,
                size_t blocks)
{
    struct counter next = load_counter(counter, false);
    struct workspace work;

    spread_keys(&work.schedule, encrypt_key);
    while (blocks > 0) {
        size_t n = batch_of(blocks);

        counter_batch(&work, &next, out, in, n);
        out += AES_BLOCK_LEN * n;
        in += AES_BLOCK_LEN * n;
        blocks -= n;
    }
    store_counter(counter, &next);
    explicit_bzero(&work, sizeof work);
}

/* gcm is both directions: GHASH takes the ciphertext, which is the output of the one and the input of the other. It is
 * hashed while it is in the cache, and the input before the output overwrites it. */
INLINE void gcm(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state, uint8_t *out,
                const uint8_t *in, size_t blocks, bool encrypts)
{
    struct counter next = load_counter(state->counter, true);
    struct workspace work;

    spread_keys(&work.schedule, encrypt_key);
    while (blocks > 0) {
        size_t n = batch_of(blocks);

        if (!encrypts)
            ghash(hash_key, state->hash, in, n);
        counter_batch(&work, &next, out, in, n);
        if (encrypts)
            ghash(hash_key, state->hash, out, n);
        out += AES_BLOCK_LEN * n;
        in += AES_BLOCK_LEN * n;
        blocks -= n;
    }
    store_counter(state->counter, &next);
    explicit_bzero(&work, sizeof work);
}

static void gcm_encrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    gcm(encrypt_key, hash_key, state, out, in, blocks, true);
}

static void gcm_decrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    gcm(encrypt_key, hash_key, state, out, in, blocks, false);
}

static void gcm_tag(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                    const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    uint8_t lengths[AES_BLOCK_LEN], sum[AES_BLOCK_LEN];

    store_word(lengths, big_endian(aad_len * 8));
    store_word(lengths + 8, big_endian(data_len * 8));
    memcpy(sum, hash, sizeof sum);
    ghash(hash_key, sum, in, blocks);
    ghash(hash_key, sum, lengths, 1);
    for (size_t i = 0; i < sizeof sum; i++)
        tag[i] = sum[i] ^ mask[i];
    explicit_bzero(sum, sizeof sum);
}

/* CLEARS_REGISTERS makes a function zero what it may have used, where the compiler knows how (gcc since 11, clang since
 * 15). */
#define CLEARS_REGISTERS
#ifdef __has_attribute
#if __has_attribute(zero_call_used_regs)
#undef CLEARS_REGISTERS
#define CLEARS_REGISTERS __attribute__((zero_call_used_regs("all")))
#endif
#endif

CLEARS_REGISTERS static void wipe(void)
{
    wipe_stack();
}

#endif
