# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# judge.sh - what check_avx512.sh and check_cpus.sh share: running steps.sh on an emulated CPU, and judging what its
# steps printed. To be sourced after tap.sh.
#
# Environment, which meson sets:
#   AESWIDE_MODULE    absolute path of the module
#   AESWIDE_KERNELS   the kernels of this build, best first
#   AESWIDE_TESTS     absolute path of the folder of the test programs

: "${AESWIDE_MODULE:?is the path of the module}" "${AESWIDE_TESTS:?is the folder of the test programs}"
: "${AESWIDE_KERNELS:?names the kernels of this build}"
emulator=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
read -ra kernels <<<"$AESWIDE_KERNELS"
unset AESWIDE_KERNEL AESWIDE_DEBUG OPENSSL_ia32cap OPENSSL_CONF OPENSSL_MODULES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 143' TERM INT

# prepare PART gets an emulator; where it cannot be had, false, and `reason` says why.
prepare() {
    reason=''
    [ "$(uname -m)" = x86_64 ] || reason="this is no x86-64"
    [ -n "$reason" ] || "$emulator/prepare" "$1" 2>"$work/prepare" || reason=$(tail -n 1 "$work/prepare")
    [ -z "$reason" ]
}

# run_bochs MODEL KERNEL_ARGUMENTS SECONDS STEP... runs the steps in Bochs' machine.
run_bochs() {
    local model=$1 arguments=$2 seconds=$3 programs=() step file
    shift 3
    for step in "$@"; do
        case $step in
        vectors:*) programs+=("$AESWIDE_TESTS/check_vectors") ;;
        provider:*) programs+=("$AESWIDE_TESTS/check_provider_${step##*:}") ;;
        check_*) programs+=("$AESWIDE_TESTS/$step") ;;
        esac
    done
    for file in /usr/bin/{openssl,dirname,mktemp,rm,cat,grep,seq,cut}; do
        [ -e "$file" ] || file=/bin/$(basename "$file")
        programs+=("$file")
    done
    split_steps "$emulator/run" -c "$model" -k "$arguments" -t "$seconds" -e "MODULE=$AESWIDE_MODULE" \
        -e "TESTS=$AESWIDE_TESTS" -e RUNNER= ${TEST_SEED:+-e "TEST_SEED=$TEST_SEED"} \
        /bin/sh "$AESWIDE_MODULE" "$emulator/steps.sh" "${programs[@]}" -- "$emulator/steps.sh" "$@"
}

# run_qemu MODEL SECONDS STEP... runs the steps in QEMU's user emulation.
run_qemu() {
    local model=$1 seconds=$2 qemu=${AESWIDE_EMULATOR_CACHE:-$emulator/../../build/emulator}/qemu/qemu-x86_64
    shift 2
    split_steps env "MODULE=$AESWIDE_MODULE" "TESTS=$AESWIDE_TESTS" "RUNNER=$qemu -cpu $model" \
        timeout "$seconds" /bin/sh "$emulator/steps.sh" "$@"
}

# split_steps COMMAND... runs it and puts what each step printed into $work/NAME.log and $work/NAME.status. What it
# printed besides, and its exit status, are in $work/machine.log: it says why steps are missing.
split_steps() {
    local status=0
    rm -f "$work"/*.log "$work"/*.status
    "$@" >"$work/steps" 2>"$work/machine.log" </dev/null || status=$?
    echo "exit status $status" >>"$work/machine.log"
    awk -v work="$work" '
        /^@@ status / {print $3 >(work "/" name ".status"); next}
        /^@@ / {name = $2; next}
        name != "" {print >(work "/" name ".log")}' "$work/steps"
}

# step_fault STEP prints why the step did not end well; nothing when it did. 132 is 128 + SIGILL.
step_fault() {
    local status=none
    [ ! -e "$work/$1.status" ] || status=$(cat "$work/$1.status")
    case $status in
    0) return ;;
    none) echo "it did not end:" && tail -n 30 "$work/machine.log" ;;
    132) echo "it met an illegal instruction" ;;
    *) echo "exit status $status" ;;
    esac
    tail -n 12 "$work/$1.log" 2>/dev/null | grep . || true
}

# judge_build_information NAME STEP KERNEL passes when the step's build information names the kernel.
judge_build_information() {
    local fault line
    fault=$(step_fault "$2")
    line=$(sed -n 's/^ *build info: *//p' "$work/$2.log" 2>/dev/null || true)
    if [ -z "$fault" ] && [[ $line == *", kernel $3;"* ]]; then
        passed "$1"
    else
        failed "$1" "${fault:-it says: $line}"
    fi
}

# judge_refusal NAME STEP KERNEL FEATURE passes when the step failed by itself, for lack of the feature.
judge_refusal() {
    if [[ $(cat "$work/$2.status" 2>/dev/null) == 1 ]] &&
        grep -E "\"$3\" cannot run here: .* lacks (.* )?$4[ ,]" "$work/$2.log" >"$work/found"; then
        passed "$1"
    else
        failed "$1" "it was not refused for lack of $4: $(step_fault "$2")"
    fi
}

# judge_program NAME STEP passes when the step is a program whose TAP is whole, with no case failed or skipped.
judge_program() {
    local fault planned seen
    fault=$(step_fault "$2")
    planned=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' "$work/$2.log" 2>/dev/null || true)
    seen=$(grep -cE '^ok [0-9]+ - ' "$work/$2.log" 2>/dev/null || true)
    if [ -z "$fault" ] && [ "${planned:-0}" -gt 0 ] && [ "$planned" = "$seen" ] &&
        ! grep -E '^not ok|# SKIP' "$work/$2.log" >"$work/found"; then
        passed "$1: $seen cases"
    else
        failed "$1" "$seen of ${planned:-no} cases passed; $fault
$(grep -hE -A 3 -B 3 '^not ok|# SKIP' "$work/$2.log" 2>/dev/null | head -n 12)"
    fi
}

# judge_kernels NAME KERNEL... judges the step check_kernels, a case for each kernel of the build: those that are named
# passed all of their checks, and the others were skipped, as kernels that cannot run here.
judge_kernels() {
    local name=$1 kernel fault checks ran
    shift
    fault=$(step_fault check_kernels)
    fault=${fault%%$'\n'*} # its log is quoted below where it matters
    checks=$(grep -cE '^ok .* portable64: ' "$work/check_kernels.log" 2>/dev/null || true)
    for kernel in "${kernels[@]}"; do
        ran=$(grep -cE "^ok [0-9]+ - $kernel: " "$work/check_kernels.log" 2>/dev/null || true)
        if [[ " $* " == *" $kernel "* ]]; then
            if [ "${checks:-0}" -gt 0 ] && [ "$ran" = "$checks" ]; then
                passed "$name: $kernel passes $ran checks"
            else
                failed "$name: $kernel" "$ran of $checks checks passed; $fault
$(grep -hE -B 2 "^not ok.* $kernel: " "$work/check_kernels.log" 2>/dev/null | head -n 12)"
            fi
        elif [ "$(grep -cE "# SKIP $kernel: " "$work/check_kernels.log" 2>/dev/null || true)" != "$checks" ]; then
            failed "$name: $kernel" "it was not skipped, although this CPU cannot run it"
        fi
    done
    # Among the rest are the textbook's own cases. A skipped case is "not ok N # SKIP NAME" for cmocka.
    if [ -z "$fault" ] && ! grep -E '^not ok [0-9]+ - ' "$work/check_kernels.log" >"$work/found"; then
        passed "$name: the kernel tests end well"
    else
        failed "$name: the kernel tests" "$fault
$(head -n 12 "$work/found")"
    fi
}
