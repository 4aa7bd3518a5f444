/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * vectors_builtin.c - the test vectors that are printed in the standards themselves.
 */
#include "vectors_builtin.h"

/* The keys of FIPS 197, appendix C, and of SP 800-38A, appendix F, and the plaintexts of both. */
static const char fips_key_128[] = "000102030405060708090a0b0c0d0e0f";
static const char fips_key_192[] = "000102030405060708090a0b0c0d0e0f1011121314151617";
static const char fips_key_256[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
static const char fips_plaintext[] = "00112233445566778899aabbccddeeff";
static const char sp_key_128[] = "2b7e151628aed2a6abf7158809cf4f3c";
static const char sp_key_192[] = "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b";
static const char sp_key_256[] = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4";
static const char sp_plaintext[] = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
                                   "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
static const char sp_counter[] = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

/* The inputs that the test cases of the GCM specification share. */
static const char zero_128[] = "00000000000000000000000000000000";
static const char zero_192[] = "000000000000000000000000000000000000000000000000";
static const char zero_256[] = "0000000000000000000000000000000000000000000000000000000000000000";
static const char zero_iv[] = "000000000000000000000000";
static const char gcm_key_128[] = "feffe9928665731c6d6a8f9467308308";
static const char gcm_key_192[] = "feffe9928665731c6d6a8f9467308308feffe9928665731c";
static const char gcm_key_256[] = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308";
static const char gcm_plaintext_64[] = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                                       "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255";
static const char gcm_plaintext_60[] = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                                       "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
static const char gcm_aad[] = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
static const char gcm_iv_8[] = "cafebabefacedbad";
static const char gcm_iv_12[] = "cafebabefacedbaddecaf888";
static const char gcm_iv_60[] = "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728"
                                "c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b";

const struct vector_text vectors_fips197[] = {
    {
        .name = "FIPS 197, C.1",
        .mode = VECTOR_ECB,
        .key = fips_key_128,
        .iv = "",
        .aad = "",
        .plaintext = fips_plaintext,
        .ciphertext = "69c4e0d86a7b0430d8cdb78070b4c55a",
        .tag = "",
    },
    {
        .name = "FIPS 197, C.2",
        .mode = VECTOR_ECB,
        .key = fips_key_192,
        .iv = "",
        .aad = "",
        .plaintext = fips_plaintext,
        .ciphertext = "dda97ca4864cdfe06eaf70a0ec0d7191",
        .tag = "",
    },
    {
        .name = "FIPS 197, C.3",
        .mode = VECTOR_ECB,
        .key = fips_key_256,
        .iv = "",
        .aad = "",
        .plaintext = fips_plaintext,
        .ciphertext = "8ea2b7ca516745bfeafc49904b496089",
        .tag = "",
    },
};
const size_t vectors_fips197_len = sizeof vectors_fips197 / sizeof vectors_fips197[0];

const struct vector_text vectors_sp800_38a[] = {
    {
        .name = "SP 800-38A, F.1.1 and F.1.2",
        .mode = VECTOR_ECB,
        .key = sp_key_128,
        .iv = "",
        .aad = "",
        .plaintext = sp_plaintext,
        .ciphertext = "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf43b1cd7f598ece23881b00e3ed030688"
                      "7b0c785e27e8ad3f8223207104725dd4",
        .tag = "",
    },
    {
        .name = "SP 800-38A, F.1.3 and F.1.4",
        .mode = VECTOR_ECB,
        .key = sp_key_192,
        .iv = "",
        .aad = "",
        .plaintext = sp_plaintext,
        .ciphertext = "bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eefef7afd2270e2e60adce0ba2face6444e"
                      "9a4b41ba738d6c72fb16691603c18e0e",
        .tag = "",
    },
    {
        .name = "SP 800-38A, F.1.5 and F.1.6",
        .mode = VECTOR_ECB,
        .key = sp_key_256,
        .iv = "",
        .aad = "",
        .plaintext = sp_plaintext,
        .ciphertext = "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870b6ed21b99ca6f4f9f153e7b1beafed1d"
                      "23304b7a39f9f3ff067d8d8f9e24ecc7",
        .tag = "",
    },
    {
        .name = "SP 800-38A, F.5.1 and F.5.2",
        .mode = VECTOR_CTR,
        .key = sp_key_128,
        .iv = sp_counter,
        .aad = "",
        .plaintext = sp_plaintext,
        .ciphertext = "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff5ae4df3edbd5d35e5b4f09020db03eab"
                      "1e031dda2fbe03d1792170a0f3009cee",
        .tag = "",
    },
    {
        .name = "SP 800-38A, F.5.3 and F.5.4",
        .mode = VECTOR_CTR,
        .key = sp_key_192,
        .iv = sp_counter,
        .aad = "",
        .plaintext = sp_plaintext,
        .ciphertext = "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e941e36b26bd1ebc670d1bd1d665620abf7"
                      "4f78a7f6d29809585a97daec58c6b050",
        .tag = "",
    },
    {
        .name = "SP 800-38A, F.5.5 and F.5.6",
        .mode = VECTOR_CTR,
        .key = sp_key_256,
        .iv = sp_counter,
        .aad = "",
        .plaintext = sp_plaintext,
        .ciphertext = "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c52b0930daa23de94ce87017ba2d84988d"
                      "dfc9c58db67aada613c2dd08457941a6",
        .tag = "",
    },
};
const size_t vectors_sp800_38a_len = sizeof vectors_sp800_38a / sizeof vectors_sp800_38a[0];

const struct vector_text vectors_gcm[] = {
    {
        .name = "GCM specification, test case 1",
        .mode = VECTOR_GCM,
        .key = zero_128,
        .iv = zero_iv,
        .aad = "",
        .plaintext = "",
        .ciphertext = "",
        .tag = "58e2fccefa7e3061367f1d57a4e7455a",
    },
    {
        .name = "GCM specification, test case 2",
        .mode = VECTOR_GCM,
        .key = zero_128,
        .iv = zero_iv,
        .aad = "",
        .plaintext = zero_128,
        .ciphertext = "0388dace60b6a392f328c2b971b2fe78",
        .tag = "ab6e47d42cec13bdf53a67b21257bddf",
    },
    {
        .name = "GCM specification, test case 3",
        .mode = VECTOR_GCM,
        .key = gcm_key_128,
        .iv = gcm_iv_12,
        .aad = "",
        .plaintext = gcm_plaintext_64,
        .ciphertext = "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05"
                      "1ba30b396a0aac973d58e091473f5985",
        .tag = "4d5c2af327cd64a62cf35abd2ba6fab4",
    },
    {
        .name = "GCM specification, test case 4",
        .mode = VECTOR_GCM,
        .key = gcm_key_128,
        .iv = gcm_iv_12,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05"
                      "1ba30b396a0aac973d58e091",
        .tag = "5bc94fbc3221a5db94fae95ae7121a47",
    },
    {
        .name = "GCM specification, test case 5",
        .mode = VECTOR_GCM,
        .key = gcm_key_128,
        .iv = gcm_iv_8,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c742373806900e49f24b22b097544d4896b42"
                      "4989b5e1ebac0f07c23f4598",
        .tag = "3612d2e79e3b0785561be14aaca2fccb",
    },
    {
        .name = "GCM specification, test case 6",
        .mode = VECTOR_GCM,
        .key = gcm_key_128,
        .iv = gcm_iv_60,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90ccdcb281d48c7c6f"
                      "d62875d2aca417034c34aee5",
        .tag = "619cc5aefffe0bfa462af43c1699d050",
    },
    {
        .name = "GCM specification, test case 7",
        .mode = VECTOR_GCM,
        .key = zero_192,
        .iv = zero_iv,
        .aad = "",
        .plaintext = "",
        .ciphertext = "",
        .tag = "cd33b28ac773f74ba00ed1f312572435",
    },
    {
        .name = "GCM specification, test case 8",
        .mode = VECTOR_GCM,
        .key = zero_192,
        .iv = zero_iv,
        .aad = "",
        .plaintext = zero_128,
        .ciphertext = "98e7247c07f0fe411c267e4384b0f600",
        .tag = "2ff58d80033927ab8ef4d4587514f0fb",
    },
    {
        .name = "GCM specification, test case 9",
        .mode = VECTOR_GCM,
        .key = gcm_key_192,
        .iv = gcm_iv_12,
        .aad = "",
        .plaintext = gcm_plaintext_64,
        .ciphertext = "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f47"
                      "18e2448b2fe324d9ccda2710acade256",
        .tag = "9924a7c8587336bfb118024db8674a14",
    },
    {
        .name = "GCM specification, test case 10",
        .mode = VECTOR_GCM,
        .key = gcm_key_192,
        .iv = gcm_iv_12,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f47"
                      "18e2448b2fe324d9ccda2710",
        .tag = "2519498e80f1478f37ba55bd6d27618c",
    },
    {
        .name = "GCM specification, test case 11",
        .mode = VECTOR_GCM,
        .key = gcm_key_192,
        .iv = gcm_iv_8,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "0f10f599ae14a154ed24b36e25324db8c566632ef2bbb34f8347280fc4507057fddc29df9a471f75c66541d4d4dad1c9"
                      "e93a19a58e8b473fa0f062f7",
        .tag = "65dcc57fcf623a24094fcca40d3533f8",
    },
    {
        .name = "GCM specification, test case 12",
        .mode = VECTOR_GCM,
        .key = gcm_key_192,
        .iv = gcm_iv_60,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "d27e88681ce3243c4830165a8fdcf9ff1de9a1d8e6b447ef6ef7b79828666e4581e79012af34ddd9e2f037589b292db3"
                      "e67c036745fa22e7e9b7373b",
        .tag = "dcf566ff291c25bbb8568fc3d376a6d9",
    },
    {
        .name = "GCM specification, test case 13",
        .mode = VECTOR_GCM,
        .key = zero_256,
        .iv = zero_iv,
        .aad = "",
        .plaintext = "",
        .ciphertext = "",
        .tag = "530f8afbc74536b9a963b4f1c4cb738b",
    },
    {
        .name = "GCM specification, test case 14",
        .mode = VECTOR_GCM,
        .key = zero_256,
        .iv = zero_iv,
        .aad = "",
        .plaintext = zero_128,
        .ciphertext = "cea7403d4d606b6e074ec5d3baf39d18",
        .tag = "d0d1c8a799996bf0265b98b5d48ab919",
    },
    {
        .name = "GCM specification, test case 15",
        .mode = VECTOR_GCM,
        .key = gcm_key_256,
        .iv = gcm_iv_12,
        .aad = "",
        .plaintext = gcm_plaintext_64,
        .ciphertext = "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                      "c5f61e6393ba7a0abcc9f662898015ad",
        .tag = "b094dac5d93471bdec1a502270e3cc6c",
    },
    {
        .name = "GCM specification, test case 16",
        .mode = VECTOR_GCM,
        .key = gcm_key_256,
        .iv = gcm_iv_12,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                      "c5f61e6393ba7a0abcc9f662",
        .tag = "76fc6ece0f4e1768cddf8853bb2d551b",
    },
    {
        .name = "GCM specification, test case 17",
        .mode = VECTOR_GCM,
        .key = gcm_key_256,
        .iv = gcm_iv_8,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "c3762df1ca787d32ae47c13bf19844cbaf1ae14d0b976afac52ff7d79bba9de0feb582d33934a4f0954cc2363bc73f78"
                      "62ac430e64abe499f47c9b1f",
        .tag = "3a337dbf46a792c45e454913fe2ea8f2",
    },
    {
        .name = "GCM specification, test case 18",
        .mode = VECTOR_GCM,
        .key = gcm_key_256,
        .iv = gcm_iv_60,
        .aad = gcm_aad,
        .plaintext = gcm_plaintext_60,
        .ciphertext = "5a8def2f0c9e53f1f75d7853659e2a20eeb2b22aafde6419a058ab4f6f746bf40fc0c3b780f244452da3ebf1c5d82cde"
                      "a2418997200ef82e44ae7e3f",
        .tag = "a44a8266ee1c8eb0c8b5d4cf5ae9f19a",
    },
};
const size_t vectors_gcm_len = sizeof vectors_gcm / sizeof vectors_gcm[0];

const struct monte_carlo monte_carlo_ecb[] = {
    {
        .name = "ECBMCT128, ENCRYPT",
        .encrypt = true,
        .key = "139a35422f1d61de3c91787fe0507afd",
        .input = "b9145a768b7dc489a096b546f43b231f",
        .result = "fb2649694783b551eacd9d5db6126d47",
    },
    {
        .name = "ECBMCT128, DECRYPT",
        .encrypt = false,
        .key = "0c60e7bf20ada9baa9e1ddf0d1540726",
        .input = "b08a29b11a500ea3aca42c36675b9785",
        .result = "d1d2bfdc58ffcad2341b095bce55221e",
    },
    {
        .name = "ECBMCT192, ENCRYPT",
        .encrypt = true,
        .key = "b9a63e09e1dfc42e93a90d9bad739e5967aef672eedd5da9",
        .input = "85a1f7a58167b389cddc8a9ff175ee26",
        .result = "5d1196da8f184975e240949a25104554",
    },
    {
        .name = "ECBMCT192, DECRYPT",
        .encrypt = false,
        .key = "4b97585701c03fbebdfa8555024f589f1482c58a00fdd9fd",
        .input = "d0bd0e02ded155e4516be83f42d347a4",
        .result = "b63ef1b79507a62eba3dafcec54a6328",
    },
    {
        .name = "ECBMCT256, ENCRYPT",
        .encrypt = true,
        .key = "f9e8389f5b80712e3886cc1fa2d28a3b8c9cd88a2d4a54c6aa86ce0fef944be0",
        .input = "b379777f9050e2a818f2940cbbd9aba4",
        .result = "c5d2cb3d5b7ff0e23e308967ee074825",
    },
    {
        .name = "ECBMCT256, DECRYPT",
        .encrypt = false,
        .key = "2b09ba39b834062b9e93f48373b8dd018dedf1e5ba1b8af831ebbacbc92a2643",
        .input = "89649bd0115f30bd878567610223a59d",
        .result = "e3d3868f578caf34e36445bf14cefc68",
    },
};
const size_t monte_carlo_ecb_len = sizeof monte_carlo_ecb / sizeof monte_carlo_ecb[0];
