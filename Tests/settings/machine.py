# SPDX-License-Identifier: Apache-2.0
"""A person at baton-settings who changes what other programs of the machine do: systemd, the desktop's media keys, what records."""
import subprocess

from person import EYES, Person
from stage import wait


class Machine(Person):
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

    def test_hooks(self):
        """The last run of a hook is on the page as it happens, and after Try a message tells how it ended."""
        self.open(
            "[hook bad]\non = sleep\ncommand = /bin/false\n[hook missing]\non = sleep\ncommand = /nonexistent/x\n",
            "--page", "stops", prepares=lambda desk: desk.start_player("one"))
        wait("the hooks", lambda: "It has not run yet." in self.texts())
        self.desk.batonctl("sleep", "1s")
        wait("their runs", lambda: {
            "Last run: less than a minute ago, with status 1.",
            "Last try: less than a minute ago. Its program could not be started."} <= set(self.texts()))
        # The first of the two.
        self.do("push button", "Try")
        wait("the message", lambda: "bad ended with status 1." in self.texts())

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
        # The window sees what is done in a terminal.
        self.desk.batonctl("setup", "--media-keys", "--yes")
        self.see("push button", "Disconnect")
        self.desk.batonctl("setup", "--media-keys", "--revert")
        self.see("push button", "Show")

    def install_i3(self, desk):
        folder = desk.home / ".config/i3"
        folder.mkdir(parents=True)
        (folder / "config").write_text("set $mod Mod4\n")
        desk.environment["XDG_CURRENT_DESKTOP"] = "i3"
