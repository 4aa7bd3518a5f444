#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_nginx.sh - nginx and curl: TLS 1.2 and 1.3 with each AES-GCM suite. Prints TAP; see apps.sh.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

want nginx command -v nginx
want curl command -v curl
want wrk command -v wrk
installed

sizes=(0 1 15 16 17 1023 4096 16383 16384 16385 100000 1048577)
giant=1073741824
suites12=(ECDHE-ECDSA-AES128-GCM-SHA256 ECDHE-ECDSA-AES256-GCM-SHA384 ECDHE-RSA-AES128-GCM-SHA256
    ECDHE-RSA-AES256-GCM-SHA384 DHE-RSA-AES128-GCM-SHA256 DHE-RSA-AES256-GCM-SHA384 AES128-GCM-SHA256 AES256-GCM-SHA384)
suites13=(TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384)

# serve MODE [DIRECTIVE...] starts nginx in that mode; sets `server` and `port`. Each answer names its version and suite.
serve() {
    local mode=$1 size
    shift
    port=$(free_port)
    mkdir -p www
    certificates
    for size in "${sizes[@]}"; do
        sample "$size" >"www/$size"
    done
    truncate -s "$giant" "www/$giant" # sparse: it takes no room
    [ -e "$work/dh.pem" ] || openssl genpkey -genparam -algorithm DH -pkeyopt group:ffdhe2048 -out "$work/dh.pem"
    cat >nginx.conf <<END
daemon off;
$([ "$(id -u)" != 0 ] || echo "user root;")
worker_processes 1;
pid $PWD/nginx.pid;
error_log stderr;
events { }
http {
    access_log off;
    sendfile on;
    client_body_temp_path $PWD/body;
    proxy_temp_path $PWD/proxy;
    fastcgi_temp_path $PWD/fastcgi;
    uwsgi_temp_path $PWD/uwsgi;
    scgi_temp_path $PWD/scgi;
    keepalive_requests 1000000000;
    server {
        listen 127.0.0.1:$port ssl;
        root $PWD/www;
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_ciphers ALL;
        ssl_certificate $PWD/rsa.pem;
        ssl_certificate_key $PWD/rsa.key;
        ssl_certificate $PWD/ec.pem;
        ssl_certificate_key $PWD/ec.key;
        ssl_dhparam $work/dh.pem;
        add_header X-TLS "\$ssl_protocol \$ssl_cipher";
        $(printf '%s\n' "$@")
    }
}
END
    start "$mode" "$port" nginx -p "$PWD" -e stderr -c "$PWD/nginx.conf"
    proven "$mode" "$server"
}

# url PATH prints where nginx serves it.
url() {
    echo "https://localhost:$port/$1"
}

# get MODE SUITE OPTION... runs curl in that mode with that suite alone.
get() {
    local mode=$1 options=(--tlsv1.2 --tls-max 1.2 --ciphers "$2")
    if [[ $2 == TLS_* ]]; then
        options=(--tlsv1.3 --tls13-ciphers "$2")
    fi
    shift 2
    as "$mode" curl -q -sS --fail --cacert all.pem --resolve "localhost:$port:127.0.0.1" "${options[@]}" "$@"
}

# files MODE SUITE fetches all files but the giant one over one connection and compares them.
files() {
    local size options=() version=TLSv1.2
    for size in "${sizes[@]}"; do
        options+=(-o "got.$size" "$(url "$size")")
    done
    get "$1" "$2" -D head "${options[@]}"
    for size in "${sizes[@]}"; do
        same "www/$size" "got.$size"
    done
    [[ $2 != TLS_* ]] || version=TLSv1.3
    [ "$(grep -ci "^X-TLS: $version $2" head)" -eq ${#sizes[@]} ] || fault "not $version with $2:" head
    rm -f got.* head
}

# giant_file MODE SUITE fetches a file of 1 GiB and compares it on the way.
giant_file() {
    get "$1" "$2" "$(url "$giant")" | cmp - "www/$giant"
}

# everything MODE_OF_SERVER MODE_OF_CLIENT SUITE... fetches everything with each suite.
everything() {
    local suite
    serve "$1"
    for suite in "${@:3}"; do
        files "$2" "$suite"
        if [ "$1 $2" = "aeswide aeswide" ]; then
            giant_file "$2" "$suite"
        fi
    done
    proven "$1" "$server"
}

case_tls12_on_default() { everything default default "${suites12[@]}"; }
case_tls12_server_on_aeswide() { everything aeswide default "${suites12[@]}"; }
case_tls12_client_on_aeswide() { everything default aeswide "${suites12[@]}"; }
case_tls12_both_on_aeswide_and_1_GiB() { everything aeswide aeswide "${suites12[@]}"; }
case_tls13_on_default() { everything default default "${suites13[@]}"; }
case_tls13_server_on_aeswide() { everything aeswide default "${suites13[@]}"; }
case_tls13_client_on_aeswide() { everything default aeswide "${suites13[@]}"; }
case_tls13_both_on_aeswide_and_1_GiB() { everything aeswide aeswide "${suites13[@]}"; }

case_a_broken_module_fails_on_either_side() {
    local suite
    serve default
    for suite in "${suites12[@]}" "${suites13[@]}"; do
        get default "$suite" -o got "$(url 1)"
        refused get broken "$suite" -o got "$(url 1)"
    done
    stop
    serve broken
    for suite in "${suites12[@]}" "${suites13[@]}"; do
        refused get default "$suite" -o got "$(url 1)"
    done
}

# Renegotiation apart, a server changes keys in TLS 1.3 only; what a long-lived connection needs is many records.
case_one_connection_for_many_requests() {
    local count=300 i
    serve aeswide
    for ((i = 0; i < count; i++)); do
        printf 'url = "%s"\noutput = "got.%s"\n' "$(url $((i % 2 == 0 ? 16385 : 17)))" "$i"
    done >list
    get aeswide TLS_AES_256_GCM_SHA384 -K list -w '%{num_connects}\n' >connects
    [ "$(awk '{ n += $1 } END { print n }' connects)" -eq 1 ] || fault "not one connection:" connects
    for ((i = 0; i < count; i++)); do
        same "got.$i" "www/$((i % 2 == 0 ? 16385 : 17))"
    done
}

# requests PATH MODE prints requests per second with that mode on both ends.
requests() {
    serve "$2" "ssl_conf_command Ciphersuites TLS_AES_256_GCM_SHA384;" >&3
    as "$2" wrk -t1 -c16 -d2s "https://127.0.0.1:$port/$1" >wrk.log 2>&1 || fault "wrk failed:" wrk.log
    stop
    lacks wrk.log "Non-2xx"
    lacks wrk.log "Socket errors"
    sed -n 's/^Requests\/sec: *//p' wrk.log
}
case_zz_requests_per_second() {
    compare "nginx and wrk: requests of 1 KiB" req/s requests 1023
    compare "nginx and wrk: requests of 16 KiB" req/s requests 16384
    compare "nginx and wrk: requests of 1 MiB" req/s requests 1048577
}

download() { # download SUITE MODE: MB/s of the file of 1 GiB, with that mode on both ends
    serve "$2" >&3
    rate "$giant" get "$2" "$1" -o /dev/null "$(url "$giant")"
    stop
}
case_zz_speed_of_a_large_file() {
    local suite
    for suite in TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384; do
        compare "nginx and curl: 1 GiB, TLS 1.3, $suite" MB/s download "$suite"
    done
    compare "nginx and curl: 1 GiB, TLS 1.2, ECDHE-ECDSA-AES256-GCM-SHA384" MB/s download ECDHE-ECDSA-AES256-GCM-SHA384
}

run_cases
