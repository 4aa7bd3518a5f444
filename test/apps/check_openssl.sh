#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_openssl.sh - the openssl command with openssl.cnf: cms, enc, s_time. Prints TAP; see apps.sh. (What it does with
# -provider is test/check_cli.sh's.)
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

want openssl command -v openssl
installed

# content FILE prints what `openssl cms -cmsout` calls the message.
content() {
    openssl cms -cmsout -print -inform DER -in "$1" | sed -n 's/^ *contentType: *//p' | head -1
}

case_cms_auth_enveloped_data() {
    local bits size writer reader options
    certificates
    options=(-binary -inform DER -inkey rsa.key -recip rsa.pem)
    for bits in 128 192 256; do
        for size in 0 1 17 4097 3000001; do
            sample "$size" >file
            for writer in default aeswide; do
                as "$writer" openssl cms -encrypt "-aes-$bits-gcm" -binary -in file -outform DER -out "message.$writer" rsa.pem
                [[ $(content "message.$writer") == *id-smime-ct-authEnvelopedData* ]] ||
                    fault "not AuthEnvelopedData: $(content "message.$writer")"
                for reader in default aeswide; do
                    as "$reader" openssl cms -decrypt "${options[@]}" -in "message.$writer" -out got
                    same file got
                done
                # One bit of the tag, which is the last thing in the message.
                python3 -c 'import sys; d = bytearray(sys.stdin.buffer.read()); d[-3] ^= 1; sys.stdout.buffer.write(d)' \
                    <"message.$writer" >wrong
                for reader in default aeswide; do
                    refused as "$reader" openssl cms -decrypt "${options[@]}" -in wrong -out got 2>"err.$reader"
                    sed -i 's/^[0-9A-F]*://' "err.$reader" # the thread
                done
                same err.default err.aeswide
                # Without data a fault in the data makes no difference.
                [ "$size" -eq 0 ] || refused as broken openssl cms -decrypt "${options[@]}" -in "message.$writer" -out got
            done
        done
    done
}

case_enc() {
    local name size options mode
    for name in aes-{128,192,256}-{ecb,ctr}; do
        options=("-$name" -pass pass:secret -pbkdf2 -S 0011223344556677)
        for size in 0 1 16 4097 10000019; do
            sample "$size" >file
            for mode in default aeswide broken; do
                as "$mode" openssl enc "${options[@]}" -in file -out "secret.$mode"
            done
            same secret.default secret.aeswide
            # A padded empty message is a block; in CTR it is nothing.
            [ "$name $size" = "${name%ctr}ctr 0" ] || ! cmp -s secret.default secret.broken ||
                fault "a broken module makes no difference: $name, $size bytes"
            for mode in default aeswide; do
                as "$mode" openssl enc -d "${options[@]}" -in secret.default -out got
                same file got
            done
        done
    done
}

enc() { # enc CIPHER MODE: MB/s
    truncate -s 1000000000 zeros
    rate 1000000000 as "$2" openssl enc "-$1" -nosalt -K "$(printf %064d 1)" -iv "$(printf %032d 1)" -in zeros \
        -out /dev/null -bufsize 65536
}
cms() { # cms MODE: MB/s
    [ -e large ] || sample 300000000 >large
    certificates
    rate 300000000 as "$1" openssl cms -encrypt -aes-256-gcm -binary -stream -in large -outform DER -out /dev/null rsa.pem
}
case_zz_speed() {
    compare "openssl enc -aes-256-ctr: 1 GB" MB/s enc aes-256-ctr
    compare "openssl cms -encrypt -aes-256-gcm: 300 MB" MB/s cms
}

s_time() { # s_time MODE: requests of 16 KiB per second, each over a new connection that resumes a session
    local port
    certificates
    sample 16384 >page
    port=$(free_port)
    start "$1" "$port" openssl s_server -accept "127.0.0.1:$port" -cert ec.pem -key ec.key -WWW -quiet >&3
    proven "$1" "$server"
    as "$1" openssl s_time -connect "127.0.0.1:$port" -reuse -www /page -time 2 -ciphersuites TLS_AES_256_GCM_SHA384 \
        >s_time.log 2>&1 || fault "s_time failed:" s_time.log
    stop
    # "N connections in M real seconds, B bytes read per connection"
    awk '/ real seconds, / { if ($7 < 16384) exit 1; printf "%.1f\n", $1 / $4; done = 1; exit } END { exit !done }' \
        s_time.log || fault "no figure in what s_time printed:" s_time.log
}
case_zz_s_time() {
    compare "openssl s_time and s_server: new connections, 16 KiB each" 1/s s_time
}

run_cases
