# SPDX-License-Identifier: Apache-2.0
"""What is on the screen, and how well a text can be read there."""
import collections
import struct
import subprocess

# WCAG 2.1, 1.4.3: text below 18 points.
LEAST = 4.5


class Picture:
    """The whole screen as it is now, as xwd writes it: a header of numbers, a table of colors, and three or four bytes for each pixel."""

    def __init__(self, environment):
        self.bytes = subprocess.run(["xwd", "-root", "-silent"], env=environment, check=True, capture_output=True).stdout
        header = struct.unpack(">20I", self.bytes[:80])
        self.width, self.height, self.line = header[4], header[5], header[12]
        self.size = header[11] // 8
        self.begin = header[0] + header[19] * 12

    def colors(self, x, y, width, height):
        """How often each color, red, green and blue, is in a part of the screen."""
        found = collections.Counter()
        for row in range(max(y, 0), min(y + height, self.height)):
            begin = self.begin + row * self.line
            pixels = self.bytes[begin + self.size * max(x, 0):begin + self.size * min(x + width, self.width)]
            found.update(struct.iter_unpack("BBB" + "x" * (self.size - 3), pixels))
        return {(red, green, blue): count for (blue, green, red), count in found.items()}


def luminance(color):
    red, green, blue = (
        value / 255 / 12.92 if value / 255 <= 0.04045 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def contrast(colors):
    """Of a text with what is behind it: the commonest color is behind it, and the text is where it differs most from that.

    The edges of a letter are mixed with what is behind it; at twice the size each letter has pixels that are not.
    """
    behind = max(colors, key=colors.get)
    return max((ratio(color, behind) for color, count in colors.items() if count >= 3), default=1.0)
