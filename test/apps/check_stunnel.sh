#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_stunnel.sh - stunnel on both ends: TLS 1.2 and 1.3. Prints TAP; see apps.sh.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

want stunnel4 command -v stunnel4
installed

# tunnel MODE_OF_SERVER MODE_OF_CLIENT SUITE COMMAND [ARGUMENT...] starts two stunnels: to connect to `port` is to talk,
# through TLS, to that command.
tunnel() {
    local inner version=TLSv1.2 setting="ciphers = $3" program=$4 common
    inner=$(free_port)
    certificates
    if [[ $3 == TLS_* ]]; then
        version=TLSv1.3
        setting="ciphersuites = $3"
    fi
    common=("foreground = yes" "pid =" "syslog = no" "debug = info" "[tunnel]" "sslVersion = $version" "$setting")
    printf '%s\n' "${common[@]}" "accept = 127.0.0.1:$inner" "cert = $PWD/rsa.pem" "key = $PWD/rsa.key" \
        "exec = $(command -v "$program")" "execArgs = ${*:4}" >server.conf
    start "$1" "$inner" stunnel4 "$PWD/server.conf"
    proven "$1" "$server"
    mv server.log far.log
    port=$(free_port)
    printf '%s\n' "${common[@]}" "client = yes" "accept = 127.0.0.1:$port" "connect = 127.0.0.1:$inner" \
        "verifyChain = yes" "CAfile = $PWD/rsa.pem" "checkHost = localhost" >client.conf
    start "$2" "$port" stunnel4 "$PWD/client.conf"
    proven "$2" "$server"
}

# receive reads from the tunnel until its end.
receive() {
    timeout 120 cat <"/dev/tcp/127.0.0.1/$port"
}

suites=(ECDHE-RSA-AES128-GCM-SHA256 ECDHE-RSA-AES256-GCM-SHA384 TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384)

# files MODE_OF_SERVER MODE_OF_CLIENT sends files through with each suite.
files() {
    local suite size
    for suite in "${suites[@]}"; do
        for size in 1 16385 20000003; do
            sample "$size" >"file.$size"
            tunnel "$1" "$2" "$suite" cat "$PWD/file.$size"
            receive >got
            same "file.$size" got
            has server.log "$suite"
            stop
        done
    done
}
case_files_on_default() { files default default; }
case_files_server_on_aeswide() { files aeswide default; }
case_files_client_on_aeswide() { files default aeswide; }
case_files_both_on_aeswide() { files aeswide aeswide; }

case_a_broken_module_fails_on_either_side() {
    local sides suite
    sample 30000 >file
    for suite in "${suites[@]}"; do
        for sides in "broken default" "default broken"; do
            # shellcheck disable=SC2086 # two words
            tunnel $sides "$suite" cat "$PWD/file"
            receive >got || true
            ! cmp -s file got || fault "a broken module makes no difference: $sides, $suite"
            stop
        done
    done
}

download() { # download MODE: MB/s with that mode on both ends
    truncate -s 1000000000 zeros
    tunnel "$1" "$1" TLS_AES_256_GCM_SHA384 cat "$PWD/zeros" >&3
    rate 1000000000 nowhere
    stop
}
nowhere() {
    receive >/dev/null
}
case_zz_speed() {
    compare "stunnel on both ends: TLS 1.3, TLS_AES_256_GCM_SHA384" MB/s download
}

run_cases
