# SPDX-License-Identifier: Apache-2.0
"""Draws what was learned as SVG: the curve of each feature, and found shakes against false ones."""

INK, AXIS, GREY, LINE, DOT = "#1f2937", "#57606a", "#9ca3af", "#2563eb", "#dc2626"
UNITS = {
    "strength": "m/s²", "turn": "m/s²", "weightless": "s", "frequency": "Hz", "interval": "s", "weaker-side": "m/s²",
    "least-force": "m/s²", "swings": "half swings", "run": "half swings",
}


def text(x, y, words, size=11, fill=INK, anchor="start", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{more}>{words}</text>'


def labels(dots, curves):
    """Words beside dots, (x, y, words, colour), where they lie on no other words or dots, and on as little of the curves as can be."""
    parts, taken = [], [(x - 6, y - 6, x + 6, y + 6) for x, y, *_ in dots]
    meets = lambda a, b: a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    # The corners alone miss a line that crosses the words.
    points = [(x1 + (x2 - x1) * part / 20, y1 + (y2 - y1) * part / 20) for curve in curves for (x1, y1), (x2, y2) in zip(curve, curve[1:]) for part in range(21)]
    for x, y, words, fill in dots:
        width = 6.2 * len(words)
        choices = []
        for order, (left, base) in enumerate(((x + 9, y + 4), (x + 6, y + 15), (x + 6, y - 8), (x - 6 - width, y + 15), (x - 6 - width, y - 8), (x + 9, y + 25), (x + 9, y - 18))):
            box = left, base - 9, left + width, base + 2
            crossed = sum(box[0] < px < box[2] and box[1] < py < box[3] for px, py in points)
            choices.append((sum(meets(box, other) for other in taken) - any(meets(box, other) for other in [(x - 6, y - 6, x + 6, y + 6)]), crossed, order, left, base, box))
        *_, left, base, box = min(choices)
        taken.append(box)
        parts.append(text(left, base, words, 10, fill, more=' stroke="white" stroke-width="3" paint-order="stroke"'))
    return parts


def line(points, color, width=1.5, dash=""):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>'


def save(path, width, height, parts):
    note = "<!-- SPDX-License-Identifier: Apache-2.0; made by make train-shake -->\n"
    head = f'{note}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
    back = f'<rect width="{width}" height="{height}" fill="white"/>'
    with open(path, "w") as file:
        file.write("\n".join([head, back] + parts + ["</svg>"]) + "\n")


def curves(path, title, names, knots, values, typical):
    """A panel for each feature, all to one scale; the dotted line is what the feature adds for the average shake."""
    parts = [text(20, 24, f"What each feature adds to the score, {title}", 15)]
    for index, (words, color, dash) in enumerate((("the feature's curve", LINE, ""), ("for the average shake", DOT, "2 3"))):
        x = 540 + 150 * index
        parts += [line([(x - 28, 44), (x - 6, 44)], color, 2, dash), text(x, 48, words, 11, color)]
    unit, top, columns = 13, 64, 4
    for first in range(0, len(names), columns):
        row = range(first, min(first + columns, len(names)))
        # A row is as high as its curves need.
        high = max(2, *(max(*values[index], typical[index]) for index in row))
        low = min(0, *(min(*values[index], typical[index]) for index in row))
        ticks = [tick for tick in range(-8, 9, 2) if low - 1 < tick <= high]
        low = min(low, *ticks)
        zero = top + 22 + high * unit
        for column, index in enumerate(row):
            name, k, v, mean = names[index], knots[index], values[index], typical[index]
            left = 20 + column * 200
            x = lambda value: left + 30 + (value - k[0]) / (k[-1] - k[0]) * 140
            y = lambda value: zero - value * unit
            parts.append(text(left + 30, top + 10, name + (f", {UNITS[name]}" if name in UNITS else ""), 11))
            for tick in ticks:
                parts.append(line([(left + 30, y(tick)), (left + 170, y(tick))], GREY, 0.8 if tick == 0 else 0.3))
                parts.append(text(left + 26, y(tick) + 3, f"{tick:+}".replace("-", "−") if tick else "0", 9, AXIS, "end"))
            parts.append(line([(left + 30, y(mean)), (left + 170, y(mean))], DOT, 1.2, "2 3"))
            parts.append(line([(x(a), y(b)) for a, b in zip(k, v)], LINE, 2))
            parts.append(text(left + 30, y(low) + 18, f"{k[0]:g}", 9, AXIS, "middle"))
            parts.append(text(left + 170, y(low) + 18, f"{k[-1]:g}", 9, AXIS, "middle"))
        top = zero - low * unit + 32
    save(path, 830, round(top), parts)


def operating(path, series, points):
    """Found shakes in percent against false shakes a day, on a logarithmic axis from one in three years to ten a day; levels are dots."""
    import math

    parts = [text(20, 24, "Strong simulated shakes, and a day of use", 15)]
    x = lambda rate: 60 + (math.log10(min(10, max(0.001, rate))) + 3) / 4 * 560
    y = lambda share: 350 - (share - 0.7) / 0.3 * 280 if share > 0.7 else 350
    for rate, name in ((0.001, "none"), (1 / 365, "a year"), (1 / 30, "a month"), (1 / 7, "a week"), (1, "a day"), (10, "10 a day")):
        parts.append(line([(x(rate), 70), (x(rate), 350)], GREY, 0.5))
        parts.append(text(x(rate), 366, name, 10, AXIS, "middle"))
    for share in (0.7, 0.8, 0.9, 1):
        parts.append(line([(60, y(share)), (620, y(share))], GREY, 0.5))
        parts.append(text(54, y(share) + 4, f"{share * 100:.0f} %", 10, AXIS, "end"))
    parts.append(text(20, 54, "shakes found", 11, AXIS))
    parts.append(text(620, 386, "false shakes", 11, AXIS, "end"))
    colors, dots, drawn = ["#2563eb", "#047857", "#b45309"], [], []
    for color, (name, curve) in zip(colors, series.items()):
        drawn.append([(x(a), y(b)) for a, b in curve])
        parts.append(line(drawn[-1], color, 2))
        parts.append(text(640, 80 + 18 * colors.index(color), name, 11, color))
        dots += [(x(rate), y(share), level, color) for level, (rate, share) in points[name].items()]
    parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="5" fill="{color}"/>' for px, py, _, color in dots]
    save(path, 760, 400, parts + labels(dots, drawn))
