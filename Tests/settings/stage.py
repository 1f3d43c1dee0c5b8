# SPDX-License-Identifier: Apache-2.0
"""A person at a desk: a screen, a bus, batond, players, and what the window shows to a screen reader."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

from gi.repository import Gio, GLib

BIN = pathlib.Path(os.environ["BATON_BIN"])
WORK = pathlib.Path(os.environ["BATON_WORK"])
# What is waited for; it only tells a hang from a delay.
LIMIT = 20


def wait(what, check, limit=LIMIT):
    """Waits until the check gives something, and returns that."""
    end = time.monotonic() + limit
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited {limit} s for: {what}")
        time.sleep(0.05)


class Desk:
    def __init__(self, name, configuration=None, runs_agent=True, screen="1280x1000"):
        self.screen, self.scale, self.bin = screen, 1, BIN
        self.folder = WORK / name
        self.home = self.folder / "home"
        self.runtime = self.folder / "run"
        for folder in (self.home / ".config/baton", self.runtime):
            folder.mkdir(parents=True)
        self.runtime.chmod(0o700)
        self.children = []
        self.agent = self.window = self.bus = self.bus_process = None
        self.before_agent = []
        # What only the window is started with: words before its own, and variables. None takes a variable away.
        self.before_window, self.window_variables = [], {}
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.runtime), "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo", "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "0", "GSETTINGS_BACKEND": "memory",
        }
        if configuration is not None:
            self.file.write_text(configuration)
        try:
            self.start_screen()
            self.start_bus()
            self.start_manager()
            if runs_agent:
                self.start_agent()
        except BaseException:
            # Nobody has the desk yet who would close it.
            self.close()
            raise

    @property
    def file(self):
        return self.home / ".config/baton/baton.conf"

    def run(self, *words, variables=None, **options):
        environment = self.environment | (variables or {})
        environment = {name: value for name, value in environment.items() if value is not None}
        child = subprocess.Popen(
            [str(word) for word in words], env=environment, stdin=subprocess.DEVNULL, cwd=self.folder, **options)
        self.children.append(child)
        return child

    def start_screen(self):
        read, write = os.pipe()
        self.run(
            "Xvfb", "-displayfd", write, "-screen", "0", f"{self.screen}x24", "-nolisten", "tcp", pass_fds=[write],
            stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            self.environment["DISPLAY"] = ":" + numbers.readline().strip()

    def start_manager(self):
        """A window manager gives the keyboard to the window."""
        self.run("openbox", "--sm-disable", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_bus(self):
        read, write = os.pipe()
        self.bus_process = self.run(
            "dbus-daemon", "--session", "--nofork", f"--print-address={write}", pass_fds=[write],
            stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as address:
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = address.readline().strip()

    def start_agent(self):
        with open(self.folder / "batond.log", "a") as log:
            self.agent = self.run(*self.before_agent, BIN / "batond", stdout=log, stderr=log)
        wait("batond on the bus", lambda: self.has_name("org.baton.Baton1"))

    def has_name(self, name):
        answer = self.busctl("call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", "s", name)
        return answer.stdout.strip() == "b true"

    def busctl(self, *words):
        return subprocess.run(
            ["busctl", "--user", "--timeout=5", *words], env=self.environment, capture_output=True, text=True, check=False)

    def set_title(self, player, title):
        """Gives the track of a baton-fake-player a title of any length and of any bytes of UTF-8."""
        if self.bus is None:
            self.bus = Gio.DBusConnection.new_for_address_sync(
                self.environment["DBUS_SESSION_BUS_ADDRESS"],
                Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        track = GLib.Variant("a{sv}", {"mpris:trackid": GLib.Variant("o", "/track"), "xesam:title": GLib.Variant("s", title)})
        self.bus.call_sync(
            f"org.baton.FakePlayer.{player}", "/org/baton/FakePlayer", "org.baton.FakePlayer", "Change",
            GLib.Variant.new_tuple(GLib.Variant("a{sv}", {"Metadata": track})), None, Gio.DBusCallFlags.NONE, 10_000, None)

    def batonctl(self, *words):
        return subprocess.run(
            [BIN / "batonctl", *words], env=self.environment, capture_output=True, text=True, check=False)

    def start_player(self, name="mpv"):
        sound = self.folder / "silence.wav"
        if not sound.exists():
            subprocess.run(["sox", "-n", sound, "trim", "0", "600"], check=True)
        child = self.run(
            "mpv", "--no-config", "--no-video", "--ao=null", "--no-terminal", "--loop", f"--script=/usr/lib/mpv-mpris/mpris.so",
            f"--force-media-title={name}", sound, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return child

    def start_window(self, *words):
        self.output = self.folder / "window.log"
        with open(self.output, "a") as log:
            self.window = self.run(
                *self.before_window, self.bin / "baton-settings", *words, variables=self.window_variables, stdout=log, stderr=log)

    def accessibility_bus(self):
        """The address of the accessibility bus, by which a window without the session bus is seen all the same."""
        found = self.busctl("call", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress").stdout
        return found.split('"')[1]

    def agent_property(self, interface, name):
        answer = self.busctl(
            "get-property", "org.baton.Baton1", "/org/baton/Baton1", f"org.baton.Baton1.{interface}", name)
        return answer.stdout.strip()

    def xdotool(self, *words):
        return subprocess.run(
            ["xdotool", *map(str, words)], env=self.environment, check=True, capture_output=True, text=True).stdout

    def key(self, *keys):
        self.xdotool("key", *keys)

    def has_window(self):
        return subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "^Baton$"], env=self.environment, capture_output=True,
            check=False).returncode == 0

    def count_windows(self):
        """A list that is open has a window of its own."""
        return len(self.xdotool("search", "--onlyvisible", "--class", "baton-settings").split())

    @property
    def window_number(self):
        return self.xdotool("search", "--onlyvisible", "--name", "^Baton$").split()[0]

    def enlarge(self):
        """Shows a whole page: what is scrolled away cannot be pressed."""
        width, height = (int(word) for word in self.screen.split("x"))
        self.xdotool("windowsize", "--sync", self.window_number, width - 180, height - 10)

    def frame(self, inner, tall, scale=1):
        """The number of the window, and where its content begins on the screen: a shadow is around it."""
        window = self.window_number
        size = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", window).split())
        left = int(size["X"]) + (int(size["WIDTH"]) - inner * scale) // 2
        return window, left, int(size["Y"]) + (int(size["HEIGHT"]) - tall * scale) // 2

    def click(self, place):
        """Presses the middle of a place in the window, whose shadow is around it."""
        x, y, width, height, inner, tall = place
        _, left, top = self.frame(inner, tall, self.scale)
        x, y, width, height = (number * self.scale for number in (x, y, width, height))
        self.xdotool("mousemove", left + x + width // 2, top + y + height // 2, "click", 1)

    def close(self):
        for child in reversed(self.children):
            if child.poll() is None:
                child.send_signal(signal.SIGCONT)
                child.kill()
            child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
