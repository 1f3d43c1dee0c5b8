// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemPackage

/// The terminal on standard output, while a picture runs in it.
struct Terminal {
    /// Whether standard output is a terminal that can move its cursor.
    static var isThere: Bool {
        guard isatty(1) == 1 else { return false }
        guard let name = getenv("TERM") else { return false }
        return strcmp(name, "dumb") != 0 && name.pointee != 0
    }

    /// Columns and rows; 80 and 24 when it does not tell.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Whether colors are wanted (no-color.org).
    static var isColored: Bool {
        guard let choice = getenv("NO_COLOR") else { return true }
        return choice.pointee == 0
    }

    /// Turns to a screen of its own; what was there comes back with ``leave()``.
    static func enter() { write("\u{1b}[?1049h\u{1b}[?25l") }

    static func leave() { write("\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l") }

    /// Puts the lines on the screen at once, without flicker where the terminal can.
    static func draw(_ lines: [String]) {
        write(
            "\u{1b}[?2026h\u{1b}[H" + lines.map { $0 + "\u{1b}[K" }.joined(separator: "\r\n") + "\u{1b}[J\u{1b}[?2026l")
    }

    private static func write(_ text: String) { _ = try? FileDescriptor.standardOutput.writeAll(text.utf8) }
}
