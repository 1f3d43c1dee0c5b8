// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// What the configuration and the user say of a player by its name.
@MainActor
final class PlayerRules {
    var routing: Configuration.Routing
    private let choices: UserChoices

    init(_ routing: Configuration.Routing, choices: UserChoices) {
        self.routing = routing
        self.choices = choices
    }

    /// Whether the name is a player at all: not one of our faces, playerctld's, or one the user ignores.
    func isPlayer(_ name: BusName) -> Bool {
        let id = ResponderID(name.rawValue)
        if Self.isFace(id) || choices.ignores(id) { return false }
        return !routing.ignore.contains { $0.matches(name.rawValue) }
    }

    /// A stand-in for other players, ours or playerctld's: routing to one would go round in a circle.
    private static func isFace(_ id: ResponderID) -> Bool {
        id.baseName == "playerctld" || id.baseName == "baton"
    }

    /// A phone's player that KDE Connect or GSConnect publishes; not remote when the user does not care.
    func isRemote(_ id: ResponderID) -> Bool {
        guard routing.remotePlayersLast else { return false }
        return id.baseName.hasPrefix("kdeconnect.") || id.baseName.hasPrefix("GSConnect.")
    }

    func priority(_ id: ResponderID) -> Int {
        routing.priority.firstIndex { $0.matches(id.rawValue) } ?? Int.max
    }
}
