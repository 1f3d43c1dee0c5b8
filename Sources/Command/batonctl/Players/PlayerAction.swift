// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonTemplate

/// What a command does with one player.
enum PlayerAction: Hashable, Sendable {
    /// Prints a text on standard output.
    case print(String)
    /// Calls a method.
    case call(PlayerMethod, [Value])
    /// Sets a property.
    case set(PlayerProperty, Value)
    /// Sends nothing, and is done, for this reason.
    case done(String)
    /// Passes to the next player, for this reason.
    case pass(String)
    /// Passes to the next player, for this reason; but if the player plays, no other one gets the command.
    case refuse(String)

    /// The action in a few words, for `--verbose`.
    var summary: String {
        switch self {
        case .print: "answered"
        case .call(let method, let arguments):
            "\(method.name)(\(arguments.map(ValueText.text).joined(separator: ", ")))"
        case .set(let property, let value): "\(property.name) = \(ValueText.text(value))"
        case .done(let reason), .pass(let reason), .refuse(let reason): reason
        }
    }
}
