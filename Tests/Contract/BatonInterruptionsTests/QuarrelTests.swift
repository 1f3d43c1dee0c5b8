// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: players that pause each other")
struct QuarrelTests {
    private static func player(_ name: String) -> PlayerIdentity { PlayerIdentity(name: name, owner: ":1.1") }

    private let pair: Set = [player("a"), player("b")]
    private let other: Set = [player("a"), player("c")]

    /// Whether a pair is left alone after it has paused each other at these times, in ms.
    private func isLeftAlone(_ times: [Int], at now: Int) -> Bool {
        var quarrels = Quarrels()
        for time in times { _ = quarrels.note(pair, at: .milliseconds(time)) }
        return quarrels.isAtTruce(pair, at: .milliseconds(now))
    }

    @Test("I62: three times in 5 s are a quarrel; two, or three that take longer, are none")
    func turns() {
        #expect(isLeftAlone([0, 2000, 5000], at: 5000))
        #expect(!isLeftAlone([0, 2000], at: 2000))
        #expect(!isLeftAlone([0, 2000, 5001], at: 5001))
        #expect(isLeftAlone([0, 3000, 5001, 6000], at: 6000))
    }

    @Test("I62: they are left alone for a minute, and may quarrel again then")
    func truce() {
        #expect(isLeftAlone([0, 1, 2], at: 60_001))
        #expect(!isLeftAlone([0, 1, 2], at: 60_002))
        #expect(!isLeftAlone([0, 1, 2, 61_000, 61_001], at: 61_001))
        #expect(isLeftAlone([0, 1, 2, 61_000, 61_001, 61_002], at: 61_002))
    }

    @Test("I62: others are not concerned, also if they are of the same player")
    func others() {
        var quarrels = Quarrels()
        let told = [pair, other, pair, other, pair].enumerated().map { index, players in
            quarrels.note(players, at: .milliseconds(index))
        }
        #expect(told == [false, false, false, false, true])
        let isConcerned = quarrels.isAtTruce(other, at: .milliseconds(10))
        #expect(!isConcerned)
    }
}
