# SPDX-License-Identifier: Apache-2.0
"""Measures baton-settings beside gnome-calculator, in turns, and holds it to the bars of a file.

Usage: bench.py BARS HEADING ROUNDS    (run.sh calls it, on the stage of Tests/settings)
"""
import pathlib
import statistics
import subprocess
import sys
import time

from screen import Screen
from stage import BIN, Desk, wait

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEER = "gnome-calculator"
WIDTH, HEIGHT = 1280, 1000
# More rows with text than an empty window with its title has.
DRAWN = 6
# The kernel's scheduler has turned to other things by then, and the programs to rest.
CALM, HIDDEN, LIVE = 3, 5, 10
# A processor that others use too has faster and slower seconds.
DRAWN_ROUNDS = 3


def private(process):
    """Private memory in MiB."""
    lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty"))) / 1024


def threads(process, name):
    return [(task / name).read_text() for task in pathlib.Path(f"/proc/{process}/task").iterdir()]


def processor(process):
    """Processor time of all threads, in seconds."""
    return sum(int(text.split()[0]) for text in threads(process, "schedstat")) / 1e9


def wakes(process):
    """How often a thread has begun to run after it had waited."""
    return sum(int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0]) for text in threads(process, "status"))


def start(desk, screen, command):
    """Seconds from the start until the content is drawn, and the process's private memory when it has come to rest."""
    wait("an empty screen", lambda: screen.texts(WIDTH, HEIGHT) == 0)
    begun = time.monotonic()
    child = desk.run(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while screen.texts(WIDTH, HEIGHT) < DRAWN:
        if time.monotonic() - begun > 60:
            raise SystemExit(f"bench-settings: {command[0]} has drawn nothing in 60 s")
    taken = time.monotonic() - begun
    print(f"bench-settings: {command[0]} {taken:.2f} s", file=sys.stderr, flush=True)
    time.sleep(CALM)
    memory = private(child.pid)
    child.terminate()
    # gnome-calculator may be asking for the rates of currencies.
    try:
        child.wait(5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    return taken, memory


def starts(rounds):
    desk = Desk("starts", "")
    try:
        screen = Screen(desk.environment["DISPLAY"])
        # Each has read its files once before.
        commands = {"baton-settings": [BIN / "baton-settings"], PEER: [PEER]}
        for command in commands.values():
            start(desk, screen, command)
        measured = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                measured[name].append(start(desk, screen, command))
        return measured
    finally:
        desk.close()


def drawn(desk, sensor, window, process):
    """Pictures a second, and the share of a processor, while the device is shaken."""
    sensor.send_signal(10)
    before = processor(process)
    pictures = Screen(desk.environment["DISPLAY"]).pictures(window, LIVE)
    return pictures, (processor(process) - before) / LIVE * 100


def live():
    """Pictures a second, and the share of a processor, of the page with the signal of an accelerometer that is shaken; then of the hidden window."""
    desk = Desk("live", "", runs_agent=False)
    try:
        machine = desk.folder / "machine"
        sensor = desk.run(
            "/usr/bin/python3", ROOT / "docs/picture/accelerometer.py", machine, ROOT / "Tests/kernel/recordings/shake.csv")
        wait("the accelerometer", (machine / "ready").exists)
        desk.before_agent = ["env", f"UMOCKDEV_DIR={machine}", "umockdev-wrapper"]
        desk.start_agent()
        desk.start_window("--page", "shake")
        wait("the window", desk.has_window)
        wait("the sensor", lambda: '"reading"' in desk.agent_property("Application", "Sensor"))
        desk.enlarge()
        time.sleep(CALM)
        window, process = desk.window_number, desk.window.pid
        rounds = [drawn(desk, sensor, int(window), process) for _ in range(DRAWN_ROUNDS)]
        pictures, share = (statistics.median(column) for column in zip(*rounds))
        desk.xdotool("windowminimize", "--sync", window)
        time.sleep(CALM)
        woken = wakes(process)
        time.sleep(HIDDEN)
        return pictures, share, wakes(process) - woken
    finally:
        desk.close()


def bars(path):
    for line in pathlib.Path(path).read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            yield words[0], words[1], float(words[2]), " ".join(words[3:])


def main(path, heading, rounds):
    measured = starts(rounds)
    own, peer = measured["baton-settings"], measured[PEER]
    pictures, share, woken = live()
    middle = {"own": [statistics.median(column) for column in zip(*own)], "peer": [statistics.median(column) for column in zip(*peer)]}
    print(f"{heading}\n")
    print(f"| | baton-settings | {PEER} |\n|---|---:|---:|")
    print(f"| start → first picture, median of {rounds}, ms | {middle['own'][0] * 1000:.0f} | {middle['peer'][0] * 1000:.0f} |")
    print(f"| private memory, MiB | {middle['own'][1]:.1f} | {middle['peer'][1]:.1f} |")
    values = {
        # A ratio compares figures of the same round.
        "start": statistics.median(a[0] / b[0] for a, b in zip(own, peer)),
        "private-memory": statistics.median(a[1] / b[1] for a, b in zip(own, peer)),
        "pictures": pictures, "live-signal": share, "wake-ups": woken,
    }
    print(f"\n{heading}\n\n| bar | | measured | |\n|---|---:|---:|---|")
    broken = []
    for name, sign, limit, unit in bars(path):
        value = values[name]
        is_kept = value <= limit if sign == "<=" else value >= limit
        print(f"| {name} | {'at most' if sign == '<=' else 'at least'} {limit:g} {unit} | {value:.2f} | {'kept' if is_kept else '**broken**'} |")
        broken += [] if is_kept else [name]
    if broken:
        sys.exit(f"bench-settings: broken: {', '.join(broken)}")


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
