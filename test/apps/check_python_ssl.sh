#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_python_ssl.sh - the tests that Python has for its own module ssl, on aeswide as on default. Prints TAP; see
# apps.sh.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

python=/usr/bin/python3
testsuite=libpython$($python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo 3.11)-testsuite
want python3 test -x $python
want "$testsuite" $python -c 'import test.test_ssl'
installed

# outcomes FILE prints each test of a JUnit report and how it ended, sorted.
outcomes() {
    $python - "$1" <<'END'
import sys
import xml.etree.ElementTree as xml

for case in sorted(xml.parse(sys.argv[1]).iter("testcase"), key=lambda case: case.get("name")):
    ends = [end.tag for end in case if end.tag in ("failure", "error", "skipped")]
    print(case.get("name"), *(ends or ["passed"]))
END
}

case_tests_of_ssl_end_as_on_default() {
    local mode status
    for mode in default aeswide; do
        status=0
        limit=400 as "$mode" "$python" -m test -w --tempdir "$PWD" --junit-xml "$PWD/$mode.xml" test_ssl >"$mode.log" 2>&1 ||
            status=$?
        outcomes "$mode.xml" >"$mode.txt"
        echo "exit status $status" >>"$mode.txt"
    done
    [ "$(grep -c ' passed$' default.txt)" -ge 100 ] || fault "too few tests passed on default:" default.txt
    diff default.txt aeswide.txt >differences || fault "not the same outcomes on default (<) and on aeswide (>):" differences
    echo "# $(grep -c ' passed$' aeswide.txt) passed, $(grep -c ' skipped$' aeswide.txt) skipped," \
        "$(grep -cE ' (failure|error)$' aeswide.txt || true) failed, on both"
}

case_the_echo_test_fails_on_broken() {
    local mode
    for mode in default aeswide; do
        as "$mode" "$python" -m test -v --tempdir "$PWD" test_ssl -m test_echo >log 2>&1 || fault "failed on $mode:" log
    done
    refused as broken "$python" -m test -v --tempdir "$PWD" test_ssl -m test_echo >log 2>&1
}

run_cases
