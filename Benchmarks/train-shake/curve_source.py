# SPDX-License-Identifier: Apache-2.0
"""Writes ShakeOperatingCurve+Measured.swift, so that what the window tells of a sensitivity is what the folds gave."""

import textwrap

# One in a thousand days is not told apart from none.
LEAST_A_DAY = 0.001
# In lines of its own, as the licence's reader wants it.
HEADER = """\
// SPDX-License-Identifier: Apache-2.0

// Written by `make train-shake`.

extension ShakeOperatingCurve {"""
COMMENTS = {
    "laptop": "A laptop: the simulated ones, also held in one hand.",
    "tablet": "A tablet.",
    "phone": "A phone.",
}


def rate(value):
    return f"{max(value, LEAST_A_DAY):.3g}"


def array(numbers):
    return textwrap.fill(", ".join(numbers) + ",", 116, initial_indent=" " * 12, subsequent_indent=" " * 12)


def write(path, series, points):
    """`series` has the rate of false shakes and the share of found ones at each bar for each device, `points` those of the levels."""
    lines = [HEADER]
    for number, (device, curve) in enumerate(series.items()):
        levels = ", ".join(f"({rate(false)}, {found:.3f})" for false, found in points[device].values())
        lines += [""] * (number > 0) + [
            f"    /// {COMMENTS[device]}",
            f"    package static let {device} = ShakeOperatingCurve(",
            f"        levels: [{levels}],",
            "        falseADay: [",
            array([rate(false) for false, _ in curve]),
            "        ],",
            "        found: [",
            array([f"{found:.3f}" for _, found in curve]),
            "        ])",
        ]
    with open(path, "w") as file:
        file.write("\n".join(lines + ["}"]) + "\n")
