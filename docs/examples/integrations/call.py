#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A call that lasts until Enter: call.py NAME. What plays is paused meanwhile, also by a Baton that comes later or again."""

import sys

from gi.repository import Gio, GLib


class Interruption:
    """Begins with each Baton that is there or comes, until it is ended."""

    def __init__(self, kind, reason):
        self.arguments = GLib.Variant("(ssa{sv})", (kind, reason, {}))
        self.lease = None
        self.watch = Gio.bus_watch_name(
            Gio.BusType.SESSION, "org.baton.Baton1", Gio.BusNameWatcherFlags.AUTO_START, self.begin, self.lost)

    def begin(self, bus, name, owner):
        bus.set_exit_on_close(False)
        bus.call_with_unix_fd_list(
            name, "/org/baton/Baton1", "org.baton.Baton1.Interruptions", "Begin", self.arguments, None,
            Gio.DBusCallFlags.NO_AUTO_START, -1, None, None, self.begun)

    def begun(self, bus, result):
        try:
            _, lease = bus.call_with_unix_fd_list_finish(result)
            self.lease = lease if self.watch else None
        except GLib.Error as error:
            print(f"nothing is paused: {error.message}", file=sys.stderr)

    def lost(self, bus, name):
        self.lease = None

    def end(self):
        Gio.bus_unwatch_name(self.watch)
        self.watch = self.lease = None


loop = GLib.MainLoop()
call = Interruption("call", sys.argv[1])
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *_: loop.quit())
loop.run()
call.end()
