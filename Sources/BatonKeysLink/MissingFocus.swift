// SPDX-License-Identifier: Apache-2.0

/// Why no X11 window can be named as the one with the focus.
public enum MissingFocus: String, Error, Hashable {
    /// The window manager says that no window is active.
    case noWindow
    /// The window manager does not support `_NET_ACTIVE_WINDOW`.
    case untold
    /// The active window closed while its properties were read.
    case closed
}
