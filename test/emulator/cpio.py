# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
cpio.py - packs the working directory as an initramfs on standard output (Linux, early-userspace/buffer-format.rst).
"""
import os
import stat
import sys


def write_entry(out, number, name, mode, data):
    """write_entry writes one file in the format "newc": a header of hexadecimal fields, the name, the data; the last
    two are padded to multiples of four bytes."""
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
    out.write(b"070701" + b"".join(b"%08X" % field for field in fields) + name + b"\0")
    out.write(bytes(-(110 + len(name) + 1) % 4) + data + bytes(-len(data) % 4))


def content(path, mode):
    """content returns the data of a file: of a link, where it points to."""
    if stat.S_ISLNK(mode):
        return os.readlink(path)
    if stat.S_ISREG(mode):
        with open(path, "rb") as file:
            return file.read()
    return b""


def main():
    number = 0
    for folder, folders, files in os.walk(b"."):
        for name in folders + files:
            path = os.path.join(folder, name)
            mode = os.lstat(path).st_mode
            number += 1
            write_entry(sys.stdout.buffer, number, path.removeprefix(b"./"), mode, content(path, mode))
    write_entry(sys.stdout.buffer, 0, b"TRAILER!!!", 0, b"")


if __name__ == "__main__":
    main()
