// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The properties of the terminal on standard output.
struct Terminal {
    /// Whether standard output is a terminal that can move its cursor.
    static var isThere: Bool {
        guard isatty(1) == 1 else { return false }
        guard let name = getenv("TERM") else { return false }
        return strcmp(name, "dumb") != 0 && name.pointee != 0
    }

    /// Columns and rows; 80 and 24 when the terminal does not tell.
    static var size: (columns: Int, rows: Int) { size(of: 1) ?? (80, 24) }

    private static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The width to wrap sentences at; nil if standard output is no terminal: programs get them as they are.
    static var columns: Int? { isatty(1) == 1 ? size.columns : nil }

    /// The same of standard error.
    static var errorColumns: Int? { size(of: 2)?.columns }

    /// Whether colors are wanted (no-color.org).
    static var isColored: Bool {
        guard let choice = getenv("NO_COLOR") else { return true }
        return choice.pointee == 0
    }
}
