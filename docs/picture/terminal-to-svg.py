#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws what a terminal shows as an SVG: reads `tmux capture-pane -e -p` on standard input, writes the picture to standard output.

Usage: terminal-to-svg.py [--made-by SCRIPT] [--accent PATTERN]... [--title TITLE] [--until PATTERN]
All are of one width, that of drawing.py, so that the text in a page has one size.
"""

import argparse
import re
import sys
from xml.sax.saxutils import escape

PALETTE = ["#45475a", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#cba6f7", "#94e2d5", "#bac2de",
           "#7f849c", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#cba6f7", "#94e2d5", "#ffffff"]
PAPER, INK = "#1e1e2e", "#cdd6f4"
EDGE, ACCENT = "#585b70", {"fill": "#a6e3a1", "font-weight": "bold"}
COLUMNS = 98
WIDTH, HEIGHT, MARGIN, BAR = 8.4, 18, 18, 16
BLOCK = "▄"


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
            style["fill-opacity"] = "0.6"
        elif code == 22:
            style.pop("font-weight", None)
            style.pop("fill-opacity", None)
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


def cut(column, text, accents):
    """The parts of a text that have the accent, and those between."""
    edges = sorted({0, len(text), *(edge - column for accent in accents for edge in accent if 0 < edge - column < len(text))})
    for begin, end in zip(edges, edges[1:]):
        part = text[begin:end]
        if part.strip():
            yield column + begin + len(part) - len(part.lstrip()), part.strip(), any(first <= column + begin < last for first, last in accents)


def strokes(column, row, text):
    """Where the Braille dots and the half blocks of a text are, as paths: letters of a font would leave gaps between them."""
    # The order of the bits: three dots of the left column, three of the right one, and the two below.
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    top = BAR + row * HEIGHT
    for index, character in enumerate(text):
        left = MARGIN + (column + index) * WIDTH
        if character == BLOCK:
            yield f"M{left:.1f} {top + 0.75 * HEIGHT:.1f}h{WIDTH}"
            continue
        for bit, (x, y) in enumerate(places):
            if ord(character) >> bit & 1:
                yield f"M{left + (x + 0.5) * WIDTH / 2:.1f} {top + (y + 0.5) * HEIGHT / 4:.1f}h0"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--made-by", default="a script")
    options.add_argument("--accent", action="append", default=[], metavar="PATTERN", help="what is in the one colour that shows the way of a command")
    options.add_argument("--title", default="A terminal")
    options.add_argument("--until", metavar="PATTERN", help="the line with this and those below it are left away")
    options = options.parse_args()
    lines = [line.replace("\x1b(B", "") for line in sys.stdin.read().rstrip().split("\n")]
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    if options.until:
        end = next((row for row, line in enumerate(plain) if re.search(options.until, line)), len(plain))
        del plain[end:], lines[end:]
    # The prompt that waits for the next command.
    while plain[-1].strip() in ("$", ""):
        del plain[-1], lines[-1]
    if max(map(len, plain)) > COLUMNS:
        sys.exit(f"{options.made_by}: a line has more than {COLUMNS} columns")
    width, height = round(COLUMNS * WIDTH + 2 * MARGIN), len(lines) * HEIGHT + BAR + MARGIN
    accents = [[part.span() for pattern in options.accent for part in re.finditer(pattern, line)] for line in plain]
    print(f"<!-- SPDX-License-Identifier: Apache-2.0; made by docs/picture/{options.made_by} from a real run -->")
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">')
    print(f"<title>{escape(options.title)}</title>")
    # The edge shows where it ends on a dark page.
    print(f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="10" fill="{PAPER}" stroke="{EDGE}"/>')
    print(f'<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="{INK}" xml:space="preserve">')
    style, drawn = {}, {}
    for row, line in enumerate(lines):
        pieces = []
        for column, text, look in spans(line, style):
            # What is to be drawn, and words between which there is no more than a blank.
            for part in re.finditer(rf"[\u2800-\u28ff]+|{BLOCK}+|(?:[^\s\u2800-\u28ff{BLOCK}]+ ?)+", text):
                at, word = column + part.start(), part.group().rstrip(" ")
                if word[0] == BLOCK or "\u2800" <= word[0] <= "\u28ff":
                    drawn.setdefault((look.get("fill", INK), word[0] == BLOCK), []).extend(strokes(at, row, word))
                    continue
                for at, word, is_accented in cut(at, word, accents[row]):
                    attributes = "".join(f' {name}="{value}"' for name, value in (ACCENT if is_accented else look).items())
                    # The width is given, so that columns stand below each other in any font.
                    pieces.append(f'<tspan x="{MARGIN + at * WIDTH:.1f}" textLength="{len(word) * WIDTH:.1f}"{attributes}>{escape(word)}</tspan>')
        if pieces:
            print(f'<text y="{BAR + (row + 0.8) * HEIGHT:.1f}">{"".join(pieces)}</text>')
    for (colour, is_block), path in drawn.items():
        look = f'stroke-width="{HEIGHT // 2}"' if is_block else 'stroke-width="3" stroke-linecap="round"'
        print(f'<path d="{"".join(path)}" stroke="{colour}" {look}/>')
    print("</g>\n</svg>")


main()
