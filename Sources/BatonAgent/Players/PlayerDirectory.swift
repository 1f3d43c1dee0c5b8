// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonMPRIS
internal import BatonReactor

/// Keeps the media window's chain in step with the players on the bus.
@MainActor
final class PlayerDirectory {
    /// What the directory needs to know of the configuration.
    struct Rules {
        /// Whether the name is one of ours, playerctld's, or on an ignore list.
        var excludes: (ResponderID) -> Bool
        /// The place in the configured priority list, `Int.max` when it is not listed.
        var priority: (ResponderID) -> Int
    }

    private let registry: PlayerRegistry
    private let window: MediaWindow
    private let reactor: Reactor
    private let makeQueue: () -> CallQueue
    private let onSuspect: (Player) -> Void
    private var rules: Rules
    private var responders: [ObjectIdentifier: PlayerResponder] = [:]
    private let seeking: SeekSessions
    /// A property or signal of a player that the faces may have to repeat.
    var onChange: ((Player, PlayerChange) -> Void)?
    /// A player came or left.
    var onMembership: (() -> Void)?

    init(
        registry: PlayerRegistry, window: MediaWindow, reactor: Reactor, rules: Rules, seeking: SeekSessions,
        makeQueue: @escaping () -> CallQueue, onSuspect: @escaping (Player) -> Void
    ) {
        self.registry = registry
        self.window = window
        self.reactor = reactor
        self.rules = rules
        self.seeking = seeking
        self.makeQueue = makeQueue
        self.onSuspect = onSuspect
    }
}
