// SPDX-License-Identifier: Apache-2.0

/// Something that `baton-keys` did to a display and that must be undone, if not by it then by the next one.
public struct HeldKey: Hashable, Sendable {
    /// What was done.
    public enum Kind: String, Hashable, Sendable {
        /// The key was pressed; it has to be released.
        case pressed
        /// The key had no meaning and was lent one (X11 only); it has to be taken away.
        case lent
    }

    /// Where the key is.
    public var display: KeyDisplay
    /// Its number: on X11 the server's keycode (8…255), elsewhere the kernel's (`KEY_*`, which is 8 less).
    public var code: UInt32
    /// What was done to it.
    public var kind: Kind

    /// Names a key.
    public init(_ kind: Kind = .pressed, _ code: UInt32, on display: KeyDisplay) {
        self.display = display
        self.code = code
        self.kind = kind
    }
}
