#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_cli.sh - aeswide as people meet it: through the openssl command and openssl.cnf. Prints TAP.
#
# Environment, which meson sets:
#   AESWIDE_MODULE    absolute path of the module
#   AESWIDE_CNF       absolute path of the aeswide.cnf that names this module
#   AESWIDE_KERNELS   the kernels of this build, best first
#   OPENSSL           the openssl command; may be several words. Default: openssl
set -euo pipefail
# shellcheck source=test/cases.sh
source "$(dirname "$0")/cases.sh"

: "${AESWIDE_MODULE:?is the path of the module}" "${AESWIDE_CNF:?is the path of aeswide.cnf}"
: "${AESWIDE_KERNELS:?names the kernels of this build}"
read -ra openssl <<<"${OPENSSL:-openssl}"
read -ra kernels <<<"$AESWIDE_KERNELS"
modules=$(dirname "$AESWIDE_MODULE")
unset OPENSSL_MODULES OPENSSL_ia32cap AESWIDE_KERNEL AESWIDE_DEBUG
export OPENSSL_CONF=/dev/null

cd "$work"

# Which bits OPENSSL_ia32cap masks: word 0 is leaf 1 (EDX, ECX), word 1 is leaf 7 (EBX, ECX); see OPENSSL_ia32cap(3).
mask_aes='~0x200000000000000'
mask_pclmulqdq='~0x200000000'
mask_aes_and_pclmulqdq='~0x200000200000000'
mask_vaes=':~0x20000000000'
mask_vpclmulqdq=':~0x40000000000'
mask_avx2=':~0x20'
mask_avx512f=':~0x10000'

# plain NAME... runs openssl with the default provider alone.
plain() {
    timeout 60 "${openssl[@]}" "$@"
}

# wide NAME... runs an openssl command on both providers, with the ciphers of aeswide and of nobody else.
wide() {
    local command=$1
    shift
    timeout 60 "${openssl[@]}" "$command" -provider-path "$modules" -provider aeswide -provider default \
        -propquery provider=aeswide "$@"
}

# configured CNF NAME... runs openssl with that configuration file.
configured() {
    local cnf=$1
    shift
    OPENSSL_CONF=$cnf timeout 60 "${openssl[@]}" "$@"
}

# build_info [OPTION...] prints aeswide's line of build information.
build_info() {
    plain list -providers -verbose -provider-path "$modules" -provider aeswide | sed -n 's/^ *build info: *//p'
}

# chosen prints the name of the kernel that runs.
chosen() {
    build_info | sed -n 's/.*, kernel \([a-z0-9]*\);.*/\1/p'
}

# usable prints the kernels that can run here, one a line.
usable() {
    local name
    for name in "${kernels[@]}"; do
        if AESWIDE_KERNEL=$name plain list -providers -provider-path "$modules" -provider aeswide >/dev/null 2>&1; then
            echo "$name"
        fi
    done
}

# has_kernel NAME tells whether this build has the kernel.
has_kernel() {
    [[ " ${kernels[*]} " == *" $1 "* ]]
}

# write_cnf FILE LINE... writes an openssl.cnf that activates default, and has these lines in aeswide's section.
write_cnf() {
    local file=$1
    shift
    {
        printf '%s\n' 'openssl_conf = init' '[ init ]' 'providers = providers' \
            '[ providers ]' 'default = default_section' 'aeswide = aeswide_section' \
            '[ default_section ]' 'activate = 1' '[ aeswide_section ]'
        printf '%s\n' "$@"
    } >"$file"
}

# load_refused CNF passes when aeswide cannot be loaded with that configuration; the reason is then in the file err.
# The configuration must not activate aeswide by itself: what fails there is passed over in silence by OpenSSL.
load_refused() {
    refused configured "$1" list -providers -provider aeswide >out 2>err
}

key() { # key BITS: a key of so many bits, in hexadecimal
    local digits=603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4
    echo "${digits:0:$(($1 / 4))}"
}
iv=f0f1f2f3f4f5f6f7fffffffffffffffe # its counter carries into the upper 64 bits

# sample BYTES prints that many bytes, the same ones each time.
sample() {
    plain enc -aes-128-ctr -K 000102030405060708090a0b0c0d0e0f -iv 00000000000000000000000000000000 -in /dev/zero \
        2>/dev/null | head -c "$1" || true
}

# enciphers passes when aeswide, as the environment sets it up, enciphers a file and authenticates it as default does.
enciphers() {
    [ -e probe ] || sample 70001 >probe
    local mode common
    for mode in ecb ctr; do
        common=("-aes-256-$mode" -K "$(key 256)" -in probe)
        [ $mode = ecb ] || common+=(-iv "$iv")
        plain enc "${common[@]}" -out probe.default
        wide enc "${common[@]}" -out probe.aeswide
        same probe.default probe.aeswide
    done
    gmac 256 probe
}

# gmac BITS FILE passes when aeswide's AES-GCM gives the file the same GMAC as default's. The cipher's property stands in
# a -macopt, for a -propquery would ask for the GMAC itself too.
gmac() {
    local common=(-cipher "AES-$1-GCM" -macopt "hexkey:$(key "$1")" -macopt hexiv:cafebabefacedbaddecaf888 -in "$2")
    plain mac "${common[@]}" GMAC >mac.default
    plain mac -provider-path "$modules" -provider aeswide -provider default "${common[@]}" \
        -macopt properties:provider=aeswide GMAC >mac.aeswide
    [ "$(tr -d '\n' <mac.default | wc -c)" -eq 32 ] || fault "no GMAC:" mac.default
    same mac.default mac.aeswide
}

case_build_information_names_the_kernel_and_a_verdict_for_each() {
    local name line
    configured "$AESWIDE_CNF" list -providers -verbose >out 2>err
    empty err
    has out aeswide
    has out "name: OpenSSL Default Provider"
    line=$(sed -n 's/^ *build info: *aeswide /aeswide /p' out)
    name=$(sed -n 's/^aeswide [0-9.]*, kernel \([a-z0-9]*\);.*/\1/p' <<<"$line")
    has_kernel "$name" || fault "no kernel of this build is named in: $line"
    [[ $line == *"; $name: chosen"* ]] || fault "$name is not said to be chosen: $line"
    for name in "${kernels[@]}"; do
        [[ $line =~ \;\ $name:\ [a-z] ]] || fault "no verdict on $name: $line"
    done
    [ "$(grep -o ': chosen' <<<"$line" | wc -l)" -eq 1 ] || fault "not one kernel is chosen: $line"
    [ "$line" = "$(build_info)" ] || fault "the build information changes: $(build_info)"
}

case_list_of_ciphers_has_all_nine_from_both() {
    local bits mode provider
    plain list -cipher-algorithms -provider-path "$modules" -provider aeswide -provider default >out
    for bits in 128 192 256; do
        for mode in ECB CTR GCM; do
            for provider in aeswide default; do
                grep -qiE "[ {]AES-$bits-${mode}[, ].*@ $provider\$" out ||
                    fault "no AES-$bits-$mode from $provider in:" out
            done
        done
    done
    [ "$(grep -c '@ aeswide$' out)" -eq 9 ] || fault "aeswide does not offer nine ciphers:" out
}

case_enc_is_equal_to_default() {
    local bits mode size common
    for size in 0 1 15 16 17 4095 4096 4097 100000 5242880; do
        sample $size >plain.$size
        [ "$(stat -c %s plain.$size)" -eq $size ] || fault "no sample of $size bytes"
        for bits in 128 192 256; do
            for mode in ecb ctr; do
                common=("-aes-$bits-$mode" -K "$(key $bits)")
                [ $mode = ecb ] || common+=(-iv "$iv")
                plain enc "${common[@]}" -in plain.$size -out default.enc
                wide enc "${common[@]}" -in plain.$size -out aeswide.enc 2>err
                empty err
                same default.enc aeswide.enc
                wide enc -d "${common[@]}" -in default.enc -out aeswide.dec
                same plain.$size aeswide.dec
            done
        done
    done
}

case_enc_through_pipes() {
    local mode common
    sample 300001 >plain.bin
    for mode in ecb ctr; do
        common=("-aes-192-$mode" -K "$(key 192)")
        [ $mode = ecb ] || common+=(-iv "$iv")
        plain enc "${common[@]}" -in plain.bin -out default.enc
        # shellcheck disable=SC2002 # a pipe is the point
        cat plain.bin | wide enc "${common[@]}" >aeswide.enc
        same default.enc aeswide.enc
        # shellcheck disable=SC2002
        cat default.enc | wide enc -d "${common[@]}" | cmp - plain.bin
    done
}

case_enc_without_padding_and_with_wrong_padding() {
    local common=(-aes-128-ecb -K "$(key 128)")
    sample 4112 >whole
    sample 4100 >partial
    plain enc "${common[@]}" -nopad -in whole -out default.enc
    wide enc "${common[@]}" -nopad -in whole -out aeswide.enc
    same default.enc aeswide.enc
    refused wide enc "${common[@]}" -nopad -in partial -out partial.enc 2>err
    has err "error:1C80006B:Provider routines:" # WRONG_FINAL_BLOCK_LENGTH
    refused plain enc -d "${common[@]}" -in whole -out bad.default 2>err.default
    refused wide enc -d "${common[@]}" -in whole -out bad.aeswide 2>err.aeswide
    has err.default "error:1C800064:Provider routines:" # BAD_DECRYPT
    has err.aeswide "error:1C800064:Provider routines:"
    same bad.default bad.aeswide
}

case_speed_runs() {
    local cipher
    for cipher in aes-256-gcm aes-128-ctr aes-192-ecb; do
        timeout 60 "${openssl[@]}" speed -seconds 1 -bytes 1024 -provider-path "$modules" -provider aeswide \
            -provider default -propquery '?provider=aeswide' -evp $cipher >out 2>err
        grep -qiE "^$cipher +[1-9][0-9.]*k" out || fault "no speed of $cipher:" out
        lacks err rror
    done
}

case_gmac_is_equal_to_default() {
    local bits size
    for size in 0 1 16 4097 100000; do
        sample $size >message
        for bits in 128 192 256; do
            gmac $bits message
        done
    done
}

case_every_kernel_that_can_run_does_when_asked_for() {
    local name count=0
    for name in $(usable); do
        count=$((count + 1))
        [ "$(AESWIDE_KERNEL=$name chosen)" = "$name" ] || fault "$name was asked for, but: $(AESWIDE_KERNEL=$name build_info)"
        AESWIDE_KERNEL=$name enciphers
    done
    echo "# $count kernels"
    [ $count -ge 1 ]
}

case_environment_goes_before_configuration() {
    write_cnf ours.cnf "module = $AESWIDE_MODULE" 'activate = 1' 'kernel = portable64'
    configured ours.cnf list -providers -verbose >out
    has out ", kernel portable64;"
    AESWIDE_KERNEL=portable configured ours.cnf list -providers -verbose >out
    has out ", kernel portable;"
    AESWIDE_KERNEL=auto configured ours.cnf list -providers -verbose >out
    has out ", kernel $(chosen);"
}

case_exclusion() {
    local best line
    best=$(chosen)
    write_cnf ours.cnf "module = $AESWIDE_MODULE" 'activate = 1' "kernel = -$best"
    configured ours.cnf list -providers -verbose >out
    line=$(sed -n 's/^ *build info: *aeswide /aeswide /p' out)
    [[ $line == *", kernel "* && $line != *", kernel $best;"* ]] || fault "$best was excluded, but: $line"
    [[ $line == *"; $best: excluded"* ]] || fault "$best is not said to be excluded: $line"
}

case_unknown_kernel_is_an_error_that_says_so() {
    write_cnf ours.cnf "module = $AESWIDE_MODULE" 'kernel = vaes1024'
    load_refused ours.cnf
    has err vaes1024
    has err "no kernel is named"
    has err "${kernels[0]}"
    # Activated by the configuration, it is missing, and OpenSSL goes on without it; AESWIDE_DEBUG=1 says why.
    write_cnf active.cnf "module = $AESWIDE_MODULE" 'activate = 1' 'kernel = vaes1024'
    AESWIDE_DEBUG=1 configured active.cnf list -providers >out 2>err
    lacks out aeswide
    has out "OpenSSL Default Provider"
    has err vaes1024
    AESWIDE_KERNEL=vaes1024 refused plain list -providers -provider-path "$modules" -provider aeswide >out 2>err
    has err "no kernel is named"
    has err vaes1024
}

case_impossible_kernel_is_an_error_that_names_the_feature() {
    has_kernel aesni || skip "this build has no kernel aesni"
    write_cnf ours.cnf "module = $AESWIDE_MODULE" 'kernel = aesni'
    OPENSSL_ia32cap=$mask_aes load_refused ours.cnf
    has err aesni
    has err "cannot run here"
    grep -qE 'lacks AES( |$|-NI)' err || fault "AES is not said to be missing:" err
    OPENSSL_ia32cap=$mask_pclmulqdq load_refused ours.cnf
    has err aesni
    has err PCLMULQDQ
    if has_kernel vaes256; then
        AESWIDE_KERNEL=vaes256 OPENSSL_ia32cap=$mask_vaes load_refused ours.cnf
        has err vaes256
        has err VAES
    fi
}

case_ia32cap_changes_the_kernel_and_not_the_ciphertext() {
    [ "$(uname -m)" = x86_64 ] || skip "OPENSSL_ia32cap is for x86-64"
    local mask name
    for mask in $mask_aes $mask_pclmulqdq $mask_aes_and_pclmulqdq $mask_vaes $mask_vpclmulqdq $mask_avx2 $mask_avx512f \
        "$mask_aes_and_pclmulqdq$mask_avx2" 0:0; do
        name=$(OPENSSL_ia32cap=$mask chosen)
        echo "# OPENSSL_ia32cap=$mask: $name"
        case $mask in
        "$mask_vaes" | "$mask_vpclmulqdq" | "$mask_avx2") [[ $name != vaes* ]] ;;
        "$mask_avx512f") [[ $name != vaes512 ]] ;;
        *) [[ $name == portable* ]] ;;
        esac || fault "kernel $name in spite of OPENSSL_ia32cap=$mask"
        [ "$mask" = 0:0 ] || OPENSSL_ia32cap=$mask enciphers
    done
}

case_debug_output_when_asked_for_and_silence_otherwise() {
    configured "$AESWIDE_CNF" enc -aes-128-ecb -K "$(key 128)" -in "$AESWIDE_CNF" -out x.enc >out 2>err
    empty out
    empty err
    AESWIDE_DEBUG=1 configured "$AESWIDE_CNF" enc -aes-128-ecb -K "$(key 128)" -in "$AESWIDE_CNF" -out x.enc >out 2>err
    empty out
    has err aeswide
    has err "kernel $(chosen)"
}

case_missing_module_file() {
    write_cnf ours.cnf "module = $work/nowhere/aeswide.so"
    load_refused ours.cnf
    has err "$work/nowhere/aeswide.so"
    refused plain list -providers -provider-path "$work/nowhere" -provider aeswide >out 2>err
    has err "aeswide"
}

case_two_providers_in_either_order() {
    local order query common=(-aes-256-ctr -K "$(key 256)" -iv "$iv" -in probe)
    sample 5000 >probe
    plain enc "${common[@]}" -out default.enc
    for order in "aeswide default" "default aeswide"; do
        # shellcheck disable=SC2086
        set -- $order
        for query in provider=aeswide provider=default '?provider=aeswide' '?provider=default'; do
            plain enc -provider-path "$modules" -provider "$1" -provider "$2" -propquery "$query" "${common[@]}" \
                -out both.enc
            same default.enc both.enc
        done
        plain dgst -provider-path "$modules" -provider "$1" -provider "$2" -sha256 probe >out
        has out "$(sha256sum probe | cut -d' ' -f1)"
    done
}

case_aeswide_alone_has_ciphers_and_no_digests() {
    local common=(-aes-256-ctr -K "$(key 256)" -iv "$iv" -in probe)
    sample 5000 >probe
    plain enc "${common[@]}" -out default.enc
    plain enc -provider-path "$modules" -provider aeswide "${common[@]}" -out alone.enc
    same default.enc alone.enc
    plain list -providers -provider-path "$modules" -provider aeswide >out
    has out aeswide
    lacks out "OpenSSL Default Provider"
    refused plain enc -provider-path "$modules" -provider aeswide -aes-256-cbc -K "$(key 256)" -iv "$iv" -in probe \
        -out alone.enc 2>err
    has err "unsupported"
    # With -provider, dgst has fetched from default before it loads what it is told to; with a configuration it has not.
    write_cnf alone.cnf "module = $AESWIDE_MODULE" 'activate = 1'
    sed -i '/^default = /d' alone.cnf
    configured alone.cnf enc "${common[@]}" -out alone.enc
    same default.enc alone.enc
    refused configured alone.cnf dgst -sha256 probe >out 2>err
    has err "unsupported"
}

# check_cnf CNF passes when OpenSSL works with that configuration, and aeswide is active in it.
check_cnf() {
    configured "$1" list -providers >out 2>err
    empty err
    grep -qE '^ *aeswide$' out || fault "aeswide is not listed:" out
    grep -qE '^ *default$' out || fault "default is not listed:" out
    [ "$(grep -c 'status: active' out)" -eq 2 ] || fault "not both are active:" out
    configured "$1" dgst -sha256 probe >out
    has out "$(sha256sum probe | cut -d' ' -f1)"
    configured "$1" enc -aes-256-ctr -K "$(key 256)" -iv "$iv" -in probe -out conf.enc
    same default.enc conf.enc
    configured "$1" enc -aes-256-cbc -K "$(key 256)" -iv "$iv" -in probe -out conf.cbc
    [ "$(configured "$1" rand -hex 16 | tr -d '\n' | wc -c)" -eq 32 ] || fault "no random bytes"
    configured "$1" genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out conf.key 2>err
    has conf.key "PRIVATE KEY"
}

case_aeswide_cnf_as_it_stands_and_included_and_without_our_rng() {
    sample 5000 >probe
    plain enc -aes-256-ctr -K "$(key 256)" -iv "$iv" -in probe -out default.enc
    check_cnf "$AESWIDE_CNF"
    printf '%s\n' 'openssl_conf = openssl_init' '[ openssl_init ]' 'providers = provider_sect' \
        '[ provider_sect ]' 'default = default_sect' '[ default_sect ]' "# activate = 1" ".include $AESWIDE_CNF" >system.cnf
    check_cnf system.cnf
    if [ -r /etc/ssl/openssl.cnf ]; then
        { cat /etc/ssl/openssl.cnf && echo ".include $AESWIDE_CNF"; } >system.cnf
        check_cnf system.cnf
    fi
    sed -E 's/^#(random = |\[ aeswide_random|properties = provider=default)/\1/' "$AESWIDE_CNF" >random.cnf
    [ "$(diff "$AESWIDE_CNF" random.cnf | grep -c '^>')" -eq 3 ] || fault "the commented block is not the one known here:" random.cnf
    check_cnf random.cnf
}

# make_certificates makes an RSA and an ECDSA certificate, once for all cases.
make_certificates() {
    if [ -e "$work/ec.pem" ]; then
        cp "$work"/*.{key,pem} .
        return
    fi
    plain req -x509 -newkey rsa:2048 -nodes -keyout rsa.key -out rsa.pem -days 2 -subj /CN=localhost -config /dev/null \
        2>log || fault "no RSA certificate:" log
    plain req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ec.key -out ec.pem -days 2 \
        -subj /CN=localhost -config /dev/null 2>log || fault "no ECDSA certificate:" log
    cp ./*.{key,pem} "$work"
}

# serve CNF OPTION... starts s_server with that configuration on a free port of loopback; sets `server` (its process)
# and `port`. stop_server ends it.
serve() {
    local cnf=$1 wait
    shift
    : >server.log
    OPENSSL_CONF=$cnf "${openssl[@]}" s_server -accept 127.0.0.1:0 -cert rsa.pem -key rsa.key -dcert ec.pem -dkey ec.key \
        "$@" >server.log 2>&1 </dev/null &
    server=$!
    trap 'kill "$server" 2>/dev/null || true' EXIT
    for ((wait = 0; wait < 500; wait++)); do
        port=$(sed -n 's/^ACCEPT .*:\([0-9]*\).*/\1/p' server.log | head -1)
        [ -z "$port" ] || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.02
    done
    fault "s_server does not start:" server.log
}
stop_server() {
    kill "$server" 2>/dev/null || fault "s_server died:" server.log
    wait "$server" || true
    trap - EXIT
}

# fetch CNF VERSION SUITE SIZE gets the file of that size from the server, and passes when it is intact and was sent in
# that version and suite.
fetch() {
    printf 'GET /file.%s.bin HTTP/1.0\r\n\r\n' "$4" |
        OPENSSL_CONF=$1 timeout 20 "${openssl[@]}" s_client -connect "127.0.0.1:$port" -brief -ign_eof >answer 2>log ||
        fault "s_client ($1) failed, exit status $?:" log
    grep -qE "^Protocol version: $2\$" log || fault "not $2:" log
    grep -qE "^Ciphersuite: $3\$" log || fault "not $3:" log
    tail -c "$4" answer | cmp - "file.$4.bin" || fault "the file of $4 bytes came to s_client ($1) in another way than it is"
    [ "$(stat -c %s answer)" -gt "$4" ] || fault "no header before the file of $4 bytes"
}

# echo_lines CNF sends lines to a server that sends them back, each reversed, and passes when they are.
echo_lines() {
    { cat lines && echo CLOSE; } |
        OPENSSL_CONF=$1 timeout 20 "${openssl[@]}" s_client -connect "127.0.0.1:$port" -brief -ign_eof >answer 2>log ||
        fault "s_client ($1) failed, exit status $?:" log
    rev lines | cmp - answer || fault "the lines came back to s_client ($1) in another way than they were sent"
}

# talk SERVER_CNF CLIENT_CNF VERSION SUITE OPTION... runs a server and clients with these configurations.
talk() {
    local server_cnf=$1 client_cnf=$2 version=$3 suite=$4 size
    shift 4
    serve "$server_cnf" -WWW "$@"
    for size in $tls_sizes; do
        fetch "$client_cnf" "$version" "$suite" "$size"
    done
    stop_server
    serve "$server_cnf" -rev "$@"
    echo_lines "$client_cnf"
    stop_server
}

# tls VERSION SUITE OPTION... tests one suite, with aeswide on the server's side, on the client's, and on both. The
# three run at the same time, for s_client and s_server spend most of theirs waiting for each other's last packet.
tls_sizes="1 16384 400001"
tls() {
    local sides size process processes=() count=0 bad=0
    make_certificates
    for size in $tls_sizes; do
        sample "$size" >"file.$size.bin"
    done
    sample 30000 | base64 -w 997 >lines
    sample 9000 | base64 -w 0 >line
    for size in 1 2 15 16 17 4000 12000; do
        head -c $size line >>lines
        echo >>lines
    done
    for sides in "$AESWIDE_CNF /dev/null" "/dev/null $AESWIDE_CNF" "$AESWIDE_CNF $AESWIDE_CNF"; do
        mkdir "talk$count"
        cp ./*.key ./*.pem file.*.bin lines "talk$count"
        (
            cd "talk$count"
            talk "${sides% *}" "${sides#* }" "$@"
        ) &
        processes+=($!)
        count=$((count + 1))
    done
    for process in "${processes[@]}"; do
        wait "$process" || bad=$((bad + 1))
    done
    [ $bad -eq 0 ] || fault "$bad of 3 failed"
}

case_tls12_ecdhe_rsa_aes128_gcm_sha256() {
    tls TLSv1.2 ECDHE-RSA-AES128-GCM-SHA256 -tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256
}
case_tls12_ecdhe_rsa_aes256_gcm_sha384() {
    tls TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384 -tls1_2 -cipher ECDHE-RSA-AES256-GCM-SHA384
}
case_tls12_ecdhe_ecdsa_aes128_gcm_sha256() {
    tls TLSv1.2 ECDHE-ECDSA-AES128-GCM-SHA256 -tls1_2 -cipher ECDHE-ECDSA-AES128-GCM-SHA256
}
case_tls12_ecdhe_ecdsa_aes256_gcm_sha384() {
    tls TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384 -tls1_2 -cipher ECDHE-ECDSA-AES256-GCM-SHA384
}
case_tls13_aes_128_gcm_sha256() {
    tls TLSv1.3 TLS_AES_128_GCM_SHA256 -tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256
}
case_tls13_aes_256_gcm_sha384() {
    tls TLSv1.3 TLS_AES_256_GCM_SHA384 -tls1_3 -ciphersuites TLS_AES_256_GCM_SHA384
}

case_module_exports_its_init_function_alone() {
    nm -D --defined-only "$AESWIDE_MODULE" | awk '{print $NF}' >out
    [ "$(cat out)" = OSSL_provider_init ] || fault "exported:" out
}

case_module_needs_the_c_library_alone() {
    nm -D --undefined-only "$AESWIDE_MODULE" >out
    ! grep -qE '__(asan|ubsan|tsan|msan)_' out || skip "this module is built with a sanitizer"
    # Weak symbols (w) are those of the compiler's start files; they need not exist.
    ! grep -E '^ *U ' out | grep -vE '@(GLIBC_[0-9.]+)$' >foreign || fault "not of the C library:" foreign
    [ "$(grep -cE '^ *U ' out)" -gt 0 ] || fault "no undefined symbol is read here:" out
    readelf -dW "$AESWIDE_MODULE" >out
    has out "Shared library: [libc.so.6]"
    ! grep NEEDED out | grep -vE '\[(libc\.so\.6|ld-linux[^]]*)\]' || fault "needs other libraries:" out
}

case_module_is_hardened() {
    readelf -lW "$AESWIDE_MODULE" >out
    grep -qE 'GNU_STACK .* RW +0x' out || fault "the stack is executable:" out
    ! grep -E '^ *LOAD .* RWE ' out || fault "a segment is writable and executable:" out
    has out GNU_RELRO
    [ "$(uname -m)" = x86_64 ] || return 0
    readelf -nW "$AESWIDE_MODULE" >out
    has out IBT
    has out SHSTK
}

run_cases
