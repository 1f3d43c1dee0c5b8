// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

@testable import BatonRouting

@Suite("What waits for several callers (rule MPRIS31)")
struct CallerQueuesTests {
    private static let flood: BusName = ":1.1"
    private static let other: BusName = ":1.2"

    private func queues() -> CallerQueues<String> {
        var queues = CallerQueues<String>()
        for number in 1...3 { queues.append("flood \(number)", of: Self.flood) }
        queues.append("other", of: Self.other)
        queues.append("key", of: nil)
        return queues
    }

    @Test("MPRIS31: one caller comes after the other, and what waits for one keeps its order")
    func turns() {
        var queues = queues()
        #expect(queues.callerCount == 3)
        var all: [String] = []
        while let next = queues.popFirst() { all.append(next.element) }
        #expect(all == ["flood 1", "other", "key", "flood 2", "flood 3"])
        #expect(queues.isEmpty && queues.callerCount == 0 && !queues.hasSome(of: Self.flood))
    }

    @Test("MPRIS31: a caller whose turn it cannot be waits for its next one, and loses nothing")
    func passedOver() {
        var queues = queues()
        #expect(queues.popFirst { $0 == Self.other }?.element == "other")
        #expect(queues.popFirst { $0 == Self.other } == nil)
        #expect(queues.hasSome(of: Self.flood) && queues.callerCount == 2)
        #expect(queues.popFirst { $0 == nil }?.caller == .some(nil))
        #expect(queues.popFirst()?.element == "flood 1")
    }
}
