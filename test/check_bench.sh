#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_bench.sh - aeswide-bench and bench/report, on runs too short to mean anything. Prints TAP.
#
# Environment, which meson sets:
#   AESWIDE_BENCH     absolute path of aeswide-bench
#   AESWIDE_REPORT    absolute path of bench/report
#   AESWIDE_MODULE    absolute path of the module
#   AESWIDE_KERNELS   the kernels of this build, best first
#   AESWIDE_CNF       absolute path of the aeswide.cnf that names this module
#   AESWIDE_WRONG     absolute path of wrong.so, a provider whose ciphers do nothing
#
# Each function whose name begins with "case_" is a test case: it runs by itself in a shell of its own, and passes when
# all its commands succeed.
set -euo pipefail

: "${AESWIDE_BENCH:?is the path of aeswide-bench}" "${AESWIDE_REPORT:?is the path of bench/report}"
: "${AESWIDE_MODULE:?is the path of the module}" "${AESWIDE_CNF:?is the path of aeswide.cnf}"
: "${AESWIDE_KERNELS:?names the kernels of this build}" "${AESWIDE_WRONG:?is the path of wrong.so}"
modules=$(dirname "$AESWIDE_MODULE")
unset OPENSSL_MODULES OPENSSL_ia32cap AESWIDE_KERNEL AESWIDE_DEBUG
export OPENSSL_CONF=/dev/null

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

short=(--rounds 1 --batches 1 --patience 1)

# bench ARG... runs aeswide-bench; run ARG... its command `run`, shortly, on this module.
bench() {
    timeout 60 "$AESWIDE_BENCH" "$@"
}
run() {
    bench run --modules "$modules" "${short[@]}" "$@"
}

# has FILE TEXT passes when the file contains the text; lacks is its opposite.
has() {
    grep -qF -e "$2" "$1" || fault "\"$2\" is not in what was printed:" "$1"
}
lacks() {
    ! grep -qF -e "$2" "$1" || fault "\"$2\" is in what was printed:" "$1"
}

# leaves STATUS COMMAND... passes when the command ends with that exit status. What it prints goes to the file out.
leaves() {
    local wanted=$1 status=0
    shift
    "$@" >out 2>&1 || status=$?
    [ "$status" -eq "$wanted" ] || fault "exit status $status and not $wanted: $*" out
}

# refused TEXT ARG... passes when aeswide-bench ends with status 2 and one or two lines of which one has the text.
refused() {
    local text=$1
    shift
    leaves 2 bench "$@"
    has out "$text"
    [ "$(wc -l <out)" -le 2 ] || fault "more than two lines:" out
}

# column FILE NAME prints a column of a CSV file without its header, as python reads it: strictly.
column() {
    python3 - "$1" "$2" <<'EOF'
import csv, sys
with open(sys.argv[1], newline="") as file:
    rows = list(csv.reader(file, strict=True))
assert rows and all(len(row) == len(rows[0]) for row in rows), "lines differ in their number of fields"
index = rows[0].index(sys.argv[2])
for row in rows[1:]:
    print(row[index])
EOF
}

# positive FILE NAME... passes when the columns hold numbers above 0, and some.
positive() {
    local file=$1 name
    shift
    for name in "$@"; do
        column "$file" "$name" >values
        awk '!($1 > 0) {bad = 1} END {exit bad || NR == 0}' values || fault "column $name of $file:" values
    done
}

# expected FILE COLUMN VALUE... passes when the column has these values and no others, in any order.
expected() {
    local file=$1 name=$2
    shift 2
    column "$file" "$name" | sort -u >values
    printf '%s\n' "$@" | sort -u | diff - values >difference || fault "column $name of $file:" difference
}

# scale FACTOR FILE prints a file of results in which the second line took so many times as long, and the ratio fell.
scale() {
    python3 - "$1" "$2" <<'EOF'
import csv, sys
factor = float(sys.argv[1])
with open(sys.argv[2], newline="") as file:
    rows = list(csv.DictReader(file))
for name in ("ns", "ns_q1", "ns_q3", "cycles"):
    rows[1][name] = float(rows[1][name]) * factor
rows[1]["ratio"] = float(rows[1]["ratio"]) / factor
writer = csv.DictWriter(sys.stdout, rows[0].keys())
writer.writeheader()
writer.writerows(rows)
EOF
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

need_python() {
    command -v python3 >/dev/null || skip "python3 is missing"
}

case_help_of_every_command() {
    local command
    leaves 0 bench --help
    for command in run kernels limits info compare; do
        has out "  $command "
    done
    for command in run kernels limits info compare; do
        leaves 0 bench "$command" --help
        has out "usage: aeswide-bench $command"
        has out "--help"
    done
    leaves 2 bench
    has out "usage: aeswide-bench COMMAND"
    leaves 0 bench --version
    grep -qE '^aeswide-bench [0-9]+\.[0-9]+' out || fault "no version:" out
}

case_bad_options_are_named() {
    refused 'no command is called "fly"' fly
    refused "unrecognized option '--fly'" run --fly
    refused "unrecognized option '--fly'" limits --fly
    refused "requires an argument" run --sizes
    refused 'what is "fly"' run fly
    refused 'what is "fly"' info fly
    refused '--sizes: "fly"' run --sizes fly
    refused '--sizes: "16-"' run --sizes 16-
    refused '--sizes: "64-16"' run --sizes 64-16
    refused '--sizes: "0-64:x2"' run --sizes 0-64:x2
    refused '--sizes: "16-64:0"' run --sizes 16-64:0
    refused '--sizes: "0" is not between' run --sizes 0
    refused '--sizes: an item of the list is empty' run --sizes 16,,32
    refused '--sizes: "99999999999999999999"' run --sizes 99999999999999999999
    refused '--batches: 0 is not between' run --batches 0
    refused '--batches: "-1" is no whole number' limits --batches -1
    refused '--ciphers: "AES-512-GCM" is no cipher' run --ciphers AES-512-GCM --contestants default
    refused '--direction: "up"' run --direction up
    refused '--scope: "fly"' run --scope fly --contestants default
    refused '--scope update is not for GCM' run --scope update --contestants default
    refused '--placement: "beside"' run --placement beside --contestants default
    refused '--offsets: 4096 is not between' run --offsets 4096 --contestants default
    refused '--offsets: "x" is no whole number' run --offsets 0:x --contestants default
    refused '--threads: "0" is not between' run --threads 0
    refused '--aad: 70000' run --aad 70000
    refused 'ECB takes multiples of 16' run --ciphers ecb --sizes 17 --contestants default
    refused 'cannot load the provider nobody' run --contestants nobody
    refused 'cannot load the provider aeswide:fly' run --modules "$modules" --contestants aeswide:fly
    refused 'cannot open a libcrypto' run --libcrypto /nowhere/libcrypto.so.3
    refused 'is no libcrypto of OpenSSL 3.0 or later' run --libcrypto libc.so.6
    refused 'cannot write /nowhere/results.csv' limits "${short[@]}" --csv /nowhere/results.csv
    refused '--kernels: no kernel is named "fly"' kernels --kernels fly
    refused '--functions: kernels have no function "fly"' kernels --functions fly
    refused '--bits: a key has 128' kernels --bits 200
    refused '--sizes: 17 is no multiple of 16' kernels --sizes 17
    refused 'compare takes two files' compare one.csv
    refused 'cannot read nothing.csv' compare nothing.csv nothing.csv
    refused '--threshold: "much"' compare --threshold much a b
    refused '--by: "colour"' compare --by colour a b
}

case_run_prints_a_table() {
    run --ciphers AES-128-GCM --sizes 16,1K --limits >out 2>errors
    has out "AES-128-GCM encrypt, a message, 13 bytes of AAD, in and out apart, 1 thread"
    grep -qE '^ +16  default +[0-9]+\.[0-9]  \(' out || fault "no line of default:" out
    grep -qE '^ +aeswide +[0-9]+\.[0-9]  \([0-9.]+-[0-9.]+\) +[0-9.]+ +[0-9.]+ +[0-9.]+' out || fault "no line:" out
    grep -qE '^ +cost  aeswide +-?[0-9.]+ ns a message \+ -?[0-9.]+ ns a byte' out || fault "no cost:" out
    has out "evp: a provider that does nothing"
}

case_run_writes_csv() {
    need_python
    run --ciphers all --sizes 16,64 --direction both --csv r.csv >out
    positive r.csv ns ns_q1 ns_q3 cycles cycles_per_byte gb_per_s ratio ghz batches threads bytes
    expected r.csv contestant default aeswide
    expected r.csv cipher AES-{128,192,256}-{ECB,CTR,GCM}
    expected r.csv operation encrypt decrypt
    expected r.csv bytes 16 64
    [ "$(column r.csv ns | wc -l)" -eq 72 ] || fault "9 ciphers, 2 directions, 2 sizes, 2 contestants are 72 lines"
    run --ciphers ctr --sizes 16 --csv - >other.csv
    cmp <(head -n 1 r.csv) <(head -n 1 other.csv) || fault "the headers differ"
    expected other.csv cipher AES-{128,192,256}-CTR
}

case_run_takes_every_shape() {
    need_python
    run --ciphers gcm --sizes 16-48:16,100 --scope iv,key --direction both --placement apart,in-place \
        --offsets 0,1:2 --aad 0 --csv r.csv >out
    expected r.csv bytes 16 32 48 100
    expected r.csv scope iv key
    expected r.csv placement apart in-place
    expected r.csv in_offset 0 1
    expected r.csv out_offset 0 2
    expected r.csv aad_len 0
    run --ciphers ecb,ctr --sizes 16-64:x2,17 --scope update --direction both --csv r.csv >out
    expected r.csv bytes 16 17 32 64
    expected r.csv scope update
}

case_run_measures_kernels_and_threads() {
    local kernels
    need_python
    run --ciphers AES-256-CTR --sizes 1K --contestants default,kernels,aeswide --threads all --csv r.csv >out
    column r.csv kernel | sort -u >values
    read -ra kernels <<<"$AESWIDE_KERNELS"
    has values "${kernels[-1]}"
    column r.csv contestant >values
    has values "aeswide:${kernels[-1]}"
    expected r.csv threads "$(nproc)"
    # A contestant's kernel is the one that its name says.
    python3 - <<'EOF' || fault "names and kernels differ"
import csv
for row in csv.DictReader(open("r.csv")):
    name = row["contestant"].partition(":")[2]
    assert name in ("", row["kernel"]), row
EOF
}

case_run_refuses_wrong_output() {
    local direction
    for direction in encrypt decrypt; do
        leaves 1 bench run "${short[@]}" --modules "$(dirname "$AESWIDE_WRONG")" --contestants default,wrong \
            --ciphers AES-128-CTR --sizes 64 --direction $direction
        has out "wrong: ${direction}ion of 64 bytes with AES-128-CTR gives another result than the default provider"
        lacks out "ratio"
    done
}

case_kernels_measures_every_function() {
    need_python
    bench kernels "${short[@]}" --sizes 16,1K --bits 192 --csv k.csv >out
    positive k.csv ns cycles
    expected k.csv operation set_encrypt_key set_decrypt_key ecb_encrypt ecb_decrypt ctr set_ghash_key ghash \
        gcm_encrypt gcm_decrypt
    column k.csv kernel >values
    has values portable64
    has out "gcm_encrypt, AES-192-GCM"
    bench kernels "${short[@]}" --kernels portable --functions ctr --limits --csv k.csv >out
    expected k.csv kernel portable
    expected k.csv operation ctr
}

case_limits_are_plausible() {
    need_python
    [ "$(uname -m)" = x86_64 ] || skip "only x86-64 has limits so far"
    if ! bench limits --rounds 1 --batches 5 --csv l.csv >out 2>&1; then
        has out "has none of the AES instructions"
        skip "$(tail -n 1 out)"
    fi
    positive l.csv ns cycles ghz
    # On no CPU: more than four AES instructions a cycle, or a latency below two cycles or above twenty.
    python3 - <<'EOF' || fault "implausible" l.csv
import csv
for row in csv.DictReader(open("l.csv")):
    cycles = float(row["cycles"])
    if row["operation"] == "throughput":
        assert 0.2 < cycles < 40, row
    if row["operation"] == "latency":
        assert 2 < cycles < 80, row
EOF
}

case_info_explains_the_default() {
    bench info --modules "$modules" >out
    local name
    for name in $AESWIDE_KERNELS; do
        grep -qE "^kernel +$name " out || fault "no verdict on $name:" out
    done
    grep -qE '^kernel .* chosen ' out || fault "no kernel is chosen:" out
    has out "OpenSSL"
    has out "module     loads"
    has out "query      ?provider=aeswide: AES-256-GCM comes from the provider aeswide"
    has out "with it AES-256-GCM comes from the provider default"
    has out "that file does not name aeswide"
}

case_info_sees_the_configuration() {
    OPENSSL_CONF=$AESWIDE_CNF bench info >out
    has out "with it AES-256-GCM comes from the provider aeswide"
}

case_info_explains_a_missing_module() {
    bench info --modules "$work" >out
    has out "module     does not load"
    sed "s#^module = .*#module = $work/nowhere.so#" "$AESWIDE_CNF" >broken.cnf
    OPENSSL_CONF=$PWD/broken.cnf bench info --modules "$work" >out
    has out "that file names aeswide, which does not load"
}

case_info_explains_a_lost_preference() {
    sed '/^default_properties/d' "$AESWIDE_CNF" >lost.cnf
    OPENSSL_CONF=$PWD/lost.cnf bench info --modules "$modules" >out
    # Which of two providers wins without a preference is libcrypto's business.
    ! grep -q 'with it .* provider default' out || has out "aeswide is active and another provider wins"
}

case_info_explains_a_missing_default_provider() {
    sed '/^default = default_sect/d' "$AESWIDE_CNF" | sed '/^default_properties/s/=.*/= provider=nobody/' >alone.cnf
    OPENSSL_CONF=$PWD/alone.cnf bench info --modules "$modules" >out
    has out "the default provider is missing"
}

case_info_explains_a_kernel_that_is_not_there() {
    AESWIDE_KERNEL=fly bench info --modules "$modules" >out
    has out 'no kernel is named "fly"'
    has out "module     does not load"
}

case_compare_passes_equal_files() {
    run --ciphers gcm --sizes 16,64 --csv r.csv >/dev/null
    leaves 0 bench compare r.csv r.csv
    has out "12 compared: 0 slower, 0 faster"
    leaves 0 bench compare r.csv r.csv --all --by ratio --threshold 0
    has out "same"
}

case_compare_finds_what_became_slower() {
    need_python
    run --ciphers AES-128-GCM --sizes 64,256 --csv old.csv >/dev/null
    scale 1.5 old.csv >new.csv
    for by in ns cycles ratio; do
        leaves 1 bench compare old.csv new.csv --by $by
        grep -qE '^slower +\+50\.0 %  aeswide AES-128-GCM encrypt iv apart, 64 bytes' out || fault "by $by:" out
        has out "1 slower, 0 faster"
        leaves 0 bench compare new.csv old.csv --by $by
        has out "0 slower, 1 faster"
    done
    leaves 0 bench compare old.csv new.csv --threshold 60
    has out "0 slower"
    # A change within the spread of the batches is none.
    python3 - <<'EOF'
import csv
rows = list(csv.DictReader(open("new.csv")))
rows[1]["ns_q1"] = float(rows[1]["ns_q1"]) / 2
with open("wide.csv", "w", newline="") as file:
    writer = csv.DictWriter(file, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
EOF
    leaves 0 bench compare old.csv wide.csv
    has out "0 slower"
}

case_compare_refuses_what_is_no_table() {
    run --ciphers AES-128-CTR --sizes 64 --csv r.csv >/dev/null
    echo "a,b" >foreign.csv
    refused 'foreign.csv is no table of results' compare r.csv foreign.csv
    sed '2s/,/,"/' r.csv >open.csv
    refused 'a quotation mark is not closed' compare r.csv open.csv
    sed '3s/,//' r.csv >few.csv
    refused 'few.csv, line 3: ' compare r.csv few.csv
    sed '2s/,64,/,many,/' r.csv >word.csv
    refused '"many" in column bytes is no number' compare r.csv word.csv
    head -n 1 r.csv >empty.csv
    leaves 2 bench compare r.csv empty.csv
    has out "nothing in common"
}

case_report_makes_plots_and_a_page() {
    command -v gnuplot >/dev/null || skip "gnuplot is missing"
    run --ciphers AES-128-GCM,AES-128-ECB --sizes 16,64,1K,4K --limits --csv r.csv >/dev/null
    run --ciphers AES-128-CTR --sizes 1K --threads "1-$(nproc)" --csv t.csv >/dev/null
    bench kernels "${short[@]}" --functions ctr --sizes 1K --csv k.csv >/dev/null
    echo "made for a test" >head.md
    leaves 0 "$AESWIDE_REPORT" --head head.md page r.csv t.csv k.csv
    has page/report.md "made for a test"
    has page/report.md "## AES-128-GCM encrypt, 13 bytes of AAD"
    grep -qE '^\| 4096 \| [0-9.]+ ns, [0-9.]+ GB/s \| [0-9.]+ ns, [0-9.]+ GB/s, \*\*[0-9.]+\*\*' page/report.md ||
        fault "no line of the table:" page/report.md
    has page/report.md "## The kernels without OpenSSL"
    local plot
    grep -qE '^[0-9]+ of [0-9]+ batches' page/report.md || fault "nothing about noise:" page/report.md
    for plot in aes-128-gcm-encrypt aes-128-ecb-encrypt; do
        has page/report.md "($plot.svg)"
        has "page/$plot.svg" "<svg"
        has "page/$plot.svg" ">aeswide<"
        has "page/$plot.svg" ">times as fast as default<"
        has "page/$plot.svg" "</svg>"
    done
    [ "$(nproc)" -eq 1 ] || has page/aes-128-ctr-encrypt-threads.svg "threads"
}

case_report_names_what_is_wrong() {
    command -v gnuplot >/dev/null || skip "gnuplot is missing"
    leaves 2 "$AESWIDE_REPORT"
    leaves 2 "$AESWIDE_REPORT" page nothing.csv
    has out "cannot read nothing.csv"
    echo "a,b" >foreign.csv
    leaves 2 "$AESWIDE_REPORT" page foreign.csv
    has out "foreign.csv was not written by aeswide-bench"
    leaves 2 "$AESWIDE_REPORT" --fly page foreign.csv
    has out "no option is called --fly"
    leaves 0 "$AESWIDE_REPORT" --help
}

mapfile -t cases < <(declare -F | sed -n 's/^declare -f case_//p')
for ((i = 0; i < ${#cases[@]}; i++)); do
    mkdir "$work/case$i"
    status=0
    # Not in a condition, where the shell would not stop at the first command that fails.
    set +e
    (
        set -eE
        trap 'echo "failed: $BASH_COMMAND" >&3' ERR
        cd "$work/case$i"
        "case_${cases[i]}"
    ) >"$work/log" 2>&1 3>&1
    status=$?
    set -e
    case $status in
    0) echo "ok $((i + 1)) - ${cases[i]}" ;;
    77) echo "ok $((i + 1)) - ${cases[i]} # SKIP $(tail -1 "$work/log")" ;;
    *)
        echo "not ok $((i + 1)) - ${cases[i]}"
        tail -40 "$work/log" | cut -c1-300 | sed 's/^/#   /'
        ;;
    esac
    rm -rf "$work/case$i"
done
echo "1..${#cases[@]}"
