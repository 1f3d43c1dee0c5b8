// SPDX-License-Identifier: Apache-2.0

/// Why no key was pressed although it could have been.
public enum KeysRefusal: String, Hashable, Sendable, CustomStringConvertible {
    /// Another window has the focus than the one that was expected, or none.
    case focusChanged
    /// The user held a modifier all the time: Ctrl+Z would have been something else.
    case modifierHeld
    /// The user held one of the very keys all the time.
    case keyHeld

    /// For a log line, and for people.
    public var description: String {
        switch self {
        case .focusChanged: "another window has the focus now"
        case .modifierHeld: "a modifier key is held down"
        case .keyHeld: "the key is held down"
        }
    }
}
