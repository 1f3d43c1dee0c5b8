# SPDX-License-Identifier: Apache-2.0
"""Whose fault it is: each command is judged by what the player says and what is heard, and one that fails is made once more without Baton."""
import dataclasses
import time

import waiting

LIMIT = 2.5
STAY = 0.8

WORKS, REFUSED, PLAYER, BATON, SKIPPED = "works", "not offered", "player", "baton", "skipped"

CAPABILITIES = {"pause": "CanPause", "play": "CanPlay", "next": "CanGoNext", "previous": "CanGoPrevious", "position": "CanSeek"}


@dataclasses.dataclass
class Attempt:
    status: int | None
    text: str
    is_reached: bool
    before: object
    after: object
    changed: float

    def __str__(self):
        return f"{self.before} → {self.after}"


class Judge:
    def __init__(self, stage):
        self.stage = stage
        self.cells, self.started = {}, time.monotonic()
        # Called with the column and the time of a change.
        self.on_change = lambda column, changed: None

    def skip(self, column, note=""):
        self.note(column, SKIPPED, note)

    def note(self, column, verdict, note=""):
        self.cells[column] = (verdict, note)
        self.say(column)

    def say(self, column):
        """For those who look into what is kept of a trial."""
        print(f"{time.monotonic() - self.started:6.1f} {column}: {': '.join(filter(None, self.cells[column]))}", flush=True)

    def check(self, column, words, direct, reached, prepare=None, stays=False, limit=LIMIT):
        """Tries `batonctl WORDS`; `direct` makes the same calls to the player itself. `reached` is asked with the moments before and after. With
        `stays` the state must hold a while, else it must come within a while. What cannot be prepared again is tried once."""
        tried = self.attempt(lambda: self.stage.room.batonctl(*words), reached, prepare, stays, limit)
        if not (tried.is_reached and tried.status == 0):
            tried = self.examine(column, words, direct, reached, prepare, stays, limit, tried)
        else:
            self.cells[column] = (WORKS, "")
        self.say(column)
        if tried.is_reached and not stays:
            self.on_change(column, tried.changed)
        return tried

    def examine(self, column, words, direct, reached, prepare, stays, limit, tried):
        own = None if tried.is_reached else self.attempt(lambda: self.asked(direct), reached, prepare, stays, limit)
        if own and not own.is_reached:
            # The player does not do it for anybody.
            verdict = PLAYER if tried.status == 0 else REFUSED
            self.cells[column] = (verdict, f"{own}{', ' + own.text if own.text else ''}" if verdict == PLAYER else self.sentence(tried))
            return tried
        if own and tried.status != 0 and self.denied(words, tried):
            self.cells[column] = (PLAYER, f"says {self.denied(words, tried)} false, and does it when it is asked all the same")
            return tried
        # A busy machine is no fault of anybody's.
        again = tried if prepare is None else self.attempt(lambda: self.stage.room.batonctl(*words), reached, prepare, stays, limit)
        if again.is_reached and again.status == 0:
            self.cells[column] = (WORKS, f"at the second try; the first: {tried}, exit {tried.status} {self.sentence(tried)}".rstrip())
        elif again.is_reached and "may still" in again.text:
            self.cells[column] = (WORKS, f"late, which Baton says: {self.sentence(again)}")
        elif again.is_reached:
            self.cells[column] = (BATON, f"done, but exit {again.status}: {self.sentence(again)}")
        else:
            self.cells[column] = (BATON, f"{again}, exit {again.status}; the player itself: {own or tried} {self.sentence(again)}".strip())
        return again

    @staticmethod
    def denied(words, attempt):
        """What the player said that it could not do, if that is what was tried: Baton believes it."""
        capability = CAPABILITIES.get(words[0])
        return capability if capability in {*attempt.before.denied, *attempt.after.denied} else None

    @staticmethod
    def sentence(attempt):
        return attempt.text.strip().split("\n")[-1][:160]

    @staticmethod
    def asked(direct):
        text = direct()
        return (1, text) if isinstance(text, str) and text else (0, "")

    def attempt(self, act, reached, prepare, stays, limit=LIMIT):
        if prepare:
            prepare()
        before = self.stage.moment()
        status, text = act()
        if stays:
            waiting.pause(STAY)
            is_reached = bool(reached(before, self.stage.moment()))
        else:
            is_reached = bool(waiting.until(lambda: reached(before, self.stage.moment()), limit))
        changed = time.monotonic()
        return Attempt(status, text, is_reached, before, self.stage.moment(), changed)
