#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_avx512.sh - the suite `avx512`: the kernel vaes512 and all others on an emulated CPU (test/emulator), wherever
# the tests run. Prints TAP. The environment is described in emulator/judge.sh.
set -euo pipefail
# shellcheck source=test/tap.sh
source "$(dirname "${BASH_SOURCE[0]}")/tap.sh"
# shellcheck source=test/emulator/judge.sh
source "$(dirname "${BASH_SOURCE[0]}")/emulator/judge.sh"

seconds=900 # the machine's limit: a hanging one ends. It takes about 100 with Bochs 3.0 and twice that with 2.7.
provider_tests=(ctr ecb gcm tls dup)

[[ " ${kernels[*]} " == *" vaes512 "* ]] || skip_all "this build has no kernel vaes512"
prepare bochs || skip_all "$reason"

# A CPU on which vaes512 is the best choice; Bochs 2.7 has none.
model=sapphire_rapids
"$emulator/run" --models >"$work/models" || skip_all "Bochs does not start"
grep -qx "$model" "$work/models" || model=corei7_icelake_u

steps=(cpuinfo chosen config:vaes512 request:vaes512 encrypt:default encrypt:vaes512 check_selftest vectors:vaes512)
for test in "${provider_tests[@]}"; do
    steps+=("provider:vaes512:$test")
done
run_bochs $model '' $seconds "${steps[@]}" check_kernels

name="the CPU has AVX-512, VAES and VPCLMULQDQ"
fault=$(step_fault cpuinfo)
for flag in avx512f avx512bw avx512vl avx512dq vaes vpclmulqdq; do
    grep -qw $flag "$work/cpuinfo.log" 2>/dev/null || fault+=" $flag is missing"
done
if [ -z "$fault" ]; then
    passed "$name"
else
    failed "$name" "$fault"
fi
name="vaes512 is chosen by itself"
if [ $model = sapphire_rapids ]; then
    judge_build_information "$name" chosen vaes512
else
    skipped "$name" "each CPU with AVX-512 and VAES of this old Bochs is one that slows at 512 bits"
fi
judge_build_information "vaes512 runs with kernel = vaes512 in openssl.cnf" config:vaes512 vaes512
judge_build_information "vaes512 runs with AESWIDE_KERNEL=vaes512" request:vaes512 vaes512
name="openssl enc gives what OpenSSL's own code gives"
fault=$(step_fault encrypt:default && step_fault encrypt:vaes512)
if [ -z "$fault" ] && [ "$(grep -c '.\{1000\}' "$work/encrypt:vaes512.log")" = 6 ] &&
    cmp -s "$work/encrypt:default.log" "$work/encrypt:vaes512.log"; then
    passed "$name"
else
    failed "$name" "${fault:-the outputs differ}"
fi
judge_program "the self-test" check_selftest
judge_kernels "kernel tests" "${kernels[@]}"
judge_program "vectors on vaes512" vectors:vaes512
for test in "${provider_tests[@]}"; do
    judge_program "provider tests on vaes512, $test" "provider:vaes512:$test"
done
tap_end
