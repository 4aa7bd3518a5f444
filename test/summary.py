# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
summary.py - counts the cases of one suite, from what its test programs printed.

    summary.py FOLDER SUITE

FOLDER is a build of meson, in which `meson test --suite SUITE --logbase SUITE` has run. Prints a line for the suite and
one for each case that failed or was skipped. The TAP output is read here, because meson 1.0 takes cmocka's skipped
cases for failed ones. A program that did not run, died, printed no plan or not all of its cases has a failed case more.
"""
import json
import os
import re
import signal
import sys

RESULT = re.compile(r"(?P<verdict>ok|not ok)\b\s*(?P<number>\d+)?\s*(?:- )?(?P<name>[^#]*)(?:#\s*(?P<directive>.*))?$")
PLAN = re.compile(r"1\.\.(?P<count>\d+)\s*(?:#\s*(?P<directive>.*))?$")
REASON_LINES = 20  # of one case: more of them are in the suite's log


class Count:
    """Count gathers the verdicts of a suite: how many of each, and the lines to print."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.lines = []

    def fail(self, name, reason):
        self.failed += 1
        self.note("failed", name, reason)

    def skip(self, name, reason):
        self.skipped += 1
        self.note("skipped", name, reason or ["no reason given"])

    def note(self, verdict, name, reason):
        self.lines.append(f"  {verdict}: {name}")
        self.lines += ["      " + line for line in reason[:REASON_LINES]]
        if len(reason) > REASON_LINES:
            self.lines.append(f"      ... and {len(reason) - REASON_LINES} lines more")


def count_tap(count, program, text):
    """count_tap counts the cases in one program's output. It returns how many it saw, and how many the plan says
    (None: there was no plan). What a program prints before a result, and as comments after it, is its reason."""
    seen, planned = 0, None
    pending = []  # (name, reason) of a failed case: its comments are still to come
    before = []  # lines since the last result

    def close():
        if pending:
            count.fail(*pending.pop())

    for line in text.splitlines():
        line = line.rstrip()
        result, plan = RESULT.match(line), PLAN.match(line)
        if result:
            close()
            seen += 1
            directive = (result["directive"] or "").strip()
            name = result["name"].strip()
            if directive.upper().startswith("SKIP"):
                # cmocka puts the name behind the word SKIP, TAP the reason
                rest = directive[4:].strip()
                if name:
                    count.skip(f"{program}: {name}", before + [rest] if rest else before)
                else:
                    count.skip(f"{program}: {rest or seen}", before)
            elif result["verdict"] == "ok":
                count.passed += 1
            else:
                pending.append((f"{program}: {name or seen}", before + ([directive] if directive else [])))
            before = []
        elif plan:
            planned = int(plan["count"])
            if planned == 0:
                count.skip(program, before + [plan["directive"] or "its plan is empty"])
            before = []
        elif line.startswith(("# ok", "# not ok")):
            pass  # cmocka's verdict on the whole group
        elif line.startswith("#") and pending:
            pending[0][1].append(line.lstrip("# "))
        elif line.strip():
            before.append(line.lstrip("# "))
    close()
    return seen, planned


def count_program(count, program, run):
    """count_program counts one test program, whose entry in meson's log is `run` (None: it has none)."""
    if run is None:
        count.fail(program, ["it did not run"])
        return
    failed_before = count.failed
    seen, planned = count_tap(count, program, run.get("stdout", ""))
    errors = [line for line in run.get("stderr", "").splitlines() if line.strip()][-REASON_LINES:]
    code = run.get("returncode", 0)
    if run["result"] == "TIMEOUT":
        count.fail(program, [f"it ran out of time after {run['duration']:.0f} s and {seen} cases"] + errors)
    elif code < 0 or code > 128:
        number = -code if code < 0 else code - 128
        names = {item.value: item.name for item in signal.Signals}
        count.fail(program, [f"it died of {names.get(number, number)} after {seen} cases"] + errors)
    elif planned is None:
        count.fail(program, [f"it printed no TAP plan (exit status {code})"] + errors)
    elif seen != planned:
        count.fail(program, [f"it ran {seen} cases of {planned} (exit status {code})"] + errors)
    elif code != 0 and count.failed == failed_before:
        count.fail(program, [f"exit status {code}, although no case failed"] + errors)


def main():
    folder, suite = sys.argv[1:]
    with open(os.path.join(folder, "meson-info", "intro-tests.json"), encoding="utf-8") as file:
        programs = [test["name"] for test in json.load(file)
                    if suite in [name.rpartition(":")[2] for name in test["suite"]]]
    runs = []
    try:
        with open(os.path.join(folder, "meson-logs", suite + ".json"), encoding="utf-8") as file:
            runs = [json.loads(line) for line in file]
    except FileNotFoundError:
        pass  # then no program ran, and each is counted as failed
    count = Count()
    for program in programs:
        # meson writes "project:suite / name" where a test has a suite
        run = next((run for run in runs if run["name"].rpartition(" / ")[2] == program), None)
        count_program(count, program, run)
    if not programs:
        count.fail(suite, ["no test of this suite is in this build: a dependency is missing"])
    seconds = 0.0
    if runs:
        seconds = max(run["starttime"] + run["duration"] for run in runs) - min(run["starttime"] for run in runs)
    print(f"{suite}: {count.passed} passed, {count.failed} failed, {count.skipped} skipped  ({seconds:.1f} s)")
    for line in count.lines:
        print(line)


if __name__ == "__main__":
    main()
