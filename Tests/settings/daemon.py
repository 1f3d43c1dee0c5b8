# SPDX-License-Identifier: Apache-2.0
"""A settings daemon that gives its media keys to the program that asks for them.

Usage: daemon.py    prints "grabbed" when a program has asked, and presses a key for each line that it reads, such as Next
"""
import sys

from gi.repository import Gio, GLib

NAME = "org.mate.SettingsDaemon"
INTERFACE = "org.mate.SettingsDaemon.MediaKeys"
PATH = "/org/mate/SettingsDaemon/MediaKeys"
DESCRIPTION = f"""<node><interface name="{INTERFACE}">
<method name="GrabMediaPlayerKeys"><arg type="s" direction="in"/><arg type="u" direction="in"/></method>
<method name="ReleaseMediaPlayerKeys"><arg type="s" direction="in"/></method>
<signal name="MediaPlayerKeyPressed"><arg type="s"/><arg type="s"/></signal>
</interface></node>"""


def call(_bus, _sender, _path, _interface, method, arguments, invocation):
    if method == "GrabMediaPlayerKeys":
        print("grabbed", flush=True)
        holders.add(arguments.unpack()[0])
    invocation.return_value(None)


def press(_source, _condition):
    key = sys.stdin.readline().strip()
    for holder in holders:
        bus.emit_signal(None, PATH, INTERFACE, "MediaPlayerKeyPressed", GLib.Variant("(ss)", (holder, key)))
    return bool(key)


holders = set()
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(DESCRIPTION).interfaces[0], call)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE)
GLib.io_add_watch(sys.stdin, GLib.IO_IN, press)
GLib.MainLoop().run()
