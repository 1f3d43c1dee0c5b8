#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A bridge's end on the desktop: each change is a line of JSON, each line of standard input a command, as "volume 0.4"."""

import json

from gi.repository import Gio, GLib

METHODS = {"play": "Play", "pause": "Pause", "play-pause": "PlayPause", "stop": "Stop", "next": "Next", "previous": "Previous"}


def publish(face, *_):
    values = {name: face.get_cached_property(name) for name in ("PlaybackStatus", "Metadata", "Volume")}
    print(json.dumps({name: value.unpack() for name, value in values.items() if value}), flush=True)


def obey(lines, _):
    command, _, value = lines.readline().strip().partition(" ")
    if command in METHODS:
        face.call(METHODS[command], None, Gio.DBusCallFlags.NO_AUTO_START, -1)
    elif command == "volume":
        volume = GLib.Variant("(ssv)", (face.get_interface_name(), "Volume", GLib.Variant("d", float(value))))
        face.call("org.freedesktop.DBus.Properties.Set", volume, Gio.DBusCallFlags.NO_AUTO_START, -1)
    elif not command:
        loop.quit()
    return True


face = Gio.DBusProxy.new_for_bus_sync(
    Gio.BusType.SESSION, Gio.DBusProxyFlags.DO_NOT_AUTO_START, None, "org.mpris.MediaPlayer2.playerctld",
    "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
face.connect("g-properties-changed", publish)
publish(face)
GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, obey)
loop = GLib.MainLoop()
loop.run()
