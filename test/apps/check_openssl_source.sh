#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_openssl_source.sh - OpenSSL's own tests, built from Debian's source package in a scratch folder, with aeswide
# preferred: each has to end as it does on default. Prints TAP; see apps.sh.
#
# It builds OpenSSL, which takes many minutes, and so runs only where the environment says so:
#   TEST_OPENSSL_SOURCE=1        the source of this release of Debian
#   TEST_OPENSSL_SOURCE=trixie   that of another suite (3.5 and later have tests for QUIC)
#   OPENSSL_SOURCE_FOLDER        keeps the built tree there for the next time
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

suite=${TEST_OPENSSL_SOURCE:-}
[ -n "$suite" ] || skip_all "it builds OpenSSL: set TEST_OPENSSL_SOURCE=1 to have it run"
want dpkg-dev command -v dpkg-source
want gcc command -v gcc
want libc6-dev compiles
want make command -v make
want perl perl -MFindBin -MIPC::Cmd -MPod::Html -e 1
installed
tree=${OPENSSL_SOURCE_FOLDER:-$work/openssl}/tree

# fetch unpacks the newest source package that the mirror has; nothing of apt's own lists and settings changes.
fetch() {
    local folder=$1 apt version options
    apt=$folder/apt
    mkdir -p "$apt"/{lists,archives}/partial
    # The sources of the system, with deb-src for deb, in one of apt's two formats.
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >"$apt/src.list" || true
    sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$apt/src.sources" 2>/dev/null || true
    if [ "$suite" != 1 ]; then # the first entry alone: security has a suite of another name
        sed -i '2,$d' "$apt/src.list"
        sed -i "/^\$/,\$d; s/^Suites:.*/Suites: $suite/" "$apt/src.sources"
        awk -v suite="$suite" '{ for (i = 2; i < NF; i++) if ($i ~ /:\/\//) $(i + 1) = suite; print }' "$apt/src.list" \
            >"$apt/suite.list"
        mv "$apt/suite.list" "$apt/src.list"
    fi
    [ -s "$apt/src.list" ] || rm "$apt/src.list"
    [ -s "$apt/src.sources" ] || rm "$apt/src.sources"
    options=(-q -o Dir::Etc::sourcelist=- -o Dir::Etc::sourceparts="$apt" -o Dir::State::lists="$apt/lists"
        -o Dir::Cache="$apt" -o APT::Sandbox::User="$(id -un)")
    apt-get "${options[@]}" update
    cd "$folder"
    # A mirror may list a version whose files it does not have.
    for version in $(apt-cache "${options[@]:1}" showsrc openssl | sed -n 's/^Version: //p' | sort -rVu); do
        if apt-get "${options[@]}" source --download-only "openssl=$version"; then
            dpkg-source -x "openssl_${version#*:}.dsc" tree
            return
        fi
    done
    return 1
}

programs=(evp_test evp_extra_test aesgcmtest sslapitest)
quic_programs=(quic_record_test quic_multistream_test quic_tserver_test quicapitest quicfaultstest)
built() {
    [ -e "$tree/.built" ]
}

# make_programs builds what is needed of OpenSSL: static, for then each file is compiled once.
make_programs() {
    cd "$tree"
    local name targets=("${programs[@]/#/test/}")
    for name in "${quic_programs[@]}"; do
        [ ! -e "test/$name.c" ] || targets+=("test/$name")
    done
    ./Configure no-shared no-module
    make -j "$(nproc)" build_generated
    make -j "$(nproc)" "${targets[@]}"
    touch .built
}
if ! built; then
    mkdir -p "$(dirname "$tree")"
    log=$work/build.log
    (fetch "$(dirname "$tree")") >"$log" 2>&1 || skip_all "no source package of openssl: $(grep -m 1 '^E:' "$log" || tail -1 "$log")"
    (set -e; make_programs) >"$log" 2>&1 || true
    if ! built; then
        failed "building OpenSSL" "$(tail -20 "$log")"
        tap_end
    fi
fi
echo "# OpenSSL $(sed -n 's/^MAJOR=//p; s/^MINOR=/./p; s/^PATCH=/./p' "$tree/VERSION.dat" | tr -d '\n"'), with its own libcrypto"

# write_cnf FILE MODE NAME... writes an openssl.cnf that activates these providers, and aeswide unless MODE is default.
write_cnf() {
    local file=$1 mode=$2 name names=("${@:3}")
    [ "$mode" = default ] || names+=(aeswide)
    {
        printf '%s\n' 'openssl_conf = init' 'config_diagnostics = 1' '[init]' 'providers = providers'
        [ "$mode" = default ] || printf '%s\n' 'alg_section = algorithms' '[algorithms]' 'default_properties = ?provider=aeswide'
        echo '[providers]'
        printf '%s\n' "${names[@]}" | sed 's/.*/& = &_section/'
        for name in "${names[@]}"; do
            printf '%s\n' "[${name}_section]" 'activate = 1'
            [ "$name" != aeswide ] || sed -n '/^module = /p' "${conf[$mode]}"
        done
    } >"$file"
}

# outcomes FILE prints the verdicts in what a test program of OpenSSL has printed.
outcomes() {
    grep -E '^ *(not )?ok [0-9]+' "$1" | sed -E 's/[[:space:]]+$//' || true
}

# ends_alike COMMAND... runs a test program in each mode. In its words CNF stands for a configuration with default and
# legacy, ONLY for one with default alone; both prefer aeswide, in its modes. A program without such a word gets the first
# one from the environment, and one with it must not. Passes when it ends on aeswide as it does on default, and fails on
# broken.
ends_alike() {
    local mode words status environment completed limit
    for mode in default aeswide broken; do
        write_cnf "$mode.cnf" "$mode" default legacy
        write_cnf "$mode.only.cnf" "$mode" default
        words=("${@//CNF/$PWD/$mode.cnf}")
        words=("${words[@]//ONLY/$PWD/$mode.only.cnf}")
        limit=600
        [ "$mode" != broken ] || limit=60 # QUIC waits for packets that never come
        environment=/dev/null
        [ "${words[*]}" != "$*" ] || environment=$PWD/$mode.cnf
        status=0
        (
            cd "$tree/test"
            OPENSSL_CONF=$environment AESWIDE_DEBUG=1 timeout "$limit" "${words[@]}"
        ) >"$mode.log" 2>"$mode.err" || status=$?
        outcomes "$mode.log" >"$mode.txt"
        echo "exit status $status" >>"$mode.txt"
    done
    diff default.txt aeswide.txt >differences || {
        tail -30 aeswide.err >>differences
        fault "not as on default:" differences
    }
    has aeswide.txt "exit status 0"
    [ "$(grep -c 'ok ' aeswide.txt)" -ge 1 ] || fault "no verdict in:" aeswide.log
    grep -q '^aeswide [0-9.]*, kernel' aeswide.err || fault "aeswide was not loaded:" aeswide.err
    ! cmp -s default.txt broken.txt || fault "a broken module makes no difference"
    completed=$(grep -hoE 'Completed [0-9]+ tests with .*' aeswide.log aeswide.err || true)
    echo "# ${completed:+$completed; }$(grep -c 'ok ' aeswide.txt) verdicts, the same as on default;" \
        "$(grep -c 'not ok' broken.txt || true) fail on broken"
}

evp_file() {
    local file=$tree/test/recipes/30-test_evp_data/$1
    [ -e "$file" ] || skip "this OpenSSL has no $1"
    ends_alike ./evp_test -config CNF "$file"
}
certs=$tree/test/certs
case_aesgcmtest() { ends_alike ./aesgcmtest; }
case_evp_extra_test() { ends_alike ./evp_extra_test; }
case_evp_test_aes_common() { evp_file evpciph_aes_common.txt; }
case_evp_test_aes_siv() { evp_file evpciph_aes_siv.txt; }
case_evp_test_aes_gcm_siv() { evp_file evpciph_aes_gcm_siv.txt; }
case_evp_test_mac() { evp_file evpmac_common.txt; } # with GMAC
case_evp_test_rand() { evp_file evprand.txt; } # with CTR-DRBG
case_sslapitest() {
    local data=$tree/test/recipes/90-test_sslapi_data
    ends_alike ./sslapitest "$certs" "$data/passwd.txt" "$work/sslapitest.tmp" default ONLY "$data/dhparams.pem" "$data"
}

quic() {
    [ -e "$tree/test/$1.c" ] || skip "this OpenSSL has no $1; QUIC came with 3.2 and its server with 3.5"
    ends_alike "./$1" "${@:2}"
}
case_quic_record_test() { quic quic_record_test; }
case_quic_multistream_test() { quic quic_multistream_test "$certs/servercert.pem" "$certs/serverkey.pem"; }
case_quic_tserver_test() { quic quic_tserver_test "$certs/servercert.pem" "$certs/serverkey.pem"; }
case_quicapitest() { quic quicapitest default ONLY "$certs" "$tree/test/recipes/75-test_quicapi_data"; }
case_quicfaultstest() { quic quicfaultstest "$certs"; }

run_cases
