/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * gcm.c - Galois/Counter Mode (SP 800-38D) on bytes, over a kernel that knows blocks.
 *
 * GHASH runs over the AAD, padded to whole blocks, the ciphertext, padded likewise, and a block with both lengths. All
 * of it passes through one queue in that order, or around it when it is long: `queued` is therefore always at the same
 * place within a block as the message is.
 */
#include "gcm.h"

#include <endian.h>
#include <string.h>

#include "xor_bytes.h"

/* Limits of SP 800-38D, 5.2.1.1; that of the AAD is what its length in bits leaves. */
static const uint64_t max_data_len = (UINT64_C(1) << 36) - 32;
static const uint64_t max_aad_len = UINT64_C(1) << 61;

/*
 * Whole blocks as vectors of the compiler's. A block that is written in parts and then read as one by a kernel makes
 * the CPU wait until the parts have left its store queue, and with them all that came before: three such places cost a
 * third of a message of 16 bytes (Zen 4, 2026-12-01).
 */
typedef uint32_t block32 __attribute__((vector_size(AES_BLOCK_LEN)));

static void store_be32(uint8_t *out, uint32_t v)
{
    v = htobe32(v);
    memcpy(out, &v, sizeof(v));
}

static uint32_t load_be32(const uint8_t *in)
{
    uint32_t v;

    memcpy(&v, in, sizeof(v));
    return be32toh(v);
}

/* store_counter writes the counter block of a 96-bit IV. */
static void store_counter(uint8_t block[AES_BLOCK_LEN], const uint8_t iv[12], uint32_t count)
{
    uint32_t words[3];
    block32 b;

    memcpy(words, iv, sizeof(words));
    b = (block32){words[0], words[1], words[2], htobe32(count)};
    memcpy(block, &b, sizeof(b));
}

void gcm_set_key(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *key, size_t key_len)
{
    uint8_t h[AES_BLOCK_LEN] = {0};

    kernel->set_encrypt_key(&gcm->key, key, key_len);
    kernel->ecb_encrypt(&gcm->key, h, h, 1);
    kernel->set_ghash_key(&gcm->hash_key, h);
    explicit_bzero(h, sizeof(h));
}

/* pad_queue fills the last block with zeros. The queue has a spare block: so the zeros are written without asking how
 * many. */
static void pad_queue(struct gcm *gcm)
{
    memset(gcm->queue + gcm->queued, 0, AES_BLOCK_LEN);
    gcm->queued = (gcm->queued + AES_BLOCK_LEN - 1) / AES_BLOCK_LEN * AES_BLOCK_LEN;
}

/* flush_queue hashes the queue, which holds whole blocks. */
static void flush_queue(struct gcm *gcm, const struct aes_kernel *kernel)
{
    kernel->ghash(&gcm->hash_key, gcm->state.hash, gcm->queue, gcm->queued / AES_BLOCK_LEN);
    gcm->queued = 0;
}

/* enqueue appends at most as many bytes as there is room for. */
static void enqueue(struct gcm *gcm, const uint8_t *in, size_t len)
{
    memcpy(gcm->queue + gcm->queued, in, len);
    gcm->queued += len;
}

/* enqueue_blocks does so for whole blocks, which is cheaper. */
static void enqueue_blocks(struct gcm *gcm, const uint8_t *in, size_t blocks)
{
    uint8_t *end = gcm->queue + gcm->queued;

    for (size_t i = 0; i < blocks; i++)
        memcpy(end + i * AES_BLOCK_LEN, in + i * AES_BLOCK_LEN, AES_BLOCK_LEN);
    gcm->queued += blocks * AES_BLOCK_LEN;
}

/* hash_bytes appends to GHASH's input, through the queue or around it. */
static void hash_bytes(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *in, size_t len)
{
    if (len > GCM_QUEUE_LEN - gcm->queued) {
        size_t fill = (0 - gcm->queued) % AES_BLOCK_LEN;
        size_t blocks;

        enqueue(gcm, in, fill);
        in += fill;
        len -= fill;
        flush_queue(gcm, kernel);
        blocks = len / AES_BLOCK_LEN;
        kernel->ghash(&gcm->hash_key, gcm->state.hash, in, blocks);
        in += blocks * AES_BLOCK_LEN;
        len %= AES_BLOCK_LEN;
    }
    enqueue(gcm, in, len);
}

/* hash_iv makes the pre-counter block J0 of an IV that is not 96 bits long (SP 800-38D, 7.1, step 2). */
static void hash_iv(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *iv, size_t iv_len,
                    uint8_t j0[AES_BLOCK_LEN])
{
    static const uint8_t no_mask[AES_BLOCK_LEN];

    hash_bytes(gcm, kernel, iv, iv_len);
    pad_queue(gcm);
    kernel->gcm_tag(&gcm->hash_key, j0, gcm->state.hash, no_mask, gcm->queue, gcm->queued / AES_BLOCK_LEN, 0, iv_len);
    gcm->queued = 0;
    memset(gcm->state.hash, 0, AES_BLOCK_LEN);
}

void gcm_start(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *iv, size_t iv_len)
{
    memset(gcm->state.hash, 0, AES_BLOCK_LEN);
    gcm->queued = 0;
    gcm->aad_len = 0;
    gcm->data_len = 0;
    if (iv_len == 12) {
        store_counter(gcm->tag_mask, iv, 1);
        store_counter(gcm->state.counter, iv, 2);
    } else {
        hash_iv(gcm, kernel, iv, iv_len, gcm->tag_mask);
        memcpy(gcm->state.counter, gcm->tag_mask, AES_BLOCK_LEN);
        store_be32(gcm->state.counter + 12, load_be32(gcm->tag_mask + 12) + 1);
    }
    kernel->ecb_encrypt(&gcm->key, gcm->tag_mask, gcm->tag_mask, 1);
}

bool gcm_aad(struct gcm *gcm, const struct aes_kernel *kernel, const uint8_t *aad, size_t len)
{
    if (gcm->data_len != 0 || len > max_aad_len - gcm->aad_len)
        return false;
    gcm->aad_len += len;
    hash_bytes(gcm, kernel, aad, len);
    return true;
}

/* ctr32_blocks enciphers whole blocks in counter mode. The kernels' ctr carries past the last 32 bits, which GCM must
 * not do: the rare message whose counter wraps there takes a step to the fused code, and its hash is thrown away. */
static void ctr32_blocks(struct gcm *gcm, const struct aes_kernel *kernel, uint8_t *out, const uint8_t *in,
                         size_t blocks)
{
    if (blocks < UINT32_MAX - load_be32(gcm->state.counter + 12)) {
        kernel->ctr(&gcm->key, gcm->state.counter, out, in, blocks);
    } else {
        uint8_t hash[AES_BLOCK_LEN];

        memcpy(hash, gcm->state.hash, sizeof(hash));
        kernel->gcm_encrypt(&gcm->key, &gcm->hash_key, &gcm->state, out, in, blocks);
        memcpy(gcm->state.hash, hash, sizeof(hash));
    }
}

/* crypt_partial deciphers or enciphers within one block, `offset` bytes into gcm->key_stream. */
static void crypt_partial(struct gcm *gcm, const struct aes_kernel *kernel, uint8_t *out, const uint8_t *in,
                          size_t offset, size_t len, bool encrypting)
{
    if (!encrypting)
        hash_bytes(gcm, kernel, in, len);
    xor_bytes(out, in, gcm->key_stream + offset, len);
    if (encrypting)
        hash_bytes(gcm, kernel, out, len);
}

/* crypt_blocks takes whole blocks, at a place in the message that is a multiple of 16. */
static void crypt_blocks(struct gcm *gcm, const struct aes_kernel *kernel, uint8_t *out, const uint8_t *in,
                         size_t blocks, bool encrypting)
{
    if (blocks <= (GCM_QUEUE_LEN - gcm->queued) / AES_BLOCK_LEN) {
        /* The ciphertext goes to the queue: before it is deciphered, for the output may lie over it. */
        if (!encrypting)
            enqueue_blocks(gcm, in, blocks);
        ctr32_blocks(gcm, kernel, out, in, blocks);
        if (encrypting)
            enqueue_blocks(gcm, out, blocks);
        return;
    }
    flush_queue(gcm, kernel);
    if (encrypting)
        kernel->gcm_encrypt(&gcm->key, &gcm->hash_key, &gcm->state, out, in, blocks);
    else
        kernel->gcm_decrypt(&gcm->key, &gcm->hash_key, &gcm->state, out, in, blocks);
}

bool gcm_crypt(struct gcm *gcm, const struct aes_kernel *kernel, uint8_t *out, const uint8_t *in, size_t len,
               bool encrypting)
{
    size_t offset = gcm->data_len % AES_BLOCK_LEN;
    size_t whole_len;

    if (len > max_data_len - gcm->data_len)
        return false;
    if (len == 0)
        return true;
    if (gcm->data_len == 0)
        pad_queue(gcm); /* the end of the AAD */
    gcm->data_len += len;

    if (offset != 0) {
        size_t n = AES_BLOCK_LEN - offset;

        if (n > len)
            n = len;
        crypt_partial(gcm, kernel, out, in, offset, n, encrypting);
        out += n;
        in += n;
        len -= n;
    }
    whole_len = len - len % AES_BLOCK_LEN;
    if (whole_len > 0) {
        crypt_blocks(gcm, kernel, out, in, whole_len / AES_BLOCK_LEN, encrypting);
        out += whole_len;
        in += whole_len;
        len -= whole_len;
    }
    if (len > 0) {
        memset(gcm->key_stream, 0, AES_BLOCK_LEN);
        ctr32_blocks(gcm, kernel, gcm->key_stream, gcm->key_stream, 1);
        crypt_partial(gcm, kernel, out, in, 0, len, encrypting);
    }
    return true;
}

void gcm_finish(struct gcm *gcm, const struct aes_kernel *kernel, uint8_t tag[GCM_TAG_LEN])
{
    pad_queue(gcm);
    kernel->gcm_tag(&gcm->hash_key, tag, gcm->state.hash, gcm->tag_mask, gcm->queue, gcm->queued / AES_BLOCK_LEN,
                    gcm->aad_len, gcm->data_len);
    gcm->queued = 0;
}
