#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws an afternoon: what a call and an empty headset do to the music.

Usage: docs/picture/afternoon.py light | dark >docs/picture/afternoon.svg     (`make pictures` calls it)
"""
from drawing import WIDTH, Drawing

LANE, BAR = 56, 26
LEFT, FROM, UNTIL = 144, 13 * 60 + 56, 14 * 60 + 27
TOP = 96
picture = Drawing(TOP + 4 * LANE + 26, "An afternoon: music, a call, and a headset whose battery is empty")


def at(minute):
    return LEFT + (minute - FROM) * (WIDTH - LEFT - 20) / (UNTIL - FROM)


def lane(row, title, words):
    y = TOP + row * LANE
    picture.text(20, y + (13 if words else 18), title, bold=True)
    picture.text(20, y + 30, words, "soft", 12)
    return y


def bar(y, begin, end, words, kind, ink=None, dashes=""):
    x, width = at(begin), at(end) - at(begin)
    fill = f"{kind}-panel" if kind != "edge" else "paper"
    picture.box(x, y, width, BAR, fill, kind, 5, 1.5, f' stroke-dasharray="{dashes}"' if dashes else "")
    picture.text(x + width / 2, y + 17.5, words, ink or kind, 12.5, "middle", kind != "edge")


call, empty, over = 14 * 60 + 2, 14 * 60 + 9, 14 * 60 + 20
for minute, lines, anchor in ((call, ("14:02", "A call begins:", "Baton pauses the music"), "middle"),
                              (empty, ("14:09", "The headset is empty:", "the call moves"), "middle"),
                              (over, ("14:20", "The call ends: no music from the speakers,", "because you heard it in the headset"), "middle")):
    for line, words in enumerate(lines):
        picture.text(at(minute), 28 + line * 18, words, "ink" if line == 0 else "soft", 13, anchor, line == 0)
    picture.path(f"M{at(minute):g} 74V{TOP + 4 * LANE - 14}", "soft", 1.2, dashes="3 4")
y = lane(0, "Call", "")
bar(y, call, empty, "in the headset", "stop")
bar(y, empty, over, "on the laptop", "stop")
y = lane(1, "Headset", "Bluetooth")
bar(y, FROM, empty, "connected", "edge", "soft")
y = lane(2, "Music", "Spotify")
bar(y, FROM, call, "plays", "route")
bar(y, call, over, "paused for the call", "edge", "soft", "4 4")
bar(y, over, UNTIL, "stays paused", "edge", "soft", "4 4")
y = lane(3, "Otherwise", "with a full battery")
bar(y, FROM, call, "plays", "route")
bar(y, call, over, "paused for the call", "edge", "soft", "4 4")
bar(y, over, UNTIL, "resumes by itself", "route")
picture.path(f"M{LEFT} {TOP + 4 * LANE - 14}H{WIDTH - 20}", "edge")
for minute in (14 * 60, 14 * 60 + 5, 14 * 60 + 10, 14 * 60 + 15, 14 * 60 + 20, 14 * 60 + 25):
    picture.text(at(minute), TOP + 4 * LANE + 6, f"{minute // 60}:{minute % 60:02}", "soft", 12, "middle")
picture.write()
