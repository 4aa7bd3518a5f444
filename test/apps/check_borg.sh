#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_borg.sh - borgbackup, whose repositories are AES-256-CTR: create, check, extract, compare. Prints TAP; see
# apps.sh.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

want borgbackup command -v borg
installed
export BORG_PASSPHRASE='a passphrase' BORG_BASE_DIR=$work/borg BORG_RELOCATED_REPO_ACCESS_IS_OK=yes

# tree makes a folder to save: real files of this system, and one large file.
tree() {
    local file
    mkdir tree
    for file in /usr/share/doc /usr/include /usr/share/perl /usr/lib/python3; do
        [ ! -d "$file" ] || find "$file" -type f -size -200k 2>/dev/null | sort | sed -n 1,150p
    done >list
    tar -C / -chf - -T list --warning=no-file-changed 2>/dev/null | tar -C tree -xf - || true
    [ "$(find tree -type f | wc -l)" -ge 50 ] || fault "too few files to save"
    sample 20000001 >tree/large
    : >tree/empty
    ln -s large tree/link
}

# saved MODE makes a repository in that mode, with the tree in it.
saved() {
    as "$1" borg init -e repokey "repository.$1"
    as "$1" borg create "repository.$1::first" tree
    as "$1" borg create "repository.$1::second" tree
}

# restored READER WRITER passes when READER finds all in order that WRITER has saved.
restored() {
    as "$1" borg check --verify-data "repository.$2" >log 2>&1 || fault "$1 finds the repository of $2 bad:" log
    mkdir back
    (cd back && as "$1" borg extract "../repository.$2::second")
    diff -r --no-dereference tree back/tree >differences || fault "$1 gets other files out than $2 saved:" differences
    rm -rf back
}

case_create_check_extract() {
    local writer
    tree
    for writer in default aeswide; do
        saved "$writer"
        restored default "$writer"
        restored aeswide "$writer"
    done
}

case_a_broken_module_fails() {
    tree
    saved default
    as default borg check --verify-data repository.default
    refused as broken borg check --verify-data repository.default
    # broken can still read what broken has written, for CTR undoes its own faults: so default has to look.
    as broken borg init -e repokey repository.broken >log 2>&1 || return 0
    as broken borg create repository.broken::second tree >log 2>&1 || return 0
    refused as default borg check --verify-data repository.broken
}

case_a_tampered_repository_is_refused() {
    local mode segment middle
    tree
    saved default
    segment=$(find repository.default/data -type f -size +1000k | sort | head -1)
    middle=$(($(stat -c %s "$segment") / 2))
    printf '\377\377\377\377' | dd of="$segment" bs=1 seek="$middle" conv=notrunc status=none
    for mode in default aeswide; do
        refused as "$mode" borg check --verify-data repository.default >log 2>&1
    done
}

create() { # create MODE: seconds to save 256 MiB, uncompressed
    rm -rf repository
    as "$1" borg init -e repokey repository
    seconds as "$1" borg create --compression none repository::first data
}
extract() { # extract MODE: seconds to read them again
    rm -rf tree
    seconds as "$1" borg extract --dry-run repository::first
}
case_zz_time() {
    mkdir data
    sample 268435456 >data/file
    compare "borg create: 256 MiB, AES-256-CTR" s create
    compare "borg extract: 256 MiB, AES-256-CTR" s extract
}

run_cases
