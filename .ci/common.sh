# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# common.sh - what test/run, bench/run and .ci/run share: installing what is missing, and building. To be sourced.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=$(basename "$(dirname "$0")")/$(basename "$0")
missing=() # Debian packages that `want` found to be missing

# say prints progress for people: on standard error, so that results can be piped.
say() {
    printf '%s\n' "$*" >&2
}

# die ends the script with a message. Exit status 2: it could not begin.
die() {
    say "$me: $*"
    exit 2
}

# want PACKAGE COMMAND... puts the Debian package on the list of missing ones when the command fails. Asking for the
# thing and not for the package lets tools that were installed by other means count.
want() {
    local package=$1
    shift
    if ! "$@" >/dev/null 2>&1 </dev/null; then
        missing+=("$package")
    fi
}

# compiles tells whether the compiler of this run finds the headers of the C library.
compiles() {
    local compiler
    read -ra compiler <<<"${CC:-cc}"
    echo '#include <stdio.h>' | "${compiler[@]}" -E -
}

# compiler_name prints the program behind CC, without its folder and options.
compiler_name() {
    local compiler
    read -ra compiler <<<"${CC:-cc}"
    basename "${compiler[0]}"
}

# want_build puts on the list what every build needs.
want_build() {
    local name
    name=$(compiler_name)
    case $name in
    cc | gcc) want gcc command -v "$name" ;;
    *) want "$name" command -v "$name" ;;
    esac
    want libc6-dev compiles
    want meson command -v meson
    want ninja-build command -v ninja
    want pkg-config command -v pkg-config
    want libssl-dev pkg-config --exists 'libcrypto >= 3.0'
    want openssl command -v openssl
}

# install_missing installs what is on the list, if anything is: quietly, unless it fails.
install_missing() {
    local log sudo=()
    if [ ${#missing[@]} -eq 0 ]; then
        return
    fi
    if ! command -v apt-get >/dev/null; then
        die "please install what Debian calls: ${missing[*]}"
    fi
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "please install as root: apt-get install ${missing[*]}"
        sudo=(sudo)
    fi
    say "$me: installing ${missing[*]}"
    log=$(mktemp)
    if ! "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive sh -c '
            apt-get -q update && apt-get -q -y --no-install-recommends install "$@"' \
        apt-get "${missing[@]}" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        die "apt-get failed: see above"
    fi
    rm -f "$log"
    missing=()
}

# build FOLDER OPTION... configures the tree into FOLDER with these options of meson, and builds: quietly, unless it
# fails. A folder that was configured otherwise (other options, another compiler, a tree that has moved) is begun anew.
build() {
    local folder=$1 stamp
    shift
    stamp=$(printf '%s\n' "$root" "$*" "${CC:-cc}" "${CFLAGS:-}" "${LDFLAGS:-}" "$(${CC:-cc} --version)")
    mkdir -p "$folder"
    if ! [ -e "$folder/build.ninja" ] || [ "$stamp" != "$(cat "$folder/.stamp" 2>/dev/null)" ]; then
        rm -rf "$folder"
        mkdir -p "$folder"
        say "$me: configuring ${folder#"$root/"}"
        if ! meson setup "$folder" "$root" "$@" >"$folder/build.log" 2>&1 </dev/null; then
            cat "$folder/build.log" >&2
            return 1
        fi
        printf '%s\n' "$stamp" >"$folder/.stamp"
    fi
    say "$me: building ${folder#"$root/"}"
    if ! ninja -C "$folder" >"$folder/build.log" 2>&1 </dev/null; then
        cat "$folder/build.log" >&2
        return 1
    fi
}
