# SPDX-License-Identifier: Apache-2.0
"""Lists what the recognizer is learned from, or checks it: inputs.py [--check] LIST DATA SIM

A line is a SHA-256 and a group of recordings: a person or a device of the data, or a unit of the simulator. The sum is
over the group's files in the order of their names. The repository holds the list, not the recordings.
"""

import hashlib
import json
import pathlib
import sys


def sums(folder):
    folder = pathlib.Path(folder)
    groups = {}
    for recording in json.loads((folder / "manifest.json").read_text())["recordings"]:
        groups.setdefault(recording.get("group", "?"), []).append(recording["file"])
    for group, files in sorted(groups.items()):
        total = hashlib.sha256()
        for name in sorted(files):
            total.update((folder / name).read_bytes())
        yield f"{total.hexdigest()} {group}"


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    path, folders = pathlib.Path(arguments[0]), arguments[1:]
    lines = [line for folder in folders for line in sums(folder)]
    if "--check" not in sys.argv:
        path.write_text("\n".join(lines) + "\n")
        return
    listed = path.read_text().splitlines()
    for line in listed:
        if line not in lines:
            sys.exit(f"inputs.py: {line.split(' ', 1)[1]} is missing, or has other bytes than {path} says")
    for line in lines:
        if line not in listed:
            sys.exit(f"inputs.py: {line.split(' ', 1)[1]} is not in {path}: leave it out, or list it with inputs.py LIST DATA SIM")


main()
