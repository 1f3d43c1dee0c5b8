#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Many players, each with a connection of its own as a program has.

Usage: crowd.py COUNT    owns org.mpris.MediaPlayer2.crowd0 and so on until it is ended
"""
import os
import sys

from gi.repository import Gio, GLib

DECLARATION = """<node><interface name='org.mpris.MediaPlayer2'>
  <property name='Identity' type='s' access='read'/><property name='CanQuit' type='b' access='read'/>
</interface><interface name='org.mpris.MediaPlayer2.Player'>
  <method name='PlayPause'/>
  <property name='PlaybackStatus' type='s' access='read'/><property name='Metadata' type='a{sv}' access='read'/>
  <property name='CanControl' type='b' access='read'/><property name='CanPlay' type='b' access='read'/>
  <property name='CanPause' type='b' access='read'/>
</interface></node>"""
FLAGS = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
INTERFACES = Gio.DBusNodeInfo.new_for_xml(DECLARATION).interfaces


def player(number):
    bus = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], FLAGS, None, None)
    values = {
        "Identity": GLib.Variant("s", f"Player {number}"), "PlaybackStatus": GLib.Variant("s", "Paused"),
        "Metadata": GLib.Variant("a{sv}", {"xesam:title": GLib.Variant("s", f"Title {number}")}),
    }
    for interface in INTERFACES:
        bus.register_object(
            "/org/mpris/MediaPlayer2", interface, lambda *call: call[-1].return_value(None),
            lambda *asked: values.get(asked[4], GLib.Variant("b", True)), None)
    bus.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        GLib.Variant("(su)", (f"org.mpris.MediaPlayer2.crowd{number}", 4)), None, Gio.DBusCallFlags.NONE, -1, None)
    return bus


players = [player(number) for number in range(int(sys.argv[1]))]
GLib.MainLoop().run()
