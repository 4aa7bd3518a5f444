#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_cpus.sh - the suite `cpus`: the choice of a kernel, and the kernels, on emulated CPUs old and new. Prints TAP.
# The environment is described in emulator/judge.sh. An instruction that a CPU lacks ends a program with SIGILL in both
# emulators, and that is a failed case.
set -euo pipefail
# shellcheck source=test/tap.sh
source "$(dirname "${BASH_SOURCE[0]}")/tap.sh"
# shellcheck source=test/emulator/judge.sh
source "$(dirname "${BASH_SOURCE[0]}")/emulator/judge.sh"

# usable KERNEL... prints those that this build has.
usable() {
    local kernel
    for kernel in "$@"; do
        if [[ " ${kernels[*]} " == *" $kernel "* ]]; then
            echo "$kernel"
        fi
    done
}

# check CPU COMMAND REFUSED FEATURE KERNEL... tries one CPU. COMMAND runs steps on it. REFUSED is a kernel that cannot
# run there, for lack of the feature ("": there is none). The others are those that can, the one that is chosen first.
check() {
    local cpu=$1 command=$2 refused=$3 feature=$4 here kernel steps=(chosen check_selftest)
    shift 4
    mapfile -t here < <(usable "$@")
    steps+=("vectors:${here[0]}")
    for kernel in "${here[@]:1}"; do
        steps+=("request:$kernel")
    done
    [ -z "$(usable "$refused")" ] || steps+=("request:$refused")
    $command "${steps[@]}" check_kernels
    judge_build_information "$cpu: ${here[0]} is chosen" chosen "${here[0]}"
    for kernel in "${here[@]:1}"; do
        judge_build_information "$cpu: $kernel runs on request" "request:$kernel" "$kernel"
    done
    judge_program "$cpu: vectors on ${here[0]}" "vectors:${here[0]}"
    [ -z "$(usable "$refused")" ] ||
        judge_refusal "$cpu: $refused is refused, for lack of $feature" "request:$refused" "$refused" "$feature"
    judge_program "$cpu: the self-test" check_selftest
    judge_kernels "$cpu: kernel tests" "${here[@]}"
}

# qemu MODEL ... and bochs MODEL KERNEL_ARGUMENTS ... are check with the emulator's own name of the CPU.
qemu() {
    local model=$1
    shift
    # shellcheck disable=SC2317 # check calls it
    command_qemu() {
        run_qemu "$model" 600 "$@"
    }
    check "$model" command_qemu "$@"
}
bochs() {
    local model=$1 arguments=$2
    shift 2
    # shellcheck disable=SC2317
    command_bochs() {
        run_bochs "$model" "$arguments" 900 "$@"
    }
    if grep -qx "$model" "$work/models"; then
        check "$model${arguments:+ with $arguments}" command_bochs "$@"
    else
        skipped "$model" "this old Bochs has no such CPU"
    fi
}

if prepare qemu; then
    # No AES (all three have SSE2; the later two SSSE3 and SSE4.1).
    qemu qemu64 aesni AES portable portable64
    qemu Penryn aesni AES portable portable64
    qemu Nehalem aesni AES portable portable64
    # AES-NI without AVX.
    qemu Westmere vaes256 AVX aesni portable portable64
    # AVX, but no AVX2 and no MOVBE.
    qemu SandyBridge vaes256 AVX2 aesni portable portable64
    # AVX2 without VAES.
    qemu Haswell vaes256 VAES aesni portable portable64
    qemu EPYC vaes256 VAES aesni portable portable64
    # VAES without VPCLMULQDQ.
    qemu max vaes256 VPCLMULQDQ aesni portable portable64
else
    skipped "the CPUs of QEMU" "$reason"
fi
if prepare bochs && "$emulator/run" --models >"$work/models"; then
    # VAES and VPCLMULQDQ without AVX-512.
    bochs arrow_lake '' vaes512 AVX512F vaes256 aesni portable portable64
    # AVX-512 without VAES.
    bochs corei7_skylake_x '' vaes512 VAES aesni portable portable64
    # All of it, but on a CPU that lowers its clock for 512-bit vectors.
    bochs corei7_icelake_u '' '' '' vaes256 vaes512 aesni portable portable64
    # AVX-512 in CPUID, and an operating system that does not save its registers (XCR0). The features that run names are
    # named again: of two such arguments the last one counts.
    bochs corei7_icelake_u clearcpuid=avx512f,xsaves,xsavec,pku vaes512 AVX512F vaes256 aesni portable portable64
else
    skipped "the CPUs of Bochs" "${reason:-Bochs does not start}"
fi
tap_end
