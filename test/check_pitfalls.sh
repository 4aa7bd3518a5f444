#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_pitfalls.sh LIBRARY... - faults that others shipped and that need more than a test program: other levels of
# optimisation, and a look at the instructions. Prints TAP. PITFALLS.md has all rows.
#
# LIBRARY... are the static libraries of this build's x86 kernels, libkernel_NAME.a.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/cases.sh
source "$(dirname "${BASH_SOURCE[0]}")/cases.sh"
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
libraries=()
for library in "$@"; do # the cases have folders of their own
    libraries+=("$(realpath "$library")")
done

# tails COMPILER LEVEL passes when every function of every kernel, built so, is right for every number of blocks.
tails() {
    command -v "$1" >/dev/null || skip "there is no $1"
    CC=$1 CFLAGS='' meson setup b "$source_root" --buildtype=plain "-Doptimization=$2" -Dwerror=false -Dtests=enabled >log 2>&1 ||
        fault "meson failed:" log
    ninja -C b test/check_pitfalls_tails >log 2>&1 || fault "it does not build:" log
    CMOCKA_MESSAGE_OUTPUT=TAP b/test/check_pitfalls_tails >log 2>&1 || fault "built by $1 -O$2:" log
    [ "$(grep -c '^ok' log)" -ge 2 ] || fault "too few kernels ran:" log
}
case_every_tail_by_gcc_at_O0() { tails gcc 0; }
case_every_tail_by_gcc_at_O1() { tails gcc 1; }
case_every_tail_by_gcc_at_O3() { tails gcc 3; }
case_every_tail_by_clang_at_O0() { tails clang 0; }
case_every_tail_by_clang_at_O2() { tails clang 2; }
case_every_tail_by_clang_at_O3() { tails clang 3; }

# instructions FILE prints "FUNCTION<tab>MNEMONIC<tab>OPERANDS" for each instruction.
instructions() {
    objdump -d --no-show-raw-insn "$1" | awk -F '\t' '
        /^[0-9a-f]+ <.*>:$/ { name = $0; sub(/^.*</, "", name); sub(/>:$/, "", name) }
        NF < 2 { next }
        {
            text = $2
            sub(/ *#.*/, "", text)
            while (text ~ /^(\{evex\}|\{vex3?\}|notrack|bnd|cs|ds|data16|rep|repz|repnz|lock) /) sub(/^[^ ]+ +/, "", text)
            word = text
            sub(/ .*/, "", word)
            sub(/^[^ ]+ */, "", text)
            print name "\t" word "\t" text
        }'
}

# foreign prints instructions of sets that no kernel asks for: MOVBE, BMI1 and 2, ADX, LZCNT, FMA, F16C, GFNI, SHA, and
# AVX-512's extensions beyond F, BW, VL and DQ.
foreign() {
    awk -F '\t' '$2 ~ /^(movbe|andn|bextr|bls(i|r|msk)|[rsm]?(shlx|shrx|sarx)|rorx|mulx|pdep|pext|bzhi|adcx|adox|lzcnt)[lqw]?$/ ||
        $2 ~ /^v(fn?m(add|sub)|cvtph2ps|cvtps2ph|pternlogb|permb|permt2b|permi2b|pmadd52|pshld|pshrd|popcnt|pdpb|pdpw|pcompressb|pcompressw)/ ||
        $2 ~ /^v?gf2p8|^sha(1|256)|^v4/'
}

# legacy prints instructions in the old encoding that use xmm registers; among wide ones each costs a change of state.
legacy() {
    awk -F '\t' '$3 ~ /%xmm/ && $2 !~ /^v/'
}

# not_zeroed prints the returns, and jumps to other functions, that come after a use of a wide register without a
# vzeroupper between them. zmm16 to 31 and ymm16 to 31 leave no such state behind. It reads forward: behind a jump it
# knows nothing of the code that leads there, and takes the state for clean.
not_zeroed() {
    awk -F '\t' '
        $1 != name { name = $1; dirty = 0 }
        $3 ~ /%[yz]mm([0-9]|1[0-5])([^0-9]|$)/ { dirty = 1 }
        $2 ~ /^vzero(upper|all)$/ { dirty = 0 }
        $2 == "jmp" && dirty && index($3, "<" name) == 0 { print }
        $2 ~ /^ret/ && dirty { print }
        $2 ~ /^ret/ || $2 == "jmp" { dirty = 0 }'
}

# planted assembles its standard input, and prints the instructions.
planted() {
    gcc -c -x assembler -o planted.o - && instructions planted.o
}

# on_x86 skips the case where there is nothing to look at.
on_x86() {
    [ ${#libraries[@]} -gt 0 ] || skip "this build has no x86 kernel"
    command -v objdump >/dev/null || skip "binutils are needed"
}

# Assembly that takes MOVBE for granted, since all CPUs with AVX2 have it (openzfs PR 9749).
case_kernels_use_the_instructions_that_they_ask_for() {
    local library
    on_x86
    planted <<<$'f: movbe (%rdi), %rax\n shlx %rax, %rbx, %rcx\n vfmadd231ps %ymm1, %ymm2, %ymm3\n ret' | foreign >found
    [ "$(wc -l <found)" -eq 3 ] || fault "planted ones were not found:" found
    for library in "${libraries[@]}"; do
        instructions "$library" >all
        [ "$(wc -l <all)" -gt 1000 ] || fault "there is no code in $library" all
        foreign <all >found
        empty found
    done
}

# The kernel for CPUs with AES-NI has no wide register and no VEX code, or it would not run on those without AVX.
case_aesni_needs_no_AVX() {
    local library
    on_x86
    for library in "${libraries[@]}"; do
        [[ $library == *aesni.a ]] || continue
        instructions "$library" >all
        awk -F '\t' '$2 ~ /^v/ || $3 ~ /%[yz]mm/' <all >found
        empty found
        return
    done
    skip "this build has no kernel aesni"
}

# The changes of state between old and wide instructions, 80 % of the speed (aws-lc issues 1115, 2140; isa-l_crypto
# issue 10).
case_wide_kernels_leave_no_upper_halves_and_mix_no_encodings() {
    local library looked=''
    on_x86
    planted <<<$'f: vpxor %ymm1, %ymm2, %ymm3\n ret\ng: vpxor %ymm1, %ymm2, %ymm3\n vzeroupper\n ret' | not_zeroed >found
    [ "$(cut -f1 found)" = f ] || fault "the planted return was not found, or the other one was:" found
    planted <<<$'f: pxor %xmm1, %xmm2\n vpxor %xmm1, %xmm2, %xmm2\n ret' | legacy >found
    [ "$(wc -l <found)" -eq 1 ] || fault "the planted instruction was not found:" found
    for library in "${libraries[@]}"; do
        [[ $library == *vaes* ]] || continue
        looked=yes
        instructions "$library" >all
        grep -q vzeroupper all || fault "there is no vzeroupper in $library"
        legacy <all >found
        empty found
        not_zeroed <all >found
        empty found
    done
    [ -n "$looked" ] || skip "this build has no wide kernel"
}

# Features in numbers: a kernel names each instruction set that its library is built for (meson and kernels/x86).
case_kernels_name_the_features_that_they_are_built_for() {
    local name flag feature text
    on_x86
    for name in vaes512 vaes256 aesni; do
        text=$(sed -n "/^const struct aes_kernel/,/^};/p" "$source_root/kernels/x86/$name.c")
        for flag in $(sed -n "s/^ *'$name': *\[\(.*\)\],*$/\1/p" "$source_root/kernels/meson.build" | tr -d "',"); do
            feature=CPU_$(tr '[:lower:].' '[:upper:]_' <<<"${flag#-m}" | sed 's/SSE4_1/SSE41/; s/^PCLMUL$/PCLMULQDQ/')
            grep -qw "$feature" <<<"$text" || fault "$name is built with $flag, and does not ask for $feature"
        done
    done
}

run_cases
