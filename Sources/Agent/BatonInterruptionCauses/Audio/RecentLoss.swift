// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor
import BatonRouting
import BatonValues

/// A lost output of the last second: a player that was paused then, and starts by itself because of it, is paused again (rule I170).
@MainActor
final class RecentLoss {
    /// How long after a loss a player is taken to start because of it. A larger value pauses more of what the user starts then.
    private static let time = Duration.seconds(1)
    /// A player that starts so soon after a command was told to.
    private static let commandTime = Duration.seconds(2)

    let loss: RouteLoss
    private let players: InterruptedPlayers
    private let paused: Set<PlayerIdentity>
    private let reactor: Reactor
    private var observation: Observation?
    private var timer: ReactorTimer?

    /// - Parameters:
    ///   - paused: the players that did not play when the output went, and may have been heard there.
    ///   - onStart: called with one that starts.
    ///   - onEnd: called when the second is over.
    init(
        _ loss: RouteLoss, paused: Set<PlayerIdentity>, players: InterruptedPlayers, reactor: Reactor,
        onStart: @escaping (RouteLoss, PlayerIdentity) -> Void, onEnd: @escaping () -> Void
    ) {
        self.loss = loss
        self.paused = paused
        self.players = players
        self.reactor = reactor
        observation = players.observe { [weak self] change in
            guard let self, case .facts(let player, let facts, let before?) = change, facts.isPlaying,
                !before.isPlaying, startsByItself(player)
            else { return }
            onStart(self.loss, player)
        }
        timer = reactor.schedule(after: Self.time, tolerance: .milliseconds(100), handler: onEnd)
    }

    /// Ends it.
    func close() { timer?.cancel() }

    private func startsByItself(_ player: PlayerIdentity) -> Bool {
        guard paused.contains(player), let responder = players.responder(of: player) else { return false }
        return responder.lastCommand.map { reactor.now - $0 > Self.commandTime } ?? true
    }
}
