#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that sees a headset, by umockdev: the device as evemu described it, and presses of its buttons.

Usage: docs/picture/headset.py FOLDER DESCRIPTION KEY@SECONDS... -- COMMAND...     (KEY: the kernel's number, 163 is KEY_NEXTSONG)
The seconds count from the start. FOLDER exists, and gets the files for umockdev.
"""
import os
import sys

NODE, NUMBER, KEY_BYTES = "/dev/input/event7", 7, 96


def describe(name, identity, keys):
    words = [keys[at:at + 8][::-1].hex() for at in range(0, KEY_BYTES, 8)][::-1]
    folder = "/devices/platform/headset/input/input7"
    return "\n".join([
        f"P: {folder}/event7", "N: input/event7", f"E: DEVNAME={NODE}", "E: MAJOR=13", f"E: MINOR={64 + NUMBER}", "E: SUBSYSTEM=input",
        f"A: dev=13:{64 + NUMBER}", "L: device=../../input7", "", f"P: {folder}", "E: SUBSYSTEM=input", f"A: name={name}", "A: phys=headset",
        "A: uniq=", "A: capabilities/ev=3", f"A: capabilities/key={' '.join(words)}", "A: capabilities/abs=0", "A: capabilities/rel=0",
        "A: capabilities/sw=0", *(f"A: id/{part}={word}" for part, word in zip(("bustype", "vendor", "product", "version"), identity)), "", ""])


def answers(name, identity, keys):
    """What the kernel answers, in the sizes that libevdev asks for."""
    def line(request, content, size, first=None):
        return f"EVIOCG{request} {size if first is None else first} {content.ljust(size, bytes(1))[:size].hex().upper()}"
    numbers = b"".join(int(word, 16).to_bytes(2, "little") for word in identity)
    lines = [f"@DEV {NODE}", "EVIOCGVERSION 0 01000100", line("ID", numbers, 8, 0), line("NAME(0)", name.encode(), 255, len(name) + 1),
             line("PHYS(0)", b"headset", 255, 8), line("UNIQ(0)", b"", 255, 1), line("PROP(0)", b"", 8), line("BIT(0)", b"\x03", 8)]
    for kind in range(1, 0x20):
        size = KEY_BYTES if kind == 1 else 16 if kind == 0x15 else 8
        lines.append(line(f"BIT({kind})", keys if kind == 1 else b"", size))
    lines += [line("KEY(0)", b"", KEY_BYTES), line("SW(0)", b"", 8), line("LED(0)", b"", 8), line("SND(0)", b"", 8),
              line("REP", bytes([250, 0, 0, 0, 33]), 8, 0)]
    return "\n".join(lines) + "\n"


folder, description = sys.argv[1:3]
end = sys.argv.index("--")
name, identity, keys = "", [], b""
for text in open(description, encoding="utf-8"):
    kind, *words = text.split()
    if kind == "N:":
        name = " ".join(words)
    elif kind == "I:":
        identity = words
    elif kind == "B:" and words[0] == "01":
        keys += bytes.fromhex("".join(words[1:]))
keys = keys.ljust(KEY_BYTES, bytes(1))
events = ["E: 0.000000 0000 0000 0"]
for press in sys.argv[3:end]:
    key, seconds = press.split("@")
    for at, value in ((float(seconds), 1), (float(seconds) + 0.08, 0)):
        events += [f"E: {at:.6f} 0001 {int(key):04x} {value}", f"E: {at:.6f} 0000 0000 0"]
files = {"umockdev": describe(name, identity, keys), "ioctl": answers(name, identity, keys), "events": "\n".join(events) + "\n"}
for ending, text in files.items():
    with open(f"{folder}/headset.{ending}", "w", encoding="utf-8") as file:
        file.write(text)
os.execvp("umockdev-run", ["umockdev-run", "-d", f"{folder}/headset.umockdev", "-i", f"{NODE}={folder}/headset.ioctl",
                           "-e", f"{NODE}={folder}/headset.events", "--", *sys.argv[end + 1:]])
