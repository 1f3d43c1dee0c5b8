#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes evemu recordings of gestures that no free recording of a real screen has, to a folder: clean ones, made by arithmetic.

Usage: streams.py FOLDER
"""
import math
import pathlib
import sys

WIDTH, HEIGHT, RATE = 1279, 767, 100
HEADER = """# EVEMU 1.2
N: Made by streams.py
I: 0018 0000 0000 0000
P: 02 00 00 00 00 00 00 00
A: 2f 0 9 0 0 0
A: 35 0 %d 0 0 0
A: 36 0 %d 0 0 0
A: 39 0 65535 0 0 0
""" % (WIDTH, HEIGHT)


def recording(fingers, seconds, place, taps=1):
    """The text of a recording: place(finger, share of the time) is where a finger is."""
    lines, last, time, number = [], {}, 0.0, 1

    def frame(events):
        lines.extend(f"E: {time:.6f} 0003 {code:04x} {value}" for code, value in events)
        lines.append(f"E: {time:.6f} 0000 0000 0")

    for _ in range(taps):
        steps = max(1, round(seconds * RATE))
        for step in range(steps + 1):
            events = []
            for finger in range(fingers):
                x, y = (round(v) for v in place(finger, step / steps))
                new = [(0x39, number + finger)] if step == 0 else []
                new += [(code, value) for code, value in ((0x35, x), (0x36, y)) if last.get((finger, code)) != value]
                last[finger, 0x35], last[finger, 0x36] = x, y
                events += [(0x2f, finger), *new] if new else []
            if events:
                frame(events)
            time += 1 / RATE
        frame([event for finger in range(fingers) for event in ((0x2f, finger), (0x39, -1))])
        number += fingers
        time += 0.15
    return HEADER + "\n".join(lines) + "\n"


def beside(finger, fingers, dx=0.0, dy=0.0):
    return WIDTH / 2 + (finger - (fingers - 1) / 2) * 160 + dx, HEIGHT / 2 + dy


def about(finger, radius, angle):
    turn = math.pi * finger + angle
    return WIDTH / 2 + radius * math.cos(turn), HEIGHT / 2 + radius * math.sin(turn)


STREAMS = {
    "made.tap": recording(1, 0.1, lambda f, s: beside(f, 1)),
    "made.double-tap": recording(1, 0.1, lambda f, s: beside(f, 1), taps=2),
    "made.2-finger-tap": recording(2, 0.1, lambda f, s: beside(f, 2)),
    "made.hold": recording(1, 0.8, lambda f, s: beside(f, 1)),
    "made.3-finger-swipe-left": recording(3, 0.3, lambda f, s: beside(f, 3, dx=-300 * s)),
    "made.pinch": recording(2, 0.6, lambda f, s: about(f, 150 + 100 * s, 0)),
    "made.rotation": recording(2, 0.6, lambda f, s: about(f, 150, s)),
}

folder = pathlib.Path(sys.argv[1])
for name, text in STREAMS.items():
    (folder / f"{name}.events").write_text(text)
