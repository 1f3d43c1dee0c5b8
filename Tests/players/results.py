# SPDX-License-Identifier: Apache-2.0
"""What the trials of a player have found, put together."""
import json
import pathlib

from commands import COLUMNS
from judge import BATON, PLAYER, REFUSED, SKIPPED, WORKS
from scenes import COLUMNS as SCENES

PARTS = ("playback", "tracks", "scenes")
MARKS = {WORKS: "✓", REFUSED: "–", PLAYER: "p", BATON: "**B**", SKIPPED: "·"}


class Player:
    """One row of the table."""

    def __init__(self, name, folder):
        self.name = name
        self.cells, self.scenes, self.differences, self.kept = {}, {column: {} for column in SCENES}, [], 0
        self.reasons, self.faults, self.slow = [], [], []
        for part in PARTS:
            self.add(part, pathlib.Path(folder) / f"{name}-{part}.json")
        for column in COLUMNS:
            self.cells.setdefault(column, (SKIPPED, ""))

    def add(self, part, file):
        if not file.exists():
            # Killed: its limit was over, or it hung.
            self.slow.append(f"{part}: the trial had to be killed")
            return
        found = json.loads(file.read_text())
        if "not here" in found:
            self.reasons.append(f"{part}: {found['not here']}")
        if "fault" in found:
            self.faults.append(f"{part}: {found['fault']}")
        if "slow" in found:
            self.slow.append(f"{part}: {found['slow']}")
        self.cells |= {column: tuple(cell) for column, cell in found.get("cells", {}).items()}
        for column, cells in found.get("scenes", {}).items():
            self.scenes[column] |= {check: tuple(cell) for check, cell in cells.items()}
        self.differences += found.get("differences", [])
        self.kept += found.get("kept", 0)

    @property
    def is_here(self):
        return len(self.reasons) < len(PARTS) and any(verdict != SKIPPED for verdict, _ in self.cells.values())

    def all_cells(self):
        yield from self.cells.items()
        for column, cells in self.scenes.items():
            yield from ((f"{column}: {check}", cell) for check, cell in cells.items())

    def count(self, verdict):
        return sum(cell[0] == verdict for _, cell in self.all_cells())

    def wrong_faces(self, whose):
        return [difference for difference in self.differences if difference["whose"] == whose]

    @property
    def is_baton_at_fault(self):
        return bool(self.faults or self.count(BATON) or self.wrong_faces("baton"))

    # MARK: As text

    def mark(self, column):
        return MARKS[self.cells[column][0]]

    def scene_mark(self, column):
        cells = [verdict for verdict, _ in self.scenes[column].values() if verdict != SKIPPED]
        kept = sum(verdict in (WORKS, REFUSED) for verdict in cells)
        if not cells:
            return "·"
        letters = "".join(letter for verdict, letter in ((PLAYER, " p"), (BATON, " **B**")) if verdict in cells)
        return f"{kept} of {len(cells)}{letters}"

    def face_mark(self):
        own, theirs = len(self.wrong_faces("baton")), len(self.wrong_faces("player"))
        return f"{self.kept} of {self.kept + own + theirs}" + (" p" if theirs else "") + (" **B**" if own else "")

    def notes(self):
        """A line for each thing that is not as it should be, or that a reader wants to know."""
        for column, (verdict, note) in self.all_cells():
            if note or verdict in (PLAYER, BATON):
                yield f"{MARKS[verdict]} {column}: {note}"
        for line in self.face_notes():
            yield line
        yield from (f"**B** {fault}" for fault in self.faults)
        yield from (f"· {text}" for text in [*self.slow, *self.reasons])

    def face_notes(self):
        """The same property after several changes is one line."""
        lines = {}
        for difference in self.differences:
            key = (difference["whose"], difference["property"])
            lines.setdefault(key, []).append(difference)
        for (whose, name), found in lines.items():
            first = found[0]
            all_places = list(dict.fromkeys(f"{one['column']} {one['after']:g} s" for one in found))
            places = ", ".join(all_places[:4]) + (f" and {len(all_places) - 4} more" if len(all_places) > 4 else "")
            says = "the face" if whose == "baton" else "told by no signal: the face"
            yield f"{MARKS[whose]} {name} after {places}: {says} has {first['face']}, the player {first['player']}"
