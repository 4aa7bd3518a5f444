#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_memcheck.sh PROGRAM... - runs test programs of the provider under valgrind, with the kernels that it can run:
# no byte may be read that was never written, none beyond a block, and no memory lost. AESWIDE_MODULE names the module.
#
# With TEST_MINUTES the slow programs take part too: those after "--" in the arguments.
set -euo pipefail

kernels=(aesni portable)
if ! command -v valgrind >/dev/null || ! command -v objcopy >/dev/null; then
    echo "1..0 # SKIP valgrind and binutils are needed"
    exit 0
fi
programs=()
for argument in "$@"; do
    if [ "$argument" != -- ]; then
        programs+=("$argument")
    elif [ -z "${TEST_MINUTES:-}" ]; then
        echo "# slow programs left out, as TEST_MINUTES is not set"
        break
    fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The default provider of 3.0 compares a GCM tag that it has not made, and gives such a one to who asks. What starts in
# libcrypto is not ours to judge, nor what a test finds when it compares with default's bytes (check_ctime.c sees to it
# that aeswide's are all known). Leaks of children that end without freeing, which tests make, are silenced by an option.
cat >"$folder/suppressions" <<'END'
{
   libcrypto's own branches
   Memcheck:Cond
   obj:*/libcrypto.so*
}
{
   libcrypto's own addresses
   Memcheck:Value8
   obj:*/libcrypto.so*
}
{
   a comparison with the default provider
   Memcheck:Cond
   fun:*cmp*
   obj:*/program
}
END
# valgrind 3.19 does not read the DWARF 5 of clang 14.
objcopy --strip-debug "$AESWIDE_MODULE" "$folder/aeswide.so"
export AESWIDE_MODULE=$folder/aeswide.so TEST_SEED=${TEST_SEED:-$RANDOM} CMOCKA_MESSAGE_OUTPUT=TAP

# examine runs one program under valgrind: its exit status is that of the program, "$folder/log" what valgrind found.
examine() {
    objcopy --strip-debug "$1" "$folder/program"
    valgrind --tool=memcheck --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
        --child-silent-after-fork=yes --suppressions="$folder/suppressions" --log-file="$folder/log" \
        "$folder/program" >"$folder/output" 2>&1
}

echo "1..$((${#kernels[@]} * ${#programs[@]}))"
echo "# TEST_SEED=$TEST_SEED; NOT RUN under valgrind, which lacks their instructions: vaes256 and vaes512"
number=0
failed=0
for kernel in "${kernels[@]}"; do
    for program in "${programs[@]}"; do
        number=$((number + 1))
        status=0
        AESWIDE_KERNEL=$kernel examine "$program" || status=$?
        if [ "$status" -eq 0 ] && grep -q 'ERROR SUMMARY: 0 errors' "$folder/log"; then
            echo "ok $number - $kernel: $(basename "$program")"
        else
            echo "not ok $number - $kernel: $(basename "$program") (exit status $status)"
            grep '^not ok\|^# not ok' "$folder/output" | sed 's/^/# /' || true
            sed -n -e '1,60s/^==[0-9]*== \{0,1\}/# /p' "$folder/log"
            failed=1
        fi
    done
done
exit "$failed"
