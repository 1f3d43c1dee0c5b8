// SPDX-License-Identifier: Apache-2.0

/// Whether presses can come from an input.
package enum InputStateWord: String, Sendable, CaseIterable {
    /// They can.
    case listening
    /// They cannot yet.
    case waiting
    /// They cannot, and the user can do something about it.
    case off
}
