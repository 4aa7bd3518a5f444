# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
flip_proxy.py - passes one connection on, and flips one bit of it.

    flip_proxy.py PORT SERVER_PORT DIRECTION OFFSET

Listens on PORT of loopback and connects to SERVER_PORT. DIRECTION (to-server or to-client) says which way the bit
changes, OFFSET in which byte; "-" changes nothing. Ends with the connection; its exit status is 0 when the bit was
flipped, or none had to be.
"""
import socket
import sys
import threading


def passes(source, sink, offset):
    """passes copies until the source ends, with the lowest bit of the byte at offset (None: no byte) flipped. Returns
    whether it came that far."""
    done, flipped = 0, offset is None
    try:
        while data := source.recv(65536):
            if offset is not None and done <= offset < done + len(data):
                data = bytearray(data)
                data[offset - done] ^= 1
                flipped = True
            done += len(data)
            sink.sendall(data)
    except OSError:
        pass
    for end, how in ((sink, socket.SHUT_WR), (source, socket.SHUT_RD)):
        try:
            end.shutdown(how)
        except OSError:
            pass
    return flipped


def main():
    port, server_port, direction, offset = sys.argv[1:]
    offset = None if offset == "-" else int(offset)
    if direction not in ("to-server", "to-client"):
        sys.exit(f"unknown direction: {direction}")
    with socket.create_server(("127.0.0.1", int(port))) as listener:
        while True:  # whoever only looks whether the port is open hangs up at once
            client, _ = listener.accept()
            if client.recv(1, socket.MSG_PEEK):
                break
            client.close()
    server = socket.create_connection(("127.0.0.1", int(server_port)))
    results = {}

    def run(name, source, sink):
        results[name] = passes(source, sink, offset if name == direction else None)

    threads = [threading.Thread(target=run, args=("to-server", client, server)),
               threading.Thread(target=run, args=("to-client", server, client))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit(0 if all(results.values()) else 1)


if __name__ == "__main__":
    main()
