/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * sbox.h - the S-box of AES and its inverse as circuits on lanes: AND and XOR only, hence constant-time.
 *
 * The circuits are those of J. Boyar, R. Peralta and C. Calik ("A new combinational logic minimization technique with
 * applications to cryptology", SEA 2010; straight-line programs of 113 gates for the S-box and 121 for the inverse,
 * published by the authors' Circuit Minimization Team). Each is a linear layer, the inversion in GF(2^8) over a tower
 * of fields, and another linear layer. The two come out with the same middle, so it is written once: 62 gates, of which
 * 32 are AND. The circuit of depth 16 by the same authors (128 gates) suits hardware; software counts gates.
 *
 * The affine constant 0x63 is left out of both directions: aes.h has it in the round keys.
 */
#ifndef AESWIDE_KERNELS_PORTABLE_SBOX_H
#define AESWIDE_KERNELS_PORTABLE_SBOX_H

/* struct sbox_inner is what the first linear layer hands to the middle: nine pairs, of which the products are needed,
 * and four sums. The pairs are, over GF(2^4) and again over GF(2^2), both digits and their sum of both factors. */
struct sbox_inner {
    lane a[9], b[9], sum[4];
};

/* invert multiplies the nine pairs, inverts in GF(2^4), and multiplies both halves of each pair with the inverse:
 * z[0..8] come from b, z[9..17] from a. */
INLINE void invert(lane z[18], const struct sbox_inner *x)
{
    lane p0 = x->a[0] & x->b[0], p3 = x->a[3] & x->b[3], p6 = x->a[6] & x->b[6];
    lane p67 = p6 ^ (x->a[7] & x->b[7]), p68 = p6 ^ (x->a[8] & x->b[8]);

    /* The element of GF(2^4) that is to be inverted: n0, n1 are its high digit in GF(2^2), n2, n3 its low one. */
    lane n0 = (x->a[1] & x->b[1]) ^ p0 ^ x->sum[0] ^ p67;
    lane n1 = (x->a[2] & x->b[2]) ^ p0 ^ p68 ^ x->sum[1];
    lane n2 = (x->a[4] & x->b[4]) ^ p3 ^ p67 ^ x->sum[2];
    lane n3 = (x->a[5] & x->b[5]) ^ p3 ^ p68 ^ x->sum[3];

    lane n01 = n0 ^ n1, n23 = n2 ^ n3, n02 = n0 & n2;
    lane u = n3 ^ n02;
    lane i0 = (n01 & u) ^ n1;
    lane i1 = ((n1 ^ n02) & n23) ^ n3;
    lane v = n3 & (u ^ i1);
    lane i2 = v ^ n2 ^ i1;
    lane i3 = n01 ^ (i0 & (u ^ v));
    lane i23 = i3 ^ i2, i01 = i0 ^ i1;

    lane factor[9] = {i1 ^ i2, i2, i1, i0 ^ i3, i3, i0, i01, i01 ^ i23, i23};
    UNROLL
    for (unsigned i = 0; i < 9; i++) {
        z[i] = factor[i] & x->b[i];
        z[9 + i] = factor[i] & x->a[i];
    }
}

/* sub_bytes replaces every byte x of the state by S(x) ^ 0x63 (FIPS 197, 5.1.1). */
INLINE void sub_bytes(lane s[8])
{
    lane x0 = s[0], x1 = s[1], x2 = s[2], x3 = s[3], x4 = s[4], x5 = s[5], x6 = s[6], x7 = s[7];

    lane a7 = x4 ^ x2, a3 = x7 ^ x1, a6 = x7 ^ x4, a8 = x7 ^ x2;
    lane x65 = x6 ^ x5;
    lane b4 = x65 ^ x0, a2 = b4 ^ x4, a5 = b4 ^ x7, a4 = b4 ^ x1;
    lane a0 = a3 ^ a7, a1 = a4 ^ a8;
    lane x3a = x3 ^ a0, b0 = x3a ^ x2, b1 = b0 ^ x0, b8 = b0 ^ x65;
    lane sum0 = x3a ^ x6;
    lane b6 = sum0 ^ a6, b5 = x0 ^ b6, b7 = b8 ^ b6, b3 = x65 ^ b6;
    struct sbox_inner inner = {
        .a = {a0, a1, a2, a3, a4, a5, a6, a7, a8},
        .b = {b0, b1, x0, b3, b4, b5, b6, b7, b8},
        .sum = {sum0, b8 ^ a8, a3 ^ b3, x7 ^ b3},
    };
    lane z[18];

    invert(z, &inner);

    lane c1 = z[15] ^ z[16];
    lane c2 = z[10] ^ c1;
    lane c3 = z[9] ^ c2;
    lane c4 = z[0] ^ z[2];
    lane c6 = z[3] ^ z[4];
    lane c7 = z[12] ^ c4;
    lane c8 = z[7] ^ c6;
    lane c10 = c8 ^ z[8] ^ c7;
    lane c14 = c4 ^ z[3] ^ z[5];
    lane c16 = z[6] ^ c8;
    lane c17 = z[14] ^ c10;
    lane c18 = z[13] ^ c1 ^ c14;

    s[4] = c3 ^ c6 ^ z[1] ^ z[0];
    s[0] = z[12] ^ c18;
    s[7] = c3 ^ c16;
    s[1] = c10 ^ c18;
    s[3] = c14 ^ s[4];
    s[6] = s[4] ^ c16;
    s[5] = c17 ^ z[15] ^ c16 ^ z[17];
    s[2] = c2 ^ z[11] ^ c17;
}

/* inv_sub_bytes is its inverse: every byte x ^ 0x63 of the state becomes InvS(x) (FIPS 197, 5.3.2). */
INLINE void inv_sub_bytes(lane s[8])
{
    lane x0 = s[0], x1 = s[1], x2 = s[2], x3 = s[3], x4 = s[4], x5 = s[5], x6 = s[6], x7 = s[7];

    lane a1 = x7 ^ x4, a4 = x6 ^ x4, b1 = x7 ^ a4;
    lane a2 = a4 ^ x1 ^ x0, b5 = x5 ^ a2;
    lane x43 = x4 ^ x3, b4 = x0 ^ x43, a5 = a2 ^ x43, b2 = x2 ^ x7 ^ x5;
    lane a8 = a1 ^ a4, a6 = a2 ^ a5, b8 = b1 ^ b4, b6 = b2 ^ b5;
    lane a3 = a4 ^ a5, b3 = b4 ^ b5;
    struct sbox_inner inner = {
        .a = {a1 ^ a2, a1, a2, a3, a4, a5, a6, a6 ^ a8, a8},
        .b = {b1 ^ b2, b1, b2, b3, b4, b5, b6, b6 ^ b8, b8},
        .sum = {a6 ^ b6, a8 ^ b8, a3 ^ b3, a5 ^ b5},
    };
    lane z[18];

    invert(z, &inner);

    lane p67 = z[6] ^ z[7], p68 = z[6] ^ z[8], q67 = z[15] ^ z[16], q68 = z[15] ^ z[17];
    lane p0 = z[1] ^ z[0] ^ p67, p1 = z[2] ^ z[0] ^ p68, p2 = z[4] ^ z[3] ^ p67, p3 = z[5] ^ z[3] ^ p68;
    lane q0 = z[10] ^ z[9] ^ q67, q1 = z[11] ^ z[9] ^ q68, q2 = z[13] ^ z[12] ^ q67, q3 = z[14] ^ z[12] ^ q68;
    lane p02 = p0 ^ p2, r = p02 ^ q0 ^ q3, t = p1 ^ q1;

    s[0] = q1;
    s[4] = p1 ^ q2;
    s[1] = p2 ^ q2;
    s[7] = p3 ^ q2;
    s[2] = s[7] ^ p02;
    s[6] = s[4] ^ r;
    s[5] = r ^ t;
    s[3] = p0 ^ q0 ^ s[2] ^ t;
}

#endif
