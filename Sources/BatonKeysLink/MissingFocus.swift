// SPDX-License-Identifier: Apache-2.0

/// Why it is not known which X11 window has the focus.
public enum MissingFocus: String, Error, Hashable, CustomStringConvertible {
    /// The window manager says that no window is active.
    case noWindow
    /// The window manager does not support `_NET_ACTIVE_WINDOW`.
    case untold
    /// The active window closed while its properties were read.
    case closed

    /// For a log line, and for people.
    public var description: String {
        switch self {
        case .noWindow: "no X11 window has the focus"
        case .untold: "the window manager does not tell which window is active"
        case .closed: "the window with the focus has just closed"
        }
    }
}
