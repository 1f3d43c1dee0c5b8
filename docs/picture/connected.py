#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws what is connected to what: keys, headset, gestures and shakes on one side of Baton, players and the app in front on the other.

Usage: docs/picture/connected.py light | dark >docs/picture/connected.svg     (`make pictures` calls it)
"""
from drawing import WIDTH, Drawing, colour

INPUTS = [("route", "key", "Keyboard", "play, pause, next, previous"),
          ("route", "headset", "Headset", "Bluetooth, USB and wired"),
          ("route", "touch", "Gestures", "on touchpad or touchscreen"),
          ("route", "panel", "Bars and scripts", "playerctl, KDE Connect"),
          ("stop", "call", "Calls and unplugging", "and when the laptop sleeps"),
          ("undo", "shake", "Shake", "of your laptop or tablet")]
TOP, STEP, LOW = 42, 62, 48
LEFT, RIGHT, SIDE = 20, 592, 248
BATON = 366, 128
picture = Drawing(TOP + 6 * STEP + 8, "What is connected to what")


def middle(row):
    return TOP + row * STEP + LOW / 2


def card(x, row, kind, icon, title, words, fill="panel", stroke="edge", weight=1.5):
    picture.box(x, TOP + row * STEP, SIDE, LOW, fill, stroke, weight=weight)
    picture.icon(icon, x + 12, middle(row) - 12, 24, kind)
    picture.text(x + 48, middle(row) - 4, title, bold=True)
    picture.text(x + 48, middle(row) + 14, words, "soft", 12)


def curve(x1, y1, x2, y2, stroke, weight=2, tip=False, dashes=""):
    bend = (x1 + x2) / 2
    picture.path(f"M{x1:g} {y1:g}C{bend:g} {y1:g} {bend:g} {y2:g} {x2:g} {y2:g}", stroke, weight, tip, dashes)


picture.text(LEFT, 26, "What you do, and what happens", "soft", 13)
picture.text(WIDTH - 20, 26, "What it reaches", "soft", 13, "end")
x, width = BATON
inside, outside = x, x + width
for row, (kind, *_) in enumerate(INPUTS):
    curve(LEFT + SIDE, middle(row), inside, {"route": middle(1.5), "stop": middle(3.3), "undo": middle(5)}[kind], kind)
# One way: the player that is heard. The others wait for their turn.
curve(outside, middle(1.5), RIGHT - 2, middle(0), "route", 4, True)
curve(outside, middle(1.5), RIGHT - 2, middle(1), "soft", 1.5, True, "3 4")
curve(outside, middle(1.5), RIGHT - 2, middle(2), "soft", 1.5, True, "3 4")
curve(outside, middle(3.3), RIGHT - 2, middle(3.3), "stop", 2.5, True)
curve(outside, middle(5), RIGHT - 2, middle(5), "undo", 2.5, True)
picture.box(x, TOP, width, 5 * STEP + LOW, "panel", "baton", 12, 2)
picture.baton(x + width / 2 - 32, TOP + 14, 64)
picture.text(x + width / 2, TOP + 102, "Baton", size=18, anchor="middle", bold=True)
for at, kind, words in ((1.5, "route", ("to the player", "you hear")), (3.3, "stop", ("pauses,", "and resumes", "after the call")), (5, "undo", ("asks “Undo?”",))):
    for line, part in enumerate(words):
        picture.text(x + width / 2, middle(at) + 4 + (line - (len(words) - 1) / 2) * 17 + (18 if kind == "route" else 0), part, kind, 13, "middle", True)
for row, entry in enumerate(INPUTS):
    card(LEFT, row, *entry)
card(RIGHT, 0, "route", "play", "Spotify", "playing: gets the command", "route-panel", "route", 2)
card(RIGHT, 1, "soft", "pause", "Firefox", "paused: stays as it is")
card(RIGHT, 2, "soft", "phone", "Your phone", "plays here over Bluetooth")
card(RIGHT, 3.3, "stop", "pause", "Every player that plays", "pauses by itself", "stop-panel", "stop")
card(RIGHT, 5, "undo", "app", "The app in front", "your last edit is undone", "undo-panel", "undo")
picture.write()
