#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_mutants.sh - the suite `mutants`: are the tests able to see a fault? Prints TAP.
#
#     check_mutants.sh [--only NAME]... [BUILD]    tries all mutants of mutants/mutants.list, or those
#     check_mutants.sh --list                      names them, and what each breaks
#
# A mutant is one small change to the sources that makes them wrong. Each is built in a copy of the tree, and the tests
# run, the cheapest first, until one fails: it has killed the mutant. One that survives is a hole in the tests, and a
# failed case here, unless the list gives the reason why nobody can tell it from the original: then it must survive.
# BUILD is a configured build whose options, and with CC in the environment whose compiler, are used.
#
# Three controls come first, to see that the verdicts mean something: a change to a comment must survive, which also
# shows that all tests pass without a fault, and neither one that does not compile nor one that does not apply may count
# as killed.
set -euo pipefail
tests_root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_root=$(dirname "$tests_root")
# shellcheck source=test/tap.sh
source "$tests_root/tap.sh"
list=$tests_root/mutants/mutants.list

WORKERS=2
TIME_LIMIT=300 # seconds for one test; without a fault the longest takes 20 on an idle machine

# The tests, the cheapest first. KERNEL stands for the mutant's.
order=(select select-text selftest skeymgmt failed_init releases provider-ctr provider-rand provider-edges provider-ecb
    provider-module provider-tls provider-gcm vectors-builtin-KERNEL pitfalls provider-dup random allocations broken
    provider-params wipe-registers wipe-no wipe-yes guard kernels ctime-instructions ctime fuzz provider-sequences
    provider-data cli)
# Those that are tried only where a mutant names them (first): they take minutes.
dear=(big)
SEQUENCES=15000 # of the fuzzer, for each kernel, from a fixed seed

# The mutants: associative arrays by name, and the names in their order.
names=()
declare -A file from to breaks kernel first equivalent

# bad_list MESSAGE ends the script: the list itself is wrong.
bad_list() {
    echo "Bail out! $list, line $line_number: $1"
    exit 1
}

# append TABLE NAME TEXT adds a line to an entry.
append() {
    local -n table=$1
    table[$2]=${table[$2]+${table[$2]}$'\n'}$3
}

# read_list reads the list (its head describes the form).
read_list() {
    local line name='' field text
    line_number=0
    while IFS= read -r line; do
        line_number=$((line_number + 1))
        case $line in
        '#'* | '') continue ;;
        esac
        [[ $line =~ ^([a-z]+):\ ?(.*)$ ]] || bad_list "not \"field: text\""
        field=${BASH_REMATCH[1]} text=${BASH_REMATCH[2]}
        case $field in
        mutant)
            name=$text
            [[ $name =~ ^[a-z0-9-]+$ ]] || bad_list "a name is letters, digits and '-'"
            [ -z "${file[$name]+set}" ] || bad_list "there are two mutants $name"
            names+=("$name")
            file[$name]=''
            ;;
        file) file[$name]=$text ;;
        breaks) breaks[$name]=$text ;;
        kernel) kernel[$name]=$text ;;
        first) first[$name]=$text ;;
        equivalent) equivalent[$name]=$text ;;
        from) append from "$name" "$text" ;;
        to) append to "$name" "$text" ;;
        *) bad_list "there is no field $field" ;;
        esac
    done <"$list"
    for name in "${names[@]}"; do
        for text in "${file[$name]}" "${from[$name]:-}" "${breaks[$name]:-}" "${to[$name]+there}"; do
            [ -n "$text" ] || bad_list "$name lacks one of file, breaks, from, to"
        done
        [ "${from[$name]}" != "${to[$name]}" ] || bad_list "$name changes nothing"
    done
}

# add_controls puts the controls before all mutants.
add_controls() {
    local name comment='/* struct feature_rule says when'
    names=(control-no-build control-no-place control-comment "${names[@]}")
    for name in control-no-build control-no-place control-comment; do
        file[$name]=kernels/cpu.c
        from[$name]=$comment
        to[$name]='/* STRUCT feature_rule says when'
    done
    to[control-no-build]='} /* a brace too many */'
    from[control-no-place]="there is no such text here"
}

# copy_tree FOLDER copies the sources and configures a build of them: fast to compile, and with no warnings, for mutants
# have unused parameters.
copy_tree() {
    mkdir -p "$1/tree"
    tar -C "$source_root" --exclude=./build --exclude=./.git -cf - . | tar -C "$1/tree" -xf -
    meson setup "$1/build" "$1/tree" --buildtype=plain -Doptimization=1 -Dwerror=false -Dwarning_level=0 \
        -Dtests=enabled "${options[@]}"
}

# plan FOLDER fills commands and needs: how the tests of that copy run, and what ninja must build for each.
declare -A commands needs
plan() {
    local name targets command wanted=()
    for name in "${order[@]}"; do
        if [[ $name == *KERNEL ]]; then
            wanted+=("${name%KERNEL}"{vaes512,vaes256,aesni,portable,portable64})
        else
            wanted+=("$name")
        fi
    done
    while IFS=$'\t' read -r name targets command; do
        commands[$name]=$command
        needs[$name]=$targets
    done < <(python3 "$tests_root/mutants/plan.py" tests "$1/build" "${wanted[@]}" "${dear[@]}")
}

# make_for NAME builds what a test needs.
make_for() {
    local targets
    read -ra targets <<<"${needs[$1]}"
    ninja -C "$here/build" "${targets[@]}" >"$here/build.log" 2>&1
}

# run_test NAME runs one test of this worker's copy until a case of it fails. Sets `finding` to what failed; '': nothing.
# Returns 1 when there is no telling.
run_test() {
    local command=${commands[$1]} pid status=0
    if [ "$1" = fuzz ]; then
        command+=" --seed 1 --sequences $SEQUENCES"
    fi
    rm -f "$here/pipe"
    mkfifo "$here/pipe"
    (cd "$here/build" && eval "exec timeout -k 5 $TIME_LIMIT stdbuf -oL $command") >"$here/pipe" 2>"$here/errors" </dev/null &
    pid=$!
    # cmocka prints "not ok" for the cases that it skips.
    finding=$(grep -m 1 -P '^not ok(?!.*# *SKIP)' <"$here/pipe" || true)
    if [ -n "$finding" ]; then
        kill -TERM -- "-$pid" 2>/dev/null || true # timeout leads a group of its own
        wait "$pid" 2>/dev/null || true
        [[ $finding =~ ^not\ ok\ *[0-9]*\ *-?\ *(.*)$ ]]
        finding=${BASH_REMATCH[1]}
        return 0
    fi
    wait "$pid" || status=$?
    case $status in
    0) ;;
    124) finding="more than $TIME_LIMIT s" ;;
    13[1-9] | 14?) finding="signal $((status - 128))" ;;
    *)
        finding="exit status $status without a failed case: $(tail -3 "$here/errors")"
        return 1
        ;;
    esac
}

# verdict_on NAME tries one mutant and prints a line: a word, a tab, and what there is to say. The words: killed, survived,
# skipped, broken.
verdict_on() {
    local name=$1 path=$here/tree/${file[$1]} text rest test kernel_name=${kernel[$1]:-}
    local tried
    finding=''
    read -ra tried <<<"${first[$1]:-}"
    tried+=("${order[@]}")
    if [ -n "$kernel_name" ] && ! kernel_runs "$kernel_name"; then
        printf 'skipped\t%s\n' "the kernel $kernel_name does not run here"
        return
    fi
    if ! [ -f "$path" ]; then
        printf 'broken\t%s\n' "there is no file ${file[$1]}"
        return
    fi
    text=$(cat "$path" && echo .)
    text=${text%.}
    rest=${text#*"${from[$name]}"}
    if [ "$rest" = "$text" ] || [ "${rest#*"${from[$name]}"}" != "$rest" ]; then
        printf 'broken\t%s\n' "its text must stand in ${file[$name]} once, and does not"
        return
    fi
    printf '%s' "${text%%"${from[$name]}"*}${to[$name]}$rest" >"$path"
    for test in "${tried[@]}"; do
        test=${test/%KERNEL/${kernel_name:-portable}}
        [ -n "${commands[$test]:-}" ] || continue
        if ! make_for "$test"; then
            finding=$(grep -m 1 'error' "$here/build.log" || tail -1 "$here/build.log")
            printf 'broken\t%s\n' "it does not compile: $finding"
            break
        elif ! run_test "$test"; then
            printf 'broken\t%s\n' "$test: ${finding//$'\n'/ }"
            break
        elif [ -n "$finding" ]; then
            printf 'killed\t%s\n' "$test: $finding"
            break
        fi
    done
    [ -n "$finding" ] || printf 'survived\t%s\n' "all tests passed"
    printf '%s' "$text" >"$path"
}

# check_order prints a case for each test that this build lacks: one that was renamed must not be left out in silence.
check_order() {
    local name
    for name in "${order[@]}" "${dear[@]}"; do
        name=${name/%KERNEL/portable}
        if grep -qxF "$name" "$folder/tests"; then
            continue
        elif [[ $name == ctime* ]]; then
            skipped "the test $name" "this build has none: it lacks valgrind's headers, or a compiler for wide vectors"
        else
            failed "the test $name" "this build has none"
        fi
    done
}

# kernel_runs NAME tells whether this CPU runs that kernel: else its vectors are skipped as a whole.
kernel_runs() {
    [ -n "${commands[vectors-builtin-$1]:-}" ] && make_for "vectors-builtin-$1" &&
        ! (cd "$here/build" && eval "${commands[vectors-builtin-$1]}" 2>/dev/null) | grep -q '^1\.\.0'
}

# work NUMBER is a worker: it takes the next mutant that nobody has taken, until there is none.
work() {
    local name
    here=$folder/$1
    mkdir "$here"
    copy_tree "$here" >"$here/log" 2>&1
    plan "$here"
    printf '%s\n' "${!commands[@]}" >"$here/tests"
    mv "$here/tests" "$folder/tests"
    for name in "${selected[@]}"; do
        if mkdir "$folder/taken/$name" 2>/dev/null; then
            verdict_on "$name" >"$here/verdict"
            mv "$here/verdict" "$folder/verdict-$name"
        fi
    done
}

# wait_for NAME waits for the verdict on a mutant. Returns 1 when nobody is left to give it.
wait_for() {
    local alive pid
    while ! [ -e "$folder/verdict-$1" ]; do
        alive=''
        for pid in "${workers[@]}"; do
            kill -0 "$pid" 2>/dev/null && alive=yes
        done
        sleep 0.1
        [ -n "$alive" ] || [ -e "$folder/verdict-$1" ] || return 1
    done
}

# judge NAME VERDICT TEXT prints the case of one mutant.
declare -A killers
killed=0 kept=0
judge() {
    local name=$1 verdict=$2 text=$3 expected=killed
    case $name in
    control-comment) expected=survived ;;
    control-*) expected=broken ;;
    esac
    if [ "$verdict" = skipped ]; then
        skipped "$name" "$text"
    elif [[ $name == control-* ]] && [ "$verdict" = "$expected" ]; then
        passed "$name: $verdict: $text"
    elif [ "$verdict" = killed ] && [ "$expected" = killed ] && [ -z "${equivalent[$name]:-}" ]; then
        killed=$((killed + 1))
        killers[${text%%:*}]=$((${killers[${text%%:*}]:-0} + 1))
        passed "$name: killed by $text"
    elif [ "$verdict" = survived ] && [ -n "${equivalent[$name]:-}" ]; then
        kept=$((kept + 1))
        passed "$name: survived, since ${equivalent[$name]}"
    elif [ "$verdict" = killed ]; then
        failed "$name: killed by $text" "it was to survive: ${equivalent[$name]:-all tests must pass without a fault}"
    elif [ "$verdict" = survived ]; then
        failed "$name: SURVIVED" "${breaks[$name]}"
    else
        failed "$name: $verdict" "$text"
    fi
}

read_list
selected=()
build=''
while [ $# -gt 0 ]; do
    case $1 in
    --list)
        for name in "${names[@]}"; do
            printf '%-34s %-32s %s\n' "$name" "${file[$name]}" "${breaks[$name]}"
        done
        exit 0
        ;;
    --only)
        [ -n "${file[${2:-}]:-}" ] || { echo "no mutant is named \"${2:-}\": try --list" >&2; exit 2; }
        selected+=("$2")
        shift
        ;;
    -*)
        sed -n 's/^#     //p' "${BASH_SOURCE[0]}" >&2
        exit 2
        ;;
    *) build=$1 ;;
    esac
    shift
done
for tool in meson ninja python3 stdbuf timeout; do
    command -v "$tool" >/dev/null || skip_all "$tool is needed"
done
options=()
[ -z "$build" ] || mapfile -t options < <(python3 "$tests_root/mutants/plan.py" options "$build")
unset AESWIDE_KERNEL AESWIDE_WIPE AESWIDE_DEBUG OPENSSL_CONF OPENSSL_MODULES OPENSSL_ia32cap TEST_MINUTES TEST_SEED
if [ ${#selected[@]} -eq 0 ]; then
    add_controls
    selected=("${names[@]}")
fi

folder=$(mktemp -d)
workers=()
trap 'kill "${workers[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT
mkdir "$folder/taken"
for ((number = 0; number < WORKERS; number++)); do
    work $number &
    workers+=($!)
done
for name in "${selected[@]}"; do
    if wait_for "$name"; then
        IFS=$'\t' read -r verdict text <"$folder/verdict-$name"
        judge "$name" "$verdict" "$text"
    else
        failed "$name" "no worker is left to try it: $(tail -5 "$folder"/*/log)"
    fi
done
[ ! -e "$folder/tests" ] || check_order
echo "# $killed killed, $kept survived for a reason"
for test in "${!killers[@]}"; do
    echo "#   ${killers[$test]} by $test"
done | sort -k2,2nr
tap_end
