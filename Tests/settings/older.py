#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Baton of the time before most of its interface: it has the first responder and the switch for shakes, and nothing else.

Usage: older.py    owns org.baton.Baton1 on the session bus until it is ended
"""
from gi.repository import Gio, GLib

DECLARATION = """<node><interface name='org.baton.Baton1.Application'>
  <method name='Undo'><arg type='s' direction='out'/></method>
  <property name='Version' type='s' access='read'/>
  <property name='FirstResponder' type='s' access='read'/>
  <property name='Responders' type='a(sssb)' access='read'/>
  <property name='ShakeToUndo' type='b' access='read'/>
</interface></node>"""
VALUES = {
    "Version": GLib.Variant("s", "0.0.1"), "FirstResponder": GLib.Variant("s", ""),
    "Responders": GLib.Variant("a(sssb)", []), "ShakeToUndo": GLib.Variant("b", True),
}

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(
    "/org/baton/Baton1", Gio.DBusNodeInfo.new_for_xml(DECLARATION).interfaces[0],
    lambda *call: call[-1].return_dbus_error("org.freedesktop.DBus.Error.UnknownMethod", "not yet"),
    lambda _bus, _sender, _path, _interface, name: VALUES[name], None)
Gio.bus_own_name_on_connection(bus, "org.baton.Baton1", Gio.BusNameOwnerFlags.NONE, None, None)
GLib.MainLoop().run()
