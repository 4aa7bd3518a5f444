# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
plan.py - how the tests of a configured build are built and run, as lines for check_mutants.sh.

    plan.py options FOLDER         the options of the project that this build has, as arguments of `meson setup`
    plan.py tests FOLDER NAME...   for each of these tests that the build has, "NAME<tab>TARGET...<tab>SHELL COMMAND":
                                   what ninja must build for it, and how it runs
"""
import json
import os
import shlex
import sys


def load(folder, name):
    with open(os.path.join(folder, "meson-info", "intro-" + name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def print_options(folder):
    for option in load(folder, "buildoptions"):
        if option["section"] == "user" and option["name"] != "tests":
            print(f"-D{option['name']}={option['value']}")


def command_of(test):
    words = ["env"] + [f"{name}={value}" for name, value in test["env"].items()] + test["cmd"]
    return " ".join(shlex.quote(word) for word in words)


def print_tests(folder, names):
    tests = {test["name"]: test for test in load(folder, "tests")}
    files = {target["id"]: target["filename"] for target in load(folder, "targets")}
    every_file = {file for group in files.values() for file in group}
    for name in names:
        if name in tests:
            words = {os.path.join(folder, word) for word in tests[name]["cmd"]}
            needed = {file for identity in tests[name]["depends"] for file in files[identity]} | words & every_file
            targets = " ".join(sorted(os.path.relpath(file, folder) for file in needed))
            print(f"{name}\t{targets}\t{command_of(tests[name])}")


def main():
    if sys.argv[1] == "options":
        print_options(sys.argv[2])
    else:
        print_tests(sys.argv[2], sys.argv[3:])


if __name__ == "__main__":
    main()
