<?php
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The aeswide authors
//
// cipher.php - what PHP's openssl_encrypt makes of AES-ECB, -CTR and -GCM, as lines of text: see cipher.py.
declare(strict_types=1);
error_reporting(E_ALL);

const SIZES = [0, 1, 15, 16, 17, 255, 256, 4096, 4097, 65536, 1000003];

function bytes(int $count): string
{
    $out = '';
    for ($i = 0; $i < $count; $i++) {
        $out .= chr($i);
    }
    return $out;
}

function message(int $size): string
{
    $out = str_repeat("\0", $size);
    for ($i = 0; $i < $size; $i++) {
        $out[$i] = chr(($i * 7 + ($i >> 8)) & 255);
    }
    return $out;
}

function line(string $name, int $size, string $data): void
{
    echo "$name $size ", hash('sha256', $data), "\n";
}

// check ends the program when what must be true is not.
function check(bool $holds, string $what): void
{
    if (!$holds) {
        fwrite(STDERR, "$what\n");
        exit(1);
    }
}

// refused prints what OpenSSL has to say about a call that returned false, as it must.
function refused(string $name, string|false $result): void
{
    check($result === false, "$name: no error");
    echo "$name refused";
    while (($text = openssl_error_string()) !== false) {
        echo ": $text";
    }
    echo "\n";
}

$aad = bytes(20);
$ctr_iv = hex2bin('f0f1f2f3f4f5f6f7fffffffffffffffe');
$gcm_iv = hex2bin('cafebabefacedbaddecaf888');
$raw = OPENSSL_RAW_DATA;
if ($argc > 1) { // prints the speed
    $text = message(1 << 20);
    $count = 200;
    $begin = hrtime(true);
    for ($i = 0; $i < $count; $i++) {
        if ($argv[1] === 'gcm') {
            openssl_encrypt($text, 'aes-256-gcm', bytes(32), $raw, $gcm_iv, $tag, $aad);
        } else {
            openssl_encrypt($text, 'aes-256-ctr', bytes(32), $raw, $ctr_iv);
        }
    }
    printf("%.1f\n", $count * strlen($text) * 1e3 / (hrtime(true) - $begin));
    exit(0);
}
$whole = OPENSSL_RAW_DATA | OPENSSL_ZERO_PADDING; // PHP's name for: no padding
while (openssl_error_string() !== false) {
    // what was there before
}
foreach ([128, 192, 256] as $bits) {
    $key = bytes(intdiv($bits, 8));
    foreach (SIZES as $size) {
        $text = message($size);
        foreach ([["ecb", ''], ["ctr", $ctr_iv]] as [$mode, $iv]) {
            $name = "aes-$bits-$mode";
            if ($mode === 'ctr' || $size % 16 === 0) {
                $secret = openssl_encrypt($text, $name, $key, $whole, $iv);
                line(strtoupper($name), $size, $secret);
                check(openssl_decrypt($secret, $name, $key, $whole, $iv) === $text, "$name $size does not come back");
            }
            $secret = openssl_encrypt($text, $name, $key, $raw, $iv);
            line("padded $name", $size, $secret);
            check(openssl_decrypt($secret, $name, $key, $raw, $iv) === $text, "$name $size does not come back");
        }
        $name = "aes-$bits-gcm";
        $secret = openssl_encrypt($text, $name, $key, $raw, $gcm_iv, $tag, $aad);
        line(strtoupper($name), $size, $secret . $tag);
        check(openssl_decrypt($secret, $name, $key, $raw, $gcm_iv, $tag, $aad) === $text, "$name $size");
        $wrong = $tag;
        $wrong[15] = chr(ord($wrong[15]) ^ 1);
        refused("$name $size wrong tag", openssl_decrypt($secret, $name, $key, $raw, $gcm_iv, $wrong, $aad));
        refused("$name $size other AAD", openssl_decrypt($secret, $name, $key, $raw, $gcm_iv, $tag, 'x'));
        if ($size > 0) {
            $secret[$size >> 1] = chr(ord($secret[$size >> 1]) ^ 1);
            refused("$name $size changed", openssl_decrypt($secret, $name, $key, $raw, $gcm_iv, $tag, $aad));
        }
    }
    foreach ([4, 8, 12, 13, 15] as $length) {
        $secret = openssl_encrypt(message(100), $name, $key, $raw, $gcm_iv, $tag, '', $length);
        line("$name tag of $length bytes", 100, $secret . $tag);
        check(openssl_decrypt($secret, $name, $key, $raw, $gcm_iv, $tag) === message(100), "tag of $length bytes");
    }
    foreach ([1, 8, 16, 60, 128] as $length) {
        $secret = openssl_encrypt(message(100), $name, $key, $raw, bytes($length), $tag);
        line("$name IV of $length bytes", 100, $secret . $tag);
    }
    refused('wrong padding', openssl_decrypt(message(64), "aes-$bits-ecb", $key, $raw));
    refused('half a block', openssl_decrypt(message(72), "aes-$bits-ecb", $key, $raw));
    refused('half a block', openssl_encrypt(message(72), "aes-$bits-ecb", $key, $whole));
}
