#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Locks, and what plays is paused and stays so: lock.py COMMAND [ARGUMENT...]. Without Baton it only locks."""

import subprocess
import sys

from gi.repository import Gio, GLib

OPTIONS = {"resume": GLib.Variant("b", False)}
held = None
try:
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.set_exit_on_close(False)  # a bus that ends unlocks nothing
    _, held = bus.call_with_unix_fd_list_sync(
        "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Interruptions", "Begin",
        GLib.Variant("(ssa{sv})", ("lock", "Locked", OPTIONS)), None, Gio.DBusCallFlags.NONE, 500)
except GLib.Error as error:
    print(f"nothing is paused: {error.message}", file=sys.stderr)
sys.exit(subprocess.call(sys.argv[1:]))
