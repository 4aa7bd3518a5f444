#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_postgresql.sh - PostgreSQL: connections through TLS, and the ciphers of pgcrypto. Prints TAP; see apps.sh.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

# programs prints the folder of the newest version's programs.
programs() {
    find /usr/lib/postgresql/*/bin -name initdb -printf '%h\n' 2>/dev/null | sort -V | tail -1
}
want postgresql test -n "$(programs)"
want postgresql-client command -v psql
installed
bin=$(programs)

# The server refuses to run as root. Its user needs a module that it can read, wherever the build folder is.
run_as=()
if [ "$(id -u)" = 0 ]; then
    run_as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
for mode in aeswide broken; do
    module=$AESWIDE_MODULE
    [ $mode = aeswide ] || module=$AESWIDE_BROKEN
    install -m 755 "$module" "$work/$mode.so"
    sed "s|^module = .*|module = $work/$mode.so|" "$AESWIDE_CNF" >"$work/$mode.cnf"
    chmod 644 "$work/$mode.cnf"
    conf[$mode]=$work/$mode.cnf
done
AESWIDE_MODULE=$work/aeswide.so

# serve MODE [LINE...] starts a server in that mode with these lines of postgresql.conf; sets `server` and `port`. The
# database is made once, and copied for each case.
serve() {
    local mode=$1
    shift
    if ! [ -d "$work/database" ]; then
        install -d -m 700 "$work/database"
        [ ${#run_as[@]} -eq 0 ] || chown postgres: "$work/database"
        "${run_as[@]}" "$bin/initdb" -D "$work/database" -U tester -A trust --no-sync -E UTF8 --locale=C >initdb.log 2>&1 ||
            fault "no database:" initdb.log
    fi
    chmod 711 "$PWD"
    rm -rf database
    cp -a "$work/database" database
    certificates
    cp rsa.key database/server.key
    cp rsa.pem database/server.crt
    [ ${#run_as[@]} -eq 0 ] || chown postgres: database/server.*
    chmod 600 database/server.key
    port=$(free_port)
    printf '%s\n' "hostssl all all 127.0.0.1/32 trust" >database/pg_hba.conf
    printf '%s\n' "listen_addresses = '127.0.0.1'" "port = $port" "unix_socket_directories = ''" "ssl = on" "fsync = off" \
        "shared_buffers = 32MB" "$@" >>database/postgresql.conf
    restart "$mode"
}

# restart MODE starts a server on the database that is there.
restart() {
    start "$1" "$port" "${run_as[@]}" "$bin/postgres" -D "$PWD/database"
    proven "$1" "$server"
}

# query MODE SQL [OPTION...] runs a query over TLS, with psql in that mode.
query() {
    as "$1" psql -X -q -A -t -v ON_ERROR_STOP=1 "${@:3}" -c "$2" \
        "host=localhost hostaddr=127.0.0.1 port=$port user=tester dbname=postgres sslmode=verify-full sslrootcert=$PWD/rsa.pem"
}

# The answers: rows of many lengths, and one of 20 MB.
rows_sql="select repeat(md5(i::text), i % 700) from generate_series(1, 3000) i"
large_sql="select string_agg(md5(i::text), '') from generate_series(1, 625000) i"

# connections MODE_OF_SERVER MODE_OF_CLIENT makes connections with each suite and compares the answers.
connections() {
    local suite lines
    for suite in ECDHE-RSA-AES128-GCM-SHA256 ECDHE-RSA-AES256-GCM-SHA384 AES256-GCM-SHA384 TLS_AES_256_GCM_SHA384; do
        if [[ $suite == TLS_* ]]; then
            lines=("ssl_min_protocol_version = 'TLSv1.3'")
        else
            lines=("ssl_max_protocol_version = 'TLSv1.2'" "ssl_ciphers = '$suite'")
        fi
        serve "$1" "${lines[@]}"
        query "$2" "select cipher from pg_stat_ssl where pid = pg_backend_pid()" >got
        [ "$(cat got)" = "$suite" ] || fault "not $suite:" got
        query "$2" "$rows_sql" >rows
        query "$2" "$large_sql" >large
        sha256sum rows large >sums
        [ "$(wc -c <large)" -eq 20000001 ] || fault "not 20 MB, but $(wc -c <large) bytes"
        [ -e "$work/sums" ] || cp sums "$work/sums" # of the first mode: they do not depend on it
        same "$work/sums" sums
        stop
    done
}
case_connections_1_on_default() { connections default default; }
case_connections_2_server_on_aeswide() { connections aeswide default; }
case_connections_3_client_on_aeswide() { connections default aeswide; }
case_connections_4_both_on_aeswide() { connections aeswide aeswide; }

case_a_broken_module_fails_on_either_side() {
    serve default
    query default "select 1"
    refused query broken "select 1"
    stop
    serve broken
    refused query default "select 1"
}

# pgcrypto enciphers AES-ECB, and its PGP messages a block at a time through AES-ECB. What is random in them keeps one
# message from being equal to the next: so each mode reads what the other has written.
write_sql="create extension if not exists pgcrypto;
    create table secrets as
        select i, repeat(md5(i::text), i) as text,
            encrypt(repeat(md5(i::text), i)::bytea, decode(repeat('0123456789abcdef', k), 'hex'), 'aes-ecb/pad:pkcs') as ecb,
            encrypt(repeat(md5(i::text), i)::bytea, decode(repeat('0123456789abcdef', k), 'hex'), 'aes-ecb/pad:none') as whole,
            pgp_sym_encrypt(repeat(md5(i::text), i), 'password', 'compress-algo=0, s2k-count=1024, cipher-algo=aes' || k * 64)
                as pgp, k
        from (select i, 2 + i % 3 as k from generate_series(0, 200) i) numbers"
read_sql="select count(*) from secrets where
        convert_from(decrypt(ecb, decode(repeat('0123456789abcdef', k), 'hex'), 'aes-ecb/pad:pkcs'), 'UTF8') = text
        and convert_from(decrypt(whole, decode(repeat('0123456789abcdef', k), 'hex'), 'aes-ecb/pad:none'), 'UTF8') = text
        and pgp_sym_decrypt(pgp, 'password') = text"
# What must fail, or give something else, in the words of default.
wrong_sql=("select pgp_sym_decrypt(pgp, 'wrong') from secrets where i = 7"
    "select pgp_sym_decrypt(set_byte(pgp, 100, get_byte(pgp, 100) # 1), 'password') from secrets where i = 100"
    "select decrypt(substr(ecb, 1, 24), decode(repeat('0123456789abcdef', k), 'hex'), 'aes-ecb') from secrets where i = 3"
    "select decrypt(ecb, 'another key', 'aes-ecb') from secrets where i = 3"
    "select encrypt('17 bytes are two!', 'key', 'aes-ecb/pad:none')")

# reads MODE prints how many rows a server in that mode reads. The connection is ChaCha20: a broken one would not come up.
reads() {
    stop
    restart "$1"
    query default "$read_sql" 2>&1
}
case_pgcrypto() {
    local writer reader sql
    for writer in default aeswide; do
        serve "$writer" "ssl_ciphers = 'ECDHE-RSA-CHACHA20-POLY1305'" "ssl_max_protocol_version = 'TLSv1.2'"
        query default "$write_sql"
        query default "select i, ecb, whole from secrets" >"ecb.$writer"
        for sql in "${wrong_sql[@]}"; do
            query default "$sql" || true
        done >"wrong.$writer" 2>&1
        for reader in default aeswide; do
            reads "$reader" >got
            [ "$(cat got)" = 201 ] || fault "$reader does not read the 201 rows that $writer has written, but:" got
        done
        reads broken >got || true
        [ "$(cat got)" != 201 ] || fault "a broken module reads everything"
        stop
    done
    same ecb.default ecb.aeswide
    [ "$(grep -c ERROR wrong.default)" -ge 3 ] || fault "too few errors:" wrong.default
    diff wrong.default wrong.aeswide >differences || fault "other errors on aeswide (>):" differences
}

copy_out() { # copy_out MODE: MB/s of a large answer, with that mode on both ends
    serve "$1" >&3
    rate 300000000 query "$1" "copy (select repeat('x', 9999) from generate_series(1, 30000)) to stdout" -o /dev/null
    stop
}
pgp() { # pgp MODE: seconds for 40 MB there and back
    serve "$1" >&3
    query default "create extension pgcrypto" >&3
    seconds query default "select length(pgp_sym_decrypt(pgp_sym_encrypt(repeat('x', 40000000), 'p',
        'compress-algo=0, cipher-algo=aes256'), 'p'))"
    stop
}
ecb() { # ecb MODE: seconds for 10 x 40 MB
    serve "$1" >&3
    query default "create extension pgcrypto" >&3
    seconds query default "select sum(length(encrypt((repeat('x', 40000000) || i)::bytea, 'sixteen bytes ok', 'aes-ecb')))
        from generate_series(1, 10) i"
    stop
}
case_zz_speed() {
    compare "PostgreSQL and psql: copy, TLS 1.3, TLS_AES_256_GCM_SHA384" MB/s copy_out
    compare "PostgreSQL, pgcrypto: AES-128-ECB of 10 times 40 MB" s ecb
    compare "PostgreSQL, pgcrypto: PGP message of 40 MB with AES-256 there and back" s pgp
}

run_cases
