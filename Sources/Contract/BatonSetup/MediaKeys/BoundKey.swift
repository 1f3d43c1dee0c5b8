// SPDX-License-Identifier: Apache-2.0

/// A media key, and the event that a binding of it sends.
package struct BoundKey: Sendable, Equatable {
    /// The keysym's name.
    package let keysym: String
    /// The event when the key is pressed, for `batonctl send`.
    package let press: String
    /// The event when the key is released, where the desktop reports that.
    package let release: String?
    /// The event for a whole press, where the desktop does not report releases.
    package let single: String

    private init(_ keysym: String, _ press: String, release: String? = nil, single: String? = nil) {
        self.keysym = keysym
        self.press = press
        self.release = release
        self.single = single ?? press
    }

    /// Whether a binding is one of this key without modifiers. niri reads names in any case.
    func isBound(by entry: BindingEntry) -> Bool { entry.key == keysym.lowercased() }

    /// The keys that are bound.
    package static let all = [
        BoundKey("XF86AudioPlay", "toggle"), BoundKey("XF86AudioPause", "pause"), BoundKey("XF86AudioStop", "stop"),
        BoundKey("XF86AudioPrev", "previous"), BoundKey("XF86AudioNext", "next"),
        BoundKey("XF86AudioRewind", "begin-seeking-backward", release: "end-seeking-backward", single: "rewind"),
        BoundKey("XF86AudioForward", "begin-seeking-forward", release: "end-seeking-forward", single: "fast-forward"),
    ]
}
