# SPDX-License-Identifier: Apache-2.0
"""Prints what the trials have found, and writes the table of docs/players.md.

Usage: table.py --names                                     the players that there are
       table.py --alone NAME                                whether the parts of its trial must run one after the other
       table.py --player NAME RESULTS                       what was found with one
       table.py --end RESULTS MARKDOWN HEADING NAME...      the verdict on all; fails if something is Baton's fault
"""
import pathlib
import re
import sys

import catalogue
from commands import COLUMNS
from judge import BATON, PLAYER, REFUSED, SKIPPED, WORKS
from results import Player
from scenes import COLUMNS as SCENES

LEAST = 16
BEGIN, END = "<!-- table: made by make test-players -->", "<!-- end of table -->"


def say(name, folder):
    player = Player(name, folder)
    if not player.is_here:
        print(f"{name}: not here: {player.reasons[0] if player.reasons else player.faults}")
        return
    verdicts = ((WORKS, "work"), (REFUSED, "not offered"), (PLAYER, "the player's fault"), (BATON, "BATON'S FAULT"), (SKIPPED, "not tried"))
    counted = ", ".join(f"{player.count(verdict)} {text}" for verdict, text in verdicts if player.count(verdict))
    print(f"{name}: {counted}; the face: {player.face_mark()}")
    for note in player.notes():
        print(f"    {note}")


def clean(text):
    """Texts of players and programs stand in a cell or a list, and mean nothing there."""
    return re.sub(r"([|<>`_\[\]])", r"\\\1", " ".join(str(text).split()))


def table(players, heading):
    columns = [*COLUMNS, "face", *SCENES]
    lines = [BEGIN, "", *heading.split("\n"), "", f"| player | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for player in players:
        if not player.is_here:
            lines.append(f"| {player.name} | not here |" + " |" * (len(columns) - 1))
            continue
        marks = [*map(player.mark, COLUMNS), player.face_mark(), *map(player.scene_mark, SCENES)]
        lines.append(f"| {player.name} | {' | '.join(marks)} |")
    return "\n".join([*lines, "", *details(players), END])


def details(players):
    for player in players:
        notes = [clean(note).replace("\\*\\*", "**") for note in player.notes()] if player.is_here else [clean(player.reasons[0])]
        if notes:
            yield f"**{player.name}**"
            yield ""
            yield from (f"- {note}" for note in notes)
            yield ""


def write(file, text):
    """Between the marks of a file that has them, else the whole file."""
    path = pathlib.Path(file)
    old = path.read_text() if path.exists() else ""
    if BEGIN in old and END in old:
        text = old[:old.index(BEGIN)] + text + old[old.index(END) + len(END):]
    else:
        text += "\n"
    path.write_text(text)


def end(folder, markdown, heading, *names):
    players = [Player(name, folder) for name in names]
    here = [player for player in players if player.is_here]
    if markdown:
        write(markdown, table(players, heading))
    blamed = [player.name for player in here if player.is_baton_at_fault]
    away = [player.name for player in players if not player.is_here]
    print(f"{len(here)} players are here" + (f", and {len(away)} are not: {', '.join(away)}" if away else ""))
    print(f"Baton's fault: {', '.join(blamed) if blamed else 'nothing'}")
    is_complete = len(here) >= LEAST or len(names) < len(catalogue.ALL)
    if not is_complete:
        print(f"fewer than {LEAST} players are here: .ci/setup players")
    return not blamed and bool(here) and is_complete


def main(arguments):
    if arguments == ["--names"]:
        print("\n".join(player.name for player in catalogue.ALL))
    elif arguments[:1] == ["--alone"]:
        sys.exit(0 if any(player.name == arguments[1] and player.is_alone for player in catalogue.ALL) else 1)
    elif arguments[:1] == ["--player"]:
        say(*arguments[1:])
    elif arguments[:1] == ["--end"]:
        sys.exit(0 if end(*arguments[1:]) else 1)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
