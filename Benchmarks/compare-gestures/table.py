#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the table of docs/gestures.md from the outputs of compare-gestures and hammer.js.

Usage: table.py BATON HAMMER
"""
import json
import sys


def rows(path):
    with open(path) as file:
        return {row["name"]: row for row in map(json.loads, file)}


def gestures(row):
    """Each gesture with the milliseconds of its first action, in their order."""
    names = sorted(row["found"], key=lambda name: row["first"][name])
    return ", ".join(
        f"{name} {row['first'][name]}" + (f" (×{row['found'][name]})" if row["found"][name] > 1 else "") for name in names) or "none"


baton, hammer = rows(sys.argv[1]), rows(sys.argv[2])
print("| recording | Baton | Hammer.JS 2.0.7 | Baton, ms | Hammer, ms |\n|---|---|---|---|---|")
for name in baton:
    print(f"| {name} | {gestures(baton[name])} | {gestures(hammer[name])} "
          f"| {baton[name]['milliseconds']:.2f} | {hammer[name]['milliseconds']:.2f} |")
