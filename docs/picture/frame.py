#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the frame of the device for docs/motion.md: the axes, and what is measured at rest in six poses.

Usage: docs/picture/frame.py >docs/picture/frame.svg     (`make pictures` calls it)
"""
import math

# What stands on its back, upright and so on, by the direction that points up in the axes of the device.
POSES = [("normal", (0, 1, 0)), ("bottom-up", (0, -1, 0)), ("left-up", (-1, 0, 0)),
         ("right-up", (1, 0, 0)), ("face-up", (0, 0, 1)), ("face-down", (0, 0, -1))]
INK, SOFT, RED, GREEN, BLUE = "#24292f", "#8c959f", "#cf222e", "#1a7f37", "#0969da"
lines = []


def line(x1, y1, x2, y2, color, width=2, marker=""):
    end = f' marker-end="url(#{marker})"' if marker else ""
    lines.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"{end}/>')


def text(x, y, words, color=INK, size=14, anchor="middle"):
    lines.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" font-size="{size}" text-anchor="{anchor}">{words}</text>')


def polygon(points, fill, stroke=INK):
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    lines.append(f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>')


def sign(number):
    return "0" if not number else f"{'+' if number > 0 else '−'}9.8"


def device(cx, cy):
    """The device in an oblique view, with its three axes and the rotation around z."""
    turn = lambda x, y, z: (cx + x * 0.94 - z * 0.5, cy - y * 0.94 + x * 0.2 + z * 0.42)
    corner = lambda w, h: [turn(-w, h, 0), turn(w, h, 0), turn(w, -h, 0), turn(-w, -h, 0)]
    polygon(corner(95, 65), "#d0d7de")
    polygon(corner(84, 54), "#ddf4ff")
    text(cx + 47, cy + 52, "display", "#57606a", 12)
    origin = turn(0, 0, 0)
    for name, end, color in (("x", (150, 0, 0), RED), ("y", (0, 115, 0), GREEN), ("z", (0, 0, 150), BLUE)):
        line(*origin, *turn(*end), color, 3, "tip-" + name)
        far = turn(*(part * 1.14 for part in end))
        text(far[0], far[1] + 5, name, color, 18)
    arc = [turn(60 * math.cos(a), 38 * math.sin(a), 0) for a in (math.radians(d) for d in range(15, 76, 5))]
    path = " L".join(f"{x:.1f} {y:.1f}" for x, y in arc)
    lines.append(f'<path d="M{path}" fill="none" stroke="{BLUE}" stroke-width="2" marker-end="url(#tip-z)"/>')
    text(cx + 100, cy - 60, "positive rotation about z", BLUE, 12, "start")


def table(x, y):
    columns = [(0, "pose, at rest", "start"), (190, "a sample, m/s²", "middle"), (340, "Core Motion, g", "middle"),
               (470, "a HID hub's, m/s²", "middle")]
    for offset, title, anchor in columns:
        text(x + offset, y, title, SOFT, 13, anchor)
    for row, (name, up) in enumerate(POSES):
        at = y + 26 + row * 23
        text(x, at, name, INK, 14, "start")
        text(x + 190, at, ", ".join(sign(part) for part in up))
        text(x + 340, at, ", ".join({0: "0", 1: "−1", -1: "+1"}[part] for part in up))
        text(x + 470, at, ", ".join(sign(-part) for part in up))
    line(x, y + 8, x + 540, y + 8, SOFT, 1)


device(150, 135)
table(440, 50)
markers = "".join(
    f'<marker id="tip-{name}" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="5" markerHeight="5" orient="auto">'
    f'<path d="M0 0 L10 5 L0 10 z" fill="{color}"/></marker>' for name, color in (("x", RED), ("y", GREEN), ("z", BLUE)))
print('<!-- SPDX-License-Identifier: Apache-2.0; made by docs/picture/frame.py -->')
print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 240" font-family="sans-serif">')
print(f'<defs>{markers}</defs>\n<rect width="1000" height="240" fill="#ffffff"/>')
print("\n".join(lines))
print("</svg>")
