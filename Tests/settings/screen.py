# SPDX-License-Identifier: Apache-2.0
"""The X server's side of a window: what is on the screen now, and how often it is drawn."""
import ctypes
import select
import time

X = ctypes.CDLL("libX11.so.6")
DAMAGE = ctypes.CDLL("libXdamage.so.1")
for library, name, result in (
        (X, "XOpenDisplay", ctypes.c_void_p), (X, "XGetImage", ctypes.c_void_p), (X, "XDefaultRootWindow", ctypes.c_ulong),
        (DAMAGE, "XDamageCreate", ctypes.c_ulong)):
    getattr(library, name).restype = result
ALL_PLANES, Z_PIXMAP, NON_EMPTY = ctypes.c_ulong(-1 & (1 << 64) - 1), 2, 3
# Rows that are looked at, which are close enough that no line of text lies between two of them.
EACH = 7


class Image(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_char)), ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]


class Screen:
    def __init__(self, name):
        self.display = ctypes.c_void_p(X.XOpenDisplay(name.encode()))
        if not self.display:
            raise SystemExit(f"bench-settings: the display {name} cannot be opened")
        self.root = ctypes.c_ulong(X.XDefaultRootWindow(self.display))

    def row(self, y, width):
        image = ctypes.cast(X.XGetImage(self.display, self.root, 0, y, width, 1, ALL_PLANES, Z_PIXMAP), ctypes.POINTER(Image))
        try:
            return ctypes.string_at(image.contents.data, image.contents.bytes_per_line)
        finally:
            X.XDestroyImage(image)

    def texts(self, width, height):
        """In how many of some rows of the screen there are more than a few colors, as in text."""
        return sum(len(set(self.row(y, width))) > 12 for y in range(0, height, EACH))

    def pictures(self, window, seconds):
        """How often a window was drawn. The rectangles of one picture come at once, so what follows within 4 ms belongs to it."""
        base, error = ctypes.c_int(), ctypes.c_int()
        DAMAGE.XDamageQueryExtension(self.display, ctypes.byref(base), ctypes.byref(error))
        damage = ctypes.c_ulong(DAMAGE.XDamageCreate(self.display, ctypes.c_ulong(window), NON_EMPTY))
        event, count, last = (ctypes.c_long * 24)(), 0, 0.0
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            if X.XPending(self.display):
                X.XNextEvent(self.display, ctypes.byref(event))
                DAMAGE.XDamageSubtract(self.display, damage, 0, 0)
                X.XFlush(self.display)
                count += now - last > 0.004
                last = now
            else:
                select.select([X.XConnectionNumber(self.display)], [], [], end - now)
        DAMAGE.XDamageDestroy(self.display, damage)
        return count / seconds
