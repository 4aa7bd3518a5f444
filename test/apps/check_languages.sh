#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# check_languages.sh - Python (cryptography), Node, PHP, Ruby and Perl: the same bytes and the same errors on aeswide as
# on default. Prints TAP; see apps.sh, and cipher.py for what the languages have to do.
# shellcheck disable=SC2317 # cases are called by their names
set -euo pipefail
# shellcheck source=test/apps/apps.sh
source "$(dirname "$0")/apps.sh"

# Debian's, by their paths: others may carry an OpenSSL of their own.
python=/usr/bin/python3
ruby=/usr/bin/ruby
perl=/usr/bin/perl
php=/usr/bin/php
want python3 test -x $python
want python3-cryptography $python -c 'import cryptography'
want nodejs command -v node
want php-cli test -x $php
want ruby test -x $ruby
want libnet-ssleay-perl $perl -MNet::SSLeay -e 1
installed

# Node reads nodejs_conf in place of openssl_conf: a line of aeswide.cnf that waits for its # to be removed.
for mode in aeswide broken; do
    sed 's/^#nodejs_conf/nodejs_conf/' "${conf[$mode]}" >"$work/$mode-node.cnf"
    conf[$mode]=$work/$mode-node.cnf
done

# transcripts COMMAND... passes when the command says the same on default and on aeswide, and something else on broken.
transcripts() {
    local mode
    for mode in default aeswide; do
        as "$mode" "$@" >"$mode.txt" 2>"$mode.err" || fault "failed on $mode: $*" "$mode.err"
        empty "$mode.err"
    done
    [ "$(wc -l <default.txt)" -ge 100 ] || fault "it says too little:" default.txt
    diff default.txt aeswide.txt >differences || fault "aeswide does not do what default does:" differences
    as broken "$@" >broken.txt 2>broken.err || true
    ! cmp -s default.txt broken.txt || fault "a broken module makes no difference: $*"
    echo "# the same $(wc -l <default.txt) lines"
}

# ciphers COMMAND... compares the lines that are the same in every language with those of Python on default, too.
ciphers() {
    transcripts "$@"
    [ -e "$work/python.txt" ] || as default "$python" "$here/cipher.py" >"$work/python.txt"
    diff <(grep '^AES-' "$work/python.txt" | sort) <(grep '^AES-' default.txt | sort) >differences ||
        fault "the ciphertexts are not those of Python:" differences
}
case_node_ciphers() { ciphers node "$here/cipher.js"; }
case_php_ciphers() { ciphers "$php" "$here/cipher.php"; }
case_python_ciphers() { ciphers "$python" "$here/cipher.py"; }
case_ruby_ciphers() { ciphers "$ruby" "$here/cipher.rb"; }
case_perl_tls() {
    certificates
    transcripts "$perl" "$here/tls.pl" rsa.pem rsa.key
}

speed() { # speed COMMAND... MODE: what the command prints in that mode
    as "${*: -1}" "${@:1:$#-1}"
}
case_zz_speed() {
    local mode name
    for mode in ctr gcm; do
        name="AES-256-${mode^^}, messages of 1 MiB"
        compare "Python, cryptography: $name" MB/s speed "$python" "$here/cipher.py" "$mode"
        compare "Node, crypto: $name" MB/s speed node "$here/cipher.js" "$mode"
        compare "PHP, openssl_encrypt: $name" MB/s speed "$php" "$here/cipher.php" "$mode"
        compare "Ruby, OpenSSL::Cipher: $name" MB/s speed "$ruby" "$here/cipher.rb" "$mode"
    done
}

run_cases
