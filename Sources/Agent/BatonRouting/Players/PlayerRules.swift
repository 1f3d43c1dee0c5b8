// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonSettings

/// The settings of the configuration and the user for a player, by its name.
@MainActor
final class PlayerRules {
    var routing: Configuration.Routing
    private let choices: UserChoices

    init(_ routing: Configuration.Routing, choices: UserChoices) {
        self.routing = routing
        self.choices = choices
    }

    /// Whether the name is a player: not a face of Baton, not playerctld's, and not ignored by the user.
    func isPlayer(_ name: BusName) -> Bool {
        let id = ResponderID(name.rawValue)
        if Self.isFace(id) || choices.ignores(id) { return false }
        return !routing.ignore.contains { $0.matches(name.rawValue) }
    }

    /// Whether the name is a face, Baton's or playerctld's. A command that is routed to it would come back.
    private static func isFace(_ id: ResponderID) -> Bool {
        id.baseName == "playerctld" || id.baseName == "baton"
    }

    /// Whether the player is on another device (KDE Connect, GSConnect, Valent). False if `remote-players-last` is off.
    func isRemote(_ id: ResponderID) -> Bool { routing.remotePlayersLast && id.isOnAnotherDevice }

    func priority(_ id: ResponderID) -> Int {
        routing.priority.firstIndex { $0.matches(id.rawValue) } ?? Int.max
    }
}
