# SPDX-License-Identifier: Apache-2.0
"""Draws what was learned as SVG: the curve of each feature, and found shakes against false ones."""

INK, GREY, LINE, DOT = "#1f2937", "#9ca3af", "#2563eb", "#dc2626"
UNITS = {
    "strength": "m/s²", "turn": "m/s²", "weightless": "s", "frequency": "Hz", "interval": "s", "weaker-side": "m/s²",
    "least-force": "m/s²", "swings": "half swings", "run": "half swings",
}


def text(x, y, words, size=11, fill=INK, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{words}</text>'


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
    """A panel for each feature; the dot line is the mean over shakes."""
    parts = [text(20, 24, f"What each feature adds to the score, {title}", 15)]
    low, high = min(v.min() for v in values), max(v.max() for v in values)
    for index, (name, k, v, mean) in enumerate(zip(names, knots, values, typical)):
        left, top = 20 + index % 4 * 200, 50 + index // 4 * 130
        x = lambda value: left + 30 + (value - k[0]) / (k[-1] - k[0]) * 140
        y = lambda value: top + 100 - (value - low) / (high - low) * 80
        parts.append(text(left + 30, top + 10, name + (f", {UNITS[name]}" if name in UNITS else ""), 11))
        parts.append(line([(left + 30, y(0)), (left + 170, y(0))], GREY, 0.8))
        parts.append(line([(left + 30, y(mean)), (left + 170, y(mean))], DOT, 0.8, "2 3"))
        parts.append(line([(x(a), y(b)) for a, b in zip(k, v)], LINE, 2))
        parts.append(text(left + 26, y(0) + 4, "0", 9, GREY, "end"))
        parts.append(text(left + 30, top + 112, f"{k[0]:g}", 9, GREY, "middle"))
        parts.append(text(left + 170, top + 112, f"{k[-1]:g}", 9, GREY, "middle"))
    save(path, 830, 60 + (len(names) + 3) // 4 * 130, parts)


def operating(path, series, points):
    """Found shakes in percent against false shakes a day, on a logarithmic axis from one in three years to ten a day; levels are dots."""
    import math

    parts = [text(20, 24, "Strong simulated shakes found, against false shakes on a day of use", 15)]
    x = lambda rate: 60 + (math.log10(min(10, max(0.001, rate))) + 3) / 4 * 560
    y = lambda share: 340 - (share - 0.7) / 0.3 * 280 if share > 0.7 else 340
    for rate, name in ((0.001, "none"), (1 / 365, "a year"), (1 / 30, "a month"), (1 / 7, "a week"), (1, "a day"), (10, "10 a day")):
        parts.append(line([(x(rate), 60), (x(rate), 340)], GREY, 0.5))
        parts.append(text(x(rate), 356, name, 10, GREY, "middle"))
    for share in (0.7, 0.8, 0.9, 1):
        parts.append(line([(60, y(share)), (620, y(share))], GREY, 0.5))
        parts.append(text(54, y(share) + 4, f"{share * 100:.0f} %", 10, GREY, "end"))
    colors = ["#2563eb", "#059669", "#d97706"]
    for color, (name, curve) in zip(colors, series.items()):
        parts.append(line([(x(a), y(b)) for a, b in curve], color, 2))
        parts.append(text(640, 80 + 18 * colors.index(color), name, 11, color))
        for level, (rate, share) in points[name].items():
            parts.append(f'<circle cx="{x(rate):.1f}" cy="{y(share):.1f}" r="5" fill="{color}"/>')
            parts.append(text(x(rate) + 8, y(share) + 16, level, 10, color))
    save(path, 760, 370, parts)
