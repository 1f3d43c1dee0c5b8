// SPDX-License-Identifier: Apache-2.0

/// The fields of the button that `Learn` describes, in the order in which people read them.
package enum ButtonField: String, CaseIterable, Sendable {
    /// The kind of the input.
    case input
    /// The device's name.
    case device
    /// The device's node in the kernel.
    case node
    /// The key's name in the kernel.
    case key
    /// What the button does.
    case action
    /// Why it does that.
    case explanation
    /// Lines for baton.conf that change it.
    case configuration
}
