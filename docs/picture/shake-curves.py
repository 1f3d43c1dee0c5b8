#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the curves of the shake recognizer from its file of coefficients, which `make train-shake` has learned.

Usage: docs/picture/shake-curves.py dense | sparse >docs/picture/shake-curves.svg     (`make pictures` and `make train-shake` call it)
"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.join(here, "../..")
sys.path.insert(0, os.path.join(root, "Benchmarks/train-shake"))
sys.dont_write_bytecode = True
import pictures  # noqa: E402

TITLES = {"dense": "18 samples a second and more", "sparse": "fewer than 18 samples a second"}
density = sys.argv[1]
names, knots, values, typical = [], [], [], []
with open(os.path.join(root, "Sources/Kits/BatonMotion/Shake/Model/shake.model"), encoding="utf-8") as model:
    for words in map(str.split, model):
        if words[:2] == ["curve", density]:
            numbers = [float(word) for word in words[3:]]
            names.append(words[2])
            typical.append(numbers[0])
            knots.append(numbers[1::2])
            values.append(numbers[2::2])
pictures.curves("/dev/stdout", TITLES[density], names, knots, values, typical)
