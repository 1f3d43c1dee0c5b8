// SPDX-License-Identifier: Apache-2.0

/// A change of a key. The raw values are those of an evdev key event.
///
/// For example:
/// ```swift
/// guard let change = ButtonChange(rawValue: event.value) else { return }
/// ```
public enum ButtonChange: Int32, Sendable, CaseIterable {
    /// The key was released.
    case up = 0
    /// The key was pressed.
    case down = 1
    /// The key is still down: auto-repeat, which never makes a click (rule B5).
    case repeated = 2
}
