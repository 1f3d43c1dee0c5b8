# SPDX-License-Identifier: Apache-2.0
"""What Baton shows of a player beside what the player says itself, a while after each change."""
import time

import mpris
import waiting

AFTER = (0.2, 1.0, 3.0)
NAMES = (
    "PlaybackStatus", "LoopStatus", "Shuffle", "Volume", "Rate", "Metadata", "MinimumRate", "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay",
    "CanPause", "CanSeek", "CanControl")
ROOT_NAMES = ("Identity", "DesktopEntry", "CanQuit", "CanRaise", "HasTrackList", "SupportedUriSchemes", "SupportedMimeTypes", "CanSetFullscreen")
TOLERANCE = 0.5
# A player that tells whole seconds is behind by up to one.
WHOLE_SECONDS = 1.1


class Faces:
    """Compares until the last of its times, and says of each difference whose it is: of a value that the player has told by a signal it is Baton's,
    of a change that the player has kept for itself it is the player's."""

    def __init__(self, stage):
        self.stage = stage
        self.shown = {name: mpris.Peer(stage.room.bus, mpris.PREFIX + name) for name in ("playerctld", "baton")}
        self.kept, self.differences = 0, []
        self.title, self.rest, self.last = None, None, None

    def compare(self, column, changed):
        self.stage.peer.seeked.clear()
        self.rest = self.stage.peer.position()
        for after in AFTER:
            waiting.pause(max(0.01, changed + after - time.monotonic()))
            self.sample(column, after)

    def sample(self, column, after):
        """Of a player that is gone there is nothing to compare, and one that is stopped without a track may be hidden."""
        own, shown = self.stage.peer, self.shown["playerctld" if after < 3 else "baton"]
        before, place_before = own.all(), own.position()
        seen, place_seen = shown.all(), shown.position()
        since, place_since = own.all(), own.position()
        is_ghost = not seen and since.get("PlaybackStatus") == "Stopped" and not since.get("Metadata", {}).get("xesam:title")
        if not before or not since or is_ghost:
            return
        for name in NAMES:
            if name in before and not self.is_same(name, seen.get(name), (before[name], since.get(name))):
                is_told = name in own.told and not own.is_restless(name) and self.is_same(name, own.told[name], (since.get(name),))
                whose = "baton" if is_told else "player"
                self.differ(column, after, name, since.get(name), seen.get(name), whose)
            elif name in before:
                self.kept += 1
        self.place(column, after, place_before, place_seen, place_since, since)

    def root(self):
        """What does not change while it runs."""
        own, shown = self.stage.peer.all(mpris.ROOT), self.shown["playerctld"].all(mpris.ROOT)
        for name in ROOT_NAMES:
            if name in own and own[name] != shown.get(name):
                self.differ("start", 3, name, own[name], shown.get(name), "baton" if self.stage.peer.told.get(name) == own[name] else "player")
            elif name in own:
                self.kept += 1

    def place(self, column, after, before, seen, since, values):
        if None in (before, since):
            return
        if values.get("PlaybackStatus") != "Playing" and self.rest is not None:
            # It does not move then, whatever the player says (Firefox).
            before = min(before, self.rest)
        tolerance = WHOLE_SECONDS if before == int(before) else TOLERANCE
        title = values.get("Metadata", {}).get("xesam:title")
        if seen is not None and min(before, since) - tolerance <= seen <= max(before, since) + tolerance:
            self.kept += 1
        else:
            told = any(abs(value / 1e6 - since) < after + 1 for value in self.stage.peer.seeked) or (self.title not in (None, title) and since < 4)
            whose = "baton" if (told or after >= 3) and self.is_even(after, since) else "player"
            self.differ(column, after, "Position", round(since, 1), self.said(seen), whose)
        self.title, self.last = title, (time.monotonic(), since)

    def said(self, seen):
        heard = ", ".join(f"{value / 1e6:.1f}" for value in self.stage.peer.seeked)
        return f"{'nothing' if seen is None else round(seen, 1)}{f' (Seeked: {heard})' if heard else ''}"

    def is_even(self, after, position):
        """Whether the player's own position has gone on with the clock since the last look. One that begins late, or in steps, nobody can foretell."""
        if not self.last or after == AFTER[0]:
            return True
        return abs(position - self.last[1] - (time.monotonic() - self.last[0])) < 0.3

    def differ(self, column, after, name, own, shown, whose):
        if name == "Metadata":
            own, shown = self.different(own or {}, shown or {})
        self.differences.append({"column": column, "after": after, "property": name, "player": str(own)[:160], "face": str(shown)[:160], "whose": whose})

    def is_same(self, name, shown, own):
        if name == "Metadata":
            return any(self.metadata(shown or {}) == self.metadata(value or {}) for value in own)
        return any(shown == value for value in own)

    def different(self, own, shown):
        own, shown = self.metadata(own), self.metadata(shown)
        keys = [key for key in sorted({*own, *shown}) if own.get(key) != shown.get(key)]
        return {key: own.get(key) for key in keys}, {key: shown.get(key) for key in keys}

    @staticmethod
    def metadata(values):
        """A face has the types of the specification: a list where a player sends a text, and a path that is one. Keys of a
        player's own are its affair, and a picture that Baton shows elsewhere is the same picture."""
        result = {}
        for key, value in values.items():
            if not key.startswith(("mpris:", "xesam:")) or key == "mpris:trackid" and not str(value).startswith("/"):
                continue
            if key == "mpris:artUrl" or key == "mpris:trackid" and str(value).startswith("/org/baton"):
                continue
            if key == "mpris:length":
                value = int(value)
            if key in ("xesam:artist", "xesam:albumArtist", "xesam:genre", "xesam:composer", "xesam:comment", "xesam:lyricist") and isinstance(value, str):
                value = [value]
            result[key] = value
        return result
