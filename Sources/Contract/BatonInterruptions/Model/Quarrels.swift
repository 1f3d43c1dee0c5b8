// SPDX-License-Identifier: Apache-2.0

/// Which players pause each other again and again, and are left alone therefore (rule I62).
package struct Quarrels: Sendable {
    /// A pair that pauses each other this often within ``quarrel`` is left alone for ``truce``. A larger value lets players
    /// stutter for longer, and takes fewer people for quarrels.
    package static let mostTurns = 3
    package static let quarrel = Duration.seconds(5)
    package static let truce = Duration.seconds(60)

    /// When which player has paused another one, the newest last.
    private var turns: [(pair: Set<PlayerIdentity>, time: Duration)] = []
    private var truces: [Set<PlayerIdentity>: Duration] = [:]

    package init() {}

    /// Whether two players are left alone.
    package mutating func isAtTruce(_ pair: Set<PlayerIdentity>, at now: Duration) -> Bool {
        truces = truces.filter { $0.value > now }
        return truces[pair] != nil
    }

    /// One of two players has paused the other one.
    ///
    /// - Returns: whether they are left alone from now on.
    package mutating func note(_ pair: Set<PlayerIdentity>, at now: Duration) -> Bool {
        turns.removeAll { now - $0.time > Self.quarrel }
        turns.append((pair, now))
        guard turns.count(where: { $0.pair == pair }) >= Self.mostTurns else { return false }
        turns.removeAll { $0.pair == pair }
        truces[pair] = now + Self.truce
        return true
    }
}
