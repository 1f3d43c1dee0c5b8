// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

@testable import BatonRouting

@Suite("Counts of callers")
struct SenderCountsTests {
    @Test("whoever comes first, each caller has a count of its own, as in a dictionary")
    func counts() throws {
        let senders: [BusName?] = [nil, ":1.1", ":1.2", ":1.3"]
        var number: UInt64 = 1
        func random(_ bound: UInt64) -> Int {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((number >> 33) % bound)
        }
        for _ in 0..<200 {
            var counts = SenderCounts()
            var expected: [BusName?: Int] = [:]
            for _ in 0..<60 {
                let sender = senders[random(4)]
                if random(2) == 0 {
                    counts.add(sender)
                    expected[sender, default: 0] += 1
                } else {
                    counts.remove(sender)
                    expected[sender] = max(expected[sender, default: 0] - 1, 0)
                }
                for sender in senders { #expect(counts[sender] == expected[sender, default: 0]) }
            }
        }
    }
}
