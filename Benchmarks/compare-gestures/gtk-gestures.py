#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shows a window with GTK 4's gestures, and prints a line for each touch that begins and each gesture that is told of.

Usage: gtk-gestures.py <COMMANDS    (gtk.sh starts it)
Commands, one a line:
  gestures FINGERS   from now on gestures of so many fingers
  none               no gestures, to know what the rest costs
  cost               prints the processor time in milliseconds, and how many events of touches have come

A line has what happened, and when: in milliseconds of the monotonic clock, which the compositor's events have as well.
"""
import resource
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

events = [0]
area = None
present = []


def tell(what, time=None):
    print(what, time if time is not None else GLib.get_monotonic_time() // 1000, flush=True)


def now(gesture):
    """The time of the event that a gesture acts on; that of the clock if a timer does."""
    return gesture.get_current_event_time() or None


def see(*_):
    events[0] += 1
    return False


def click(gesture, presses, *_):
    tell("double-tap" if presses == 2 else "tap", now(gesture))


def swipe(gesture, x, y):
    direction = ("right" if x > 0 else "left") if abs(x) > abs(y) else ("down" if y > 0 else "up")
    # GTK leaves it to the app which speed is a swipe: one that moved as fast as Baton's slowest, 50 points in 500 ms.
    if max(abs(x), abs(y)) >= 100:
        tell("swipe-" + direction, now(gesture))


def drag(gesture, x, y):
    # GTK has a drag begin with the touch, and leaves the distance to the app: gtk-dnd-drag-threshold is 8 pixels.
    if gesture.is_told or (x * x + y * y) ** 0.5 <= 8:
        return
    gesture.is_told = True
    tell("pan", now(gesture))


def once(name, signal_name, gesture):
    """Tells of the first change of each sequence."""

    def begin(*_):
        gesture.is_told = False

    def change(*_):
        if not gesture.is_told:
            gesture.is_told = True
            tell(name, now(gesture))

    gesture.connect("begin", begin)
    gesture.connect(signal_name, change)
    return gesture


def gestures(fingers):
    tap = Gtk.GestureClick(n_points=fingers)
    tap.connect("released", click)
    hold = Gtk.GestureLongPress(n_points=fingers)
    hold.connect("pressed", lambda gesture, *_: tell("long-press"))
    fling = Gtk.GestureSwipe(n_points=fingers)
    fling.connect("swipe", swipe)
    pan = Gtk.GestureDrag(n_points=fingers)
    pan.connect("drag-begin", lambda gesture, *_: setattr(gesture, "is_told", False))
    pan.connect("drag-update", drag)
    pinch = once("pinch", "scale-changed", Gtk.GestureZoom())
    return [tap, hold, fling, pan, pinch, once("rotation", "angle-changed", Gtk.GestureRotate())]


def obey(*_):
    line = sys.stdin.readline()
    if not line:
        application.quit()
        return False
    word, *rest = line.split()
    if word == "cost":
        usage = resource.getrusage(resource.RUSAGE_SELF)
        print("cost", round((usage.ru_utime + usage.ru_stime) * 1000), events[0], flush=True)
        return True
    while present:
        area.remove_controller(present.pop())
    present.extend(gestures(int(rest[0])) if word == "gestures" else [])
    for gesture in present:
        area.add_controller(gesture)
    print(line.strip(), flush=True)
    return True


def activate(application):
    global area
    window = Gtk.ApplicationWindow(application=application)
    area = Gtk.DrawingArea(hexpand=True, vexpand=True)
    legacy = Gtk.EventControllerLegacy(propagation_phase=Gtk.PropagationPhase.CAPTURE)
    legacy.connect("event", see)
    area.add_controller(legacy)
    # The bindings of GTK 4.8 hand no event to a handler; a drag of one finger tells when the first one goes down.
    first = Gtk.GestureDrag(propagation_phase=Gtk.PropagationPhase.CAPTURE)
    first.connect("drag-begin", lambda gesture, *_: tell("down", now(gesture)))
    area.add_controller(first)
    window.set_child(area)
    window.fullscreen()
    window.present()
    GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN, obey)
    tell("shown")


application = Gtk.Application(application_id="org.baton.CompareGestures")
application.connect("activate", activate)
application.run([])
