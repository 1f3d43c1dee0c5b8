# SPDX-License-Identifier: Apache-2.0
"""Waiting that hears signals meanwhile. Each wait has a limit."""
import time

from gi.repository import GLib


def pause(seconds):
    """Lets time pass, and hears what is signalled."""
    loop = GLib.MainLoop()
    GLib.timeout_add(max(1, int(seconds * 1000)), loop.quit)
    loop.run()


def until(condition, limit, step=0.05):
    """Waits until the condition is true, and returns its last value. Players tell too little, and sound servers too much, to wait for signals."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value or time.monotonic() >= end:
            return value
        pause(step)
