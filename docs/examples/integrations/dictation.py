#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Records, and pauses what plays meanwhile: dictation.py COMMAND [ARGUMENT...]. Without Baton it only records."""

import subprocess
import sys

from gi.repository import Gio, GLib


def begin(kind, reason):
    """Pauses what plays. It stays paused while what this returns is kept."""
    try:
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.set_exit_on_close(False)  # a bus that ends is no reason to stop recording
        options = {"wait": GLib.Variant("b", True)}  # until the players are silent, half a second at most
        _, lease = bus.call_with_unix_fd_list_sync(
            "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Interruptions", "Begin",
            GLib.Variant("(ssa{sv})", (kind, reason, options)), None, Gio.DBusCallFlags.NONE, 2000)
        return bus, lease
    except GLib.Error as error:
        print(f"nothing is paused: {error.message}", file=sys.stderr)
        return None


held = begin("dictation", "My dictation")
status = subprocess.call(sys.argv[1:])
held = None
sys.exit(status)
