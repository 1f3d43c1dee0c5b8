#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A meeting that lasts until Enter. Meanwhile the button of a headset mutes the microphone, and starts no music."""

from gi.repository import Gio, GLib

RESPONDER = Gio.DBusNodeInfo.new_for_xml("""<node><interface name="org.baton.Baton1.Responder">
  <method name="RemoteControlReceived">
    <arg type="u" direction="in"/><arg type="t" direction="in"/><arg type="b" direction="out"/>
  </method></interface></node>""").interfaces[0]
OPTIONS = {"playing": GLib.Variant("b", True), "identity": GLib.Variant("s", "My meeting")}
muted = False


def received(bus, sender, path, interface, method, arguments, call):
    """Play, pause and the toggle are ours. What is not handled goes on to the players."""
    global muted
    is_ours = arguments[0] in (100, 101, 103)
    if is_ours:
        muted = not muted
        print("muted" if muted else "heard", flush=True)
    call.return_value(GLib.Variant("(b)", (is_ours,)))


def baton_came(bus, name, owner):
    bus.call(
        name, "/org/baton/Baton1", "org.baton.Baton1.Application", "Register",
        GLib.Variant("(oa{sv})", ("/org/example/Meeting", OPTIONS)), None, Gio.DBusCallFlags.NO_AUTO_START, -1)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.set_exit_on_close(False)
bus.register_object("/org/example/Meeting", RESPONDER, received, None, None)
Gio.bus_watch_name_on_connection(bus, "org.baton.Baton1", Gio.BusNameWatcherFlags.AUTO_START, baton_came, None)
loop = GLib.MainLoop()
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *_: loop.quit())
loop.run()
