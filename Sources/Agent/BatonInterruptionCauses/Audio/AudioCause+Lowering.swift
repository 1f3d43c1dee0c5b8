// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonRouting
import BatonSettings
import BatonValues

/// Interruptions that lower what plays instead of pausing it (rules VOL6 to VOL9).
extension AudioCause {
    /// An interruption has begun or ended.
    func lowers(_ effect: InterruptionEffect) {
        switch effect {
        case .began(let id, _, _):
            guard settings.isEnabled, let interruption = interruptions.model.interruptions[id],
                interruption.request.lowers
            else { return }
            let lowering = lowering ?? PlayerLowering(audio: self, percent: UInt8(clamping: settings.lowerTo))
            self.lowering = lowering
            interruptions.lowered = { [weak lowering] in lowering?.players(of: $0) ?? [] }
            lowering.begin(id, concerned(by: interruption))
            decide()
        case .lower(let player, let id):
            guard let facts = interruptions.players.facts(of: player), facts.mayBeInterrupted else { return }
            lowering?.join(player, id)
            decide()
        case .ended(let id, _, _):
            guard let lowering, lowering.isActive else { return }
            lowering.end(id)
            decide()
        default: break
        }
    }

    /// The configuration has changed.
    func applyLowering() {
        guard let lowering else { return }
        lowering.percent = UInt8(clamping: settings.lowerTo)
        if !settings.isEnabled { lowering.endAll() }
    }

    /// The players and apps that play or sound, and that an interruption concerns. One that says that it has paused, and sounds, is
    /// one of them.
    private func concerned(by interruption: Interruption) -> Set<PlayerIdentity> {
        let sounding = routes.streams.values.filter(\.isLive)
        func isConcerned(_ identity: PlayerIdentity, _ owns: (AudioStream) -> Bool) -> Bool {
            guard interruption.lowers(identity),
                let facts = interruptions.players.facts(of: identity), facts.mayBeInterrupted
            else { return false }
            return facts.isPlaying || sounding.contains(where: owns)
        }
        var players: Set<PlayerIdentity> = []
        for player in interruptions.players.all {
            guard let identity = interruptions.players.identity(of: player) else { continue }
            if isConcerned(identity, { belongs($0, to: player) }) { players.insert(identity) }
        }
        for (identity, app) in interruptions.players.registeredApps
        where isConcerned(identity, { belongs($0, to: app) }) {
            players.insert(identity)
        }
        return players
    }

    /// The streams of players and apps, by their indices.
    func streams(of identities: Set<PlayerIdentity>) -> [UInt32] {
        guard !identities.isEmpty else { return [] }
        let players = identities.compactMap(interruptions.players.responder(of:))
        let apps = identities.compactMap(interruptions.players.app(of:))
        return routes.streams.values.filter { stream in
            players.contains { belongs(stream, to: $0) } || apps.contains { belongs(stream, to: $0) }
        }.map(\.index)
    }
}
