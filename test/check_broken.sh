#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_broken.sh MODULE - a module whose self-test fails must never be used: a process then runs on the default
# provider's AES, or gets an error, as configured. The faults are planted in copies of the module, one changed byte
# each: in the known answers, and in a constant of the kernels.
# shellcheck disable=SC2317 # the functions of the cases are called through `holds`
set -euo pipefail

module=$1
for tool in openssl python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "1..0 # SKIP $tool is needed"
        exit 0
    fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset AESWIDE_KERNEL OPENSSL_CONF OPENSSL_MODULES AESWIDE_DEBUG
number=0
failed=0

# result VERDICT NAME [TEXT] prints one case; a text explains a failure.
result() {
    number=$((number + 1))
    if [ "$1" = ok ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        printf '%s\n' "${3:-}" | sed 's/^/# /'
        failed=1
    fi
}

# holds NAME COMMAND... is a case: the command must succeed.
holds() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        result ok "$name"
    else
        result not "$name" "$output"
    fi
}

# plant NAME HEX copies the module to a folder NAME with one bit flipped in the last byte of every place that holds
# these bytes; false if there is none.
plant() {
    mkdir -p "$folder/$1"
    python3 - "$module" "$folder/$1/aeswide.so" "$2" <<'END'
import sys
source, target, pattern = sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3])
with open(source, "rb") as file:
    data = bytearray(file.read())
at, count = data.find(pattern), 0
while at >= 0:
    data[at + len(pattern) - 1] ^= 0x01
    count += 1
    at = data.find(pattern, at + len(pattern))
with open(target, "wb") as file:
    file.write(data)
sys.exit(0 if count > 0 else 1)
END
}

# configure NAME DIAGNOSTICS writes an openssl.cnf for the module in a folder, which prefers it.
configure() {
    cat >"$folder/$1/openssl.cnf" <<END
config_diagnostics = $2
openssl_conf = init
[init]
providers = providers
alg_section = algorithms
[algorithms]
default_properties = ?provider=aeswide
[providers]
aeswide = aeswide_section
default = default_section
[aeswide_section]
module = $folder/$1/aeswide.so
activate = 1
[default_section]
activate = 1
END
}

key=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
iv=fffffffffffffffffffffffffffffff0
head -c 5000 "$module" >"$folder/plain"

# enciphered prints a checksum of the ciphertext, by whatever provider the configuration gives.
enciphered() {
    openssl enc -aes-256-ctr -K "$key" -iv "$iv" -in "$folder/plain" -out "$folder/cipher" && cksum <"$folder/cipher"
}

# uses tells whether this configuration's process has an active provider of that name.
uses() {
    openssl list -providers | grep -qw "$1"
}

# A load that must fail, with the reason in its text.
refused() {
    local text
    if text=$(OPENSSL_CONF=/dev/null openssl list -provider-path "$folder/$1" -provider aeswide -providers 2>&1); then
        echo "it was loaded: $text"
        return 1
    fi
    grep -q 'gives a wrong answer' <<<"$text" || { echo "no reason: $text"; return 1; }
}

# The same as default: right ciphertext, and random numbers that work.
right() {
    local sum first second
    sum=$(enciphered)
    [ "$sum" = "$expected" ] || { echo "wrong ciphertext: $sum"; return 1; }
    first=$(openssl rand -hex 16)
    second=$(openssl rand -hex 16)
    if [ "${#first}" -ne 32 ] || [ "$first" = "$second" ]; then
        echo "random: $first $second"
        return 1
    fi
}

# With config_diagnostics a release may refuse to start (3.0 does not: it goes on with the other providers). If it
# starts, it must be right.
right_or_stopped() {
    openssl version >/dev/null 2>&1 || return 0
    right
}

# Who asks for aeswide by its property gets an error.
error_if_required() {
    ! openssl enc -aes-256-ctr -propquery provider=aeswide -K "$key" -iv "$iv" -in "$folder/plain" >"$folder/cipher"
}

expected=$(OPENSSL_CONF=/dev/null enciphered)

# The control: an unchanged copy is loaded, is preferred, and is right.
mkdir "$folder/whole"
cp "$module" "$folder/whole/aeswide.so"
configure whole 1
export OPENSSL_CONF=$folder/whole/openssl.cnf
holds "unchanged: aeswide is active" uses aeswide
holds "unchanged: right" right
if error_if_required 2>/dev/null; then
    result not "unchanged: no error where aeswide is required"
else
    result ok "unchanged: no error where aeswide is required"
fi

# Known answers: the checksums of AES-128-ECB, -CTR and AES-256-GCM in provider/selftest.c. Constants: the byte order
# that PSHUFB reverses a block by.
while read -r name hex; do
    unset OPENSSL_CONF
    if ! plant "$name" "$hex"; then
        if [[ $name == kernel-* ]]; then
            echo "# no place for $name in this build"
        else
            result not "$name: planted" "the bytes $hex are not in the module"
        fi
        continue
    fi
    holds "$name: refused by name" refused "$name"
    configure "$name" 0
    export OPENSSL_CONF=$folder/$name/openssl.cnf
    if uses aeswide; then
        result not "$name: not active" "openssl list -providers shows it"
    else
        result ok "$name: not active"
    fi
    holds "$name: the process runs on default's AES" right
    configure "$name" 1
    holds "$name: with config_diagnostics right, or not started" right_or_stopped
    holds "$name: an error where aeswide is required" error_if_required
done <<'END'
answer-ecb d2ced55586736ebc
answer-ctr 5cdd8f8917f28830
answer-gcm 83adcf84a1575265
kernel-byte-order 0f0e0d0c0b0a09080706050403020100
END
echo "1..$number"
exit "$failed"
