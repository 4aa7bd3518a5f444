/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * message.c - messages with the result that each block of them must give.
 */
#include "message.h"

#include <stdlib.h>
#include <string.h>

const char *const operation_names[OPERATIONS] = {
    [ECB_ENCRYPT] = "ecb_encrypt", [ECB_DECRYPT] = "ecb_decrypt", [CTR] = "ctr", [GHASH] = "ghash",
    [GCM_ENCRYPT] = "gcm_encrypt", [GCM_DECRYPT] = "gcm_decrypt",
};

void operation_apply(const struct aes_kernel *kernel, enum operation operation, const struct aes_key *encrypt_key,
                     const struct aes_key *decrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                     uint8_t *out, const uint8_t *in, size_t blocks)
{
    switch (operation) {
    case ECB_ENCRYPT:
        kernel->ecb_encrypt(encrypt_key, out, in, blocks);
        break;
    case ECB_DECRYPT:
        kernel->ecb_decrypt(decrypt_key, out, in, blocks);
        break;
    case CTR:
        kernel->ctr(encrypt_key, state->counter, out, in, blocks);
        break;
    case GHASH:
        kernel->ghash(hash_key, state->hash, in, blocks);
        break;
    case GCM_ENCRYPT:
        kernel->gcm_encrypt(encrypt_key, hash_key, state, out, in, blocks);
        break;
    case GCM_DECRYPT:
        kernel->gcm_decrypt(encrypt_key, hash_key, state, out, in, blocks);
        break;
    case OPERATIONS:
        break;
    }
}

bool message_begin(struct message *message, enum operation operation, size_t key_len, size_t blocks,
                   struct random *random)
{
    memset(message, 0, sizeof(*message));
    message->operation = operation;
    message->key_len = key_len;
    message->blocks = blocks;
    /* One byte more than needed: malloc(0) may return NULL. */
    message->in = malloc(16 * blocks + 1);
    message->out = malloc(16 * blocks + 1);
    message->states = malloc((blocks + 1) * sizeof(*message->states));
    if (message->in == NULL || message->out == NULL || message->states == NULL) {
        message_free(message);
        return false;
    }
    random_fill(random, message->user_key, key_len);
    random_fill(random, message->in, 16 * blocks);
    random_fill(random, &message->states[0], sizeof(message->states[0]));
    return true;
}

void message_free(struct message *message)
{
    free(message->in);
    free(message->out);
    free(message->states);
    memset(message, 0, sizeof(*message));
}

void message_finish(struct message *message, const struct aes_kernel *oracle, size_t step)
{
    static const uint8_t zero_block[AES_BLOCK_LEN];
    struct aes_key encrypt_key;
    struct aes_key decrypt_key;
    struct ghash_key hash_key;
    struct gcm_state state = message->states[0];
    size_t blocks;

    oracle->set_encrypt_key(&encrypt_key, message->user_key, message->key_len);
    oracle->set_decrypt_key(&decrypt_key, &encrypt_key);
    if (!message->h_chosen)
        oracle->ecb_encrypt(&encrypt_key, message->h, zero_block, 1);
    oracle->set_ghash_key(&hash_key, message->h);
    for (size_t done = 0; done < message->blocks; done += blocks) {
        blocks = message->blocks - done < step ? message->blocks - done : step;
        operation_apply(oracle, message->operation, &encrypt_key, &decrypt_key, &hash_key, &state,
                        message->out + 16 * done, message->in + 16 * done, blocks);
        message->states[done + blocks] = state;
    }
}
