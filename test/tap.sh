# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# tap.sh - TAP output of test scripts. To be sourced.

tap_cases=0 tap_failed=0

# passed NAME prints a case that passed.
passed() {
    tap_cases=$((tap_cases + 1))
    echo "ok $tap_cases - $1"
}

# failed NAME REASON prints a case that failed; the reason may be several lines.
failed() {
    tap_cases=$((tap_cases + 1))
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_cases - $1"
    printf '%s\n' "$2" | cut -c 1-300 | sed 's/^/#   /'
}

# skipped NAME REASON prints a case that could not be tried.
skipped() {
    tap_cases=$((tap_cases + 1))
    echo "ok $tap_cases - $1 # SKIP $2"
}

# skip_all REASON ends a script that cannot try anything.
skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

# tap_end prints the plan and ends the script.
tap_end() {
    echo "1..$tap_cases"
    [ "$tap_failed" -eq 0 ] || exit 1
    exit 0
}
