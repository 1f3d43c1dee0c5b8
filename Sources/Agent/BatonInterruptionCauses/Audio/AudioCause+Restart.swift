// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonMPRIS
import BatonReactor
import BatonRouting

/// Players that start by themselves when their output goes (rule I170).
extension AudioCause {
    /// For a second after a loss, what was paused and starts by itself is paused again.
    func noteLoss(_ loss: RouteLoss) {
        let players = interruptions.players
        let paused = players.all.filter { player in
            guard player.player.status != .playing else { return false }
            // One whose stream rests on another output does not start because this one is gone.
            return loss.concernsAll || loss.streams.contains { belongs($0, to: player) }
                || !routes.streams.values.contains { belongs($0, to: player) }
        }
        guard !paused.isEmpty else { return }
        recentLoss?.close()
        recentLoss = RecentLoss(
            loss, paused: Set(paused.compactMap(players.identity(of:))), players: players, reactor: reactor,
            onStart: { [weak self] loss, player in
                // What Baton itself lets go on was heard there, and the loss has stopped it (rule I117).
                guard let self, !interruptions.model.hasJustPlayed(player, at: reactor.now) else { return }
                passLoss([player], loss)
            },
            onEnd: { [weak self] in self?.recentLoss = nil })
    }
}
