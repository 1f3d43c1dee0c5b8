// SPDX-License-Identifier: Apache-2.0

/// Why no key was pressed although it could have been.
public enum KeysRefusal: String, Hashable, Sendable {
    /// Another window has the focus than the one that was expected, or none.
    case focusChanged
    /// The user held a modifier all the time: Ctrl+Z would have been something else.
    case modifierHeld
    /// The user held one of the very keys all the time.
    case keyHeld
    /// Another client of the X server has grabbed the keyboard: a screen locker, an open menu.
    case keyboardGrabbed
    /// The window with the X server's input focus is not the active window, nor inside it.
    case focusOutside
}
