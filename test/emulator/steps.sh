#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# steps.sh - what is run on an emulated CPU: by the shell of Bochs' machine, or by this system's with RUNNER set. Prints
# for each step "@@ NAME", what it printed, and "@@ status N"; judge.sh reads that.
#
#     steps.sh STEP...
#
#     cpuinfo           the flags of /proc/cpuinfo
#     chosen            the provider's build information, for the kernel that it chooses by itself
#     config:KERNEL     the same with "kernel = KERNEL" in openssl.cnf
#     request:KERNEL    the same with AESWIDE_KERNEL=KERNEL
#     encrypt:KERNEL    "openssl enc" with the ciphers of that kernel; encrypt:default those of OpenSSL
#     vectors:KERNEL    check_vectors builtin on that kernel
#     provider:KERNEL:TEST   check_provider_TEST on that kernel
#     PROGRAM           another test program
#
# Environment: MODULE, the absolute path of the provider; TESTS, the folder of the test programs; RUNNER, a command that
# is put before each program.

export OPENSSL_CONF=/dev/null CMOCKA_MESSAGE_OUTPUT=TAP TEST_SHORT=1 AESWIDE_MODULE="$MODULE"
modules=$(dirname "$MODULE")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run PROGRAM ARGUMENT... runs a program on the CPU. RUNNER is several words.
run() {
    # shellcheck disable=SC2086
    $RUNNER "$@" </dev/null 2>&1
}

build_information() {
    run /usr/bin/openssl list -providers -verbose -provider-path "$modules" -provider aeswide
}

# configured KERNEL prints the build information with a configuration file.
configured() {
    cat >"$scratch/openssl.cnf" <<EOF
config_diagnostics = 1
openssl_conf = init
[init]
providers = provider_section
[provider_section]
aeswide = aeswide_section
default = default_section
[default_section]
activate = 1
[aeswide_section]
activate = 1
module = $MODULE
kernel = $1
EOF
    OPENSSL_CONF=$scratch/openssl.cnf run /usr/bin/openssl list -providers -verbose
}

# encrypt PROVIDER enciphers a file, nine times over, and prints the results.
encrypt() {
    seq 1 9999 >"$scratch/plain"
    key=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
    for bits in 128 192 256; do
        short=$(echo $key | cut -c "1-$((bits / 4))")
        for mode in ecb ctr; do
            iv='-iv fffffffffffffffffffffffffffffff0'
            [ $mode = ctr ] || iv=
            # shellcheck disable=SC2086
            run /usr/bin/openssl enc -provider-path "$modules" -provider "$1" -provider default \
                -propquery "provider=$1" -aes-$bits-$mode -K "$short" $iv -a -A -in "$scratch/plain" || return
            echo
        done
    done
}

for step in "$@"; do
    echo "@@ $step"
    status=0
    case $step in
    cpuinfo) grep -m 1 '^flags' /proc/cpuinfo || status=$? ;;
    chosen) build_information || status=$? ;;
    config:*) configured "${step#*:}" || status=$? ;;
    request:*) AESWIDE_KERNEL=${step#*:} build_information || status=$? ;;
    encrypt:default) encrypt default || status=$? ;;
    encrypt:*) AESWIDE_KERNEL=${step#*:} encrypt aeswide || status=$? ;;
    vectors:*) AESWIDE_KERNEL=${step#*:} run "$TESTS/check_vectors" builtin || status=$? ;;
    provider:*)
        step=${step#*:}
        AESWIDE_KERNEL=${step%:*} run "$TESTS/check_provider_${step#*:}" || status=$?
        ;;
    *) run "$TESTS/$step" || status=$? ;;
    esac
    echo
    echo "@@ status $status"
done
