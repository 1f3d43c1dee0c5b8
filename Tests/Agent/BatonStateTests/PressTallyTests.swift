// SPDX-License-Identifier: Apache-2.0

import BatonState
import Testing

/// How many pairs of presses tell that a headset seems to need two (rule I56).
@Suite("Headsets: tallies")
struct PressTallyTests {
    /// A tally after pairs on these days, and days of use without one.
    private func tally(_ days: [(day: Int, pairs: Int)]) -> PressTally? {
        var tally: PressTally?
        for (day, pairs) in days {
            tally = PressTally.after(tally, neededTwo: false, on: day)
            for _ in 0..<pairs { tally = PressTally.after(tally, neededTwo: true, on: day) }
        }
        return tally
    }

    @Test("I56: five times in seven days of use are enough, four are not")
    func enough() {
        #expect(tally([(10, 5)])?.isEnough == true)
        #expect(tally([(10, 4)])?.isEnough == false)
        #expect(tally([(10, 1), (11, 1), (500, 1), (501, 0), (502, 1), (900, 0), (901, 1)])?.isEnough == true)
    }

    @Test("I56: the eighth day of use begins anew; days without use do not count")
    func window() {
        let seven = (0..<7).map { (day: 10 + $0 * 30, pairs: $0 == 0 ? 4 : 0) }
        #expect(tally(seven)?.count == 4)
        #expect(tally(seven + [(1000, 0)]) == nil)
        #expect(tally(seven + [(1000, 1)])?.count == 1)
        #expect(tally([(10, 0), (11, 0)]) == nil)
        #expect(tally([(10, 500)])?.count == PressTally.enough)
    }

    @Test(
        "I56: a tally that no Baton has saved is none",
        arguments: [(-1, 1, 0), (6, 1, 0), (0, 0, 0), (0, 8, 0), (0, 1, -1), (0, 1, Int.max)])
    func impossible(_ count: Int, _ days: Int, _ day: Int) {
        #expect(PressTally(count: count, days: days, day: day) == nil)
    }
}
