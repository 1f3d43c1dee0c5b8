#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""For a headset's tool: a line "out" on standard input when a bud is out of the ear, and "in" when it is back."""

import sys

from gi.repository import Gio, GLib

BUS = Gio.bus_get_sync(Gio.BusType.SESSION)
held = None
for line in sys.stdin:
    if line == "out\n" and held is None:
        try:
            _, held = BUS.call_with_unix_fd_list_sync(
                "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Interruptions", "Begin",
                GLib.Variant("(ssa{sv})", ("wear", "My headset", {})), None, Gio.DBusCallFlags.NONE, 2000)
        except GLib.Error as error:
            print(f"nothing is paused: {error.message}", file=sys.stderr)
    elif line == "in\n":
        held = None
