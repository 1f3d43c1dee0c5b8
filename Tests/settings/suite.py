# SPDX-License-Identifier: Apache-2.0
"""A person at baton-settings, by the accessibility bus: after each act the configuration's bytes, the agent's answer and the page agree."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

from person import Person
from stage import wait

PAGES = ["Now", "Buttons", "Shake", "Pauses", "Health"]


class Settings(Person):
    def test_names(self):
        """Everything that takes the keyboard has a name, on every page."""
        self.open("[hook greet]\non = track-changed\ncommand = true\n")
        for page in PAGES:
            self.page(page)
            for node in self.tree():
                if "focusable" in node["flags"]:
                    self.assertTrue(node["name"], f"on {page}: {node}")

    def test_choice(self):
        """A choice is written into the file, batond takes it over, and the page shows it."""
        self.open("# mine\n[interruptions]\nlock = pause\n[log]\n", "--page", "stops")
        self.choose("The screen is locked", "Pause, then go on")
        self.written("# mine\n[interruptions]\nlock = pause-resume\n[log]\n")
        self.read("Players pause, and go on when it is over.")
        wait("batond to read it", lambda: "read anew" in (self.desk.folder / "batond.log").read_text())
        # And back, by the button of the message.
        self.press("label", "Undo")
        self.written("# mine\n[interruptions]\nlock = pause\n[log]\n")

    def test_switch(self):
        """A switch writes a new file where there was none."""
        self.open(None, "--page", "stops")
        self.do("check box", "Pause by itself", "toggle")
        self.written("[interruptions]\nenabled = no\n")
        wait("batond to pause nothing", lambda: self.desk.agent_property("Interruptions", "Enabled") == "b false")
        self.see("check box", "Pause by itself", without="checked")

    def test_sensitivity(self):
        self.open(None, "--page", "shake")
        self.do("check box", "Choose the sensitivity for me", "toggle")
        self.written("[shake]\nsensitivity = medium\n")
        wait("the slider", lambda: self.ask("value", "slider", "Sensitivity", 2) is True)
        self.written("[shake]\nsensitivity = high\n")
        self.read("A gentle shake counts")
        wait("batond to use it", lambda: "high" in self.desk.agent_property("Application", "ShakePointDetails"))

    def test_shake(self):
        """The switch of the agent, and somebody else's hand at it."""
        self.open(None, "--page", "shake")
        self.do("check box", "Shake to undo", "toggle")
        wait("batond to be told", lambda: self.desk.agent_property("Application", "ShakeToUndo") == "b false")
        self.desk.batonctl("shake", "on")
        self.see("check box", "Shake to undo", "checked")

    def test_sleep(self):
        self.open(None, "--page", "stops")
        self.do("push button", "30 min")
        wait("the timer", lambda: self.desk.agent_property("Interruptions", "SleepUntil") not in ("t 0", ""))
        self.read("Everything pauses at")
        self.do("push button", "Stop it")
        wait("no timer", lambda: self.desk.agent_property("Interruptions", "SleepUntil") == "t 0")

    def test_editor(self):
        """What an editor writes appears at once; with an error nothing can be chosen, and the line is told."""
        self.open("[interruptions]\nlock = pause\n", "--page", "stops")
        replaced = self.desk.file.with_name("new")
        replaced.write_text("[interruptions]\nlock = lower\n")
        replaced.rename(self.desk.file)
        self.read("Players are quieter until it is over.")
        self.desk.file.write_text("[interruptions]\nlock = sometimes\n")
        self.read("line 2")
        self.see("combo box", "The screen is locked", without="sensitive")
        self.desk.file.write_text("[interruptions]\nlock = pause\n")
        self.see("combo box", "The screen is locked", "sensitive")

    def test_read_only(self):
        self.open("[interruptions]\n", "--page", "stops")
        self.desk.file.chmod(0o444)
        self.read("is read-only")
        self.see("combo box", "The screen is locked", without="sensitive")

    def test_agent_comes_and_goes(self):
        """Killed, stopped and started again while a page is open: grey, never wrong, and back by itself."""
        self.open(None, "--page", "stops")
        self.see("push button", "30 min", "sensitive")
        self.desk.agent.kill()
        self.desk.agent.wait()
        self.see("push button", "30 min", without="sensitive")
        self.read("Baton is not running.")
        self.desk.start_agent()
        self.see("push button", "30 min", "sensitive")

    def test_no_agent(self):
        """Without batond the configuration can be written all the same."""
        self.open(None, "--page", "stops", runs_agent=False)
        self.read("Baton is not running.")
        self.choose("Another player starts", "Make quieter")
        self.written("[interruptions]\nexclusive = lower\n")

    def buttons(self, prefix):
        return [node["name"] for node in self.tree() if node["role"] == "push button" and node["name"].startswith(prefix)]

    def test_players(self):
        """Another player gets the next press, is skipped in, ignored, and comes back."""
        self.open("[routing]\npolicy = recent\n")
        self.desk.start_player("one")
        self.read("mpv gets the next press")
        self.desk.start_player("two")
        wait("two players", lambda: len(self.buttons("Pin ")) == 2)
        first = self.desk.agent_property("Application", "FirstResponder")
        other = next(name for name in self.buttons("Pin ") if not first.endswith(f'{name.removeprefix("Pin ")}"'))
        name = other.removeprefix("Pin ")
        self.do("push button", other)
        wait("the pin", lambda: self.desk.agent_property("Application", "Pinned").endswith(f'{name}"'))
        self.read(f"{name} gets the next press")
        self.do("push button", f"Unpin {name}")
        wait("no pin", lambda: self.desk.agent_property("Application", "Pinned") == 's ""')
        self.do("push button", f"Ignore {name}")
        # The players of one program may have one name.
        wait("fewer players", lambda: len(self.buttons("Pin ")) < 2)
        self.do("push button", "Send it commands again")
        wait("two players again", lambda: len(self.buttons("Pin ")) == 2)

    def test_events(self):
        """What happens is told as it happens, and what is held can go on."""
        self.open(None)
        self.desk.start_player("one")
        self.read("mpv gets the next press")
        self.desk.batonctl("send", "pause")
        self.read("pause from")
        self.desk.batonctl("play")
        self.do("push button", "Pause all")
        self.do("push button", "Go on")

    def test_health(self):
        """The promises with their states, a new examination, and a report that goes to the clipboard."""
        self.open(None, "--page", "health")
        self.read("Shake to undo: not here")
        self.do("push button", "Examine")
        self.do("push button", "Copy a report")
        self.read("The report is copied.")

    def test_hangs(self):
        """A batond that hangs: what was known is grey, and comes back by itself."""
        self.open(None)
        self.desk.start_player("one")
        self.read("mpv gets the next press")
        self.desk.agent.send_signal(signal.SIGSTOP)
        self.desk.start_player("two")
        self.read("known last")
        self.see("push button", "Next track", without="sensitive")
        self.desk.agent.send_signal(signal.SIGCONT)
        self.see("push button", "Next track", "sensitive")

    def test_minimized(self):
        """A window that nobody sees does nothing, whatever happens at the players; and knows all when it is back."""
        self.open(None)
        self.desk.start_player("one")
        self.read("mpv gets the next press")
        # A minimized window is not found by its name.
        window = self.desk.window_number
        self.desk.xdotool("windowminimize", "--sync", window)

        def wakes():
            text = pathlib.Path(f"/proc/{self.desk.window.pid}/status").read_text()
            return int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0])
        time.sleep(3)
        before = wakes()
        self.desk.batonctl("pause")
        self.desk.batonctl("play")
        time.sleep(5)
        self.assertLessEqual(wakes() - before, 1)
        # One that has crashed does nothing either.
        self.assertIsNone(self.desk.window.poll(), (self.desk.folder / "window.log").read_text())
        self.desk.start_player("two")
        self.desk.xdotool("windowactivate", "--sync", window)
        self.read("gets the next press")
        self.see("push button", "Next track", "sensitive")

    def test_search(self):
        self.open(None)
        self.press("entry", "Search the settings")
        self.desk.xdotool("type", "locked")
        # The first page on which it is found is shown, and the others are in the list.
        self.see("check box", "Also while the screen is locked")
        self.press("list item", "Pauses")
        self.see("combo box", "The screen is locked")
        wait("pages without it to be away", lambda: self.look("combo box", "A call") is None)

    def test_keys(self):
        """Ctrl+F looks for words, also from the field of a page; Ctrl+W closes the window, and with it the program."""
        self.open(None, "--page", "stops")
        self.desk.key("ctrl+f")
        self.see("entry", "Search the settings", "focused")
        self.desk.key("ctrl+w")
        wait("the program to end", lambda: self.desk.window.poll() is not None)
        self.assertEqual(self.desk.window.returncode, 0)

    def test_second_start(self):
        """A second start shows the page that it names in the window of the first, and ends."""
        self.open(None)
        again = self.desk.run(self.desk_program, "--page", "machines")
        wait("the second one to end", lambda: again.poll() is not None)
        self.assertEqual(again.returncode, 0)
        self.read("This machine is not connected with others.")

    @property
    def desk_program(self):
        return pathlib.Path(os.environ["BATON_BIN"]) / "baton-settings"

    def test_words(self):
        """Without a display a sentence and status 1; a wrong word is told with status 64."""
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
        for words, status, text in (([], 1, "There is no display"), (["--page", "x"], 64, "there is no page 'x'"),
                                    (["--wrong"], 64, "'--wrong' is not known"), (["--help"], 0, "")):
            ended = subprocess.run(
                [self.desk_program, *words], env=environment, capture_output=True, text=True, check=False)
            self.assertEqual((ended.returncode, text in ended.stderr), (status, True), ended)

    def test_end(self):
        """The window closes, and the program ends with it."""
        self.open(None)
        self.do("push button", "Close")
        wait("the end", lambda: self.desk.window.poll() is not None)
        self.assertEqual(self.desk.window.returncode, 0)

    def test_closed_by_the_desktop(self):
        self.open(None)
        self.desk.key("alt+F4")
        wait("the end", lambda: self.desk.window.poll() is not None)
        self.assertEqual(self.desk.window.returncode, 0)

    def test_terminated(self):
        self.open(None)
        self.desk.window.send_signal(signal.SIGTERM)
        wait("the end", lambda: self.desk.window.poll() is not None)


if __name__ == "__main__":
    unittest.main()
