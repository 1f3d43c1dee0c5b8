# SPDX-License-Identifier: Apache-2.0
"""verified.txt: the suites that were kept, and of which inputs."""
import datetime
import fcntl
import re
import sys
from collections import namedtuple

from . import ROOT, Mistake

RECORD = ROOT / "verified.txt"
LOCK = ROOT / ".build" / "verify" / "lock"
LINE = re.compile(r"(\S+) +([0-9a-f]{16}) (\d+) (\d{4}-\d\d-\d\d) ([0-9a-f]{7,40})")
HEADING = [
    "# SPDX-License-Identifier: Apache-2.0",
    "# Suites that were kept, of committed inputs (`make verify` writes this): suite, hash of the inputs, seconds, date, commit.",
]
Kept = namedtuple("Kept", "inputs seconds date commit")


def lock():
    """One run at a time in a checkout: two would write the same logs, builds and record. It ends with the file that is returned."""
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    file = open(LOCK, "a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Mistake("another run of .ci/verify is at work in this checkout; wait for its end") from error
    return file


def read(says=True):
    """What is recorded of each suite. A line that is not understood, or is the second of its suite, is no record."""
    result, twice = {}, set()
    if not RECORD.exists():
        return result
    for number, line in enumerate(RECORD.read_bytes().decode(errors="replace").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = LINE.fullmatch(line.rstrip())
        if found and found[1] in result:
            twice.add(found[1])
        elif found:
            result[found[1]] = Kept(*found.groups()[1:])
            continue
        if says:
            reason = "is a second one of its suite" if found else "is not understood"
            print(f"verify: verified.txt:{number} {reason}, and counts as no record: {ascii(line[:60])}", file=sys.stderr, flush=True)
    return {name: kept for name, kept in result.items() if name not in twice}


def write(known, names):
    """The caller has the lock."""
    names = [name for name in names if name in known]
    width = max(map(len, names), default=0)
    lines = [" ".join([name.ljust(width), *map(str, known[name])]) for name in names]
    # Where a link leads.
    file = RECORD.resolve()
    new = file.with_suffix(".new")
    new.write_text("\n".join([*HEADING, *lines]) + "\n")
    new.replace(file)


def add(name, inputs, seconds, commit, names):
    kept = Kept(inputs, seconds, datetime.date.today().isoformat(), commit[:10])
    write(read(says=False) | {name: kept}, names)


def remove(name, names):
    known = read(says=False)
    if known.pop(name, None):
        write(known, names)
