# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# apps.sh - what the test programs of the suite `apps` share. To be sourced; `run_cases` ends the program.
#
# Each application is Debian's own, is started by the test on loopback, and runs in three modes:
#   default   OpenSSL's own provider, and no configuration
#   aeswide   the aeswide.cnf of this build
#   broken    the same with a module that flips bits (broken.c). It has to fail: that proves that aeswide is what ran
#
# Environment, which meson sets:
#   AESWIDE_MODULE   absolute path of the module
#   AESWIDE_CNF      absolute path of the aeswide.cnf that names this module
#   AESWIDE_BROKEN   absolute path of the module of broken.c
#   APPS_FOLDER      where the figures go: a file of rows for each program, and apps.md, the table of all

: "${AESWIDE_MODULE:?is the path of the module}" "${AESWIDE_CNF:?is the path of aeswide.cnf}"
: "${AESWIDE_BROKEN:?is the path of the broken module}" "${APPS_FOLDER:?is a folder for the figures}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/cases.sh
source "$here/../cases.sh"
# shellcheck source=.ci/common.sh
source "$here/../../.ci/common.sh"
unset OPENSSL_MODULES OPENSSL_ia32cap AESWIDE_KERNEL AESWIDE_DEBUG SSL_CERT_FILE SSL_CERT_DIR
export OPENSSL_CONF=/dev/null LC_ALL=C PATH=$PATH:/usr/sbin:/sbin

chmod 711 "$work" # servers run as users of their own
declare -A conf=([default]=/dev/null [aeswide]=$AESWIDE_CNF [broken]=$work/broken.cnf)
sed "s|^module = .*|module = $AESWIDE_BROKEN|" "$AESWIDE_CNF" >"${conf[broken]}"
program=$(basename "$0" .sh)
program=${program#check_}
rows=$APPS_FOLDER/$program.rows
mkdir -p "$APPS_FOLDER"
: >"$rows"

# installed installs what `want` found missing. Without it the program is skipped, and says why.
installed() {
    local reason
    if [ ${#missing[@]} -eq 0 ]; then
        return
    fi
    if ! reason=$(install_quietly 2>&1); then
        skip_all "cannot install ${missing[*]}: $(grep -m 1 -E '^(E:|.*please install)' <<<"$reason" || echo "apt-get failed")"
    fi
    missing=()
    hash -r
}

# install_quietly installs without starting any of the services that come along: Debian's tools ask policy-rc.d.
install_quietly() (
    policy=/usr/sbin/policy-rc.d
    if ! [ -e "$policy" ]; then
        sudo=()
        [ "$(id -u)" = 0 ] || sudo=(sudo)
        trap '"${sudo[@]}" rm -f "$policy"' EXIT
        printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" install -m 755 /dev/stdin "$policy"
    fi
    install_missing
)

# as MODE COMMAND... runs a command in that mode, and ends the case when it did not load what the mode says: with
# AESWIDE_DEBUG the module says a line on standard error, which is taken away here.
as() {
    local mode=$1 said=$work/said.$BASHPID line='^aeswide [0-9.]*, kernel [a-z0-9]*;' status=0
    shift
    AESWIDE_DEBUG=1 OPENSSL_CONF=${conf[$mode]} timeout "${limit:-120}" "$@" 2>"$said" || status=$?
    sed "/$line/d" "$said" >&2
    case $mode in
    default) ! grep -q "$line" "$said" || fault "it has loaded aeswide, but should run on default: $*" ;;
    *) grep -q "$line" "$said" || fault "it has not loaded aeswide's module ($mode): $*" ;;
    esac
    rm "$said"
    return "$status"
}

# sample BYTES prints that many bytes, which look random and are the same ones each time.
sample() {
    openssl enc -aes-128-ctr -K 000102030405060708090a0b0c0d0e0f -iv 00000000000000000000000000000000 -in /dev/zero \
        2>/dev/null | head -c "$1" || true
}

# certificates makes rsa.key, rsa.pem, ec.key, ec.pem for the name localhost, and all.pem to trust both. Once for each
# program: making them is not what is tested.
certificates() {
    local kind options
    if ! [ -e "$work/all.pem" ]; then
        for kind in rsa ec; do
            options=(-newkey rsa:2048)
            [ $kind = rsa ] || options=(-newkey ec -pkeyopt ec_paramgen_curve:P-256)
            openssl req -x509 "${options[@]}" -nodes -keyout "$work/$kind.key" -out "$work/$kind.pem" -days 2 \
                -subj /CN=localhost -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" -config /dev/null 2>log ||
                fault "no $kind certificate:" log
        done
        cat "$work/rsa.pem" "$work/ec.pem" >"$work/all.pem"
    fi
    cp "$work"/{rsa,ec}.key "$work"/{rsa,ec,all}.pem .
}

# open_port PORT tells whether somebody listens there.
open_port() {
    (exec 9<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# free_port prints a port of loopback on which nobody listens.
free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)) && open_port "$port"; do :; done
    echo "$port"
}

servers=() # processes that this case has started

# start MODE PORT COMMAND... starts a server in the background and waits until it listens; sets `server`, its process.
# What it prints goes to server.log.
start() {
    local wait
    OPENSSL_CONF=${conf[$1]} "${@:3}" >server.log 2>&1 </dev/null 3>&- &
    server=$!
    servers+=("$server")
    for ((wait = 0; wait < 300; wait++)); do
        if open_port "$2"; then
            return
        fi
        kill -0 "$server" 2>/dev/null || break
        sleep 0.05
    done
    fault "$3 does not start:" server.log
}

# stop ends the servers of this case, the last one first, and waits for each.
stop() {
    local i
    for ((i = ${#servers[@]} - 1; i >= 0; i--)); do
        kill "${servers[i]}" 2>/dev/null || true
        wait "${servers[i]}" 2>/dev/null || true
    done
    servers=()
}

after_case() {
    stop
}

# mapped PROCESS passes when aeswide's module is in the process's memory; unmapped is its opposite.
mapped() {
    grep -qF "$AESWIDE_MODULE" "/proc/$1/maps" || fault "process $1 has not loaded $AESWIDE_MODULE"
}
unmapped() {
    ! grep -qF aeswide "/proc/$1/maps" || fault "process $1 has loaded aeswide, but should run on default"
}

# proven MODE PROCESS passes when the process runs on what the mode says.
proven() {
    case $1 in
    default) unmapped "$2" ;;
    aeswide) mapped "$2" ;;
    *) return 0 ;;
    esac
}

# seconds COMMAND... prints how long the command took. What it prints goes to the file timed.log.
seconds() {
    local begin=$EPOCHREALTIME
    "$@" >timed.log 2>&1 || fault "failed while it was timed: $*" timed.log
    awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f\n", b - a }'
}

# rate BYTES COMMAND... prints its speed in MB/s (10^6 bytes).
rate() {
    awk -v bytes="$1" -v s="$(seconds "${@:2}")" 'BEGIN { printf "%.1f\n", bytes / 1e6 / s }'
}

# best UNIT prints the best of the numbers in its input: of seconds (s) the least, of all else the most.
best() {
    if [ "$1" = s ]; then
        sort -g | head -1
    else
        sort -g | tail -1
    fi
}

# compare TEXT UNIT COMMAND... is a row of the table: it runs `COMMAND... MODE` three times in either mode, by turns.
# The command prints one number. The best one counts: whatever else the machine does can only make it worse.
compare() {
    local text=$1 unit=$2 round mode default aeswide
    shift 2
    : >default.figures
    : >aeswide.figures
    for round in 1 2 3; do
        for mode in default aeswide; do
            "$@" "$mode" >"figure.$round" || fault "no figure from: $* $mode" timed.log
            cat "figure.$round" >>"$mode.figures"
        done
    done
    default=$(best "$unit" <default.figures)
    aeswide=$(best "$unit" <aeswide.figures)
    row "$text" "$unit" "$default" "$aeswide"
}

# row TEXT UNIT DEFAULT AESWIDE notes one row of the table, and shows it as a comment.
row() {
    local ratio
    ratio=$(awk -v unit="$2" -v d="$3" -v a="$4" 'BEGIN {
        if (d <= 0 || a <= 0) exit 1
        printf "%.2f\n", unit == "s" ? d / a : a / d }') || fault "not a figure: $1: $3 and $4 $2"
    echo "| $1 | $3 $2 | $4 $2 | $ratio |" >>"$rows"
    echo "# $1: default $3 $2, aeswide $4 $2, ratio $ratio"
}

# after_all writes the table of all programs that have run in this folder.
after_all() {
    {
        echo "| application | default | aeswide | gain |"
        echo "| --- | --- | --- | --- |"
        sort "$APPS_FOLDER"/*.rows
    } >"$APPS_FOLDER/apps.md"
}
