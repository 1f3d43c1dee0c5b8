# SPDX-License-Identifier: Apache-2.0
"""What a player has around it: folders, a display, a bus, a sound server with two outputs, and Baton. All of it is made for one trial."""
import os
import pathlib
import shutil
import subprocess
import time

from gi.repository import Gio

import processes
import waiting

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={room}/run/bus</listen><auth>EXTERNAL</auth><servicedir>{room}/services</servicedir>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""
# Where two players of Xfce keep which of their plugins are on. Nothing else is started behind anybody's back.
SERVICES = ("org.xfce.Xfconf",)
OUTPUTS = ("phones", "speakers")
CONFIGURATION = "[mpris]\nname = both\n"


class NotHere(Exception):
    """A player that cannot be started here, with the reason."""


class Room:
    def __init__(self, folder, programs, sound):
        self.folder, self.programs, self.sound = pathlib.Path(folder), pathlib.Path(programs), sound
        self.started, self.outputs, self.agent = [], {}, None
        for part in ("home", "run", "services", "config/baton", "data", "cache", "state", "music", "other"):
            (self.folder / part).mkdir(parents=True)
        (self.folder / "run").chmod(0o700)
        (self.folder / "config/baton/baton.conf").write_text(CONFIGURATION)
        (self.folder / "bus.conf").write_text(BUS.format(room=self.folder))
        for name in SERVICES:
            (self.folder / f"services/{name}.service").symlink_to(f"/usr/share/dbus-1/services/{name}.service")
        self.environment = self.own_environment()

    def own_environment(self):
        at = self.folder
        return {
            "PATH": "/usr/bin:/bin:/usr/games", "HOME": f"{at}/home", "USER": "player", "LC_ALL": "C.UTF-8", "TMPDIR": f"{at}/cache",
            "XDG_RUNTIME_DIR": f"{at}/run", "XDG_CONFIG_HOME": f"{at}/config", "XDG_DATA_HOME": f"{at}/data", "XDG_CACHE_HOME": f"{at}/cache",
            "XDG_STATE_HOME": f"{at}/state", "XDG_MUSIC_DIR": f"{at}/music", "XDG_SESSION_TYPE": "x11",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={at}/run/bus", "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={at}/run/no-system-bus",
            "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "GSETTINGS_BACKEND": "keyfile", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
            "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "PULSE_LATENCY_MSEC": "60", "TERM": "xterm",
        }

    def forget(self):
        """Removes what a player has written, so that it starts as for the first time."""
        for part in ("home", "config", "data", "cache", "state", "profile", "run"):
            for file in (self.folder / part).glob("*"):
                # Baton's own, the bus and the sound server.
                if file.name.startswith(("baton", "bus", "pulse", "pipewire")):
                    continue
                shutil.rmtree(file, ignore_errors=True) if file.is_dir() and not file.is_symlink() else file.unlink()

    def start(self, name, command, **more):
        process = processes.start(command, {**self.environment, **more}, self.folder / f"{name}.log")
        self.started.append(process)
        return process

    def run(self, command, limit=5, **more):
        """Runs a program to its end; a program that hangs is ended, and has the exit status None."""
        try:
            done = subprocess.run(
                command, env={**self.environment, **more}, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, cwd=self.folder / "home")
        except subprocess.TimeoutExpired:
            return None, f"{command[0]} had not ended after {limit} s"
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace").strip()

    def open(self):
        self.open_display()
        self.start("bus", ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile", "--nosyslog"])
        self.require("the bus", lambda: (self.folder / "run/bus").exists())
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(self.environment["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        self.open_sound()

    def open_display(self):
        read, write = os.pipe()
        os.set_inheritable(write, True)
        with open(self.folder / "display.log", "ab") as log:
            self.started.append(subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[write], start_new_session=True))
        os.close(write)
        with os.fdopen(read) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise NotHere("Xvfb has not started")
        self.environment["DISPLAY"] = f":{number}"

    def open_sound(self):
        if self.sound == "pipewire":
            for name in ("pipewire", "wireplumber", "pipewire-pulse"):
                self.start(name, [name])
                self.require(name, lambda: name != "pipewire" or (self.folder / "run/pipewire-0").exists())
        else:
            # Without this module a stream ends with its output; every desktop has it.
            self.start("sound", [
                "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--resample-method=peaks", "--realtime=no",
                "--high-priority=no", "-L", "module-native-protocol-unix", "-L", "module-rescue-streams"])
        self.require("the sound server", lambda: self.run(["pactl", "info"], 2)[0] == 0)
        for name in reversed(OUTPUTS):
            self.load_output(name)

    def load_output(self, name):
        """Makes an output that plays into nothing, and has new streams go there. A sink without an API would be no device that can be unplugged."""
        status, text = self.run(["pactl", "load-module", "module-null-sink", f"sink_name={name}", "sink_properties='device.api=alsa device.bus=usb'"])
        if status != 0:
            raise NotHere(f"the sound server has no output: {text}")
        self.outputs[name] = text.split()[-1]
        self.run(["pactl", "set-default-sink", name])

    def open_baton(self):
        self.agent = self.start("batond", [str(self.programs / "batond")], LD_LIBRARY_PATH=str(self.programs))
        self.require("batond", lambda: self.batonctl("info")[0] == 0)

    def batonctl(self, *words):
        return self.run([str(self.programs / "batonctl"), *words], LD_LIBRARY_PATH=str(self.programs))

    def require(self, what, condition):
        if not waiting.until(condition, 15):
            raise NotHere(f"{what} has not started")

    def close(self):
        """Ends everything that was started here, what these have started, and what they have left behind."""
        started = time.monotonic()
        processes.end(processes.children(os.getpid()))
        return time.monotonic() - started
