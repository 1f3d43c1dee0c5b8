#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A player for a picture, with the name of a program that people know, and the tracks given. It makes no sound.

Usage: docs/picture/player.py NAME IDENTITY Playing|Paused "ARTIST - TITLE"...
"""
import sys

from gi.repository import Gio, GLib

name, identity, status, *tracks = sys.argv[1:]
track = 0
INTERFACES = Gio.DBusNodeInfo.new_for_xml("<node>" + "".join(
    f'<interface name="org.mpris.MediaPlayer2{suffix}">'
    + "".join(f'<property name="{key}" type="{kind}" access="read"/>' for key, kind in properties)
    + "".join(f'<method name="{method}"/>' for method in methods) + "</interface>"
    for suffix, properties, methods in (
        ("", [("Identity", "s"), ("DesktopEntry", "s"), ("CanQuit", "b"), ("CanRaise", "b"), ("HasTrackList", "b"), ("SupportedUriSchemes", "as"),
              ("SupportedMimeTypes", "as")], ["Raise", "Quit"]),
        (".Player", [("PlaybackStatus", "s"), ("Metadata", "a{sv}"), ("Position", "x"), ("Rate", "d"), ("MinimumRate", "d"), ("MaximumRate", "d"),
                     ("Volume", "d"), *((f"Can{word}", "b") for word in ("GoNext", "GoPrevious", "Play", "Pause", "Seek", "Control"))],
         ["Next", "Previous", "Play", "Pause", "PlayPause", "Stop"]))) + "</node>")


def values():
    artist, title = tracks[track].split(" - ", 1)
    return {
        "Identity": ("s", identity), "DesktopEntry": ("s", name.lower()), "CanQuit": ("b", False), "CanRaise": ("b", False), "HasTrackList": ("b", False),
        "SupportedUriSchemes": ("as", []), "SupportedMimeTypes": ("as", []), "PlaybackStatus": ("s", status), "Position": ("x", 0), "Rate": ("d", 1),
        "MinimumRate": ("d", 1), "MaximumRate": ("d", 1), "Volume": ("d", 1), **{f"Can{word}": ("b", True) for word in ("GoNext", "GoPrevious", "Play", "Pause", "Control")},
        "CanSeek": ("b", False), "Metadata": ("a{sv}", {
            "mpris:trackid": GLib.Variant("o", f"/track/{track}"), "mpris:length": GLib.Variant("x", 200_000_000),
            "xesam:title": GLib.Variant("s", title), "xesam:artist": GLib.Variant("as", [artist])})}


def called(connection, _sender, path, _interface, method, _arguments, invocation):
    global status, track
    if method in ("Next", "Previous"):
        track = (track + (1 if method == "Next" else -1)) % len(tracks)
    elif method in ("Play", "Pause", "Stop", "PlayPause"):
        status = {"Play": "Playing", "PlayPause": "Paused" if status == "Playing" else "Playing"}.get(method, "Paused")
    invocation.return_value(None)
    changed = {key: GLib.Variant(*values()[key]) for key in ("PlaybackStatus", "Metadata")}
    connection.emit_signal(None, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                           GLib.Variant("(sa{sv}as)", ("org.mpris.MediaPlayer2.Player", changed, [])))


def appeared(connection, _name):
    for interface in INTERFACES.interfaces:
        connection.register_object("/org/mpris/MediaPlayer2", interface, called, lambda *call: GLib.Variant(*values()[call[4]]), None)


Gio.bus_own_name(Gio.BusType.SESSION, f"org.mpris.MediaPlayer2.{name}", Gio.BusNameOwnerFlags.NONE, appeared, None, None)
GLib.MainLoop().run()
