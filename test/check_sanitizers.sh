#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_sanitizers.sh FOLDER - builds the tree twice more, with ASan and UBSan and with TSan, in FOLDER, and runs the
# tests in those builds: all C programs of the suites named below in the first, the suite `threads` in the second. Each
# program is a case. The compiler is gcc (clang does not link a module with -z defs to its sanitizers).
#
# TEST_MINUTES lets the slow suites take part too.
set -euo pipefail
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=test/tap.sh
source "$source_root/test/tap.sh"
folder=$1
unset CC CFLAGS LDFLAGS

# has tells whether a program can be built with a sanitizer, and runs.
has() {
    local program
    program=$(mktemp)
    echo 'int main(void) { return 0; }' | gcc "-fsanitize=$1" -x c -o "$program" - 2>"$program.log" && "$program"
}

# configure NAME SANITIZERS makes a build, or configures it again.
configure() {
    if ! [ -e "$folder/$1/build.ninja" ]; then
        rm -rf "${folder:?}/$1"
        # Warnings are another build's matter: gcc has false ones with sanitizers.
        CC=gcc meson setup "$folder/$1" "$source_root" "-Db_sanitize=$2" -Db_lundef=false -Dwerror=false \
            --buildtype=debug --optimization=1
    fi
}

# run_suite NAME SUITE runs a suite in that build, each of its programs a case.
run_suite() {
    local build=$folder/$1 verdict name count=0
    rm -f "$build/meson-logs/$2.json"
    # This builds what the suite needs, and no more.
    meson test -C "$build" --suite "$2" --logbase "$2" --num-processes 2 --timeout-multiplier 5 >"$build/$2.log" 2>&1 ||
        true
    if ! [ -e "$build/meson-logs/$2.json" ]; then
        failed "$1: $2: the build" "$(tail -30 "$build/$2.log")"
        return
    fi
    while read -r verdict name; do
        count=$((count + 1))
        case $verdict in
        pass) passed "$1: $2: $name" ;;
        skip) skipped "$1: $2: $name" "it says so itself" ;;
        *) failed "$1: $2: $name" "$(grep -E 'ERROR: (Addr|Leak|Thread)|runtime error|WARNING: Thread|^not ok|#[0-9] ' \
            "$build/meson-logs/$2.txt" | head -40)" ;;
        esac
    done < <(python3 - "$build/meson-logs/$2.json" <<'END'
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    run = json.loads(line)
    text = run.get("stdout", "") + run.get("stderr", "")
    # meson 1.0 takes cmocka's skipped cases for failed ones: so the program's own word counts.
    bad = run.get("returncode", 1) != 0 or "runtime error:" in text or "Sanitizer:" in text
    ran = "\nok " in text or text.startswith("ok ")
    print("fail" if bad else "pass" if ran else "skip", run["name"].rpartition(" / ")[2])
END
    )
    [ "$count" -gt 0 ] || failed "$1: $2" "no program ran"
}

for tool in gcc meson ninja; do
    command -v "$tool" >/dev/null || skip_all "$tool is needed"
done
mkdir -p "$folder"
# Not with detect_stack_use_after_return: gcc 12's frames for it do not keep an alignment of 64.
export ASAN_OPTIONS=detect_stack_use_after_return=0:strict_string_checks=1:abort_on_error=0
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export TSAN_OPTIONS=halt_on_error=0:exitcode=66
suites=(select kernels provider guard random threads)
[ -z "${TEST_MINUTES:-}" ] || suites+=(vectors big fuzz)

if ! has address,undefined; then
    skipped "ASan and UBSan" "this gcc has none, or they do not run here"
elif ! log=$(configure asan address,undefined 2>&1); then
    failed "the build with ASan and UBSan" "$(tail -30 <<<"$log")"
else
    for suite in "${suites[@]}"; do
        run_suite asan "$suite"
    done
fi
if ! has thread; then
    skipped "TSan" "this gcc has none, or it does not run here"
elif ! log=$(configure tsan thread 2>&1); then
    failed "the build with TSan" "$(tail -30 <<<"$log")"
else
    run_suite tsan threads
fi
tap_end
