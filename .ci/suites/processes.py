# SPDX-License-Identifier: Apache-2.0
"""Runs a suite, and ends all that it started."""
import ctypes
import os
import re
import signal
import subprocess
import time

from . import ROOT

LOGS = ROOT / ".build" / "verify"
PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 5
ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# What a suite may know of its caller: the person and the machine, and the way to the network. A variable of make, or of a script, that a caller
# has set would change what the suite tests, and its record would not say that.
PASSED = """
    PATH HOME USER LOGNAME SHELL LANG TERM TZ TMPDIR XDG_RUNTIME_DIR CI SWIFT JOBS DEBIAN_FRONTEND DEBIAN_MIRROR BATON_RECORDINGS
    http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY
    SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS GIT_SSL_CAINFO PIP_CERT PIP_INDEX_URL PIP_FIND_LINKS
""".split()


class Ended(Exception):
    """A signal asked for the end."""

    def __init__(self, number):
        super().__init__(signal.Signals(number).name)
        self.number = number


def end_on_signals():
    def end(number, _):
        # The first one is carried out; a second one would only leave something behind.
        for other in ENDING:
            signal.signal(other, signal.SIG_IGN)
        raise Ended(number)

    for number in ENDING:
        signal.signal(number, end)
    # A caller may have started this process with signals blocked, and the suites would have them so too.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def adopt():
    """Makes this process the parent of what its descendants leave behind, also of what has left their session."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants():
    """All living processes below this one."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        children.setdefault(int(parent), []).append((int(name), state))
    found, waiting = [], [os.getpid()]
    while waiting:
        for process, state in children.get(waiting.pop(), []):
            waiting.append(process)
            if state not in (b"Z", b"X"):
                found.append(process)
    return found


def reap(own=None):
    """Takes leave of all children that have ended, up to the one whose end is waited for elsewhere. Until then what was adopted is still there for a
    suite that looks whether it left a process behind."""
    try:
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and ended.si_pid != own:
            os.waitpid(ended.si_pid, 0)
    except ChildProcessError:
        pass


def end_descendants():
    """Asks all of them to end, and kills those that are still there after some seconds."""
    asked, limit = set(), time.monotonic() + PATIENCE
    while living := descendants():
        is_late = time.monotonic() > limit
        for process in living:
            # One that has begun since is asked too.
            if is_late or process not in asked:
                send(process, signal.SIGKILL if is_late else signal.SIGTERM)
                asked.add(process)
        # One that another user runs, or that the kernel holds, cannot be ended.
        if time.monotonic() > limit + PATIENCE:
            break
        time.sleep(0.02)
        reap()
    reap()


def send(process, number):
    try:
        os.kill(process, number)
        # A stopped process takes a request when it goes on.
        os.kill(process, signal.SIGCONT)
    except (ProcessLookupError, PermissionError):
        pass


def run(name, command, limit):
    """Returns the exit status, or a sentence if there was no end, the seconds, and the last lines that it printed."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{name}.log"
    begun = time.monotonic()
    environment = {variable: os.environ[variable] for variable in PASSED if variable in os.environ}
    with open(log, "wb") as output:
        try:
            process = subprocess.Popen(
                ["bash", "-c", command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True, env=environment)
            signal.signal(signal.SIGCHLD, lambda number, frame: reap(process.pid))
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = f"no end within {limit} s"
        finally:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            end_descendants()
    return status, round(time.monotonic() - begun), log.read_text(errors="replace").splitlines()


def reason_not_here(status, lines):
    """What a suite that exits with 77 says in its last line; make says of such an end that it was an error, and exits with 2."""
    said = [line for line in lines if line.strip() and not re.match(r"make(\[\d+\])?: ", line)]
    last = next((line for line in reversed(lines) if line.strip()), "")
    if status == 77 or status == 2 and re.fullmatch(r"make(\[\d+\])?: \*\*\* \[.*\] Error 77", last):
        return said[-1] if said else "it does not say why"
    return None
