/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * kernel.h - the contract between the cipher modes (callers) and the block kernels (implementations).
 *
 * Rules for every function in struct aes_kernel:
 *  - `blocks` counts blocks of 16 bytes, any number, 0 included; exactly 16 * blocks bytes are read from `in` and
 *    written to `out`, and not a byte beyond. A kernel does its own tails.
 *  - `out` and `in` are the same buffer, do not overlap, or overlap with `out` below `in`: a kernel loads a whole batch
 *    before it stores it, and goes forward. Neither needs an alignment.
 *  - Time and addresses depend on lengths and counters only, never on keys or data.
 *  - Nothing fails, nothing is allocated, no global state changes.
 *  - Counters and GHASH states are in wire format: a message may be begun by one kernel and finished by another. Key
 *    objects are a kernel's own format: they hold no pointers, so a copy of the bytes is a copy of the key, and the
 *    caller owns them and wipes them.
 */
#ifndef AESWIDE_KERNELS_KERNEL_H
#define AESWIDE_KERNELS_KERNEL_H

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AES_BLOCK_LEN = 16,
    AES_MAX_KEY_LEN = 32,
    AES_MAX_ROUND_KEYS = 15, /* FIPS 197: Nr + 1, with Nr = 10, 12, 14 for keys of 16, 24, 32 bytes */
    GHASH_MAX_POWERS = 32,   /* a message is hashed at most 32 blocks to a reduction */
};

/* struct aes_key is one key schedule (FIPS 197, section 5.2), for encryption or for decryption. */
struct aes_key {
    alignas(64) uint8_t round_keys[AES_MAX_ROUND_KEYS][AES_BLOCK_LEN];
    uint32_t rounds; /* Nr: 10, 12 or 14 */
    uint32_t reserved[3];
};

/*
 * struct ghash_key is the hash key H of SP 800-38D with as many of its powers as a message has needed so far: a kernel
 * computes higher powers when a call is long enough to gain from them. Hence not const in the calls below.
 */
struct ghash_key {
    alignas(64) uint8_t table[GHASH_MAX_POWERS + 4][AES_BLOCK_LEN];
    uint8_t middle[GHASH_MAX_POWERS + 8][AES_BLOCK_LEN / 2];
    uint32_t powers; /* how many powers of H the tables hold */
    uint32_t reserved[15];
};

/* struct gcm_state is what GCM carries from one batch of a message to the next, in wire format. */
struct gcm_state {
    uint8_t counter[AES_BLOCK_LEN]; /* of the next block; its last 32 bits wrap (SP 800-38D, inc32) */
    uint8_t hash[AES_BLOCK_LEN];    /* GHASH of all blocks so far */
};

struct aes_kernel {
    const char *name;      /* the word that names it everywhere: "vaes256" */
    const char *summary;   /* for people: "VAES and VPCLMULQDQ on 256-bit vectors" */
    uint64_t features;     /* bits of enum cpu_feature (cpu.h), all of which the CPU must offer */
    uint32_t batch_blocks; /* blocks that a full batch of ECB and CTR has in flight */

    /* set_encrypt_key expands user_key (key_len: 16, 24 or 32 bytes) into *key. */
    void (*set_encrypt_key)(struct aes_key *key, const uint8_t *user_key, size_t key_len);

    /* set_decrypt_key derives the schedule for ecb_decrypt from one that set_encrypt_key of the same kernel made. The
     * two may be the same object. */
    void (*set_decrypt_key)(struct aes_key *decrypt_key, const struct aes_key *encrypt_key);

    /* ecb_encrypt enciphers each block by itself (SP 800-38A, 6.1). */
    void (*ecb_encrypt)(const struct aes_key *encrypt_key, uint8_t *out, const uint8_t *in, size_t blocks);

    /* ecb_decrypt is its inverse; the schedule is one of set_decrypt_key. */
    void (*ecb_decrypt)(const struct aes_key *decrypt_key, uint8_t *out, const uint8_t *in, size_t blocks);

    /* ctr xors `in` with the enciphered counter blocks (SP 800-38A, 6.5): a 128-bit big-endian counter, which wraps at
     * 2^128 and is left at the block after the last one. */
    void (*ctr)(const struct aes_key *encrypt_key, uint8_t counter[AES_BLOCK_LEN], uint8_t *out, const uint8_t *in,
                size_t blocks);

    /* set_ghash_key makes *key from the 16 bytes of H = E(K, 0^128). */
    void (*set_ghash_key)(struct ghash_key *key, const uint8_t h[AES_BLOCK_LEN]);

    /* ghash replaces `hash` by GHASH over the blocks of `in`, begun at `hash` (SP 800-38D, 6.4). */
    void (*ghash)(struct ghash_key *key, uint8_t hash[AES_BLOCK_LEN], const uint8_t *in, size_t blocks);

    /* gcm_encrypt enciphers in counter mode and hashes the result, in one pass (SP 800-38D, 7.1, steps 3 and 5);
     * gcm_decrypt hashes the input and deciphers. The counter is left at the block after the last one. */
    void (*gcm_encrypt)(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                        uint8_t *out, const uint8_t *in, size_t blocks);
    void (*gcm_decrypt)(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                        uint8_t *out, const uint8_t *in, size_t blocks);

    /* gcm_tag ends a message (SP 800-38D, 7.1, steps 5 and 6): *tag becomes `mask`, which is E(K, J0), xor GHASH, begun
     * at `hash`, of the blocks of `in` and of the block of both lengths, which are in bytes here. tag, hash and mask:
     * 16 bytes. */
    void (*gcm_tag)(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                    const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len);

    /* wipe zeroes what the other functions may leave behind: the vector registers, and some stack below the caller. */
    void (*wipe)(void);
};

/* The kernels that this build may hold; kernels_all (select.h) lists those that it does. */
extern const struct aes_kernel aes_kernel_vaes512;
extern const struct aes_kernel aes_kernel_vaes256;
extern const struct aes_kernel aes_kernel_aesni;
extern const struct aes_kernel aes_kernel_portable;   /* 128-bit lanes where the compiler has vectors, else 64-bit */
extern const struct aes_kernel aes_kernel_portable64; /* 64-bit lanes, on every target */

#endif
