#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A player for the tests of the installed package, in the place of `baton-fake-player`, which would have to be built."""
import argparse

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PLAYER = "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Player(dbus.service.Object):
    def __init__(self, bus, name, status):
        super().__init__(bus, "/org/mpris/MediaPlayer2")
        self.values = {
            "org.mpris.MediaPlayer2": {
                "Identity": name, "CanQuit": False, "CanRaise": False, "HasTrackList": False,
                "SupportedUriSchemes": dbus.Array([], "s"), "SupportedMimeTypes": dbus.Array([], "s")},
            PLAYER: {
                "PlaybackStatus": status, "Metadata": dbus.Dictionary({"xesam:title": "A Title"}, "sv"), "Position": dbus.Int64(0),
                "Rate": 1.0, "MinimumRate": 1.0, "MaximumRate": 1.0, "Volume": 1.0, "CanGoNext": True, "CanGoPrevious": True, "CanPlay": True,
                "CanPause": True, "CanSeek": True, "CanControl": True}}

    @dbus.service.method(PROPERTIES, "ss", "v")
    def Get(self, interface, name):
        return self.values[interface][name]

    @dbus.service.method(PROPERTIES, "s", "a{sv}")
    def GetAll(self, interface):
        return self.values.get(interface, {})

    @dbus.service.signal(PROPERTIES, "sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    def act(self, call, status=None):
        print(call, flush=True)
        if status and status != self.values[PLAYER]["PlaybackStatus"]:
            self.values[PLAYER]["PlaybackStatus"] = status
            self.PropertiesChanged(PLAYER, {"PlaybackStatus": status}, [])

    @dbus.service.method(PLAYER)
    def Next(self):
        self.act("Next")

    @dbus.service.method(PLAYER)
    def Previous(self):
        self.act("Previous")

    @dbus.service.method(PLAYER)
    def Play(self):
        self.act("Play", "Playing")

    @dbus.service.method(PLAYER)
    def Pause(self):
        self.act("Pause", "Paused")

    @dbus.service.method(PLAYER)
    def PlayPause(self):
        self.act("PlayPause", "Paused" if self.values[PLAYER]["PlaybackStatus"] == "Playing" else "Playing")


parser = argparse.ArgumentParser()
parser.add_argument("--name", required=True)
parser.add_argument("--status", default="Paused")
parser.add_argument("--log", action="store_true")
options = parser.parse_args()
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
session = dbus.SessionBus()
owned = dbus.service.BusName(f"org.mpris.MediaPlayer2.{options.name}", session)
player = Player(session, options.name, options.status)
print("ready", flush=True)
GLib.MainLoop().run()
