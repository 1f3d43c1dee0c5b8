#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What plays, as a line of JSON for each change: from the face, which Baton and playerctld have under the same name."""

import json

from gi.repository import Gio, GLib


def show(face, *_):
    """Prints what plays, from the copy of the properties that the proxy keeps."""
    status, metadata = map(face.get_cached_property, ("PlaybackStatus", "Metadata"))
    title = metadata.unpack().get("xesam:title", "") if metadata else ""
    text = GLib.markup_escape_text(title) if isinstance(title, str) else ""
    print(json.dumps({"class": status.unpack().lower() if status else "", "text": text}), flush=True)


FACE = Gio.DBusProxy.new_for_bus_sync(
    Gio.BusType.SESSION, Gio.DBusProxyFlags.DO_NOT_AUTO_START, None, "org.mpris.MediaPlayer2.playerctld",
    "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
FACE.connect("g-properties-changed", show)
FACE.connect("notify::g-name-owner", show)
show(FACE)
GLib.MainLoop().run()
