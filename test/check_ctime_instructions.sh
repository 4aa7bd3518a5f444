#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_ctime_instructions.sh PLANTED LIBRARY... - looks at the instructions of kernels that valgrind cannot run
# (vaes256, vaes512): none may be there by which data could steer a branch or an address. PLANTED is a library of
# functions with one fault each, all of which must be found first.
#
# A kernel's general registers hold lengths, counters and pointers, and its data is in vector registers. So these are
# faults: gathers and scatters; comparisons and tests of vectors whose result goes to flags, masks or general registers;
# single bytes or 16-bit words loaded into general registers, as a table's index would be; jumps and calls through
# registers or memory. (Compilers do move general registers through vector registers, so plain moves are none.) What the
# branches depend on is watched by valgrind in aesni, which is compiled from the same source.
set -euo pipefail

planted=$1
shift
if ! command -v objdump >/dev/null; then
    echo "1..0 # SKIP binutils are needed"
    exit 0
fi

# faults LIBRARY prints "function: instruction" for each fault, and "instructions N" at the end.
faults() {
    objdump -d --no-show-raw-insn "$1" | awk -F '\t' '
        /^[0-9a-f]+ <.*>:$/ { name = $0; sub(/^.*</, "", name); sub(/>:$/, "", name) }
        NF < 2 { next }
        {
            count++
            text = $2
            sub(/ *#.*/, "", text)
            while (text ~ /^(\{evex\}|\{vex3?\}|notrack|bnd|cs|ds|data16|rep|repz|lock) /) sub(/^[^ ]+ +/, "", text)
            word = text
            sub(/ .*/, "", word)
            memory = text ~ /\(/ && text !~ /\(%rsp/ && text !~ /\(%rbp/
            bad = word ~ /gather|scatter/ ||
                  word ~ /^v?(p?movmsk|ptest|testp|u?comis|pcmp[ei]str)/ ||
                  word ~ /^(vpcmp|vptestm|vptestnm|vcmpp|vpmov[bwdq]2m|kortest|ktest|vfpclass)/ ||
                  (word ~ /^kmov/ && text ~ /%k[0-7],%[er]/) ||
                  (word ~ /^(movz[bw]|movs[bw]|movb$|movw$)/ && memory && text !~ /,[^%]*\([^)]*\)$/) ||
                  (word ~ /^(cmp|test|and|or|xor|add|sub)[bw]$/ && memory) || (word ~ /^(cmp|test)/ && text ~ /\).*%[a-d][lh]$/) ||
                  (word ~ /^(jmp|call)$/ && text ~ /\*/) || word ~ /^xlat/
            if (bad) print name ": " text
        }
        END { print "instructions " count + 0 }'
}

echo "1..$((1 + $#))"
failed=0

# Every function of PLANTED must have a fault.
found=$(faults "$planted")
missed=
while read -r name; do
    grep -q "^$name: " <<<"$found" || missed+=" $name"
done < <(objdump -t "$planted" | awk '/ F \.text/ { print $NF }')
if [ -z "$missed" ] && [ "$(grep -c '^planted_' <<<"$found")" -ge 6 ]; then
    echo "ok 1 - planted faults are found"
else
    echo "not ok 1 - planted faults are found"
    echo "# not found:$missed"
    failed=1
fi

number=1
for library in "$@"; do
    number=$((number + 1))
    found=$(faults "$library")
    count=${found##*instructions }
    if [ "$(wc -l <<<"$found")" -eq 1 ] && [ "$count" -gt 1000 ]; then
        echo "ok $number - $(basename "$library"): $count instructions, none that lets data steer a branch or an address"
    else
        echo "not ok $number - $(basename "$library")"
        head -20 <<<"$found" | sed 's/^/# /'
        failed=1
    fi
done
exit "$failed"
