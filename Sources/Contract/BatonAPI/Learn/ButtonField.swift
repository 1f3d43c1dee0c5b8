// SPDX-License-Identifier: Apache-2.0

/// The fields of the button that `Learn` describes.
package enum ButtonField: String, CaseIterable, Sendable {
    /// `s`: the kind of the input, a word of `InputKind`.
    case input
    /// `s`: the device's own name, or that of the service that sent the command.
    case device
    /// `s`: the path of the device's event node.
    case node
    /// `s`: the key's name in the kernel.
    case key
    /// `s`: what the button does: a word of `LearnedAction`, or of an action in the configuration.
    case action
    /// `s`: what the device is, a word of `ButtonRole`.
    case role
    /// `s`: how the button reaches Baton, a word of `ButtonReading`.
    case reading
    /// `s`: the code of the reason why it does not.
    case reason
    /// `a{sv}`: the details of the reason.
    case details
    /// `as`: lines for baton.conf that make the button do something, or that change what it does.
    case configuration
}
