# SPDX-License-Identifier: Apache-2.0
"""Programs that a room starts, and the end of all of them."""
import ctypes
import os
import pathlib
import signal
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Whatever a player leaves behind becomes a child of this process, so that it can be found and ended."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children(parent):
    """All that descends from a process, the nearest first."""
    found, waiting = [], [parent]
    while waiting:
        process = waiting.pop(0)
        try:
            text = "".join(file.read_text() for file in pathlib.Path(f"/proc/{process}/task").glob("*/children"))
        except OSError:
            continue
        own = [int(word) for word in text.split()]
        found += own
        waiting += own
    return found


def start(command, environment, log):
    """Starts a program in a session of its own; what it says goes into the file."""
    with open(log, "ab") as output:
        return subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True, cwd=environment["HOME"])


def tree(process):
    return [process.pid, *children(process.pid)]


def end(pids, limit=2.0):
    """Asks processes to end, and kills those that have not ended after the limit. A zombie of ours is reaped."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in pids:
            try:
                os.kill(pid, number)
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
        until = time.monotonic() + limit
        # A process that is no child of ours tells nobody but its parent that it has ended.
        while pids and time.monotonic() < until:
            reap()
            pids = [pid for pid in pids if is_alive(pid)]
            time.sleep(0.02)
        if not pids:
            return


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
