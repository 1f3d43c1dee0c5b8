// SPDX-License-Identifier: Apache-2.0

/// What a device says of a key; the raw values are those of an evdev key event.
public enum ButtonChange: Int32, Sendable, CaseIterable {
    /// It came up.
    case up = 0
    /// It went down.
    case down = 1
    /// It is still down: the keyboard's own repetition, which never makes a click (rule B5).
    case repeated = 2
}
