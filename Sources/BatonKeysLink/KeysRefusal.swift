// SPDX-License-Identifier: Apache-2.0

/// Why a guard refused to press keys.
public enum KeysRefusal: String, Hashable, Sendable, CustomStringConvertible {
    /// Another window has the focus than the expected one, or none has.
    case focusChanged
    /// The user held a modifier all the time, which would have changed the meaning of the chord (rule UNDO4).
    case modifierHeld
    /// The user holds one of the chord's keys.
    case keyHeld
    /// Another client of the X server has grabbed the keyboard, as a screen locker or an open menu does.
    case keyboardGrabbed
    /// The window with the X server's input focus is neither the active window nor inside of it.
    case focusOutside

    /// For a log line, and for people.
    public var description: String {
        switch self {
        case .focusChanged: "another window has the focus now"
        case .modifierHeld: "a modifier key is held down"
        case .keyHeld: "the key is held down"
        case .keyboardGrabbed: "another program holds the keyboard, as a screen locker or an open menu does"
        case .focusOutside: "the keyboard focus is outside of the active window"
        }
    }
}
