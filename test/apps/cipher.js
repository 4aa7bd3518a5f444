// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The aeswide authors
//
// cipher.js - what Node's module `crypto` makes of AES-ECB, -CTR and -GCM, as lines of text: see cipher.py.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

const sizes = [0, 1, 15, 16, 17, 255, 256, 4096, 4097, 65536, 1000003];
const range = (count) => Buffer.from(Array.from({ length: count }, (_, i) => i));
const aad = range(20);
const ivs = {
    ecb: null,
    ctr: Buffer.from('f0f1f2f3f4f5f6f7fffffffffffffffe', 'hex'),
    gcm: Buffer.from('cafebabefacedbaddecaf888', 'hex'),
};

function message(size) {
    const data = Buffer.alloc(size);
    for (let i = 0; i < size; i++) data[i] = i * 7 + (i >> 8);
    return data;
}

function line(name, size, data) {
    console.log(name, size, crypto.createHash('sha256').update(data).digest('hex'));
}

// inPieces feeds the data in growing pieces: 1, 2, 3, ... bytes.
function inPieces(context, data) {
    const out = [];
    for (let at = 0, step = 1; at < data.length; at += step, step++) out.push(context.update(data.subarray(at, at + step)));
    out.push(context.final());
    return Buffer.concat(out);
}

// error prints what the function throws; it has to.
function error(name, callback) {
    try {
        callback();
    } catch (fault) {
        console.log(name, fault.name, fault.code, fault.message);
        return;
    }
    throw new Error(`${name}: no error`);
}

function plain(bits, mode) {
    const name = `aes-${bits}-${mode}`;
    for (const size of sizes) {
        for (const padded of [false, true]) {
            if (padded ? mode !== 'ecb' : mode === 'ecb' && size % 16 !== 0) continue;
            const make = (create) => create(name, range(bits / 8), ivs[mode]).setAutoPadding(padded);
            const context = make(crypto.createCipheriv);
            const secret = Buffer.concat([context.update(message(size)), context.final()]);
            line(padded ? `padded ${name}` : name.toUpperCase(), size, secret);
            assert(inPieces(make(crypto.createCipheriv), message(size)).equals(secret));
            assert(inPieces(make(crypto.createDecipheriv), secret).equals(message(size)));
        }
    }
}

function gcm(bits) {
    const name = `aes-${bits}-gcm`;
    const open = (secret, tag, more = aad, options = {}) => {
        const context = crypto.createDecipheriv(name, range(bits / 8), ivs.gcm, options);
        context.setAAD(more);
        context.setAuthTag(tag);
        return inPieces(context, secret);
    };
    for (const size of sizes) {
        const context = crypto.createCipheriv(name, range(bits / 8), ivs.gcm);
        context.setAAD(aad);
        const secret = inPieces(context, message(size));
        const tag = context.getAuthTag();
        line(name.toUpperCase(), size, Buffer.concat([secret, tag]));
        assert(open(secret, tag).equals(message(size)));
        const wrong = Buffer.from(tag);
        wrong[15] ^= 1;
        error(`${name} ${size} wrong tag`, () => open(secret, wrong));
        error(`${name} ${size} other AAD`, () => open(secret, tag, aad.subarray(1)));
        if (size > 0) {
            secret[size >> 1] ^= 1;
            error(`${name} ${size} changed`, () => open(secret, tag));
        }
    }
    for (const authTagLength of [4, 8, 12, 13, 15]) {
        const context = crypto.createCipheriv(name, range(bits / 8), ivs.gcm, { authTagLength });
        const secret = inPieces(context, message(100));
        const tag = context.getAuthTag();
        line(`${name} tag of ${authTagLength} bytes`, 100, Buffer.concat([secret, tag]));
        assert(open(secret, tag, Buffer.alloc(0), { authTagLength }).equals(message(100)));
        error(`${name} wrong tag of ${authTagLength}`, () => open(secret, Buffer.alloc(authTagLength), aad, { authTagLength }));
    }
    for (const length of [1, 8, 16, 60, 128]) {
        const context = crypto.createCipheriv(name, range(bits / 8), range(length));
        line(`${name} IV of ${length} bytes`, 100, Buffer.concat([inPieces(context, message(100)), context.getAuthTag()]));
    }
    error(`${name} IV of 0 bytes`, () => crypto.createCipheriv(name, range(bits / 8), Buffer.alloc(0)));
    error(`${name} without a tag`, () => crypto.createDecipheriv(name, range(bits / 8), ivs.gcm).final());
}

function speed(mode) {
    const text = message(1 << 20);
    const count = 200;
    const begin = process.hrtime.bigint();
    for (let i = 0; i < count; i++) {
        const context = crypto.createCipheriv(`aes-256-${mode}`, range(32), ivs[mode]);
        context.update(text);
        context.final();
    }
    console.log((count * text.length * 1e3 / Number(process.hrtime.bigint() - begin)).toFixed(1));
}

if (process.argv.length > 2) {
    speed(process.argv[2]);
    process.exit();
}
for (const bits of [128, 192, 256]) {
    plain(bits, 'ecb');
    plain(bits, 'ctr');
    gcm(bits);
    error('short key', () => crypto.createCipheriv(`aes-${bits}-ctr`, range(bits / 8 - 1), ivs.ctr));
    error('short IV', () => crypto.createCipheriv(`aes-${bits}-ctr`, range(bits / 8), ivs.gcm));
    error('wrong padding', () => inPieces(crypto.createDecipheriv(`aes-${bits}-ecb`, range(bits / 8), null), message(64)));
    error('half a block', () => inPieces(crypto.createDecipheriv(`aes-${bits}-ecb`, range(bits / 8), null), message(72)));
    console.log(JSON.stringify(['ecb', 'ctr', 'gcm'].map((mode) => crypto.getCipherInfo(`aes-${bits}-${mode}`))));
}
