#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_ctime.sh PROGRAM - runs check_ctime under valgrind and passes its TAP output on; valgrind's log follows it when
# a case failed.
#
# It runs a copy without debug information: valgrind 3.19 does not read the DWARF 5 of clang 14. Function names stay.
set -euo pipefail

program=$1
if ! command -v valgrind >/dev/null || ! command -v objcopy >/dev/null; then
    echo "1..0 # SKIP valgrind and binutils are needed; nothing is known about constant time here"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
objcopy --strip-debug "$program" "$folder/check_ctime"
status=0
valgrind --tool=memcheck --undef-value-errors=yes --leak-check=no --error-limit=no --num-callers=6 \
    --log-file="$folder/log" "$folder/check_ctime" || status=$?
if [ "$status" -ne 0 ]; then
    # The first complaints, those of the planted faults left out.
    sed -e 's/^==[0-9]*== \{0,1\}//' "$folder/log" |
        awk 'BEGIN { RS = "" } !/planted_/ && ++n <= 8 { gsub(/\n/, "\n# "); print "# " $0 "\n#" }'
fi
exit "$status"
