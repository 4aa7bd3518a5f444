/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * broken.c - makes an aeswide.so that enciphers wrongly.
 *
 * An application that goes on as if nothing were wrong with this module in place of aeswide.so does not run on aeswide,
 * and what it says about aeswide is worth nothing. The module is linked from the provider's own objects; the linker's
 * option --wrap puts the last two functions below in the place of the originals. One bit of each block is flipped, and
 * the self-test, which would refuse to serve anybody like that, is left out.
 */
#include "kernels/kernel.h"
#include "kernels/select.h"
#include "provider/selftest.h"

void __real_kernel_choose(struct kernel_choice *choice, const struct cpu *cpu, const char *request);
void __wrap_kernel_choose(struct kernel_choice *choice, const struct cpu *cpu, const char *request);
const char *__wrap_selftest_run(const struct aes_kernel *kernel);

/* sound is the kernel that does the work, broken its copy with the functions below. Both are written when the module is
 * loaded, and always with the same values. */
static const struct aes_kernel *sound;
static struct aes_kernel broken;

/* flip spoils the first byte of each block. Not the last one: OpenSSH pads its packets there and would not notice. */
static void flip(uint8_t *out, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        out[AES_BLOCK_LEN * i] ^= 1;
}

static void broken_ecb_encrypt(const struct aes_key *encrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    sound->ecb_encrypt(encrypt_key, out, in, blocks);
    flip(out, blocks);
}

static void broken_ecb_decrypt(const struct aes_key *decrypt_key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    sound->ecb_decrypt(decrypt_key, out, in, blocks);
    flip(out, blocks);
}

static void broken_ctr(const struct aes_key *encrypt_key, uint8_t counter[AES_BLOCK_LEN], uint8_t *out,
                       const uint8_t *in, size_t blocks)
{
    sound->ctr(encrypt_key, counter, out, in, blocks);
    flip(out, blocks);
}

static void broken_gcm_encrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                               uint8_t *out, const uint8_t *in, size_t blocks)
{
    sound->gcm_encrypt(encrypt_key, hash_key, state, out, in, blocks);
    flip(out, blocks);
}

static void broken_gcm_decrypt(const struct aes_key *encrypt_key, struct ghash_key *hash_key, struct gcm_state *state,
                               uint8_t *out, const uint8_t *in, size_t blocks)
{
    sound->gcm_decrypt(encrypt_key, hash_key, state, out, in, blocks);
    flip(out, blocks);
}

void __wrap_kernel_choose(struct kernel_choice *choice, const struct cpu *cpu, const char *request)
{
    __real_kernel_choose(choice, cpu, request);
    if (choice->kernel == NULL)
        return;
    sound = choice->kernel;
    broken = *sound;
    broken.name = "broken";
    broken.ecb_encrypt = broken_ecb_encrypt;
    broken.ecb_decrypt = broken_ecb_decrypt;
    broken.ctr = broken_ctr;
    broken.gcm_encrypt = broken_gcm_encrypt;
    broken.gcm_decrypt = broken_gcm_decrypt;
    choice->kernel = &broken;
}

const char *__wrap_selftest_run(const struct aes_kernel *kernel)
{
    (void)kernel;
    return NULL;
}
