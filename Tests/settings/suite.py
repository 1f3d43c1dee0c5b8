# SPDX-License-Identifier: Apache-2.0
"""A person at baton-settings, by the accessibility bus: after each act the configuration's bytes, the agent's answer and the page agree."""
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from stage import Desk, wait

EYES = pathlib.Path(__file__).parent / "eyes.py"
PAGES = ["Now", "Buttons", "Shake", "Pauses", "Health"]


class Settings(unittest.TestCase):
    def setUp(self):
        self.desk = self.eyes = None

    def open(self, configuration=None, *words, runs_agent=True, prepares=None):
        self.desk = Desk(self.id().rsplit(".", 1)[1], configuration, runs_agent)
        self.addCleanup(self.desk.close)
        if prepares:
            prepares(self.desk)
        self.desk.start_window(*words)
        self.eyes = subprocess.Popen(
            ["/usr/bin/python3", str(EYES)], env=self.desk.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end_eyes)
        wait("the window", lambda: self.tree())
        self.desk.enlarge()

    def end_eyes(self):
        self.eyes.kill()
        self.eyes.wait()
        self.eyes.stdin.close()
        self.eyes.stdout.close()

    def ask(self, *command):
        self.eyes.stdin.write(json.dumps(command) + "\n")
        self.eyes.stdin.flush()
        return json.loads(self.eyes.stdout.readline())

    def tree(self):
        found = self.ask("tree")
        return found if isinstance(found, list) else []

    def look(self, role, name):
        return next((node for node in self.tree() if node["role"] == role and node["name"] == name), None)

    def see(self, role, name, flag=None, without=None):
        def check():
            node = self.look(role, name)
            if node is None or flag is not None and flag not in node["flags"]:
                return None
            return node if without is None or without not in node["flags"] else None
        return wait(f"{role} '{name}' {flag or ''}{'not ' + without if without else ''}", check)

    def read(self, text):
        """Waits until a text is somewhere to be read."""
        return wait(f"the text '{text}'", lambda: any(
            text in node["name"] or text in node["description"] or text in node.get("text", "") for node in self.tree()))

    def do(self, role, name, action="click"):
        wait(f"{role} '{name}' to {action}", lambda: self.ask("do", role, name, action) is True)

    def press(self, role, name):
        """With the mouse."""
        self.desk.click(wait(f"{role} '{name}'", lambda: self.ask("place", role, name)))

    def page(self, name):
        self.press("list item", name)
        wait(f"the page {name}", lambda: any(
            node["role"] == "label" and node["name"] == name and "AdwWindowTitle" in node["path"] for node in self.tree()))

    def focused(self, row):
        """The item that has the keyboard in the list of a row; None while the list is not open."""
        return next((node["name"] for node in self.tree() if node["role"] == "list item" and row in node["path"]
                     and "focused" in node["flags"]), None)

    def choose(self, row, choice):
        """Opens the list of a row with the mouse, and walks to a choice by the keyboard."""
        self.press("combo box", row)
        for _ in range(8):
            place = wait(f"the list of '{row}'", lambda: self.focused(row))
            if place == choice:
                break
            self.desk.key("Down")
            wait("the next one", lambda: self.focused(row) != place)
        self.desk.key("Return")

    def written(self, text):
        wait(f"the configuration to be {text!r}", lambda: self.desk.file.exists() and self.desk.file.read_text() == text)

    # MARK: The tests

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
        self.read("Playback stops at")
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
        self.desk.xdotool("windowminimize", "--sync", self.desk.window_number)

        def wakes():
            text = pathlib.Path(f"/proc/{self.desk.window.pid}/status").read_text()
            return int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0])
        time.sleep(3)
        before = wakes()
        self.desk.batonctl("pause")
        self.desk.batonctl("play")
        time.sleep(5)
        self.assertLessEqual(wakes() - before, 1)

    def test_ignored_program(self):
        """A program that is never a call is added and removed: the file and the page agree, and batond reads it."""
        self.open("[interruptions]\ncall-ignore = obs*\n", "--page", "stops")
        self.see("push button", "Remove obs*")
        self.see("push button", "Add", without="sensitive")
        wait("the field", lambda: self.ask("text", "text", "Another program", "my \ttool;x") is True)
        self.see("push button", "Add", without="sensitive")
        wait("the field", lambda: self.ask("text", "text", "Another program", " zoom ") is True)
        self.see("push button", "Add", "sensitive")
        self.do("push button", "Add")
        self.written("[interruptions]\ncall-ignore = obs*\ncall-ignore = zoom\n")
        self.see("push button", "Remove zoom")
        wait("batond to read it", lambda: "read anew" in (self.desk.folder / "batond.log").read_text())
        self.do("push button", "Remove obs*")
        self.written("[interruptions]\ncall-ignore = zoom\n")
        wait("its row to be away", lambda: self.look("push button", "Remove obs*") is None)

    def test_recording_program(self):
        """A program that records is there to be added while it does; what is never a call is not."""
        self.open("[interruptions]\ncall-ignore = obs*\n", "--page", "stops", prepares=self.start_sound)
        self.see("push button", "Remove obs*")
        recorder = self.record("my meter")
        ignored = self.record("obs studio")
        self.see("push button", "Add my meter")
        self.assertIsNone(self.look("push button", "Add obs studio"))
        recorder.kill()
        wait("its row to be away", lambda: self.look("push button", "Add my meter") is None)
        self.record("my meter")
        self.do("push button", "Add my meter")
        self.written("[interruptions]\ncall-ignore = obs*\ncall-ignore = my meter\n")
        self.see("push button", "Remove my meter")
        wait("its row to be away", lambda: self.look("push button", "Add my meter") is None)
        ignored.kill()
        # Another page listens to no microphone.
        self.page("Health")
        wait("baton-audio to end", lambda: not self.children_of_window("baton-audio"))

    def children_of_window(self, name):
        found = subprocess.run(
            ["pgrep", "-P", str(self.desk.window.pid), "-x", name], capture_output=True, text=True, check=False)
        return found.stdout.split()

    def start_sound(self, desk):
        desk.run(
            "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
            "-L", "module-native-protocol-unix", "-L", "module-null-source source_name=mic rate=48000",
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait("the sound server", lambda: subprocess.run(
            ["pactl", "info"], env=desk.environment, capture_output=True, check=False).returncode == 0)

    def record(self, name):
        return self.desk.run(
            "parec", "--device=mic", "--rate=48000", f"--client-name={name}", "/dev/null", stderr=subprocess.DEVNULL)

    def test_no_systemd(self):
        """Where systemd does not run there is no switch, and a sentence says so."""
        self.open(None, "--page", "health", runs_agent=False)
        self.read("systemd does not run for you here.")
        self.assertIsNone(self.look("check box", "Start Baton at each login"))

    def test_login(self):
        """The switch has systemd start Baton at each login, and shows what systemd says; a failure is told."""
        self.open(None, "--page", "health", runs_agent=False, prepares=self.install_systemd)
        box = "Start Baton at each login"
        self.see("check box", box, without="checked")
        self.do("check box", box, "toggle")
        self.see("check box", box, "checked")
        asked = self.desk.folder / "asked"
        self.assertIn("--user enable --now app-org.baton.Baton.service", asked.read_text())
        self.do("check box", box, "toggle")
        self.see("check box", box, without="checked")
        self.assertIn("--user disable app-org.baton.Baton.service", asked.read_text())
        (self.desk.folder / "fails").touch()
        self.do("check box", box, "toggle")
        self.read("systemd has not done it")
        self.see("check box", box, without="checked")

    def install_systemd(self, desk):
        """A script in systemctl's place that remembers what it is told."""
        (desk.runtime / "systemd").mkdir()
        (desk.runtime / "systemd/private").touch()
        units = desk.home / ".config/systemd/user"
        units.mkdir(parents=True)
        (units / "app-org.baton.Baton.service").touch()
        folder = desk.folder / "bin"
        folder.mkdir()
        script = folder / "systemctl"
        script.write_text(f"""#!/bin/sh
cd '{desk.folder}' && echo "$*" >>asked
case "$2" in
is-enabled) cat state 2>/dev/null || echo disabled ;;
*) [ ! -e fails ] && echo "$2d" >state ;;
esac
""")
        script.chmod(0o755)
        desk.environment["PATH"] = f"{folder}:{desk.environment['PATH']}"

    def start_keys(self):
        """A settings daemon with media keys, which batond has asked for."""
        daemon = subprocess.Popen(
            ["/usr/bin/python3", str(EYES.with_name("daemon.py"))], env=self.desk.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (daemon.kill(), daemon.communicate()))
        self.assertEqual(daemon.stdout.readline(), "grabbed\n")

        def press(key):
            daemon.stdin.write(f"{key}\n")
            daemon.stdin.flush()
        return press

    def test_press(self):
        """A press is told as it comes, with the line of the configuration that would change it."""
        self.open("[remote-control]\n", "--page", "buttons")
        self.desk.start_player("one")
        wait("the player", lambda: "mpv" in self.desk.agent_property("Application", "FirstResponder"))
        press = self.start_keys()
        press("Pause")
        self.read("Pause, from MATE settings daemon")
        self.read("mpv got it (handled)")
        self.read("[media-keys] daemons = yes")
        self.do("check box", "Deliver this command", "toggle")
        self.written("[remote-control]\ndisabled = pause\n")
        wait("batond to read it", lambda: "read anew" in (self.desk.folder / "batond.log").read_text())
        press("Pause")
        self.read("nobody got it (disabled)")
        self.see("check box", "Deliver this command", without="checked")

    def test_learn(self):
        """batonctl's own words while it waits for a press: it can be stopped, and ends with the press."""
        self.open(None, "--page", "buttons")
        press = self.start_keys()
        self.do("push button", "Begin")
        self.read("Press the button within 30 s.")
        self.do("push button", "Stop")
        self.read("It is over.")
        self.see("push button", "Begin", "sensitive")
        self.do("push button", "Begin")
        self.read("It goes on")
        self.read("Press the button within 30 s.")
        press("Next")
        self.read("next-track")
        self.read("It is over.")

    def test_media_keys(self):
        """The changes are shown before they are made; disconnecting restores the bytes."""
        self.open(None, "--page", "buttons", prepares=self.install_i3)
        file = self.desk.home / ".config/i3/config"
        before = file.read_bytes()
        self.do("push button", "Show")
        self.read("+bindsym")
        self.assertEqual(file.read_bytes(), before)
        self.do("push button", "Connect")
        wait("the bindings", lambda: b"XF86AudioNext" in file.read_bytes())
        self.do("push button", "Disconnect")
        wait("the file as it was", lambda: file.read_bytes() == before)
        self.see("push button", "Show")

    def install_i3(self, desk):
        folder = desk.home / ".config/i3"
        folder.mkdir(parents=True)
        (folder / "config").write_text("set $mod Mod4\n")
        desk.environment["XDG_CURRENT_DESKTOP"] = "i3"

    def test_search(self):
        self.open(None)
        self.press("entry", "Search the settings")
        self.desk.xdotool("type", "locked")
        # The first page on which it is found is shown, and the others are in the list.
        self.see("check box", "Also while the screen is locked")
        self.press("list item", "Pauses")
        self.see("combo box", "The screen is locked")
        wait("pages without it to be away", lambda: self.look("combo box", "A call") is None)

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
