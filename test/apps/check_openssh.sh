#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_openssh.sh - OpenSSH's server and client: AES-CTR and AES-GCM. Prints TAP; see apps.sh.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

want openssh-server command -v sshd
want openssh-client command -v ssh
want python3 command -v python3
installed

ciphers=(aes128-ctr aes192-ctr aes256-ctr aes128-gcm@openssh.com aes256-gcm@openssh.com)
me=$(id -un)

# As root, sshd wants a folder to which it confines the process that talks to strangers.
if [ "$(id -u)" = 0 ] && ! [ -d /run/sshd ]; then
    mkdir -m 755 /run/sshd
    trap 'rmdir /run/sshd 2>/dev/null || true; rm -rf "$work"' EXIT
fi

# serve MODE starts sshd in that mode; sets `server` and `port`.
serve() {
    port=$(free_port)
    if ! [ -e "$work/host" ]; then
        ssh-keygen -q -t ed25519 -N '' -f "$work/host"
        ssh-keygen -q -t ed25519 -N '' -f "$work/user"
    fi
    echo "[127.0.0.1]:$port $(cut -d ' ' -f 1-2 "$work/host.pub")" >known_hosts
    cat >sshd.conf <<END
Port $port
ListenAddress 127.0.0.1
HostKey $work/host
AuthorizedKeysFile $work/user.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
PrintMotd no
PrintLastLog no
Ciphers $(IFS=,; echo "${ciphers[*]}")
Subsystem sftp internal-sftp
LogLevel VERBOSE
END
    start "$1" "$port" "$(command -v sshd)" -D -e -f "$PWD/sshd.conf"
    proven "$1" "$server"
}

# options CIPHER [PORT] sets the array `with`: what ssh, scp and sftp are told. Nothing of the user's own is read.
options() {
    with=(-F none -i "$work/user" -c "$1" -o "Port=${2:-$port}" -o "UserKnownHostsFile=$PWD/known_hosts"
        -o GlobalKnownHostsFile=none -o StrictHostKeyChecking=yes -o "HostKeyAlias=[127.0.0.1]:$port"
        -o IdentitiesOnly=yes -o BatchMode=yes -o ControlPath=none -o ConnectTimeout=20)
}

# copy MODE CIPHER FILE [OPTION...] sends the file to the server and gets it back with scp in that mode.
copy() {
    local with
    options "$2"
    as "$1" scp -q "${with[@]}" "${@:4}" "$3" "$me@127.0.0.1:$PWD/there"
    same "$3" there
    as "$1" scp -q "${with[@]}" "${@:4}" "$me@127.0.0.1:$PWD/there" back
    same "$3" back
    rm -f there back
}

# copies MODE_OF_SERVER MODE_OF_CLIENT copies files of several sizes with each cipher.
copies() {
    local cipher size
    for size in 0 1 17 4097 9000017; do
        sample "$size" >"file.$size"
    done
    serve "$1"
    for cipher in "${ciphers[@]}"; do
        for size in 0 1 17 4097 9000017; do
            copy "$2" "$cipher" "file.$size"
        done
        has server.log "Accepted publickey for $me"
    done
    proven "$1" "$server"
}
case_scp_on_default() { copies default default; }
case_scp_server_on_aeswide() { copies aeswide default; }
case_scp_client_on_aeswide() { copies default aeswide; }
case_scp_both_on_aeswide() { copies aeswide aeswide; }

# sessions PROCESS prints the processes that sshd has forked, and theirs.
sessions() {
    local child
    local children
    read -ra children <"/proc/$1/task/$1/children" || true # without an end of line
    for child in "${children[@]}"; do
        echo "$child"
        sessions "$child"
    done
}

case_the_processes_of_a_session_run_on_aeswide() {
    local with client child count=0
    serve aeswide
    options aes256-ctr
    # The command says that it runs, and then waits until its standard input ends.
    mkfifo in
    OPENSSL_CONF=${conf[aeswide]} ssh "${with[@]}" "$me@127.0.0.1" 'echo up; exec cat' <in >out 2>&1 3>&- &
    client=$!
    servers+=("$client")
    exec 8>in
    for ((i = 0; i < 200; i++)); do
        grep -q up out && break
        sleep 0.05
    done
    has out up
    mapped "$client"
    for child in $(sessions "$server"); do
        if [ "$(readlink "/proc/$child/exe")" = "$(readlink -f "$(command -v sshd)")" ]; then
            mapped "$child"
            count=$((count + 1))
        fi
    done
    [ "$count" -ge 1 ] || fault "no process of a session was found"
    exec 8>&-
    wait "$client"
}

case_sftp_in_pieces() {
    local with cipher mode
    sample 9000001 >file
    for mode in default aeswide; do
        serve "$mode"
        for cipher in "${ciphers[@]}"; do
            options "$cipher"
            printf '%s\n' "put file $PWD/there" "get $PWD/there back" >commands
            as aeswide sftp -q -b commands -B 4099 -R 7 "${with[@]}" "$me@127.0.0.1" >log 2>&1 || fault "sftp failed:" log
            same file there
            same file back
        done
        stop
    done
}

# The client asks for new keys after each MiB. Up to 2 MiB (a channel's window) are on the way before it gets them.
case_rekeying_on_the_way() {
    local with cipher sides count
    sample 25000001 >file
    for sides in "aeswide default" "default aeswide" "aeswide aeswide"; do
        serve "${sides% *}"
        for cipher in "${ciphers[@]}"; do
            options "$cipher"
            as "${sides#* }" ssh -v "${with[@]}" -o RekeyLimit=1M "$me@127.0.0.1" "cat $PWD/file" >got 2>log ||
                fault "ssh failed:" log
            same file got
            count=$(grep -c 'SSH2_MSG_NEWKEYS sent' log)
            [ "$count" -ge 10 ] || fault "only $count times new keys:" log
            has log "kex: server->client cipher: $cipher"
        done
        stop
    done
}

# tampered MODE DIRECTION OFFSET passes when a connection of that mode breaks at a bit that changes in either direction.
tampered() {
    local mode=$1 with cipher through proxy status
    serve "$mode"
    for cipher in "${ciphers[@]}"; do
        through=$(free_port)
        options "$cipher" "$through"
        python3 "$here/flip_proxy.py" "$through" "$port" "$2" "$3" 3>&- &
        proxy=$!
        servers+=("$proxy")
        for ((i = 0; i < 100; i++)); do
            open_port "$through" && break
            sleep 0.05
        done
        status=0
        as "$mode" ssh "${with[@]}" "$me@127.0.0.1" "cat >$PWD/there; cat $PWD/there" <file >back 2>log || status=$?
        wait "$proxy" || fault "the proxy did not come to byte $3"
        if [ "$3" = - ]; then
            [ "$status" -eq 0 ] || fault "$cipher failed behind a proxy that changes nothing:" log
            same file back
        else
            [ "$status" -eq 255 ] || fault "$cipher on $mode: ssh's exit status is $status, although a bit has changed" log
            ! cmp -s file back || fault "$cipher on $mode: the file came through, although a bit has changed"
            cat log server.log >both
            grep -qE 'Corrupted MAC on input|message authentication code incorrect|Bad packet length|[Pp]acket corrupt' both ||
                fault "$cipher on $mode: nobody says that a packet was changed:" both
        fi
        rm -f there back
    done
    stop
}
tampered_packets() {
    local direction
    sample 600000 >file
    tampered "$1" to-server -
    for direction in to-server to-client; do
        tampered "$1" "$direction" 300001
    done
}
case_tampered_packets_are_refused_by_default() { tampered_packets default; }
case_tampered_packets_are_refused_by_aeswide() { tampered_packets aeswide; }

case_a_broken_module_fails_on_either_side() {
    local cipher with
    serve default
    for cipher in "${ciphers[@]}"; do
        options "$cipher"
        as default ssh "${with[@]}" "$me@127.0.0.1" true
        refused as broken ssh "${with[@]}" "$me@127.0.0.1" true
    done
    stop
    serve broken
    for cipher in "${ciphers[@]}"; do
        options "$cipher"
        refused as default ssh "${with[@]}" "$me@127.0.0.1" true
    done
}

bytes=400000000
download() { # download CIPHER MODE: MB/s from the server to nowhere, with that mode on both ends
    local with
    [ -e zeros ] || truncate -s "$bytes" zeros
    serve "$2" >&3
    options "$1"
    rate "$bytes" fetch "$2"
    stop
}
fetch() {
    as "$1" ssh "${with[@]}" "$me@127.0.0.1" "cat $PWD/zeros" >/dev/null
}
case_zz_speed() {
    local cipher
    for cipher in "${ciphers[@]}"; do
        compare "OpenSSH: $cipher" MB/s download "$cipher"
    done
}

run_cases
