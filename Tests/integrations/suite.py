# SPDX-License-Identifier: Apache-2.0
"""What docs/integrations.md promises of its examples: beside Baton, without it, and when it dies."""

import functools
import os
import re
import signal
import unittest

from session import EXAMPLES, LANGUAGES, TITLES, Session, command, wait

# A command of an example, which says what the player does meanwhile, and lasts until the file `end` is there.
MEANWHILE = "busctl --user get-property org.mpris.MediaPlayer2.mpv /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player PlaybackStatus"


def in_each(*languages):
    """Runs a test with the example in each of the languages; in all of them by default."""
    def decorate(test):
        @functools.wraps(test)
        def run(self):
            for language in languages or LANGUAGES:
                with self.subTest(language=language):
                    self.setUp()
                    test(self, language)
        return run
    return decorate


class WithBaton(unittest.TestCase):
    """One session for all: each test leaves the player playing."""

    @classmethod
    def setUpClass(cls):
        cls.session = Session()
        cls.addClassCleanup(cls.session.close)

    def setUp(self):
        self.session.batonctl("play")
        self.session.waits_for("Playing")

    @in_each()
    def test_dictation(self, language):
        """What plays is paused before the command begins and goes on after it, and the command's status is passed on."""
        status, text = self.session.run([*command("dictation", language), "sh", "-c", f"{MEANWHILE}; batonctl interruptions; exit 7"])
        self.assertEqual(status, 7, text)
        self.assertIn('"Paused"', text)
        self.assertIn("dictation: My dictation", text)
        self.session.waits_for("Playing")

    @in_each()
    def test_dictation_killed(self, language):
        """The player goes on when the example is killed."""
        example = self.session.example("dictation", language, "sleep", "60")
        self.session.waits_for("Paused")
        example.kill()
        self.session.waits_for("Playing")

    @in_each("py", "c")
    def test_calls(self, language):
        """What plays is paused from the beginning of a call to its end, and people see who calls."""
        call = self.session.example("call", language, "Anna")
        self.session.waits_for("Paused")
        self.assertEqual(self.session.lasting(), ["call: Anna"])
        call.writes("")
        self.assertEqual(call.ends(), 0)
        self.session.waits_for("Playing")

    def test_calls_of_hooks(self):
        """The same by two commands of a shell."""
        hook = command("call", "sh")
        self.assertEqual(self.session.run([*hook, "begin", "Anna"])[0], 0)
        self.session.waits_for("Paused")
        self.assertEqual(self.session.lasting(), ["call: Anna"])
        self.assertEqual(self.session.run([*hook, "end"])[0], 0)
        self.session.waits_for("Playing")

    @in_each("py", "c")
    def test_calls_killed(self, language):
        """A phone that is killed lets the player go on."""
        call = self.session.example("call", language, "Anna")
        self.session.waits_for("Paused")
        call.kill()
        self.session.waits_for("Playing")

    @in_each("py", "c")
    def test_calls_while_the_user_acts(self, language):
        """What the user plays in a call is the user's, and Active says that the call holds nothing."""
        call = self.session.example("call", language, "Anna")
        self.session.waits_for("Paused")
        self.session.batonctl("play")
        self.session.waits_for("Playing")
        held = self.session.batonctl("interruptions", "--json")
        self.assertIn('"players":[]', held)
        call.ends()
        self.assertEqual(self.session.status(), "Playing")

    @in_each()
    def test_lock(self, language):
        """What plays is paused while the screen is locked, and stays so."""
        status, text = self.session.run([*command("lock", language), "sh", "-c", f"batonctl interruptions; exit 3"])
        self.assertEqual(status, 3, text)
        self.assertIn("lock: Locked", text)
        wait(lambda: not self.session.lasting(), "the end of the interruption")
        self.assertEqual(self.session.status(), "Paused")
        self.session.batonctl("play")
        self.session.waits_for("Playing")

    @in_each()
    def test_headset(self, language):
        """A bud that is out of the ear pauses, and plays when it is back, again and again."""
        tool = self.session.example("headset", language)
        for _ in range(2):
            tool.writes("out")
            self.session.waits_for("Paused")
            self.assertEqual(self.session.lasting(), ["wear: My headset"])
            tool.writes("in")
            self.session.waits_for("Playing")
        self.assertEqual(tool.ends(), 0)

    @in_each("py", "c")
    def test_meeting(self, language):
        """The button of a headset mutes the microphone in a meeting, the player does not notice, and Next is its own."""
        meeting = self.session.example("meeting", language)
        wait(lambda: "My meeting" in self.session.batonctl("players", "--json"), "the meeting is a responder")
        self.session.batonctl("play-pause")
        meeting.prints("muted")
        self.session.batonctl("play-pause")
        meeting.prints("heard")
        self.assertEqual(self.session.status(), "Playing")
        before = self.session.title()
        self.session.batonctl("next")
        wait(lambda: self.session.title() != before, "the next track")
        meeting.writes("")
        self.assertEqual(meeting.ends(), 0)
        wait(lambda: "My meeting" not in self.session.batonctl("players", "--json"), "the meeting is over")

    def test_meeting_of_the_shell(self):
        """With --lower nothing is paused."""
        status, text = self.session.run([*command("meeting", "sh"), "sh", "-c", f"{MEANWHILE}; batonctl interruptions; exit 7"])
        self.assertEqual(status, 7)
        self.assertIn('"Playing"', text)
        self.assertIn("call: My meeting", text)

    @in_each()
    def test_bar(self, language):
        """A line for each change; a title has no effect on the bar."""
        while self.session.title() != TITLES[0]:
            self.session.batonctl("next")
        bar = self.session.example("bar", language)
        if language == "c":
            bar.prints(f"Playing: {TITLES[0]}")
            self.session.batonctl("pause")
            bar.prints("Paused: ")
        else:
            bar.prints(lambda line: line["class"] == "playing" and "One &lt;b&gt; &amp; &quot;two&quot;" in line["text"])
            self.session.batonctl("pause")
            bar.prints(lambda line: line["class"] == "paused")
        self.session.batonctl("play")
        self.session.waits_for("Playing")
        bar.kill()

    def test_bars_configured(self):
        """What the three bars are told to run prints what plays."""
        for file, pattern in (("waybar.jsonc", r'"exec": "(.*)"'), ("eww.yuck", r'deflisten media .*"(.*)"'), ("polybar.ini", r"(?m)^exec = (.*)$")):
            with self.subTest(bar=file):
                run = re.search(pattern, (EXAMPLES / file).read_text()).group(1)
                while self.session.title() != TITLES[0]:
                    self.session.batonctl("next")
                bar = self.session.start(["sh", "-c", run.replace("~/bin/", f"sh {EXAMPLES}/")], f"{file}.log")
                shown = wait((self.session.folder / f"{file}.log").read_text, "a line")
                self.assertIn("One", shown)
                self.assertNotIn("%{A1" if file == "polybar.ini" else "<b>", shown)
                os.killpg(bar.pid, signal.SIGKILL)

    @in_each()
    def test_bridge(self, language):
        """Each change is a line, and each line a command; one that is none has no effect."""
        bridge = self.session.example("bridge", language)
        is_named = language == "c"
        bridge.prints("Playing")
        bridge.writes("$(touch /tmp/never) Quit")
        before = self.session.title()
        bridge.writes("Next" if is_named else "next")
        wait(lambda: self.session.title() != before, "the next track")
        if not is_named:
            bridge.writes("volume 0.4")
            wait(lambda: abs(self.session.property("Volume") - 0.4) < 0.01, "the volume")
        bridge.writes("Pause" if is_named else "pause")
        bridge.prints("Paused")
        bridge.writes("Play" if is_named else "play")
        self.session.waits_for("Playing")
        self.assertEqual(bridge.ends(), 0)


class Restarted(unittest.TestCase):
    """batond is killed in a call, and comes again."""

    @in_each("py", "c")
    def test_calls(self, language):
        session = Session()
        self.addCleanup(session.close)
        call = session.example("call", language, "Anna")
        wait(lambda: '"status":"Paused"' in session.batonctl("players", "--json"), "batond knows that the player has paused")
        session.baton.kill()
        session.baton.wait()
        session.start_baton()
        wait(lambda: session.lasting() == ["call: Anna"], "the call is known again")
        self.assertEqual(session.status(), "Paused")
        call.ends()
        session.waits_for("Playing")

    @in_each("py", "c")
    def test_meetings(self, language):
        session = Session()
        self.addCleanup(session.close)
        session.example("meeting", language)
        for _ in range(2):
            wait(lambda: "My meeting" in session.batonctl("players", "--json"), "the meeting is a responder")
            session.baton.kill()
            session.baton.wait()
            session.start_baton()


class Started(unittest.TestCase):
    """A Baton that is installed and does not run is started by the bus."""

    @in_each()
    def test_dictation(self, language):
        session = Session(baton=False, activates=True)
        self.addCleanup(session.close)
        status, text = session.run([*command("dictation", language), "sh", "-c", f"{MEANWHILE}; exit 7"])
        self.assertEqual(status, 7, text)
        self.assertIn('"Paused"', text)

    @in_each("py", "c")
    def test_bar(self, language):
        """A bar starts nothing."""
        session = Session(baton=False, player=False, activates=True)
        self.addCleanup(session.close)
        wait(lambda bar=session.example("bar", language): bar.lines(), "a line")
        self.assertNotIn("org.baton.Baton1", session.run(["busctl", "--user", "list", "--acquired"])[1])


class Stopped(unittest.TestCase):
    """A Baton that does not answer delays a recording by two seconds."""

    def test_dictation(self):
        session = Session(player=False)
        self.addCleanup(session.close)
        session.baton.send_signal(signal.SIGSTOP)
        running = [session.example("dictation", language, "echo", "recorded") for language in LANGUAGES]
        for example in running:
            example.prints("recorded")
            self.assertEqual(example.ends(), 0)


class WithoutBaton(unittest.TestCase):
    """What each does where there is no Baton, no bus, or no batonctl either."""

    def sessions(self):
        absent = Session(baton=False, player=False)
        self.addCleanup(absent.close)
        yield "no Baton", absent, {}
        yield "no bus", absent, {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
        yield "no batonctl", absent, {"PATH": "/usr/bin:/bin"}

    def test_commands_run(self):
        """The recording, the lock and the meeting take place, with their status."""
        for what, session, environment in self.sessions():
            for language in LANGUAGES:
                for example in ("dictation", "lock", *(["meeting"] if language == "sh" else [])):
                    with self.subTest(example=example, language=language, where=what):
                        status, text = session.run([*command(example, language), "sh", "-c", "echo done; exit 7"], environment=environment)
                        self.assertEqual((status, text.splitlines()[-1]), (7, "done"))
                        if language == "sh" and what != "no batonctl":
                            self.assertIn("nothing is paused: ", text)

    def test_others_end(self):
        """Calls, meetings and tools of headsets go on without an error of their own."""
        session = Session(baton=False, player=False)
        self.addCleanup(session.close)
        for language in LANGUAGES:
            for example, line in (("call", ""), ("meeting", ""), ("headset", "out")):
                if language != "sh" or example == "headset":
                    with self.subTest(example=example, language=language):
                        running = session.example(example, language, "Anna")
                        running.writes(line)
                        self.assertEqual(running.ends(), 0, running.lines())

    def test_bar_and_bridge(self):
        """The bar and the bridge of the shell show the players themselves, with playerctl where there is no batonctl."""
        for path in (None, "/usr/bin:/bin"):
            session = Session(baton=False, **({"path": path} if path else {}))
            self.addCleanup(session.close)
            session.example("bar", "sh").prints(lambda line: line["class"] == "playing" and "One" in line["text"])
            if not path:
                session.example("bridge", "sh").prints("Playing")
