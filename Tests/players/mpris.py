# SPDX-License-Identifier: Apache-2.0
"""A player as others see it: its object on the bus, and what its signals have told."""
import time

from gi.repository import Gio, GLib

PATH = "/org/mpris/MediaPlayer2"
ROOT, PLAYER = "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
PREFIX = "org.mpris.MediaPlayer2."
# Longer than batonctl waits, so that a player that answers late is seen to have answered.
LIMIT = 3000


def names(bus):
    """The players on the bus, without Baton's own names."""
    all_names = bus.call_sync(*BUS, "ListNames", None, None, 0, LIMIT, None).unpack()[0]
    return [name for name in all_names if name.startswith(PREFIX) and name not in (PREFIX + "baton", PREFIX + "playerctld")]


class Peer:
    """One name with the interfaces of MPRIS."""

    def __init__(self, bus, name):
        self.bus, self.name = bus, name
        self.told, self.seeked = {}, []
        self.tellings = {}
        self.subscriptions = []

    def listen(self):
        """Keeps what the player signals from now on."""
        for interface, member, heard in ((PROPERTIES, "PropertiesChanged", self.changed), (PLAYER, "Seeked", self.jumped)):
            self.subscriptions.append(self.bus.signal_subscribe(self.name, interface, member, PATH, None, 0, heard))

    def changed(self, _bus, _sender, _path, _interface, _member, arguments):
        _, values, invalidated = arguments.unpack()
        self.told.update(values)
        for name in values:
            self.tellings.setdefault(name, []).append(time.monotonic())
        for name in invalidated:
            self.told.pop(name, None)

    def is_restless(self, name):
        """Whether it has told a property so often in the last second that nobody can say what it is now: Parole's volume goes to and fro by itself."""
        self.tellings[name] = [told for told in self.tellings.get(name, []) if told > time.monotonic() - 1]
        return len(self.tellings[name]) > 3

    def jumped(self, _bus, _sender, _path, _interface, _member, arguments):
        self.seeked.append(arguments.unpack()[0])

    def request(self, interface, member, arguments=None):
        """An error of the player is None as a result, and kept."""
        self.error = None
        try:
            return self.bus.call_sync(self.name, PATH, interface, member, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, LIMIT, None)
        except GLib.Error as error:
            self.error = error.message
            return None

    def call(self, method, signature=None, *values):
        return self.request(PLAYER, method, GLib.Variant(f"({signature})", values) if signature else None)

    def set(self, name, signature, value):
        return self.request(PROPERTIES, "Set", GLib.Variant("(ssv)", (PLAYER, name, GLib.Variant(signature, value))))

    def all(self, interface=PLAYER):
        """All properties of an interface; empty if the player is gone or answers none."""
        answer = self.request(PROPERTIES, "GetAll", GLib.Variant("(s)", (interface,)))
        return answer.unpack()[0] if answer else {}

    def position(self):
        """In seconds. It is asked for by itself: some players leave it out of the answer to GetAll, or have an old one there."""
        answer = self.request(PROPERTIES, "Get", GLib.Variant("(ss)", (PLAYER, "Position")))
        value = answer.unpack()[0] if answer else None
        return value / 1e6 if isinstance(value, (int, float)) else None

    @property
    def is_there(self):
        return self.name in names(self.bus)
