# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# tls.pl - TLS in one process through Perl's Net::SSLeay, as lines of text: each AES-GCM suite, records of many lengths,
# and a changed bit in a record. Net::SSLeay offers no ciphers but those of TLS.
#
#     tls.pl CERTIFICATE KEY
use strict;
use warnings;
use Net::SSLeay;

Net::SSLeay::load_error_strings();
Net::SSLeay::SSLeay_add_ssl_algorithms();
Net::SSLeay::randomize();
my ($certificate, $key) = @ARGV;
my @sizes = (1, 2, 15, 16, 17, 255, 4096, 16383, 16384, 16385, 100000);

sub sample {
    my ($size) = @_;
    return join '', map { chr(($_ * 7 + ($_ >> 8)) & 255) } 0 .. $size - 1;
}

# errors empties the queue of errors, and returns it as text: the reasons alone.
sub errors {
    my @reasons;
    while (my $error = Net::SSLeay::ERR_get_error()) {
        push @reasons, (split /:/, Net::SSLeay::ERR_error_string($error))[-1];
    }
    return join ', ', @reasons;
}

# end makes one end of a connection, which reads from and writes to memory.
sub end {
    my ($version, $suite, $server) = @_;
    my $context = Net::SSLeay::CTX_new_with_method(Net::SSLeay::TLS_method()) or die 'no context';
    Net::SSLeay::CTX_set_min_proto_version($context, $version);
    Net::SSLeay::CTX_set_max_proto_version($context, $version);
    if ($version == Net::SSLeay::TLS1_3_VERSION()) {
        Net::SSLeay::CTX_set_ciphersuites($context, $suite) or die "no $suite";
    } else {
        Net::SSLeay::CTX_set_cipher_list($context, $suite) or die "no $suite";
    }
    if ($server) {
        Net::SSLeay::set_cert_and_key($context, $certificate, $key) or die 'no certificate: ' . errors();
    }
    my $ssl = Net::SSLeay::new($context) or die 'no connection';
    my ($in, $out) = map { Net::SSLeay::BIO_new(Net::SSLeay::BIO_s_mem()) } 1 .. 2;
    Net::SSLeay::set_bio($ssl, $in, $out);
    $server ? Net::SSLeay::set_accept_state($ssl) : Net::SSLeay::set_connect_state($ssl);
    return { ssl => $ssl, in => $in, out => $out, context => $context };
}

# carry brings what one end has written to the other; it returns it, too.
sub carry {
    my ($from, $to, $change) = @_;
    my $data = '';
    while (Net::SSLeay::BIO_pending($from->{out}) > 0) {
        $data .= Net::SSLeay::BIO_read($from->{out});
    }
    substr($data, $change, 1) ^= "\1" if defined $change;
    Net::SSLeay::BIO_write($to->{in}, $data) if length $data;
    return length $data;
}

sub connected {
    my ($version, $suite) = @_;
    my ($client, $server) = (end($version, $suite, 0), end($version, $suite, 1));
    my ($done, $tries) = (0, 0);
    while ($done < 2) {
        $tries++ < 10 or die "$suite: no handshake: " . errors();
        $done = 0;
        for my $way ([$client, $server], [$server, $client]) {
            $done++ if Net::SSLeay::do_handshake($way->[0]{ssl}) == 1;
            carry(@$way);
        }
    }
    return ($client, $server);
}

sub received {
    my ($end, $size) = @_;
    my $data = '';
    while (length $data < $size) {
        my $part = Net::SSLeay::read($end->{ssl});
        last unless defined $part && length $part;
        $data .= $part;
    }
    return $data;
}

sub freed {
    for my $end (@_) {
        Net::SSLeay::free($end->{ssl});
        Net::SSLeay::CTX_free($end->{context});
    }
}

sub try_suite {
    my ($version, $suite) = @_;
    my ($client, $server) = connected($version, $suite);
    print "$suite ", Net::SSLeay::get_version($client->{ssl}), ' ', Net::SSLeay::get_cipher($client->{ssl}), "\n";
    for my $size (@sizes) {
        for my $way ([$client, $server], [$server, $client]) {
            my ($from, $to) = @$way;
            my $text = sample($size);
            Net::SSLeay::write($from->{ssl}, $text) == $size or die "$suite: $size bytes are not written";
            my $length = carry($from, $to);
            received($to, $size) eq $text or die "$suite: $size bytes do not come through: " . errors();
            print "$suite $size bytes are $length\n";
        }
    }
    freed($client, $server);
    for my $at (30, -1) {    # in the record, and in its tag
        ($client, $server) = connected($version, $suite);
        Net::SSLeay::write($client->{ssl}, sample(1000));
        carry($client, $server, $at);
        my $text = Net::SSLeay::read($server->{ssl});
        defined $text && length $text and die "$suite: a changed record was accepted";
        print "$suite changed at $at: ", errors(), "\n";
        freed($client, $server);
    }
    return;
}

try_suite(Net::SSLeay::TLS1_2_VERSION(), $_) for qw(ECDHE-RSA-AES128-GCM-SHA256 ECDHE-RSA-AES256-GCM-SHA384
    AES128-GCM-SHA256 AES256-GCM-SHA384);
try_suite(Net::SSLeay::TLS1_3_VERSION(), $_) for qw(TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384);
