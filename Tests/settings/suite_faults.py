# SPDX-License-Identifier: Apache-2.0
"""What the window does when what it works with is missing, old, hung, hostile or broken: it says so in a sentence, greys what cannot be used, and goes on."""
import functools
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import unittest

from person import PAGES, Person
from stage import BIN, wait

HERE = pathlib.Path(__file__).parent
# Two pages have a sentence of their own.
ABSENT = "Baton does not run", "Baton is not running"
# A control of each page that only batond can do.
AGENTS = {
    "Shake": ("check box", "Shake to undo"), "Pauses": ("push button", "30 min"),
}


class Faults(Person):
    is_strict = True

    def can(self, role, name):
        node = self.look(role, name)
        return node is not None and "sensitive" in node["flags"]

    def goes_on(self):
        """Nothing hangs: the window still changes its page."""
        self.page("Buttons")
        self.page("Now")

    # MARK: The bus

    def no_bus(self, address):
        self.sit_down(runs_agent=False)
        # The screen reader keeps its own way.
        self.desk.window_variables = {
            "AT_SPI_BUS_ADDRESS": self.desk.accessibility_bus(), "DBUS_SESSION_BUS_ADDRESS": address}
        self.look_at()

    @unittest.skipUnless(
        shutil.which("dbus-launch"), "without any bus GTK 4.8 tells a screen reader nothing; dbus-launch gives it one that batond has not")
    def test_no_bus(self):
        """Without a session bus each page says so, and the configuration can be written all the same."""
        self.no_bus(None)
        for page in PAGES[:-1]:
            self.page(page)
            self.read("session bus")
            self.assertIsNone(self.look("push button", "Start"), page)
        self.page("Pauses")
        self.choose("Another player starts", "Make quieter")
        self.written("[interruptions]\nexclusive = lower\n")

    def test_dead_bus(self):
        """The address leads nowhere. GTK tells nothing to a screen reader then; the window is drawn, and closes."""
        self.sit_down(runs_agent=False)
        self.appears_and_closes("unix:path=/nonexistent")

    def test_silent_bus(self):
        """A bus that takes the connection and never answers keeps no window away."""
        self.sit_down(runs_agent=False)
        path = self.desk.folder / "silent"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen(16)
            self.appears_and_closes(f"unix:path={path}")

    def test_bus_dies(self):
        """A bus that ends takes no window with it: the configuration can still be read and closed."""
        self.sit_down()
        self.desk.start_window("--page", "stops")
        wait("the window", lambda: self.desk.has_window())
        wait("batond to be followed", lambda: self.desk.has_name("org.baton.Baton.Settings"))
        self.desk.bus_process.kill()
        time.sleep(2)
        self.assertIsNone(self.desk.window.poll(), (self.desk.folder / "window.log").read_text())
        self.closes()

    def appears_and_closes(self, address):
        self.desk.window_variables = {"DBUS_SESSION_BUS_ADDRESS": address}
        self.desk.start_window("--page", "stops")
        wait("the window", lambda: self.desk.has_window())
        self.desk.enlarge()
        self.closes()

    def closes(self):
        self.desk.key("alt+F4")
        wait("the end", lambda: self.desk.window.poll() is not None)
        self.assertEqual(self.desk.window.returncode, 0)

    # MARK: The agent

    def test_older_agent(self):
        """What an older Baton does not have is not shown, and asking it for that is answered with a sentence."""
        self.sit_down(runs_agent=False)
        self.desk.run("/usr/bin/python3", HERE / "older.py")
        wait("the older one", lambda: self.desk.has_name("org.baton.Baton1"))
        self.look_at()
        self.read("Nobody gets the next press")
        for page in PAGES[:-1]:
            self.page(page)
            self.assertFalse([node for node in self.tree() if any(text in node["name"] for text in ABSENT)], page)
        self.page("Buttons")
        self.read("Baton has not told yet where presses come from.")
        self.page("Shake")
        self.see("check box", "Shake to undo", "checked")
        self.page("Pauses")
        self.do("push button", "30 min")
        self.read("is of an older version")
        self.assertIsNone(self.desk.window.poll())

    def test_agent_dies_on_each_page(self):
        self.open(None)
        for page in PAGES[:-1]:
            self.page(page)
            self.desk.agent.kill()
            self.desk.agent.wait()
            self.read(*ABSENT)
            if page in AGENTS:
                self.assertFalse(self.can(*AGENTS[page]), page)
            self.desk.start_agent()
            wait(f"{page} to be right again", lambda: not any(
                absent in text for text in self.texts() for absent in ABSENT))
            if page in AGENTS:
                self.see(*AGENTS[page], "sensitive")

    def test_agent_hangs_on_each_page(self):
        """What is asked of a batond that hangs is answered with a sentence after some seconds; nothing is shown as done."""
        self.open(None)
        self.page("Shake")
        self.see("check box", "Shake to undo", "checked")
        self.desk.agent.send_signal(signal.SIGSTOP)
        self.do("check box", "Shake to undo", "toggle")
        self.read("Baton does not answer")
        # Not what was wished, but what is.
        self.see("check box", "Shake to undo", "checked")
        for page in PAGES[:-1]:
            self.page(page)
            self.read("does not answer")
            if page in AGENTS:
                self.see(*AGENTS[page], without="sensitive")
        self.desk.agent.send_signal(signal.SIGCONT)
        for page in PAGES[:-1]:
            self.page(page)
            wait(f"{page} to be right again", lambda: not any("does not answer" in text for text in self.texts()))
        self.page("Shake")
        # What was asked for came late, and was done.
        self.see("check box", "Shake to undo", "sensitive", without="checked")
        self.page("Health")
        self.do("push button", "Examine")
        self.read("Shake to undo: not here")

    # MARK: Much, and hostile

    def fake_players(self, *words):
        self.desk.run(BIN / "baton-fake-player", *words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def test_thousand_players(self):
        """Fifty are shown and the others are counted; the window goes on, and every button has its player's name."""
        self.sit_down(None)
        self.desk.run("/usr/bin/python3", HERE / "crowd.py", 1000)
        wait("all of them at batond", lambda: self.desk.agent_property("Application", "Responders").startswith("a(sssb) 1000"), 120)
        self.look_at()
        self.read("and 950 more")
        self.assertEqual(len(self.buttons("Pin ")), 50)
        for node in self.tree():
            if "focusable" in node["flags"]:
                self.assertTrue(node["name"], node)
        self.goes_on()

    def buttons(self, prefix):
        return [node["name"] for node in self.tree() if node["role"] == "push button" and node["name"].startswith(prefix)]

    def test_hostile_titles(self):
        """Markup is text, marks that turn the line around are made visible, and a title of a mebibyte is cut."""
        self.open(None)
        self.fake_players("--name", "evil", "--status", "Playing", "--title", "x")
        self.read("evil gets the next press")
        title = functools.partial(self.desk.set_title, "evil")
        title("<b>bold</b> & <span size='99999'>")
        self.read("<b>bold</b> & <span")
        title("\u202egnp.exe\u2066 \x1b]0;x\x07 end")
        self.read("end")
        for node in self.tree():
            for text in (node["name"], node["description"], node.get("text", "")):
                self.assertFalse(set(text) & set("\u202e\u2066\x1b\x07"), repr(text))
        title("long " * (1 << 18))
        wait("the title to be away", lambda: not any(" end" in text for text in self.texts()))
        self.assertLess(max(len(node["name"]) + len(node["description"]) for node in self.tree()), 2000)
        self.goes_on()

    def test_no_sensor(self):
        """The page says that there is no sensor, and has neither a signal nor a calibration."""
        self.open(None, "--page", "shake")
        self.read("Motion sensor")
        self.assertIsNone(self.look("push button", "Begin"))
        self.read("What counts as a shake")

    # MARK: The configuration

    def refused(self, text):
        """The page says why, and its choices are grey."""
        self.look_at("--page", "stops")
        self.read(text)
        self.see("combo box", "The screen is locked", without="sensitive")
        self.goes_on()

    def test_configuration_is_a_folder(self):
        self.sit_down(None)
        self.desk.file.mkdir()
        self.refused("baton.conf")

    def test_configuration_is_a_pipe(self):
        """Nobody writes into it, and the window does not wait for that."""
        self.sit_down(None)
        os.mkfifo(self.desk.file)
        self.refused("baton.conf")

    def test_configuration_becomes_a_pipe(self):
        self.open("[interruptions]\nlock = pause\n", "--page", "stops")
        self.see("combo box", "The screen is locked", "sensitive")
        self.desk.file.unlink()
        os.mkfifo(self.desk.file)
        self.see("combo box", "The screen is locked", without="sensitive")
        self.desk.file.unlink()
        self.desk.file.write_text("[interruptions]\nlock = lower\n")
        self.read("Players are quieter until it is over.")
        self.see("combo box", "The screen is locked", "sensitive")

    @unittest.skipIf(os.geteuid() != 0, "a disk of its own is mounted by root only")
    def test_full_disk(self):
        """A choice that finds no room is told with its reason, the page shows what holds, and the file has its bytes."""
        text = "[interruptions]\nlock = pause\n"
        self.sit_down(None)
        folder = self.desk.file.parent
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", str(folder)], check=False)
        self.desk.file.write_text(text)
        with open(folder / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        self.look_at("--page", "stops")
        self.choose("The screen is locked", "Make quieter")
        self.read("No space left")
        self.assertEqual(self.desk.file.read_text(), text)
        self.assertEqual([path.name for path in folder.iterdir() if path.name not in ("baton.conf", "filler")], [])
        self.read("Players pause until")
        (folder / "filler").unlink()
        # The row is as before, and another choice has room now.
        self.assertIn("Pause", [node["name"] for node in self.tree() if "The screen is locked" in node["path"]])
        self.choose("Another player starts", "Make quieter")
        self.read("Saved: Another player starts")
        self.written("[interruptions]\nexclusive = lower\nlock = pause\n")

    def test_unwritable_folder(self):
        """Nothing can be written in the folder, by a mount, as root may write everywhere else, or by its permissions."""
        self.sit_down("[interruptions]\nlock = pause\n")
        folder = self.desk.file.parent
        if os.geteuid() == 0:
            subprocess.run(["mount", "--bind", folder, folder], check=True)
            self.addCleanup(subprocess.run, ["umount", "-l", str(folder)], check=False)
            subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        else:
            folder.chmod(0o555)
            self.addCleanup(folder.chmod, 0o755)
        self.look_at("--page", "stops")
        self.read("read-only")
        self.see("combo box", "The screen is locked", without="sensitive")

    # MARK: The end

    def test_closed_in_mid_conversation(self):
        """What was begun at batond ends with the window, and so does the program that it had started."""
        self.open(None, "--page", "buttons")
        self.press("push button", "Begin")
        self.read("It goes on")
        children = pathlib.Path(f"/proc/{self.desk.window.pid}/task/{self.desk.window.pid}/children")
        begun = [int(word) for word in children.read_text().split()]
        self.assertTrue(begun)
        self.desk.key("alt+F4")
        wait("the end", lambda: self.desk.window.poll() is not None)
        self.assertEqual(self.desk.window.returncode, 0)
        wait("batonctl to end", lambda: not any(os.path.exists(f"/proc/{child}") for child in begun))

    # MARK: A sandbox

    def test_sandbox(self):
        """A sandbox whose bus has no Baton: the window says so and does not hang."""
        self.sit_down(None)
        way = self.desk.runtime / "proxy"
        self.desk.run("xdg-dbus-proxy", self.desk.environment["DBUS_SESSION_BUS_ADDRESS"], way, "--filter", "--own=org.baton.Baton.Settings")
        wait("the way out", way.exists)
        self.desk.before_window = [
            "bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent"]
        self.desk.window_variables = {
            "AT_SPI_BUS_ADDRESS": self.desk.accessibility_bus(), "DBUS_SESSION_BUS_ADDRESS": f"unix:path={way}"}
        self.look_at()
        for page in PAGES[:-1]:
            self.page(page)
            self.read(*ABSENT)
        self.page("Pauses")
        self.choose("Another player starts", "Make quieter")
        self.written("[interruptions]\nexclusive = lower\n")

    def test_sandbox_that_shows_and_refuses(self):
        """A sandbox that lets Baton be seen and not be called: each page says that it is refused."""
        self.sit_down(None)
        way = self.desk.runtime / "proxy"
        self.desk.run(
            "xdg-dbus-proxy", self.desk.environment["DBUS_SESSION_BUS_ADDRESS"], way, "--filter",
            "--own=org.baton.Baton.Settings", "--see=org.baton.Baton1")
        wait("the way out", way.exists)
        self.desk.before_window = [
            "bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent"]
        self.desk.window_variables = {
            "AT_SPI_BUS_ADDRESS": self.desk.accessibility_bus(), "DBUS_SESSION_BUS_ADDRESS": f"unix:path={way}"}
        self.look_at()
        for page in PAGES[:-1]:
            self.page(page)
            self.read("may not talk to Baton")
        self.goes_on()


    # MARK: The broker

    def test_broker_dies(self):
        """What the machines did is not known while the broker is away; when it is back, those that it knows are there."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]

        def start():
            broker = self.desk.run("mosquitto", "-p", port, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wait("the broker", lambda: tell("here") == 0)
            return broker

        def tell(name):
            return subprocess.run(
                ["mosquitto_pub", "-p", str(port), "-r", "-t", f"baton/{name}/available", "-m", "online"],
                stderr=subprocess.DEVNULL, check=False).returncode
        self.sit_down(f"[mqtt]\nbroker = mqtt://127.0.0.1:{port}\nname = mine\nfollow = gone\n")
        self.desk.environment["PATH"] += ":/usr/sbin"
        broker = start()
        tell("attic")
        self.look_at("--page", "machines")
        self.read("attic")
        self.read("The broker knows no machine of this name.")
        broker.kill()
        broker.wait()
        self.read("not known now")
        self.read(f"nobody answers at mqtt://127.0.0.1:{port}")
        start()
        tell("den")
        self.read("den")
        wait("the attic to be away", lambda: not any("attic" in text for text in self.texts()))
        wait("no fault", lambda: not any("nobody answers" in text or "not known now" in text for text in self.texts()))


if __name__ == "__main__":
    unittest.main()
