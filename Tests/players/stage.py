# SPDX-License-Identifier: Apache-2.0
"""A real player in a room: its start, what it does now, and how it is brought into a state without Baton."""
import dataclasses
import time

import media
import mpris
import processes
import sound
import waiting
from room import NotHere

START_LIMIT = 20


@dataclasses.dataclass(frozen=True)
class Moment:
    """What a player says of itself, in the words of MPRIS. A player that is gone says nothing."""
    status: str | None
    title: str
    position: float | None
    volume: float | None
    shuffle: bool | None
    loop: str | None
    # What it says that it cannot do now.
    denied: tuple = ()

    def __str__(self):
        place = "" if self.position is None else f" at {self.position:.1f} s"
        return f"{self.status or 'gone'}{', ' + self.title if self.title else ''}{place}"


class Stage:
    def __init__(self, room, player, page):
        self.room, self.player, self.page = room, player, page
        self.process, self.peer = None, None
        self.is_starting = False
        # The title of the first track.
        self.first = ""
        # The process of another player in the room, whose streams are not this one's.
        self.other = 0

    # MARK: Start and end

    def start(self, with_tracks=True):
        others = set(mpris.names(self.room.bus))
        self.helpers = [self.room.start("before", self.words(command)) for command in self.player.before]
        if self.helpers:
            # They come to no bus.
            waiting.pause(1)
        command = self.player.command if with_tracks else self.player.command.replace("{files}", "").replace("{first}", "")
        self.process = self.room.start("player", self.words(command))
        name = self.appeared(others)
        self.peer = mpris.Peer(self.room.bus, name)
        self.peer.listen()
        if with_tracks:
            self.load()

    def words(self, text):
        return self.player.words(text, self.room, self.page)

    def appeared(self, others):
        """The name that comes to the bus. A name that goes again at once was not it."""
        started = time.monotonic()

        def look():
            if self.player.wake and time.monotonic() > started + 3:
                self.room.run(self.words(self.player.wake))
            found = [name for name in mpris.names(self.room.bus) if name not in others]
            return found[0] if found else None

        name = waiting.until(look, START_LIMIT, 0.2)
        if not name:
            raise NotHere("it has not come to the bus: " + self.last_words())
        if not name.startswith(mpris.PREFIX + self.player.bus) and self.player.bus.lower() not in name.lower():
            raise NotHere(f"{name} came to the bus instead of it")
        return name

    def last_words(self):
        lines = (self.room.folder / "player.log").read_text(errors="replace").strip().splitlines()
        return lines[-1][:120] if lines else "it says nothing"

    def load(self):
        """Has the first of the tracks played."""
        self.is_starting = True
        try:
            self.play_first()
        finally:
            self.is_starting = False

    def play_first(self):
        if not waiting.until(lambda: self.moment().status == "Playing", 3):
            for command in self.player.load:
                self.room.run(self.words(command), 10)
            if not waiting.until(lambda: self.moment().status == "Playing", 2):
                self.peer.call("Play")
        if not waiting.until(lambda: self.moment().status == "Playing", 5):
            raise NotHere(f"it does not play: {self.moment()}: {self.last_words()}")
        # Some players have them in another order.
        self.first = waiting.until(lambda: self.moment().title, 3)

    def end(self):
        processes.end([pid for process in (self.process, *self.helpers) for pid in processes.tree(process)])

    def again(self, with_tracks=True):
        """Starts it afresh, without what it has remembered."""
        self.end()
        waiting.until(lambda: not self.peer.is_there, 3)
        self.room.forget()
        self.player.prepare(self.room)
        self.start(with_tracks)

    # MARK: What it does

    def moment(self):
        values = self.peer.all()
        title = values.get("Metadata", {}).get("xesam:title") or ""
        volume, position = values.get("Volume"), self.peer.position()
        return Moment(
            values.get("PlaybackStatus"), str(title), position, volume if isinstance(volume, float) else None, values.get("Shuffle"),
            values.get("LoopStatus"), tuple(name for name, value in values.items() if name.startswith("Can") and value is False))

    def streams(self):
        return sound.streams(self.room, without=self.other) or []

    def sounds(self):
        return any(stream.runs for stream in self.streams())

    # MARK: Into a state, by the player's own methods

    def playing(self):
        """Started afresh if it cannot be brought to play any more: a browser forgets a page that has stopped, or what the page has said of its track."""
        self.into("Playing", "Play")
        now = self.moment()
        is_forgotten = self.player.is_browser and now.title not in media.TITLES
        if (now.status != "Playing" or is_forgotten) and not self.is_starting:
            self.again()

    def paused(self):
        self.playing()
        self.into("Paused", "Pause")

    def stopped(self):
        if self.moment().status != "Stopped":
            self.peer.call("Stop")
            waiting.until(lambda: self.moment().status in ("Stopped", None), 2)
        self.settle()

    def into(self, status, method):
        """A method that does nothing is not repeated: some players take the second one for the contrary."""
        for way in (method, "PlayPause", method):
            if self.moment().status == status:
                break
            self.peer.call(way)
            waiting.until(lambda: self.moment().status == status, 2)
        self.settle()

    def at(self, seconds):
        """Somewhere in a track, so that there is room on both sides."""
        self.playing()
        before = self.peer.position() or 0
        if not seconds - 4 < before < seconds + 12:
            self.peer.call("Seek", "x", int((seconds - before) * 1e6))
            waiting.until(lambda: abs((self.peer.position() or 0) - seconds) < 3, 3)
        self.settle()

    def on_first(self):
        """The first Previous may lead to the beginning of the same track, from where the next one goes on."""
        self.playing()
        for _ in range(2 * len(media.TITLES)):
            title = self.moment().title
            if title == self.first:
                break
            self.peer.call("Previous")
            waiting.until(lambda: self.moment().title not in (title, ""), 0.7)
        self.playing()

    def on_second(self):
        """At its beginning: later on many players take Previous for the beginning of the track."""
        self.on_first()
        title = self.moment().title
        self.peer.call("Next")
        waiting.until(lambda: self.moment().title not in (title, ""), 2)
        self.playing()

    def settle(self):
        """What was done past Baton has reached it: a person would wait longer until the next command."""
        waiting.pause(0.4)
