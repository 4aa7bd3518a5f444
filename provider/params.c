/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * params.c - OSSL_PARAM without libcrypto.
 */
#include "params.h"

#include <openssl/core_names.h>
#include <string.h>

#include "error.h"

/* names[]: the key of each enum param_id. Those that 3.0's header does not have are written out. */
static const char *const names[PARAM_COUNT] = {
    [PARAM_AEAD] = OSSL_CIPHER_PARAM_AEAD,
    [PARAM_BLOCKSIZE] = OSSL_CIPHER_PARAM_BLOCK_SIZE,
    [PARAM_CTS] = OSSL_CIPHER_PARAM_CTS,
    [PARAM_CUSTOM_IV] = OSSL_CIPHER_PARAM_CUSTOM_IV,
    [PARAM_ENCRYPT_THEN_MAC] = "encrypt-then-mac",
    [PARAM_HAS_RANDKEY] = OSSL_CIPHER_PARAM_HAS_RAND_KEY,
    [PARAM_IVLEN] = OSSL_CIPHER_PARAM_IVLEN,
    [PARAM_IV] = OSSL_CIPHER_PARAM_IV,
    [PARAM_IV_GENERATED] = "iv-generated",
    [PARAM_KEYLEN] = OSSL_CIPHER_PARAM_KEYLEN,
    [PARAM_MODE] = OSSL_CIPHER_PARAM_MODE,
    [PARAM_NUM] = OSSL_CIPHER_PARAM_NUM,
    [PARAM_PADDING] = OSSL_CIPHER_PARAM_PADDING,
    [PARAM_TAG] = OSSL_CIPHER_PARAM_AEAD_TAG,
    [PARAM_TAGLEN] = OSSL_CIPHER_PARAM_AEAD_TAGLEN,
    [PARAM_TLS_MAC] = OSSL_CIPHER_PARAM_TLS_MAC,
    [PARAM_TLS_MAC_SIZE] = OSSL_CIPHER_PARAM_TLS_MAC_SIZE,
    [PARAM_TLS_MULTI] = OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK,
    [PARAM_TLS_VERSION] = OSSL_CIPHER_PARAM_TLS_VERSION,
    [PARAM_TLSAAD] = OSSL_CIPHER_PARAM_AEAD_TLS1_AAD,
    [PARAM_TLSAADPAD] = OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD,
    [PARAM_TLSIVFIXED] = OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED,
    [PARAM_TLSIVGEN] = OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN,
    [PARAM_TLSIVINV] = OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV,
    [PARAM_UPDATED_IV] = OSSL_CIPHER_PARAM_UPDATED_IV,
    [PARAM_USE_BITS] = OSSL_CIPHER_PARAM_USE_BITS,
};

/* first_with_letter[]: the first param_id whose name begins with this letter or a later one. */
static const uint8_t first_with_letter['z' - 'a' + 2] = {
    ['a' - 'a'] = PARAM_AEAD,
    ['b' - 'a'] = PARAM_BLOCKSIZE,
    ['c' - 'a'] = PARAM_CTS,
    ['d' - 'a'] = PARAM_ENCRYPT_THEN_MAC,
    ['e' - 'a'] = PARAM_ENCRYPT_THEN_MAC,
    ['f' - 'a'] = PARAM_HAS_RANDKEY,
    ['g' - 'a'] = PARAM_HAS_RANDKEY,
    ['h' - 'a'] = PARAM_HAS_RANDKEY,
    ['i' - 'a'] = PARAM_IVLEN,
    ['j' - 'a'] = PARAM_KEYLEN,
    ['k' - 'a'] = PARAM_KEYLEN,
    ['l' - 'a'] = PARAM_MODE,
    ['m' - 'a'] = PARAM_MODE,
    ['n' - 'a'] = PARAM_NUM,
    ['o' - 'a'] = PARAM_PADDING,
    ['p' - 'a'] = PARAM_PADDING,
    ['q' - 'a'] = PARAM_TAG,
    ['r' - 'a'] = PARAM_TAG,
    ['s' - 'a'] = PARAM_TAG,
    ['t' - 'a'] = PARAM_TAG,
    ['u' - 'a'] = PARAM_UPDATED_IV,
    ['v' - 'a'] = PARAM_COUNT,
    ['w' - 'a'] = PARAM_COUNT,
    ['x' - 'a'] = PARAM_COUNT,
    ['y' - 'a'] = PARAM_COUNT,
    ['z' - 'a'] = PARAM_COUNT,
    ['z' - 'a' + 1] = PARAM_COUNT,
};

/* same compares two short strings; a call of strcmp costs more than they do. */
static inline int same(const char *a, const char *b)
{
    while (*a == *b) {
        if (*a == '\0')
            return 1;
        a++;
        b++;
    }
    return 0;
}

enum param_id param_identify(const char *key)
{
    unsigned int letter = (unsigned int)(unsigned char)key[0] - 'a';

    if (letter > 'z' - 'a')
        return PARAM_COUNT;
    for (unsigned int id = first_with_letter[letter]; id < first_with_letter[letter + 1]; id++) {
        if (same(key, names[id]))
            return (enum param_id)id;
    }
    return PARAM_COUNT;
}

/* find_places notes where in the array each parameter of the set stands. */
static int find_places(struct param_walk *walk, enum repeated repeated, const struct provider_context *provider)
{
    memset(walk->place, 0, sizeof(walk->place));
    for (uint32_t i = 0; walk->params[i].key != NULL; i++) {
        enum param_id id = param_identify(walk->params[i].key);

        if ((walk->set->known & PARAM_BIT(id)) == 0)
            continue;
        if (walk->place[id] == 0)
            walk->place[id] = i + 1;
        else if (repeated == REPEATED_REFUSED)
            return raise_text(provider, REASON_REPEATED_PARAMETER, "param name %s", walk->params[i].key);
    }
    return 1;
}

int params_begin(struct param_walk *walk, const OSSL_PARAM params[], const struct param_set *set,
                 enum repeated repeated, const struct provider_context *provider)
{
    static const OSSL_PARAM none = {NULL, 0, NULL, 0, 0};

    walk->set = set;
    walk->params = params != NULL ? params : &none;
    walk->next = 0;
    walk->in_array_order = repeated == REPEATED_EACH;
    return walk->in_array_order || find_places(walk, repeated, provider);
}

int params_next(struct param_walk *walk, enum param_id *id, size_t *index)
{
    const struct param_set *set = walk->set;

    while (walk->in_array_order && walk->params[walk->next].key != NULL) {
        *index = walk->next++;
        *id = param_identify(walk->params[*index].key);
        if ((set->known & PARAM_BIT(*id)) != 0)
            return 1;
    }
    while (!walk->in_array_order && walk->next < set->count) {
        *id = (enum param_id)set->order[walk->next++];
        if (walk->place[*id] != 0) {
            *index = walk->place[*id] - 1;
            return 1;
        }
    }
    return 0;
}

/* struct number: a number of any parameter type that is whole, as sign and magnitude. */
struct number {
    int negative;
    uint64_t magnitude;
};

static int is_big_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;

    memcpy(&first, &one, 1);
    return first == 0;
}

/* byte_at returns a pointer to byte i, counted from the least significant, of an integer of `len` bytes at data. */
static uint8_t *byte_at(void *data, size_t len, size_t i)
{
    return (uint8_t *)data + (is_big_endian() ? len - 1 - i : i);
}

/* read_integer reads a native integer of any width. Returns 0 when its magnitude takes more than 64 bits. An unsigned
 * one of no bytes is 0. */
static int read_integer(struct number *number, const OSSL_PARAM *p)
{
    size_t len = p->data_size;
    uint64_t value = 0;
    uint8_t fill = 0;

    if (p->data == NULL || (len == 0 && p->data_type == OSSL_PARAM_INTEGER))
        return 0;
    if (p->data_type == OSSL_PARAM_INTEGER && (*byte_at(p->data, len, len - 1) & 0x80) != 0)
        fill = 0xff;
    number->negative = fill != 0;
    for (size_t i = 0; i < len || i < sizeof(value); i++) {
        uint8_t byte = i < len ? *byte_at(p->data, len, i) : fill;

        if (i < sizeof(value))
            value |= (uint64_t)byte << (8 * i);
        else if (byte != fill)
            return 0;
    }
    number->magnitude = number->negative ? 0 - value : value;
    return 1;
}

/* read_number reads the parameter's value. Returns 0 when it is not a whole number of at most 64 bits. */
static int read_number(struct number *number, const OSSL_PARAM *p)
{
    const double two_to_64 = 18446744073709551616.0;
    double real;

    switch (p->data_type) {
    case OSSL_PARAM_INTEGER:
    case OSSL_PARAM_UNSIGNED_INTEGER:
        return read_integer(number, p);
    case OSSL_PARAM_REAL:
        if (p->data == NULL || p->data_size != sizeof(real))
            return 0;
        memcpy(&real, p->data, sizeof(real));
        if (!(real >= 0 && real < two_to_64))
            return 0;
        number->negative = 0;
        number->magnitude = (uint64_t)real;
        return real - (double)number->magnitude == 0;
    default:
        return 0;
    }
}

/* get_unsigned reads a number from 0 to max. */
static int get_unsigned(const OSSL_PARAM *p, uint64_t max, uint64_t *value)
{
    struct number number;

    if (!read_number(&number, p) || number.negative || number.magnitude > max)
        return 0;
    *value = number.magnitude;
    return 1;
}

int param_get_uint(const OSSL_PARAM *p, unsigned int *value)
{
    uint64_t v;

    /* As EVP sets the padding, with each message. */
    if (p->data_type == OSSL_PARAM_UNSIGNED_INTEGER && p->data_size == sizeof(*value) && p->data != NULL) {
        memcpy(value, p->data, sizeof(*value));
        return 1;
    }

    if (!get_unsigned(p, UINT32_MAX, &v))
        return 0;
    *value = (unsigned int)v;
    return 1;
}

int param_get_size(const OSSL_PARAM *p, size_t *value)
{
    uint64_t v;

    if (!get_unsigned(p, SIZE_MAX, &v))
        return 0;
    *value = (size_t)v;
    return 1;
}

/* write_integer stores a value that is not negative into the caller's integer of any width. Returns 0 when it does not
 * fit: a signed one must keep its sign bit clear. */
static int write_integer(OSSL_PARAM *p, uint64_t value)
{
    size_t len = p->data_size;

    if (len < sizeof(value) && value >> (8 * len) != 0)
        return 0;
    if (p->data_type == OSSL_PARAM_INTEGER && len > 0 && len <= sizeof(value) && value >> (8 * len - 1) != 0)
        return 0;
    for (size_t i = 0; i < len; i++)
        *byte_at(p->data, len, i) = i < sizeof(value) ? (uint8_t)(value >> (8 * i)) : 0;
    return 1;
}

/* set_number stores a value that is not negative; native_size is the width of the C type that it has here, which a size
 * query is told. */
static int set_number(OSSL_PARAM *p, uint64_t value, size_t native_size)
{
    const uint64_t exact_in_double = UINT64_C(1) << 53;
    double real = (double)value;

    p->return_size = 0;
    switch (p->data_type) {
    case OSSL_PARAM_INTEGER:
    case OSSL_PARAM_UNSIGNED_INTEGER:
        p->return_size = native_size;
        if (p->data == NULL)
            return 1;
        if (!write_integer(p, value))
            return 0;
        p->return_size = p->data_size;
        return 1;
    case OSSL_PARAM_REAL:
        p->return_size = sizeof(real);
        if (p->data == NULL)
            return 1;
        if (p->data_size != sizeof(real) || value >= exact_in_double)
            return 0;
        memcpy(p->data, &real, sizeof(real));
        return 1;
    default:
        return 0;
    }
}

int param_set_uint(OSSL_PARAM *p, unsigned int value)
{
    return set_number(p, value, sizeof(value));
}

int param_set_int(OSSL_PARAM *p, int value)
{
    return value >= 0 && set_number(p, (uint64_t)value, sizeof(value));
}

int param_set_size(OSSL_PARAM *p, size_t value)
{
    /* As EVP asks for the length of the IV, with each message. */
    if (p->data_type == OSSL_PARAM_UNSIGNED_INTEGER && p->data_size == sizeof(value) && p->data != NULL) {
        memcpy(p->data, &value, sizeof(value));
        p->return_size = sizeof(value);
        return 1;
    }
    return set_number(p, value, sizeof(value));
}

/* check_type tells whether the parameter has the type. OpenSSL 3.0 noted the length of the value before it looked at
 * the type. */
static int check_type(OSSL_PARAM *p, unsigned int type, size_t len, const struct provider_context *provider)
{
    if (p->data_type == type)
        return 1;
    p->return_size = provider->core_version < 305 ? len : 0;
    return 0;
}

int param_set_octet_string(OSSL_PARAM *p, const void *value, size_t len, const struct provider_context *provider)
{
    if (!check_type(p, OSSL_PARAM_OCTET_STRING, len, provider))
        return p->data == NULL && provider->core_version < 305;
    p->return_size = len;
    if (p->data == NULL)
        return 1;
    if (p->data_size < len)
        return 0;
    memcpy(p->data, value, len);
    return 1;
}

/* hand_out puts a pointer to memory of ours where the caller wants it. */
static int hand_out(OSSL_PARAM *p, const void *value, size_t len)
{
    p->return_size = len;
    if (p->data != NULL)
        memcpy(p->data, &value, sizeof(value));
    return 1;
}

int param_set_octet_ptr(OSSL_PARAM *p, const void *value, size_t len, const struct provider_context *provider)
{
    return check_type(p, OSSL_PARAM_OCTET_PTR, len, provider) && hand_out(p, value, len);
}

int param_set_octets(OSSL_PARAM *p, const void *value, size_t len, const struct provider_context *provider)
{
    if (p->data_type == OSSL_PARAM_OCTET_PTR)
        return hand_out(p, value, len);
    if (p->data_type != OSSL_PARAM_OCTET_STRING && provider->core_version >= 306)
        return 0;
    return param_set_octet_string(p, value, len, provider);
}

int param_set_utf8_ptr(OSSL_PARAM *p, const char *value)
{
    return p->data_type == OSSL_PARAM_UTF8_PTR && hand_out(p, value, strlen(value));
}
