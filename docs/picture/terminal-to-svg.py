#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws what a terminal shows as an SVG: reads `tmux capture-pane -e -p` on standard input, writes the picture to standard output."""

import re
import sys
from xml.sax.saxutils import escape

PALETTE = ["#45475a", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#cba6f7", "#94e2d5", "#bac2de",
           "#7f849c", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#cba6f7", "#94e2d5", "#ffffff"]
PAPER, INK = "#1e1e2e", "#cdd6f4"
WIDTH, HEIGHT, MARGIN, BAR = 8.4, 18, 18, 34


def apply(codes, style):
    """One SGR sequence changes the style; what is not known changes nothing."""
    codes = [int(code or 0) for code in codes.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style.clear()
        elif code == 1:
            style["font-weight"] = "bold"
        elif code == 2:
            style["opacity"] = "0.65"
        elif code == 22:
            style.pop("font-weight", None)
            style.pop("opacity", None)
        elif 30 <= code <= 37:
            style["fill"] = PALETTE[code - 30]
        elif 90 <= code <= 97:
            style["fill"] = PALETTE[code - 82]
        elif code == 38 and codes[:1] == [5]:
            if codes[1] < 16:
                style["fill"] = PALETTE[codes[1]]
            del codes[:2]
        elif code == 39:
            style.pop("fill", None)


def spans(line, style):
    """The line's pieces, each with its column, text and style."""
    column = 0
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        sequence = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if sequence:
            apply(sequence.group(1), style)
        elif piece:
            yield column, piece, dict(style)
            column += len(piece)


def main():
    lines = [line.replace("\x1b(B", "") for line in sys.stdin.read().rstrip().split("\n")]
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    columns = max(map(len, plain), default=0)
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + BAR + MARGIN
    print("<!-- SPDX-License-Identifier: Apache-2.0; made by docs/picture/record.sh from a real run -->")
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">')
    print(f'<rect width="100%" height="100%" rx="10" fill="{PAPER}"/>')
    for index, colour in enumerate(("#f38ba8", "#f9e2af", "#a6e3a1")):
        print(f'<circle cx="{20 + 20 * index}" cy="17" r="6" fill="{colour}"/>')
    print(f'<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="{INK}" xml:space="preserve">')
    style = {}
    for row, line in enumerate(lines):
        pieces = []
        for column, text, look in spans(line, style):
            if text.strip():
                attributes = "".join(f' {name}="{value}"' for name, value in look.items())
                # The width is given, so that columns stand below each other in any font.
                pieces.append(f'<tspan x="{MARGIN + column * WIDTH:.1f}" textLength="{len(text) * WIDTH:.1f}"{attributes}>{escape(text)}</tspan>')
        if pieces:
            print(f'<text y="{BAR + (row + 0.8) * HEIGHT:.1f}">{"".join(pieces)}</text>')
    print("</g>\n</svg>")


main()
