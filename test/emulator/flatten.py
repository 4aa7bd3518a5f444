# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
flatten.py - unpacks a Linux kernel for boot.S, so that the emulated CPU need not.

    flatten.py VMLINUZ OUTPUT

Takes the compressed ELF file out of a bzImage and lays its segments at their physical addresses, from 16 MiB on, in one
flat file of whole sectors. Prints the address of its entry, startup_64.
"""
import lzma
import struct
import subprocess
import sys
import zlib

KERNEL_AT = 0x1000000  # as in boot.S
SECTOR = 512
PT_LOAD = 1


def field(form, data, offset):
    """field returns the one little-endian number that is there."""
    return struct.unpack_from("<" + form, data, offset)[0]


def unpack(data):
    """unpack decompresses the payload by the method that its first bytes tell."""
    if data.startswith(b"\x1f\x8b"):
        return zlib.decompress(data, wbits=31)
    if data.startswith(b"\xfd7zXZ"):
        return lzma.decompress(data)
    commands = {b"\x02\x21\x4c\x18": "lz4", b"\x28\xb5\x2f\xfd": "zstd"}
    if data[:4] not in commands:
        sys.exit("flatten.py: the kernel is compressed in an unknown way")
    return subprocess.run([commands[data[:4]], "-dc"], input=data, stdout=subprocess.PIPE, check=True).stdout


def payload(image):
    """payload returns the ELF file in a bzImage (Documentation/arch/x86/boot.rst: payload_offset, payload_length)."""
    if image[0x202:0x206] != b"HdrS":
        sys.exit("flatten.py: this is no bzImage")
    begin = (image[0x1f1] + 1) * SECTOR + field("I", image, 0x248)
    # The last four bytes are the length when unpacked.
    elf = unpack(image[begin:begin + field("I", image, 0x24c) - 4])
    if elf[:5] != b"\x7fELF\x02":
        sys.exit("flatten.py: there is no ELF file of 64 bits in the kernel")
    return elf


def segments(elf):
    """segments yields the offset in the file, the address and the length in the file of what is to be loaded."""
    table, size, count = field("Q", elf, 32), field("H", elf, 54), field("H", elf, 56)
    for header in range(table, table + size * count, size):
        if field("I", elf, header) == PT_LOAD:
            yield field("Q", elf, header + 8), field("Q", elf, header + 24), field("Q", elf, header + 32)


def section_offset(elf, name):
    """section_offset returns the offset in the file of a section, or None."""
    table, size, count, names = field("Q", elf, 40), field("H", elf, 58), field("H", elf, 60), field("H", elf, 62)
    texts = field("Q", elf, table + size * names + 24)
    for header in range(table, table + size * count, size):
        if elf.startswith(name + b"\0", texts + field("I", elf, header)):
            return field("Q", elf, header + 24)
    return None


def main():
    source, output = sys.argv[1:]
    with open(source, "rb") as file:
        elf = bytearray(payload(file.read()))
    # Without its magic number the kernel passes over the BTF data, which take 50 million instructions to parse and
    # serve BPF alone.
    btf = section_offset(elf, b".BTF")
    if btf is not None:
        elf[btf:btf + 4] = bytes(4)
    flat = bytearray()
    for offset, address, length in segments(elf):
        if address < KERNEL_AT:
            sys.exit("flatten.py: the kernel wants to be below 16 MiB")
        flat.extend(bytes(max(0, address - KERNEL_AT - len(flat))))
        flat[address - KERNEL_AT:address - KERNEL_AT + length] = elf[offset:offset + length]
    flat = flat.rstrip(b"\0")
    flat.extend(bytes(-len(flat) % SECTOR))
    with open(output, "wb") as file:
        file.write(flat)
    print(hex(field("Q", elf, 24)))


if __name__ == "__main__":
    main()
