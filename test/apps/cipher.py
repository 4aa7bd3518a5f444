# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
cipher.py - what Python's package `cryptography` makes of AES-ECB, -CTR and -GCM, as lines of text.

The lines that begin with "AES-" are the same in every language (cipher.js, cipher.php, cipher.rb): a cipher, the length
of the message, and the SHA-256 of the ciphertext with the tag behind it. The others are this package's own: its errors.

    cipher.py             prints the lines
    cipher.py ctr|gcm     prints the speed of AES-256 for messages of 1 MiB, in MB/s
"""
import hashlib
import sys
import time

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SIZES = [0, 1, 15, 16, 17, 255, 256, 4096, 4097, 65536, 1000003]
AAD = bytes(range(20))
CTR_IV = bytes.fromhex("f0f1f2f3f4f5f6f7fffffffffffffffe")
GCM_IV = bytes.fromhex("cafebabefacedbaddecaf888")


def key(bits):
    return bytes(range(bits // 8))


def message(size):
    return bytes(i * 7 + i // 256 & 255 for i in range(size))


def line(name, size, data):
    print(name, size, hashlib.sha256(data).hexdigest())


def in_pieces(context, data):
    """in_pieces feeds the data in growing pieces: 1, 2, 3, ... bytes."""
    out, at, step = b"", 0, 1
    while at < len(data):
        out += context.update(data[at:at + step])
        at += step
        step += 1
    return out + context.finalize()


def error(name, function, *arguments):
    """error prints what the function raises; it has to."""
    try:
        function(*arguments)
    except Exception as fault:  # pylint: disable=broad-except
        print(name, type(fault).__name__, fault)
    else:
        raise SystemExit(f"{name}: no error")


def unpadded(bits, mode):
    for size in SIZES:
        if isinstance(mode, modes.ECB) and size % 16 != 0:
            continue
        cipher = Cipher(algorithms.AES(key(bits)), mode)
        context = cipher.encryptor()
        secret = context.update(message(size)) + context.finalize()
        line(f"AES-{bits}-{mode.name}", size, secret)
        assert in_pieces(cipher.encryptor(), message(size)) == secret
        assert in_pieces(cipher.decryptor(), secret) == message(size)
        buffer = bytearray(size + 15)
        context = cipher.decryptor()
        assert context.update_into(secret, buffer) == size and buffer[:size] == message(size)


def gcm(bits):
    for size in SIZES:
        secret = AESGCM(key(bits)).encrypt(GCM_IV, message(size), AAD)
        line(f"AES-{bits}-GCM", size, secret)
        assert AESGCM(key(bits)).decrypt(GCM_IV, secret, AAD) == message(size)
        context = Cipher(algorithms.AES(key(bits)), modes.GCM(GCM_IV)).encryptor()
        for byte in AAD:
            context.authenticate_additional_data(bytes([byte]))
        assert in_pieces(context, message(size)) + context.tag == secret
        context = Cipher(algorithms.AES(key(bits)), modes.GCM(GCM_IV, secret[-16:])).decryptor()
        context.authenticate_additional_data(AAD)
        assert in_pieces(context, secret[:-16]) == message(size)
        for at in {0, size // 2, size, size + 15}:  # in the ciphertext and in the tag
            wrong = bytearray(secret)
            wrong[at] ^= 1
            error(f"GCM {bits} {size} changed at {at}", AESGCM(key(bits)).decrypt, GCM_IV, bytes(wrong), AAD)
        error(f"GCM {bits} {size} other AAD", AESGCM(key(bits)).decrypt, GCM_IV, secret, AAD[1:])
    for length in (8, 16, 60, 128):
        iv = bytes(range(length))
        line(f"GCM IV of {length} bytes, {bits}", 100, AESGCM(key(bits)).encrypt(iv, message(100), None))
    for length in (4, 12, 15):
        context = Cipher(algorithms.AES(key(bits)), modes.GCM(GCM_IV)).encryptor()
        secret = context.update(message(100)) + context.finalize()
        mode = modes.GCM(GCM_IV, context.tag[:length], min_tag_length=4)
        context = Cipher(algorithms.AES(key(bits)), mode).decryptor()
        assert context.update(secret) + context.finalize() == message(100)
        mode = modes.GCM(GCM_IV, bytes(length), min_tag_length=4)
        context = Cipher(algorithms.AES(key(bits)), mode).decryptor()
        context.update(secret)
        error(f"GCM {bits} wrong tag of {length} bytes", context.finalize)


def errors():
    context = Cipher(algorithms.AES(key(128)), modes.ECB()).encryptor()
    context.update(b"17 bytes are two!")
    error("ECB unfinished block", context.finalize)
    context = Cipher(algorithms.AES(key(128)), modes.ECB()).decryptor()
    context.update(b"1")
    error("ECB unfinished block", context.finalize)
    context = Cipher(algorithms.AES(key(256)), modes.GCM(GCM_IV)).decryptor()
    error("GCM without a tag", context.finalize)
    error("GCM tag of other data", context.finalize_with_tag, bytes(16))
    context = Cipher(algorithms.AES(key(256)), modes.GCM(GCM_IV)).encryptor()
    context.finalize()
    error("GCM after the end", context.update, b"x")
    try:
        AESGCM(key(256)).decrypt(GCM_IV, bytes(16), None)
    except InvalidTag:
        print("an invalid tag is InvalidTag")


def speed(mode):
    text, count, begin = message(1 << 20), 200, time.monotonic()
    for _ in range(count):
        if mode == "gcm":
            AESGCM(key(256)).encrypt(GCM_IV, text, AAD)
        else:
            context = Cipher(algorithms.AES(key(256)), modes.CTR(CTR_IV)).encryptor()
            context.update(text)
            context.finalize()
    print(f"{count * len(text) / 1e6 / (time.monotonic() - begin):.1f}")


if len(sys.argv) > 1:
    speed(sys.argv[1])
else:
    for key_bits in (128, 192, 256):
        unpadded(key_bits, modes.ECB())
        unpadded(key_bits, modes.CTR(CTR_IV))
        gcm(key_bits)
    errors()
