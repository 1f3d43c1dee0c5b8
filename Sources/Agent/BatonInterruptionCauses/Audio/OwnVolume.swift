// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonRouting

/// What is known of the `Volume` of one player: whether it acts, and what it was told last.
@MainActor
final class OwnVolume {
    /// One change of it.
    struct Attempt {
        fileprivate let number: UInt64
        /// What was set.
        let target: Double
        /// What the player said before; nil for no number.
        fileprivate let before: Double?
        /// Whether what the player says after it tells if its volume acts.
        let tells: Bool
        /// Until when it may say so.
        let deadline: Duration
    }

    /// The most changes that wait until it is known whether the first one does anything.
    static let mostLater = 16
    /// A smaller change says nothing.
    private static let least = 0.005

    let player: PlayerResponder
    private let owner: String
    private let reactor: Reactor
    /// Whether it acts; nil as long as nothing says so.
    var acts: Bool? {
        didSet { if acts != oldValue { goOn() } }
    }
    /// Changes that wait.
    var later: [() -> Void] = []
    private var last: Attempt?
    private var number: UInt64 = 0

    init(_ player: PlayerResponder, _ reactor: Reactor) {
        self.player = player
        self.reactor = reactor
        owner = player.player.owner.rawValue
    }

    /// Whether it is of this player, and not of one that had its name before.
    func isOf(_ player: PlayerResponder) -> Bool {
        self.player === player && owner == player.player.owner.rawValue
    }

    /// Whether a change is under way.
    var isTrying: Bool { last != nil }

    /// What the player says; nil for no number.
    var told: Double? {
        let player = player.player
        return player.volumeIsNoNumber ? nil : player.value(of: .volume)?.asDouble
    }

    /// What is to be set; nil for a step without a number from which it could begin (rule VOL2).
    func target(of change: VolumeChange) -> Double? {
        switch change {
        case .set(let level): return min(max(level, 0), PlayerVolumes.loudest)
        case .step(let step):
            guard let base = last?.target ?? told else { return nil }
            // What is louder already does not get quieter by a step up.
            return min(max(base + step, 0), max(PlayerVolumes.loudest, base))
        }
    }

    func begin(_ target: Double) -> Attempt {
        number &+= 1
        let before = told
        // Beyond these a player may keep its own bounds.
        let tells = (0...1).contains(target) && before.map { abs($0 - target) > Self.least } ?? true
        let attempt = Attempt(
            number: number, target: target, before: before, tells: tells, deadline: reactor.now + PlayerVolumes.answer)
        last = attempt
        return attempt
    }

    /// Looks at what the player says now.
    func look(_ attempt: Attempt) {
        guard attempt.tells, let told else { return }
        if attempt.before.map({ abs($0 - told) > Self.least / 10 }) ?? true { acts = true }
    }

    /// A change is over.
    func end(_ attempt: Attempt) {
        if last?.number == attempt.number { last = nil }
        goOn()
    }

    private func goOn() {
        guard last == nil || acts != nil, !later.isEmpty else { return }
        let ready = later
        later = []
        for change in ready { change() }
    }
}
