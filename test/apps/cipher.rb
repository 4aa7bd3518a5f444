# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
#
# cipher.rb - what Ruby's OpenSSL::Cipher makes of AES-ECB, -CTR and -GCM, as lines of text: see cipher.py.
# frozen_string_literal: true
require 'openssl'

SIZES = [0, 1, 15, 16, 17, 255, 256, 4096, 4097, 65_536, 1_000_003].freeze
IVS = { 'ctr' => ['f0f1f2f3f4f5f6f7fffffffffffffffe'].pack('H*'),
        'gcm' => ['cafebabefacedbaddecaf888'].pack('H*') }.freeze

def bytes(count)
  (0...count).to_a.pack('C*')
end
AAD = bytes(20).freeze

def message(size)
  Array.new(size) { |i| (i * 7 + i / 256) & 255 }.pack('C*')
end

def line(name, size, data)
  puts "#{name} #{size} #{OpenSSL::Digest.hexdigest('SHA256', data)}"
end

# in_pieces feeds the data in growing pieces: 1, 2, 3, ... bytes.
def in_pieces(context, data)
  out = String.new
  at = 0
  step = 1
  while at < data.bytesize
    out << context.update(data.byteslice(at, step))
    at += step
    step += 1
  end
  out << context.final
end

# error prints what the block raises; it has to.
def error(name)
  yield
rescue OpenSSL::Cipher::CipherError, ArgumentError => e
  puts "#{name} #{e.class} #{e.message}"
else
  abort "#{name}: no error"
end

def check(holds, what)
  abort what unless holds
end

def cipher(name, direction, iv = IVS[name[-3..]])
  context = OpenSSL::Cipher.new(name)
  context.send(direction)
  context.key = bytes(name[4, 3].to_i / 8)
  context.iv_len = iv.bytesize if name.end_with?('gcm')
  context.iv = iv if iv
  context
end

def flip(data, at)
  changed = data.dup
  changed.setbyte(at, changed.getbyte(at) ^ 1)
  changed
end

def plain(name)
  SIZES.each do |size|
    [0, 1].each do |padding|
      next if padding == 1 ? name.end_with?('ctr') : name.end_with?('ecb') && size % 16 != 0

      text = message(size)
      context = cipher(name, :encrypt)
      context.padding = padding
      secret = size.zero? ? context.final : context.update(text) + context.final
      line(padding == 1 ? "padded #{name}" : name.upcase, size, secret)
      context.reset # keeps the key; the IV has to be set again, or CTR goes on where it was
      context.iv = IVS['ctr'] if name.end_with?('ctr')
      check(in_pieces(context, text) == secret, "#{name} #{size} in pieces")
      context = cipher(name, :decrypt)
      context.padding = padding
      check(in_pieces(context, secret) == text, "#{name} #{size} does not come back")
    end
  end
end

def open_gcm(name, secret, tag, aad = AAD)
  context = cipher(name, :decrypt)
  context.auth_tag = tag
  context.auth_data = aad
  in_pieces(context, secret)
end

def gcm(name)
  SIZES.each do |size|
    context = cipher(name, :encrypt)
    context.auth_data = AAD
    secret = in_pieces(context, message(size))
    tag = context.auth_tag
    line(name.upcase, size, secret + tag)
    check(open_gcm(name, secret, tag) == message(size), "#{name} #{size} does not come back")
    error("#{name} #{size} wrong tag") { open_gcm(name, secret, flip(tag, 15)) }
    error("#{name} #{size} other AAD") { open_gcm(name, secret, tag, AAD[1..]) }
    error("#{name} #{size} changed") { open_gcm(name, flip(secret, size / 2), tag) } if size.positive?
  end
  [1, 8, 16, 60, 128].each do |length|
    context = cipher(name, :encrypt, bytes(length))
    context.auth_data = ''
    line("#{name} IV of #{length} bytes", 100, in_pieces(context, message(100)) + context.auth_tag(length.clamp(4, 16)))
  end
  error("#{name} without a tag") { cipher(name, :decrypt).final }
  error("#{name} without an IV") { OpenSSL::Cipher.new(name).decrypt.tap { |c| c.key = bytes(c.key_len) }.update('x') }
end

def speed(mode)
  text = message(1 << 20)
  count = 200
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  count.times do
    context = cipher("aes-256-#{mode}", :encrypt)
    context.auth_data = AAD if mode == 'gcm'
    context.update(text)
    context.final
  end
  puts format('%.1f', count * text.bytesize / 1e6 / (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start))
end

unless ARGV.empty?
  speed(ARGV[0])
  exit
end
[128, 192, 256].each do |bits|
  plain("aes-#{bits}-ecb")
  plain("aes-#{bits}-ctr")
  gcm("aes-#{bits}-gcm")
  error('short key') { OpenSSL::Cipher.new("aes-#{bits}-ctr").encrypt.key = 'short' }
  error('wrong padding') { in_pieces(cipher("aes-#{bits}-ecb", :decrypt), message(64)) }
  error('half a block') { in_pieces(cipher("aes-#{bits}-ecb", :decrypt), message(72)) }
  error('no key') { OpenSSL::Cipher.new("aes-#{bits}-ecb").encrypt.update('x' * 16) }
  %w[ecb ctr gcm].each do |mode|
    context = OpenSSL::Cipher.new("aes-#{bits}-#{mode}")
    puts ['info', context.name, context.block_size, context.key_len, context.iv_len, context.authenticated?].join(' ')
  end
end
