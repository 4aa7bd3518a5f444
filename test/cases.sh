# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# cases.sh - test programs in bash that consist of cases. To be sourced; then `run_cases` ends the program.
#
# Each function whose name begins with "case_" is a test case: it runs by itself in a shell and an empty folder of its
# own, and passes when all its commands succeed. What it prints in lines that begin with "# " is repeated when it passes.
# A function after_case, if there is one, runs at the end of each case, however it ends, and after_all after the last one.

# shellcheck source=test/tap.sh
source "$(dirname "${BASH_SOURCE[0]}")/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# has FILE TEXT passes when the file contains the text; lacks is its opposite.
has() {
    grep -qF -e "$2" "$1" || fault "\"$2\" is not in what was printed:" "$1"
}
lacks() {
    ! grep -qF -e "$2" "$1" || fault "\"$2\" is in what was printed:" "$1"
}

# empty FILE passes when nothing was printed to it.
empty() {
    [ ! -s "$1" ] || fault "this should not have been printed:" "$1"
}

# same FILE FILE passes when both have the same bytes.
same() {
    cmp "$1" "$2" || fault "$1 and $2 differ"
}

# refused COMMAND... passes when the command fails by itself, not by a signal or by running out of time.
refused() {
    local status=0
    "$@" || status=$?
    # From 124 on they are those of timeout and of the shell, but for ssh's 255.
    if [ "$status" -eq 0 ] || { [ "$status" -ge 124 ] && [ "$status" -ne 255 ]; }; then
        fault "exit status $status, but it should have failed: $*"
    fi
}

# fault MESSAGE [FILE] ends the case as failed. Descriptor 3 is the case's log, wherever standard output goes.
fault() {
    echo "$1" >&3
    [ $# -lt 2 ] || cat "$2" >&3
    exit 1
}

# skip REASON ends the case as skipped.
skip() {
    echo "$1" >&3
    exit 77
}

# run_case NAME FOLDER runs one case there. Its exit status is the verdict.
run_case() {
    set -eE
    trap 'echo "failed: $BASH_COMMAND" >&3' ERR
    if declare -F after_case >/dev/null; then
        trap after_case EXIT
    fi
    cd "$2"
    "case_$1"
}

# run_cases runs every case that is defined, in the order of their names, prints a verdict for each, and ends the
# program. Not to be called in a condition: no case would then stop at the first command that fails.
run_cases() {
    local cases name status
    mapfile -t cases < <(declare -F | sed -n 's/^declare -f case_//p')
    for name in "${cases[@]}"; do
        mkdir "$work/case"
        # Not in a condition, for the same reason.
        set +e
        (run_case "$name" "$work/case") >"$work/log" 2>&1 3>&1
        status=$?
        set -e
        case $status in
        0)
            grep '^# ' "$work/log" || true
            passed "$name"
            ;;
        77) skipped "$name" "$(tail -1 "$work/log")" ;;
        *) failed "$name" "$(tail -40 "$work/log")" ;;
        esac
        rm -rf "$work/case"
    done
    if declare -F after_all >/dev/null; then
        after_all
    fi
    tap_end
}
