// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
package import BatonRouting

/// What streams say of players that say something else (rules I171 to I173).
extension AudioCause {
    /// Compares what players say with what is heard, while that is known.
    func reviewHeard() {
        guard isUsed, supervisor.isConnected, routes.isListed else {
            heard?.forget()
            heard?.close()
            heard = nil
            return endSounding()
        }
        guard heard != nil || interruptions.players.isAnyPlaying || !routes.streams.isEmpty else { return }
        let watch = heard ?? makeHeardWatch()
        let streams = routes.streams.values.sorted { $0.index < $1.index }
        watch.review(streams) { belongs($0, to: $1) }
        endSounding()
    }

    /// Whether interruptions leave a player alone, because it is not heard here (rule I173).
    package func playsElsewhere(_ player: PlayerResponder) -> Bool {
        interruptions.players.identity(of: player).map { interruptions.players.isElsewhere($0) } ?? false
    }

    private func makeHeardWatch() -> HeardWatch {
        let watch = HeardWatch(players: interruptions.players, reactor: reactor)
        watch.onTime = { [weak self] in self?.reviewHeard() }
        heard = watch
        return watch
    }

    /// Something begins, or the user pauses all: what sounds counts as playing, whatever it says (rule I172).
    func countSounding() {
        for identity in heard?.sounding ?? [] where !interruptions.model.isHeld(identity) {
            guard var facts = interruptions.players.facts(of: identity), !facts.isPlaying else { continue }
            facts.state = .playing
            soundingPlayers.insert(identity)
            interruptions.update { $0.playerChanged(identity, to: facts, at: $1) }
        }
    }

    /// What counted as playing and is not heard any more has paused.
    private func endSounding() {
        guard !soundingPlayers.isEmpty else { return }
        let sounding = Set(heard?.sounding ?? [])
        for identity in soundingPlayers.subtracting(sounding).sorted() {
            soundingPlayers.remove(identity)
            guard let facts = interruptions.players.facts(of: identity) else { continue }
            interruptions.update { $0.playerChanged(identity, to: facts, at: $1) }
        }
    }
}
