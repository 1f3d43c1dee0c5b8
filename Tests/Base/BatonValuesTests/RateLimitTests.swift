// SPDX-License-Identifier: Apache-2.0

import BatonValues
import Testing

@Suite("A limit of how much in what time")
struct RateLimitTests {
    @Test("a window begins with the first thing, and the next one is new")
    func windows() {
        var limit = RateLimit(count: 2, per: .seconds(10))
        #expect(limit.isOver(at: .zero))
        let times = [3000, 12_000, 12_999, 13_000].map { Duration.milliseconds($0) }
        let allowed = times.map { limit.allows(at: $0) }
        #expect(allowed == [true, true, false, true], "the window of second 3 is over at second 13")
    }

    @Test("it is used up when the next thing would be too much, until the window is over")
    func usedUp() {
        var limit = RateLimit(count: 2, per: .seconds(10))
        let allowed = [limit.allows(at: .zero), limit.allows(at: .zero)]
        #expect(allowed == [true, true])
        #expect(limit.isUsedUp(at: .milliseconds(9999)))
        #expect(!limit.isUsedUp(at: .seconds(10)))
    }

    @Test("what costs more than one is counted so, and what is too much once is too much for the rest of the window")
    func costs() {
        var limit = RateLimit(count: 10, per: .seconds(1))
        let things: [(cost: Int, at: Int)] = [(10, 0), (1, 0), (5, 999), (5, 1000), (6, 1000), (1, 1000)]
        let allowed = things.map { limit.allows($0.cost, at: .milliseconds($0.at)) }
        #expect(allowed == [true, false, false, true, false, false])
    }

    @Test("a clock that was set back ends the window")
    func clockSetBack() {
        var limit = RateLimit(count: 1, per: .seconds(10))
        let allowed = [100, 50, 51].map { limit.allows(at: .seconds($0)) }
        #expect(allowed == [true, true, false])
    }
}
