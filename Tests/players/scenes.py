# SPDX-License-Identifier: Apache-2.0
"""A player beside another one, without its output, closed, and started empty. The other one is mpv."""
import media
import mpris
import waiting
from judge import BATON, PLAYER, SKIPPED, WORKS, Judge
from room import OUTPUTS, NotHere

COLUMNS = {"two": "beside a second player", "output": "output taken away", "closed": "closed while it plays", "empty": "started empty"}


class Scenes:
    def __init__(self, stage):
        self.stage, self.room = stage, stage.room
        self.results = {column: Judge(stage) for column in COLUMNS}

    def run(self):
        self.stage.start()
        self.start_other()
        for scene in (self.two, self.output, self.closed, self.empty):
            scene()

    # MARK: The other player

    def start_other(self):
        names = set(mpris.names(self.room.bus))
        track = self.room.folder / "other" / media.name(media.OPENED)
        self.process = self.room.start(
            "other", ["mpv", "--no-terminal", "--no-video", "--no-config", "--script=/usr/lib/mpv-mpris/mpris.so", "--load-scripts=no", "--pause", "--loop",
                      "--ao=pulse", str(track)])
        self.stage.other = self.process.pid
        found = waiting.until(lambda: [name for name in mpris.names(self.room.bus) if name not in names], 10)
        self.other = mpris.Peer(self.room.bus, found[0] if found else mpris.PREFIX + "mpv")
        waiting.pause(0.5)

    def status(self):
        return self.other.all().get("PlaybackStatus")

    def rest(self):
        """The player plays, and the other one does not."""
        if self.status() == "Playing":
            self.other.call("Pause")
            waiting.until(lambda: self.status() == "Paused", 2)
        self.stage.playing()

    def both(self):
        self.rest()
        self.other.call("Play")
        waiting.until(lambda: self.status() == "Playing", 2)
        self.stage.settle()

    def are(self, own, other):
        stopped = ("Paused", "Stopped")
        fits = lambda status, wanted: status in stopped if wanted == "Paused" else status == wanted
        return lambda _, now: fits(now.status, own) and self.status() == other

    def own(self, *methods):
        def direct():
            for method in methods:
                self.stage.peer.call(method)
            return self.stage.peer.error
        return direct

    # MARK: Two at a time

    def two(self):
        check, other = self.results["two"].check, self.other
        beside = lambda method: lambda: other.call(method) and None
        title = lambda before, now: now.title not in (before.title, "") and self.status() == "Paused"
        short = other.name.removeprefix(mpris.PREFIX)
        check("a press pauses the one that plays", ["play-pause"], self.own("PlayPause"), self.are("Paused", "Paused"), self.rest)
        check("the next press plays it again", ["play-pause"], self.own("PlayPause"), self.are("Playing", "Paused"), self.after_pause)
        check("Next is its own", ["next"], self.own("Next"), title, lambda: (self.rest(), self.stage.on_first()))
        check("Pause of both: the later one", ["pause"], beside("Pause"), self.are("Playing", "Paused"), self.both)
        check("then this one", ["pause"], self.own("Pause"), self.are("Paused", "Paused"), self.after_first_pause)
        check("Play is its own", ["play"], self.own("Play"), self.are("Playing", "Paused"), self.after_pause)
        check("by name to the other", ["-p", short, "play"], beside("Play"), self.are("Playing", "Playing"), self.rest)
        all_paused = lambda: (self.stage.peer.call("Pause"), other.call("Pause")) and None
        check("pause --all", ["pause", "--all"], all_paused, self.are("Paused", "Paused"), self.both)
        all_play = lambda: (self.stage.peer.call("Play"), other.call("Play")) and None
        check("resume", ["resume"], all_play, self.are("Playing", "Playing"), self.after_all)
        self.shown_again()

    def after_pause(self):
        """By Baton, as a user pauses."""
        self.rest()
        self.room.batonctl("pause")
        waiting.until(lambda: self.stage.moment().status != "Playing", 2)
        waiting.pause(0.3)

    def after_first_pause(self):
        self.both()
        self.room.batonctl("pause")
        waiting.until(lambda: self.status() == "Paused", 2)
        self.stage.settle()

    def after_all(self):
        self.both()
        self.room.batonctl("pause", "--all")
        waiting.until(lambda: self.are("Paused", "Paused")(None, self.stage.moment()), 2)

    def shown_again(self):
        """When the other one pauses, the face shows this one."""
        self.both()
        self.other.call("Pause")
        face, title = mpris.Peer(self.room.bus, mpris.PREFIX + "baton"), self.stage.moment().title
        shown = lambda: face.all().get("Metadata", {}).get("xesam:title", "")
        is_shown = waiting.until(lambda: shown() == title, 2)
        self.results["two"].note("the face shows it again", WORKS if is_shown else BATON, "" if is_shown else f"the face shows {shown()!r}, not {title!r}")

    # MARK: Its output taken away

    def output(self):
        judge = self.results["output"]
        self.rest()
        waiting.until(self.stage.sounds, 2)
        self.room.run(["pactl", "unload-module", self.room.outputs[OUTPUTS[0]]])
        is_paused = waiting.until(lambda: self.stage.moment().status != "Playing", 3)
        if is_paused:
            judge.note("it pauses", WORKS)
        else:
            self.stage.peer.call("Pause")
            obeys = waiting.until(lambda: self.stage.moment().status != "Playing", 2)
            judge.note("it pauses", BATON if obeys else PLAYER, f"it plays on: {self.stage.moment()}")
        waiting.pause(1.5)
        now, sounds = self.stage.moment(), self.stage.sounds()
        is_quiet = now.status != "Playing" and self.status() == "Paused"
        if not is_paused:
            judge.skip("it stays so", "it has not paused")
        else:
            judge.note("it stays so", WORKS if is_quiet else BATON, "its stream stays open" if is_quiet and sounds else "" if is_quiet else str(now))
        judge.check("Play plays it on the other output", ["play"], self.own("Play"), self.are("Playing", "Paused"))
        self.room.load_output(OUTPUTS[0])

    # MARK: Closed while it plays

    def closed(self):
        judge = self.results["closed"]
        self.rest()
        name = self.stage.peer.name.removeprefix(mpris.PREFIX)
        self.stage.end()
        waiting.until(lambda: not self.stage.peer.is_there, 3)
        is_gone = waiting.until(lambda: f'"{mpris.PREFIX}{name}"' not in self.room.batonctl("players", "--json")[1], 2)
        judge.note("it is in no list", WORKS if is_gone else BATON, "" if is_gone else "`batonctl players` has it")
        waiting.pause(1)
        judge.note("nothing starts", WORKS if self.status() == "Paused" else BATON, "" if self.status() == "Paused" else "the other player plays")
        self.room.batonctl("play-pause")
        plays = waiting.until(lambda: self.status() == "Playing", 2)
        judge.note("a press plays the other", WORKS if plays else BATON, "" if plays else f"the other one is {self.status()}")

    # MARK: Started empty

    def empty(self):
        judge = self.results["empty"]
        if self.stage.player.is_browser:
            return judge.skip("a press plays the other", "without a page that plays it is not on the bus")
        self.other.call("Pause")
        self.room.forget()
        self.stage.player.prepare(self.room)
        if not self.starts_empty(judge):
            return
        waiting.pause(2)
        was = self.stage.moment()
        self.room.batonctl("play-pause")
        plays = waiting.until(lambda: self.status() == "Playing", 2)
        judge.note("a press plays the other", WORKS if plays else BATON, "" if plays else f"it was {was}, and the other one stays {self.status()}")
        self.other.call("Pause")
        waiting.until(lambda: self.status() == "Paused", 2)
        self.opened(judge)

    def starts_empty(self, judge):
        """Twice: some find the traces of the one that has just ended, and end too."""
        for _ in range(2):
            try:
                self.stage.start(with_tracks=False)
                return True
            except NotHere as reason:
                self.stage.end()
                judge.cells["a press plays the other"] = (SKIPPED, f"started empty {reason}")
        return False

    def opened(self, judge):
        """A file is opened in it, and then it is used."""
        address = f"file://{self.room.folder}/music/{media.name(media.TITLES[0])}"
        self.stage.peer.call("OpenUri", "s", address)
        if not waiting.until(lambda: self.stage.moment().status == "Playing" and media.TITLES[0] in self.stage.moment().title, 3):
            return judge.skip("opened", f"OpenUri does nothing: {self.stage.peer.error or self.stage.moment()}")
        waiting.pause(1)
        judge.check("opened, Pause", ["pause"], self.own("Pause"), self.are("Paused", "Paused"), self.rest)
        judge.check("opened, Play", ["play"], self.own("Play"), self.are("Playing", "Paused"), self.after_pause)
        judge.check("opened, a press", ["play-pause"], self.own("PlayPause"), self.are("Paused", "Paused"), self.rest)
