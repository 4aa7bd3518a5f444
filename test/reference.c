/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * reference.c - the textbook: FIPS 197 byte by byte, the counter of SP 800-38A and the bit-by-bit GHASH of SP 800-38D.
 *
 * Every function bears the name that its standard gives it. Nothing here is shared with a kernel of the module, so that
 * no mistake can be in both.
 */
#include "reference.h"

#include <string.h>

static uint8_t sbox[256];
static uint8_t inv_sbox[256];

/* xtimes multiplies by x in GF(2^8) (FIPS 197, 4.2). */
static uint8_t xtimes(uint8_t b)
{
    return (uint8_t)((b << 1) ^ ((b & 0x80) != 0 ? 0x1b : 0));
}

/* multiply is the product in GF(2^8) (FIPS 197, 4.2). */
static uint8_t multiply(uint8_t a, uint8_t b)
{
    uint8_t product = 0;

    for (; b != 0; b >>= 1) {
        if ((b & 1) != 0)
            product ^= a;
        a = xtimes(a);
    }
    return product;
}

/* inverse finds the multiplicative inverse in GF(2^8) by trial; that of 0 is 0 (FIPS 197, 5.1.1). */
static uint8_t inverse(uint8_t b)
{
    for (unsigned candidate = 1; candidate < 256; candidate++) {
        if (multiply(b, (uint8_t)candidate) == 1)
            return (uint8_t)candidate;
    }
    return 0;
}

/* affine is the second half of the S-box (FIPS 197, 5.1.1): b'_i = b_i + b_(i+4) + b_(i+5) + b_(i+6) + b_(i+7) + c_i,
 * where the indices are modulo 8 and c is {63}. */
static uint8_t affine(uint8_t b)
{
    const unsigned twice = b | (unsigned)b << 8; /* so that no index needs a modulus */
    unsigned result = 0x63;

    for (unsigned i = 0; i < 8; i++)
        result ^= ((twice >> i ^ twice >> (i + 4) ^ twice >> (i + 5) ^ twice >> (i + 6) ^ twice >> (i + 7)) & 1u) << i;
    return (uint8_t)result;
}

/* make_sboxes fills both tables unless that is done already. */
static void make_sboxes(void)
{
    if (sbox[0] == 0x63)
        return;
    for (unsigned b = 0; b < 256; b++) {
        sbox[b] = affine(inverse((uint8_t)b));
        inv_sbox[sbox[b]] = (uint8_t)b;
    }
}

/* The state is kept as FIPS 197, 3.4 numbers the bytes: row r of column c is state[r + 4 * c]. */

static void add_round_key(uint8_t state[16], const uint8_t round_key[16])
{
    for (size_t i = 0; i < 16; i++)
        state[i] ^= round_key[i];
}

static void sub_bytes(uint8_t state[16])
{
    for (size_t i = 0; i < 16; i++)
        state[i] = sbox[state[i]];
}

static void inv_sub_bytes(uint8_t state[16])
{
    for (size_t i = 0; i < 16; i++)
        state[i] = inv_sbox[state[i]];
}

static void shift_rows(uint8_t state[16])
{
    uint8_t old[16];

    memcpy(old, state, 16);
    for (size_t r = 0; r < 4; r++) {
        for (size_t c = 0; c < 4; c++)
            state[r + 4 * c] = old[r + 4 * ((c + r) % 4)];
    }
}

static void inv_shift_rows(uint8_t state[16])
{
    uint8_t old[16];

    memcpy(old, state, 16);
    for (size_t r = 0; r < 4; r++) {
        for (size_t c = 0; c < 4; c++)
            state[r + 4 * ((c + r) % 4)] = old[r + 4 * c];
    }
}

/* multiply_columns multiplies each column by the circulant matrix whose first row is given. */
static void multiply_columns(uint8_t state[16], const uint8_t row[4])
{
    uint8_t old[16];

    memcpy(old, state, 16);
    for (size_t c = 0; c < 4; c++) {
        for (size_t r = 0; r < 4; r++) {
            state[r + 4 * c] = 0;
            for (size_t k = 0; k < 4; k++)
                state[r + 4 * c] ^= multiply(old[k + 4 * c], row[(k + 4 - r) % 4]);
        }
    }
}

static void mix_columns(uint8_t state[16])
{
    static const uint8_t row[4] = {0x02, 0x03, 0x01, 0x01};

    multiply_columns(state, row);
}

static void inv_mix_columns(uint8_t state[16])
{
    static const uint8_t row[4] = {0x0e, 0x0b, 0x0d, 0x09};

    multiply_columns(state, row);
}

/* cipher is FIPS 197, 5.1. */
static void cipher(const struct aes_key *key, uint8_t out[16], const uint8_t in[16])
{
    uint8_t state[16];

    memcpy(state, in, 16);
    add_round_key(state, key->round_keys[0]);
    for (uint32_t round = 1; round < key->rounds; round++) {
        sub_bytes(state);
        shift_rows(state);
        mix_columns(state);
        add_round_key(state, key->round_keys[round]);
    }
    sub_bytes(state);
    shift_rows(state);
    add_round_key(state, key->round_keys[key->rounds]);
    memcpy(out, state, 16);
}

/* inv_cipher is FIPS 197, 5.3, which uses the schedule of the cipher as it is. */
static void inv_cipher(const struct aes_key *key, uint8_t out[16], const uint8_t in[16])
{
    uint8_t state[16];

    memcpy(state, in, 16);
    add_round_key(state, key->round_keys[key->rounds]);
    for (uint32_t round = key->rounds - 1; round > 0; round--) {
        inv_shift_rows(state);
        inv_sub_bytes(state);
        add_round_key(state, key->round_keys[round]);
        inv_mix_columns(state);
    }
    inv_shift_rows(state);
    inv_sub_bytes(state);
    add_round_key(state, key->round_keys[0]);
    memcpy(out, state, 16);
}

/* set_encrypt_key is KeyExpansion (FIPS 197, 5.2), on the bytes of the words w[0], w[1], ... */
static void set_encrypt_key(struct aes_key *key, const uint8_t *user_key, size_t key_len)
{
    size_t nk = key_len / 4;
    size_t words = 4 * (nk + 7);
    uint8_t w[4 * AES_MAX_ROUND_KEYS][4];
    uint8_t rcon = 1;

    make_sboxes();
    memset(key, 0, sizeof(*key));
    key->rounds = (uint32_t)nk + 6;
    memcpy(w, user_key, key_len);
    for (size_t i = nk; i < words; i++) {
        uint8_t temp[4];

        memcpy(temp, w[i - 1], 4);
        if (i % nk == 0) {
            uint8_t first = temp[0];

            temp[0] = sbox[temp[1]] ^ rcon;
            temp[1] = sbox[temp[2]];
            temp[2] = sbox[temp[3]];
            temp[3] = sbox[first];
            rcon = xtimes(rcon);
        } else if (nk > 6 && i % nk == 4) {
            for (size_t b = 0; b < 4; b++)
                temp[b] = sbox[temp[b]];
        }
        for (size_t b = 0; b < 4; b++)
            w[i][b] = w[i - nk][b] ^ temp[b];
    }
    memcpy(key->round_keys, w, 4 * words);
}

static void set_decrypt_key(struct aes_key *decrypt_key, const struct aes_key *encrypt_key)
{
    memmove(decrypt_key, encrypt_key, sizeof(*decrypt_key));
}

static void ecb_encrypt(const struct aes_key *encrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        cipher(encrypt_key, out + 16 * i, in + 16 * i);
}

static void ecb_decrypt(const struct aes_key *decrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        inv_cipher(decrypt_key, out + 16 * i, in + 16 * i);
}

/* increment adds 1 to the last `len` bytes of the counter block, modulo 2^(8 * len) (SP 800-38A, B.1). */
static void increment(uint8_t counter[16], size_t len)
{
    for (size_t i = 16; i-- > 16 - len;) {
        counter[i]++;
        if (counter[i] != 0)
            break;
    }
}

/* counter_block enciphers one block in counter mode and advances the counter, which has counter_len bytes. */
static void counter_block(const struct aes_key *key, uint8_t counter[16], size_t counter_len, uint8_t *out,
                          const uint8_t *in)
{
    uint8_t key_stream[16];

    cipher(key, key_stream, counter);
    for (size_t i = 0; i < 16; i++)
        out[i] = in[i] ^ key_stream[i];
    increment(counter, counter_len);
}

static void ctr(const struct aes_key *encrypt_key, uint8_t counter[AES_BLOCK_LEN], uint8_t *out, const uint8_t *in,
                size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        counter_block(encrypt_key, counter, 16, out + 16 * i, in + 16 * i);
}

/* shift_right moves the 128 bits of v, the first of which is the highest of v[0], one place towards the last. */
static void shift_right(uint8_t v[16])
{
    for (size_t i = 15; i > 0; i--)
        v[i] = (uint8_t)(v[i] >> 1 | v[i - 1] << 7);
    v[0] >>= 1;
}

/* multiply_blocks replaces x by the product x * y (SP 800-38D, 6.3, algorithm 1). */
static void multiply_blocks(uint8_t x[16], const uint8_t y[16])
{
    uint8_t z[16] = {0};
    uint8_t v[16];

    memcpy(v, y, 16);
    for (size_t i = 0; i < 128; i++) {
        uint8_t last_bit = v[15] & 1;

        if ((x[i / 8] >> (7 - i % 8) & 1) != 0) {
            for (size_t b = 0; b < 16; b++)
                z[b] ^= v[b];
        }
        shift_right(v);
        if (last_bit != 0)
            v[0] ^= 0xe1;
    }
    memcpy(x, z, 16);
}

static void set_ghash_key(struct ghash_key *key, const uint8_t h[AES_BLOCK_LEN])
{
    memset(key, 0, sizeof(*key));
    memcpy(key->table[0], h, 16);
    key->powers = 1;
}

/* ghash is SP 800-38D, 6.4, algorithm 2. */
static void ghash(struct ghash_key *key, uint8_t hash[AES_BLOCK_LEN], const uint8_t *in, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++) {
        for (size_t b = 0; b < 16; b++)
            hash[b] ^= in[16 * i + b];
        multiply_blocks(hash, key->table[0]);
    }
}

static void gcm_encrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++) {
        counter_block(encrypt_key, state->counter, 4, out + 16 * i, in + 16 * i);
        ghash(hash_key, state->hash, out + 16 * i, 1);
    }
}

static void gcm_decrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++) {
        ghash(hash_key, state->hash, in + 16 * i, 1);
        counter_block(encrypt_key, state->counter, 4, out + 16 * i, in + 16 * i);
    }
}

static void gcm_tag(struct ghash_key *hash_key, uint8_t *tag, const uint8_t *hash, const uint8_t *mask,
                    const uint8_t *in, size_t blocks, uint64_t aad_len, uint64_t data_len)
{
    uint8_t sum[AES_BLOCK_LEN], lengths[AES_BLOCK_LEN];

    for (size_t b = 0; b < 8; b++) {
        lengths[7 - b] = (uint8_t)(8 * aad_len >> 8 * b);
        lengths[15 - b] = (uint8_t)(8 * data_len >> 8 * b);
    }
    memcpy(sum, hash, sizeof(sum));
    ghash(hash_key, sum, in, blocks);
    ghash(hash_key, sum, lengths, 1);
    for (size_t b = 0; b < 16; b++)
        tag[b] = sum[b] ^ mask[b];
}

/* Not a secret here is worth the trouble. */
static void wipe(void)
{
}

const struct aes_kernel aes_kernel_textbook = {
    .name = "textbook",
    .summary = "FIPS 197 and SP 800-38D as they are written, for tests",
    .features = 0,
    .batch_blocks = 1,
    .set_encrypt_key = set_encrypt_key,
    .set_decrypt_key = set_decrypt_key,
    .ecb_encrypt = ecb_encrypt,
    .ecb_decrypt = ecb_decrypt,
    .ctr = ctr,
    .set_ghash_key = set_ghash_key,
    .ghash = ghash,
    .gcm_encrypt = gcm_encrypt,
    .gcm_decrypt = gcm_decrypt,
    .gcm_tag = gcm_tag,
    .wipe = wipe,
};
