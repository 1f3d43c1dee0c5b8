# SPDX-License-Identifier: Apache-2.0
"""A machine of a household: a session bus, batond, baton-mqtt and a real mpv, in a network namespace of its own if it has one."""
import json
import os
import pathlib
import signal
import subprocess

import waiting

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLUGINS = ("/etc/mpv/scripts/mpris.so", "/usr/lib/mpv-mpris/mpris.so")
PLAYER = ("org.mpris.MediaPlayer2.mpv", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
TITLES = ("One", "Two", "Three")


def tracks(folder):
    """Three tones of a minute that nobody hears."""
    for number, title in enumerate(TITLES):
        file = folder / f"{number}.flac"
        if not file.exists():
            subprocess.run(["sox", "-q", "-n", "-r", "8000", "-c", "1", "--comment", f"TITLE={title}", "--add-comment", "ARTIST=Trio",
                            "--add-comment", "ALBUM=Evening", file, "synth", "60", "sine", "400", "gain", "-24"], check=True)
        yield str(file)


class Host:
    """`lines` are the keys below [mqtt] beside those of the broker and the name."""

    def __init__(self, name, broker, folder, programs, lines="", namespace=None):
        self.name, self.broker, self.folder, self.programs, self.namespace = name, broker, folder / name, programs, namespace
        self.folder.mkdir()
        self.configuration = self.folder / "baton.conf"
        self.environment = {
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder}/bus", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder), "XDG_STATE_HOME": f"{self.folder}/state",
            "LC_ALL": "C.UTF-8", "PATH": f"{programs}:/usr/bin:/bin:/usr/sbin:/sbin", "SWIFT_BACKTRACE": "enable=no"}
        self.configure(lines)
        self.running = {}
        self.start_bus()
        self.start_agent()
        self.start_bridge()

    def configure(self, lines):
        """Writes baton.conf; a running program reads it at its next start, or at SIGHUP."""
        broker = self.broker
        own = [f"broker = mqtt{'s' if broker.secure else ''}://{broker.address}:{broker.port}", f"name = {self.name}"]
        if broker.secure:
            own += [f"authority = {broker.authority}"]
        if broker.users:
            password = self.folder / "password"
            password.write_text(self.name + "\n")
            password.chmod(0o600)
            own += [f"user = {self.name}", f"password-file = {password}"]
        self.configuration.write_text("\n".join(["[mqtt]", *own, lines, ""]))

    # MARK: Programs

    def start(self, name, words):
        prefix = ["ip", "netns", "exec", self.namespace] if self.namespace else []
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen([*prefix, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=log,
                                                  stderr=log, start_new_session=True)

    def end(self, name, number=signal.SIGKILL):
        process = self.running.pop(name)
        os.killpg(process.pid, number)
        process.wait(10)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def start_bus(self):
        (self.folder / "bus.conf").write_text((ROOT / "docs/try/bus.conf").read_text())
        self.start("bus", ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile", "--nosyslog",
                           f"--address=unix:path={self.folder}/bus"])
        waiting.until((self.folder / "bus").exists, "the bus")

    def start_agent(self):
        self.start("batond", [f"{self.programs}/batond", "--config", str(self.configuration)])
        waiting.until(lambda: self.run("batonctl", "info")[0] == 0, f"batond of {self.name}")

    def start_bridge(self):
        """Starts baton-mqtt, and waits until it has told the others of itself."""
        told = self.log("baton-mqtt").count("known to the others") if (self.folder / "baton-mqtt.log").exists() else 0
        self.start("baton-mqtt", [f"{self.programs}/baton-mqtt", "--config", str(self.configuration)])
        waiting.until(lambda: self.log("baton-mqtt").count("known to the others") > told, f"baton-mqtt of {self.name}")

    def reload(self):
        self.running["baton-mqtt"].send_signal(signal.SIGHUP)

    def start_player(self, *words):
        """Starts mpv, and waits until batond knows that it plays."""
        plugin = next(file for file in PLUGINS if os.path.exists(file))
        self.start("mpv", ["mpv", "--no-config", "--no-terminal", "--no-video", "--load-scripts=no", f"--script={plugin}", "--ao=null",
                           "--loop-file=inf", "--loop-playlist=inf", *words, *tracks(self.folder.parent)])
        waiting.until(lambda: self.status() == "Playing", f"mpv of {self.name} plays")
        waiting.until(lambda: "mpv" in self.batonctl("players"), f"batond of {self.name} knows mpv")

    def close(self):
        for name in reversed(list(self.running)):
            self.end(name)

    # MARK: What is done and asked

    def run(self, program, *words):
        """Runs a program to its end: its exit status and what it printed."""
        done = subprocess.run([program, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=30)
        return done.returncode, done.stdout

    def batonctl(self, *words):
        return self.run("batonctl", *words)[1]

    def property(self, name):
        status, text = self.run("busctl", "--user", "--json=short", "get-property", *PLAYER, name)
        return json.loads(text)["data"] if status == 0 else None

    def status(self):
        return self.property("PlaybackStatus")

    def volume(self):
        return self.property("Volume")

    def shake(self):
        """Plays a shake, which a sensor does not need to have seen."""
        self.batonctl("simulate-shake")

    def agent(self, interface, name):
        """A property of batond's."""
        status, text = self.run("busctl", "--user", "--json=short", "get-property", "org.baton.Baton1", "/org/baton/Baton1",
                                f"org.baton.Baton1.{interface}", name)
        return json.loads(text)["data"] if status == 0 else None
