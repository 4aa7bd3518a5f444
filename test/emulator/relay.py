# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
relay.py - runs Bochs, prints what the program in the machine prints, and ends with its exit status.

    relay.py SECONDS NONCE FOLDER COMMAND...

What init.c puts between its two markers is the program's; all else that comes out of Bochs goes to FOLDER/host.log.
Exit status: that of the program, 124 when SECONDS are over, 125 when the machine ended without a status. Only the
marker counts: Bochs' own exit status is 1 even when all went well.
"""
import re
import subprocess
import sys
import threading

TIMED_OUT, NO_STATUS = 124, 125


def relay(source, nonce, log):
    """relay copies lines until `source` ends, and returns the status that the end marker has, or None."""
    end = re.compile(rb"@@END " + nonce + rb" (\d+)@@\n")
    inside, status, newline = False, None, b""
    for line in source:
        match = end.fullmatch(line)
        if match:
            inside, status = False, int(match[1])
        elif line == b"@@BEGIN " + nonce + b"@@\n":
            inside = True
        elif inside:
            # A newline is held back until more comes: the last one is that of the end marker.
            text = line.removesuffix(b"\n")
            sys.stdout.buffer.write(newline + text)
            sys.stdout.buffer.flush()
            newline = line[len(text):]
        else:
            log.write(line)
    return status


def main():
    seconds, nonce, folder, *command = sys.argv[1:]
    timed_out = threading.Event()
    with open(f"{folder}/host.log", "wb") as log:
        # Bochs does not end on SIGTERM, so that it dies with us has to be asked of the Linux that we run on.
        bochs = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--"] + command,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)

        def stop():
            timed_out.set()
            bochs.kill()

        timer = threading.Timer(float(seconds), stop)
        timer.start()
        status = relay(bochs.stdout, nonce.encode(), log)
        bochs.wait()
        timer.cancel()
    if status is None:
        sys.exit(TIMED_OUT if timed_out.is_set() else NO_STATUS)
    sys.exit(status)


if __name__ == "__main__":
    main()
