# SPDX-License-Identifier: Apache-2.0
"""Every command of batonctl for one player."""
import media
import sound
import waiting
from judge import BATON, PLAYER, REFUSED, WORKS

COLUMNS = (
    "pause", "pause²", "play", "play²", "toggle", "toggle²", "pos 10", "+5", "-5", "volume", "shuffle", "loop", "next", "previous", "next‖", "stop",
    "play■", "open", "past end", "next at end")
SILENT_LIMIT = 1.5


class Commands:
    def __init__(self, stage, judge):
        self.stage, self.judge = stage, judge

    @property
    def peer(self):
        """Another one after each start."""
        return self.stage.peer

    def run_playback(self):
        self.playback()
        self.jumps()
        self.settings()

    def run_tracks(self):
        self.tracks()
        self.stop()
        self.opening()
        self.ends()

    def call(self, *methods):
        """Calls methods of the player itself, one after the other; an error is its text."""
        def direct():
            for method in methods:
                self.peer.call(method)
            return self.peer.error
        return direct

    # MARK: Playback

    def playback(self):
        stage, check = self.stage, self.judge.check
        is_paused = lambda _, now: now.status in ("Paused", "Stopped")
        plays = lambda _, now: now.status == "Playing"
        check("pause", ["pause"], self.call("Pause"), is_paused, stage.playing)
        self.silence("pause")
        check("pause²", ["pause"], self.call("Pause"), is_paused, stage.paused, stays=True)
        check("play", ["play"], self.call("Play"), plays, stage.paused)
        self.sound("play")
        check("play²", ["play"], self.call("Play"), plays, stage.playing, stays=True)
        check("toggle", ["play-pause"], self.call("PlayPause"), is_paused, stage.playing)
        self.silence("toggle")
        check("toggle²", ["play-pause"], self.call("PlayPause"), plays, stage.paused)
        self.sound("toggle²")

    def silence(self, column):
        """Some players leave their stream open, and write silence into it: it cannot be told from sound."""
        if self.judge.cells[column][0] == WORKS and not waiting.until(lambda: not self.stage.sounds(), SILENT_LIMIT):
            self.judge.note(column, WORKS, "its stream stays open")

    def sound(self, column):
        if self.judge.cells[column][0] == WORKS and not waiting.until(self.stage.sounds, SILENT_LIMIT):
            self.judge.note(column, PLAYER, "says Playing, and has no stream that runs")

    # MARK: Places

    def jumps(self):
        self.judge.check("pos 10", ["position", "10"], self.to(10), lambda before, now: self.is_near(before, now, 10), lambda: self.stage.at(20))
        self.judge.check("+5", ["position", "5+"], self.by(5), lambda before, now: self.moved(before, now, 5), lambda: self.stage.at(20))
        self.judge.check("-5", ["position", "5-"], self.by(-5), lambda before, now: self.moved(before, now, -5), lambda: self.stage.at(30))

    def to(self, seconds):
        def direct():
            track = self.peer.all().get("Metadata", {}).get("mpris:trackid", "")
            if not str(track).startswith("/"):
                return "it has no track id"
            self.peer.call("SetPosition", "ox", track, int(seconds * 1e6))
            return self.peer.error
        return direct

    def by(self, seconds):
        def direct():
            self.peer.call("Seek", "x", int(seconds * 1e6))
            return self.peer.error
        return direct

    @staticmethod
    def is_near(before, now, seconds):
        """Near the place, and not by itself."""
        if None in (before.position, now.position):
            return False
        return seconds - 1.5 < now.position < seconds + 4.5 and not 0 <= now.position - before.position < 4.5

    @staticmethod
    def moved(before, now, step):
        return None not in (before.position, now.position) and step - 1.6 < now.position - before.position < step + 4 and now.title == before.title

    # MARK: Settings

    def settings(self):
        self.judge.check("volume", ["volume", "0.4"], self.set_to("Volume", "d", 0.4), self.is_at(0.4), lambda: self.volume(0.8))
        self.volume(1.0)
        for column, name, on, off in (("shuffle", "Shuffle", ("on", True), ("off", False)), ("loop", "LoopStatus", ("Track", "Track"), ("None", "None"))):
            signature = "b" if name == "Shuffle" else "s"
            key = "shuffle" if name == "Shuffle" else "loop"
            self.setting(column, key, name, signature, on, off)

    def setting(self, column, key, name, signature, on, off):
        """On and off again. One that is on already is turned off first: what does not change shows nothing."""
        reached = lambda value: lambda _, now: getattr(now, key) == value
        for (word, value), (_, other) in ((on, off), (off, on)):
            def prepare():
                self.set_to(name, signature, other)()
                waiting.until(lambda: getattr(self.stage.moment(), key) == other, 1)
            self.judge.check(column, [key, word], self.set_to(name, signature, value), reached(value), prepare)
            verdict, note = self.judge.cells[column]
            if verdict != WORKS:
                self.judge.note(column, verdict, f"{key} {word}: {note if verdict != PLAYER else f'stays {getattr(self.stage.moment(), key)}'}")
                break

    def set_to(self, name, signature, value):
        def direct():
            self.peer.set(name, signature, value)
            return self.peer.error
        return direct

    def is_at(self, level):
        """The player's own volume, or that of its stream."""
        def reached(_, now):
            if now.volume is not None and abs(now.volume - level) < 0.02:
                return True
            return any(abs(stream.volume - 100 * level) < 3 for stream in self.stage.streams())
        return reached

    def volume(self, level):
        self.stage.playing()
        self.peer.set("Volume", "d", level)
        for stream in sound.streams(self.stage.room, without=self.stage.other) or []:
            if self.stage.moment().volume is None or stream.volume == 40:
                self.stage.room.run(["pactl", "set-sink-input-volume", str(stream.index), f"{int(100 * level)}%"])
        waiting.pause(0.3)

    # MARK: Tracks

    def tracks(self):
        is_other = lambda before, now: now.title not in (before.title, "")
        self.judge.check("next", ["next"], self.call("Next"), is_other, self.stage.on_first)
        self.judge.check("previous", ["previous"], self.call("Previous"), is_other, self.stage.on_second)
        self.judge.check("next‖", ["next"], self.call("Next"), is_other, lambda: (self.stage.on_first(), self.stage.paused()))

    def stop(self):
        # A browser takes its time until it leaves the bus.
        is_stopped = lambda _, now: now.status in ("Stopped", None)
        self.judge.check("stop", ["stop"], self.call("Stop"), is_stopped, self.stage.playing, limit=4)
        if self.stage.moment().status is None:
            self.judge.note("stop", self.judge.cells["stop"][0], "leaves the bus")
            self.stage.again()
            return self.judge.skip("play■", "it has left the bus")
        if self.judge.cells["stop"][0] != WORKS:
            self.judge.skip("play■", "it does not stop")
        else:
            self.judge.check("play■", ["play"], self.call("Play"), lambda _, now: now.status == "Playing", self.stage.stopped)
        self.stage.playing()
        if self.stage.moment().status != "Playing":
            self.stage.again()

    def opening(self):
        address = f"file://{self.stage.room.folder}/other/{media.name(media.OPENED)}"
        def direct():
            self.peer.call("OpenUri", "s", address)
            return self.peer.error
        self.judge.check(
            "open", ["open", address], direct, lambda _, now: media.OPENED in now.title and now.status == "Playing", lambda: self.stage.playing())
        if self.judge.cells["open"][0] == WORKS:
            self.stage.again()

    # MARK: Ends

    def ends(self):
        """What a player does past its end is its own affair: Baton must do the same as the call itself."""
        self.compare("past end", ["position", "100+"], self.by(100), lambda: (self.stage.on_first(), self.stage.at(20)))
        if self.stage.player.is_single:
            return self.judge.skip("next at end", "it has no list")
        self.compare("next at end", ["next"], self.call("Next"), self.to_last)

    def to_last(self):
        self.stage.on_first()
        for _ in media.TITLES[1:]:
            title = self.stage.moment().title
            self.peer.call("Next")
            waiting.until(lambda: self.stage.moment().title not in (title, ""), 1.5)
        self.stage.playing()

    def compare(self, column, words, direct, prepare):
        """Once more if they differ: a player may end a track by itself meanwhile."""
        for _ in range(2):
            tried = self.outcome(lambda: self.stage.room.batonctl(*words), prepare)
            own = self.outcome(lambda: self.judge.asked(direct), prepare)
            if self.kind(tried) == self.kind(own):
                break
        status, is_other = self.kind(tried)
        said = f"{status or 'gone'}, {'another track' if is_other else 'the same track'}"
        denied = self.judge.denied(words, tried)
        if self.kind(tried) != self.kind(own) and tried.status != 0 and denied:
            return self.judge.note(column, REFUSED, f"says {denied} false; asked all the same: {own}")
        if self.kind(tried) != self.kind(own) and not self.is_same_place(tried.before, own.before):
            return self.judge.skip(column, f"it cannot be brought to the same place twice: {tried.before}, {own.before}")
        if self.kind(tried) != self.kind(own):
            return self.judge.note(column, BATON, f"{tried}, exit {tried.status}; the player itself: {own}")
        self.judge.note(column, WORKS if tried.status == 0 else REFUSED, said if tried.status == 0 else f"{said}; {self.judge.sentence(tried)}")

    @staticmethod
    def is_same_place(one, other):
        return one.title == other.title and abs((one.position or 0) - (other.position or 0)) < 5

    def outcome(self, act, prepare):
        if self.stage.moment().status is None:
            self.stage.again()
        return self.judge.attempt(act, lambda before, now: False, prepare, stays=False)

    @staticmethod
    def kind(attempt):
        return attempt.after.status, attempt.after.title != attempt.before.title
