#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws two machines, the broker between them, and Home Assistant: where a press and a call on one of them go.

Usage: docs/picture/machines.py light | dark >docs/picture/machines.svg     (`make pictures` calls it)
"""
from drawing import WIDTH, Drawing

TOP, ROW, STEP, WIDE = 56, 48, 60, 232
LEFT, RIGHT = 34, WIDTH - 34 - WIDE
MIDDLE, THICK = 358, 144
picture = Drawing(340, "Two machines, the broker and Home Assistant")


def line(row):
    return TOP + 14 + row * STEP + ROW / 2


def machine(x, title):
    picture.box(x - 14, TOP - 36, WIDE + 28, 308, "paper", "edge", 12)
    picture.text(x, TOP - 11, title, "soft", 14, bold=True)
    y = TOP + 206
    picture.box(x, y, WIDE, 52, "panel", "baton", weight=2)
    picture.baton(x + 12, y + 8, 36)
    picture.text(x + 58, y + 24, "Baton", bold=True)
    picture.text(x + 58, y + 42, "batond and baton-mqtt", "soft", 12)


def card(x, row, icon, title, words, kind="soft", fill="panel", stroke="edge", weight=1.5, dashes=""):
    y = line(row) - ROW / 2
    more = f' stroke-dasharray="{dashes}"' if dashes else ""
    picture.box(x, y, WIDE, ROW, fill, stroke, weight=weight, more=more)
    picture.icon(icon, x + 12, y + 12, 24, kind)
    picture.text(x + 48, y + 20, title, bold=True)
    picture.text(x + 48, y + 38, words, "soft", 12)


def curve(x1, y1, x2, y2, stroke, weight=2.5, tip=False, dashes=""):
    bend = (x1 + x2) / 2
    picture.path(f"M{x1:g} {y1:g}C{bend:g} {y1:g} {bend:g} {y2:g} {x2:g} {y2:g}", stroke, weight, tip, dashes)


machine(LEFT, "Laptop")
machine(RIGHT, "Living room")
card(LEFT, 0, "headset", "Your headset", "play, pause, next", "route", "route-panel", "route")
card(LEFT, 1, "call", "A call", "Zoom uses the microphone", "stop", "stop-panel", "stop")
card(LEFT, 2, "play", "Living room", "a player on the laptop too", dashes="4 4")
card(RIGHT, 0, "play", "mpv", "playing: gets the press", "route", "route-panel", "route", 2)
card(RIGHT, 1, "pause", "What plays", "pauses until the call is over", "stop", "stop-panel", "stop")

end = MIDDLE + THICK
for row, kind in ((0, "route"), (1, "stop")):
    curve(LEFT + WIDE, line(row), MIDDLE, line(row), kind)
    curve(end, line(row), RIGHT - 2, line(row), kind, tip=True)
curve(RIGHT, TOP + 232, end + 1, line(1) + 40, "soft", 1.5, True, "3 4")
curve(MIDDLE, line(1) + 40, LEFT + WIDE + 2, line(2), "soft", 1.5, True, "3 4")
x = WIDTH / 2
picture.box(MIDDLE, TOP + 2, THICK, 160, "panel", "edge", 12, 2)
picture.icon("broker", x - 16, TOP + 22, 32, "soft")
picture.text(x, TOP + 82, "MQTT broker", size=15, anchor="middle", bold=True)
picture.text(x, TOP + 102, "such as mosquitto,", "soft", 12, "middle")
picture.text(x, TOP + 118, "on any machine", "soft", 12, "middle")
picture.path(f"M{x - 22:g} {TOP + 162:g}V{TOP + 204:g}", "soft", 1.5, True)
picture.path(f"M{x + 22:g} {TOP + 206:g}V{TOP + 164:g}", "route", 2, True)
picture.text(x - 30, TOP + 188, "what plays", "soft", 12, "end")
picture.text(x + 30, TOP + 188, "buttons", "route", 12)
picture.box(MIDDLE - 24, TOP + 206, THICK + 48, 52, "panel", "edge")
picture.icon("home", MIDDLE - 12, TOP + 220, 24)
picture.text(MIDDLE + 22, TOP + 228, "Home Assistant", bold=True)
picture.text(MIDDLE + 22, TOP + 246, "if you have it", "soft", 12)
picture.write()
