# SPDX-License-Identifier: Apache-2.0
"""A session of its own: a bus, batond if it is wanted, and an mpv that plays. And the examples as processes in it."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "docs/examples/integrations"
BIN = pathlib.Path(os.environ["BATON_BIN"])
WORK = pathlib.Path(os.environ["BATON_WORK"])
LANGUAGES = ("sh", "py", "c")
# What a bar would act on, if it took a title for its own language.
TITLES = ('One <b> & "two" %{A1:true:}', "Two")
PLUGINS = ("/etc/mpv/scripts/mpris.so", "/usr/lib/mpv-mpris/mpris.so")
PLAYER = ("org.mpris.MediaPlayer2.mpv", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")


def wait(condition, what, limit=10):
    """Waits until a condition is true, and returns its value. The limit only tells a hang from a delay."""
    end = time.monotonic() + limit
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {limit} s")
        time.sleep(0.02)


def command(example, language):
    """The words that run an example."""
    if language == "c":
        return [str(WORK / example)]
    file = str(EXAMPLES / f"{example}.{language}")
    # The importer of PyGObject 3.42 warns of itself.
    return ["sh", file] if language == "sh" else ["/usr/bin/python3", "-W", "error", "-W", "ignore::ImportWarning", file]


class Session:
    def __init__(self, baton=True, player=True, activates=False, path=f"{BIN}:/usr/bin:/bin"):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=WORK))
        self.processes = []
        address = f"unix:path={self.folder}/bus"
        self.environment = {
            "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "LC_ALL": "C.UTF-8",
            "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder), "PATH": path}
        configuration = (ROOT / "docs/try/bus.conf").read_text()
        if activates:
            services = self.folder / "services"
            services.mkdir()
            (services / "org.baton.Baton1.service").write_text(f"[D-BUS Service]\nName=org.baton.Baton1\nExec={BIN}/batond\n")
            configuration = configuration.replace("</type>", f"</type><servicedir>{services}</servicedir>")
        (self.folder / "bus.conf").write_text(configuration)
        self.start(["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile", "--nosyslog",
                    f"--address={address}"], "bus.log")
        wait((self.folder / "bus").exists, "the bus")
        if player:
            self.start_player()
        if baton:
            self.start_baton()

    def start(self, words, log, stdin=subprocess.DEVNULL):
        with open(self.folder / log, "ab") as output:
            process = subprocess.Popen(words, env=self.environment, start_new_session=True, stdin=stdin, stdout=output, stderr=output)
        self.processes.append(process)
        return process

    def start_player(self):
        plugin = next(file for file in PLUGINS if os.path.exists(file))
        tracks = []
        for number, title in enumerate(TITLES):
            file = WORK / f"{number}.flac"
            tracks.append(str(file))
            if not file.exists():
                subprocess.run(["sox", "-q", "-n", "-r", "8000", "-c", "1", "--comment", f"TITLE={title}", "--add-comment", "ARTIST=Trio",
                                file, "synth", "600", "sine", "400", "gain", "-24"], check=True)
        self.start(["mpv", "--no-config", "--no-terminal", "--no-video", "--load-scripts=no", f"--script={plugin}", "--ao=null",
                    "--loop-playlist=inf", *tracks], "mpv.log")
        wait(lambda: self.status() == "Playing", "mpv plays")

    def start_baton(self):
        self.baton = self.start([str(BIN / "batond")], "batond.log")
        if any(process.args[0] == "mpv" for process in self.processes):
            wait(lambda: "mpv" in self.batonctl("players"), "batond knows mpv")

    def close(self):
        """Ends what runs here, and whatever that has started."""
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            if process.stdin:
                process.stdin.close()

    def run(self, words, **options):
        """Runs something to its end: its exit status and what it printed."""
        done = subprocess.run(words, env={**self.environment, **options.pop("environment", {})}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30, **options)
        return done.returncode, done.stdout

    def batonctl(self, *words):
        return self.run([str(BIN / "batonctl"), *words])[1]

    def property(self, name):
        status, text = self.run(["busctl", "--user", "--json=short", "get-property", *PLAYER, name])
        return json.loads(text)["data"] if status == 0 else None

    def status(self):
        return self.property("PlaybackStatus")

    def title(self):
        return self.property("Metadata")["xesam:title"]["data"]

    def waits_for(self, status):
        wait(lambda: self.status() == status, f"the player is {status}")

    def lasting(self):
        """What is interrupted: each as its reason, which begins with its kind."""
        return [json.loads(line)["reason"] for line in self.batonctl("interruptions", "--json").splitlines()]

    def example(self, name, language, *words):
        """Starts an example whose input the test writes and whose output it reads."""
        return Example(self, [*command(name, language), *words])


class Example:
    def __init__(self, session, words):
        self.output = session.folder / f"output-{len(session.processes)}"
        self.process = session.start(words, self.output.name, stdin=subprocess.PIPE)

    def writes(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def lines(self):
        return self.output.read_text().splitlines()

    def prints(self, wanted):
        """Waits for a line: a text that it contains, or what is asked of the object that it is."""
        def found():
            return [line for line in self.lines() if (wanted in line if isinstance(wanted, str) else wanted(json.loads(line)))]
        try:
            return wait(found, "the line")
        except AssertionError:
            raise AssertionError(f"not printed: {self.lines()}") from None

    def ends(self):
        """Closes its input, and waits for its end."""
        self.process.stdin.close()
        return self.process.wait(10)

    def kill(self):
        self.process.kill()
        self.process.wait()
