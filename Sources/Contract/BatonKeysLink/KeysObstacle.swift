// SPDX-License-Identifier: Apache-2.0

/// Why keys cannot be pressed on a display.
public enum KeysObstacle: String, Hashable, Sendable {
    /// The compositor has no protocol for virtual keyboards.
    case noVirtualKeyboard
    /// The kernel's module uinput is not loaded.
    case uinputMissing
    /// This user may not write to /dev/uinput.
    case uinputForbidden
    /// `baton-keys` is not installed; only batond says so.
    case helperMissing
    /// Libraries that `baton-keys` needs are not installed; only batond says so, with their names as the text.
    case librariesMissing
    /// Anything else, which the text tells.
    case other
}
