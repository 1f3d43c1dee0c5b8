// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonSettings

/// The settings of the configuration and the user for a player, by its name.
@MainActor
final class PlayerRules {
    private(set) var routing: Configuration.Routing
    private var sections: PlayerSections
    private let choices: UserChoices
    let reactor: Reactor
    /// The toggle whose effect is awaited, of all players; made with the first one.
    private(set) var toggleTrial: ToggleTrial?

    init(_ configuration: Configuration, choices: UserChoices, reactor: Reactor) {
        routing = configuration.routing
        sections = PlayerSections(configuration.players)
        self.choices = choices
        self.reactor = reactor
    }

    func apply(_ configuration: Configuration) {
        routing = configuration.routing
        sections = PlayerSections(configuration.players)
    }

    /// Finds the name of a player's program.
    var program: (Player) -> String? = { _ in nil }

    /// Whether names of players other than that on the bus make a difference.
    var dependsOnLabels: Bool {
        !routing.ignore.isEmpty || !routing.priority.isEmpty || !routing.remote.isEmpty
    }

    /// The section of the configuration for a player.
    func rule(for player: PlayerResponder) -> Configuration.PlayerRule { sections.rule(for: labels(of: player)) }

    /// All names of a player (rule MPRIS101).
    private func labels(of responder: PlayerResponder) -> PlayerLabels {
        let player = responder.player
        return PlayerLabels(
            busName: responder.id.rawValue,
            others: [player.value(of: .identity)?.asString, player.desktopEntry, program(player)].compactMap { $0 })
    }

    private func matches(_ patterns: [PlayerPattern], _ responder: PlayerResponder) -> Bool {
        guard !patterns.isEmpty else { return false }
        let labels = labels(of: responder)
        return patterns.contains { $0.matches(labels) }
    }

    /// The section of the configuration for a player whose Next or Previous jumps; nil for others.
    func jumpRule(for player: PlayerResponder) -> Configuration.PlayerRule? {
        guard sections.haveJumps else { return nil }
        let rule = rule(for: player)
        return rule.next == nil && rule.previous == nil ? nil : rule
    }

    /// The toggle whose effect is awaited, made now if there was none.
    func makeToggleTrial() -> ToggleTrial {
        if let toggleTrial { return toggleTrial }
        let new = ToggleTrial(reactor: reactor)
        toggleTrial = new
        return new
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

    /// Whether the user ignores the player by another name than that on the bus.
    func ignores(_ responder: PlayerResponder) -> Bool { matches(routing.ignore, responder) }

    /// Whether the player is on another device, by its name on the bus or as the user says.
    func isOnAnotherDevice(_ responder: PlayerResponder) -> Bool {
        responder.id.isOnAnotherDevice || matches(routing.remote, responder)
    }

    /// How far a player counts as being, by `remote-players-last`: following a host is the consent to be before what is silent here.
    func distance(of responder: PlayerResponder) -> RoutingDistance {
        guard isOnAnotherDevice(responder) else { return .here }
        return responder.id.isFollowedHost && routing.remotePlayersLast == .yes ? .followed : distanceOfOthers
    }

    /// How far players on other devices count as being, but for followed hosts.
    var distanceOfOthers: RoutingDistance {
        switch routing.remotePlayersLast {
        case .yes: .away
        case .silent: .followed
        case .no: .here
        }
    }

    /// What `priority` names and none of the players is called.
    func unmatchedPriorities(_ players: some Collection<PlayerResponder>) -> [PlayerPattern] {
        if routing.priority.isEmpty { return [] }
        let labels = players.map { self.labels(of: $0) }
        return routing.priority.filter { pattern in !labels.contains { pattern.matches($0) } }
    }

    func priority(_ responder: PlayerResponder) -> Int {
        guard !routing.priority.isEmpty else { return Int.max }
        let labels = labels(of: responder)
        return routing.priority.firstIndex { $0.matches(labels) } ?? Int.max
    }
}
