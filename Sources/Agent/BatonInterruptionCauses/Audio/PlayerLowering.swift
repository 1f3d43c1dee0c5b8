// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonRouting
import BatonSettings
import BatonValues

/// Which players are lowered by interruptions that lower instead of pausing (rule VOL6): those that played or sounded when it began,
/// until it ends. baton-audio lowers their streams. Made with the first such interruption.
@MainActor
final class PlayerLowering {
    private unowned let audio: AudioCause
    /// The players that each interruption lowers.
    private var players: [UInt32: Set<PlayerIdentity>] = [:]
    /// What baton-audio was told; nil when it has to be told anew.
    private var told: [UInt32]?
    /// To how many percent.
    var percent: UInt8 {
        didSet { if percent != oldValue { told = nil } }
    }

    init(audio: AudioCause, percent: UInt8) {
        self.audio = audio
        self.percent = percent
    }

    /// Whether anything is to be lowered.
    var isActive: Bool { !players.isEmpty }

    /// The players that are lowered.
    var lowered: Set<PlayerIdentity> { players.values.reduce(into: []) { $0.formUnion($1) } }

    /// Those that an interruption lowers.
    func players(of id: UInt32) -> Set<PlayerIdentity> { players[id] ?? [] }

    /// An interruption that lowers has begun.
    ///
    /// - Parameter concerned: those that play or sound now, and that it concerns.
    func begin(_ id: UInt32, _ concerned: Set<PlayerIdentity>) {
        players[id] = concerned
        review()
    }

    /// A player that played when an interruption began is known now.
    func join(_ player: PlayerIdentity, _ id: UInt32) {
        guard players[id]?.insert(player).inserted == true else { return }
        review()
    }

    /// An interruption has ended, also one that lowers nobody.
    func end(_ id: UInt32) {
        guard players.removeValue(forKey: id) != nil else { return }
        review()
    }

    /// Nothing is lowered any more.
    func endAll() {
        players = [:]
        review()
    }

    /// Streams have come or gone, or baton-audio has begun.
    func review() {
        guard audio.isListed else {
            told = nil
            return
        }
        let streams = Array(audio.streams(of: lowered).sorted().prefix(LoweredVolumes.most))
        guard told != streams else { return }
        told = streams
        audio.supervisor.lower(streams, toPercent: percent, fade: audio.settings.fade)
    }
}
