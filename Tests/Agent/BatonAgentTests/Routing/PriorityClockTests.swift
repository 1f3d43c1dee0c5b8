// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Testing

@testable import BatonRouting
@testable import BatonSettings

/// Uses that grow old, with a clock that the test moves (rule MPRIS93).
@MainActor @Suite("Routing: how long ago players were used")
struct PriorityClockTests {
    @Test("MPRIS93: a use is long ago after 10 min, and one in between keeps its own time")
    func clock() throws {
        let time = ManualClock()
        let reactor = try Reactor(clock: time)
        let ids = ["browser", "music"].map { ResponderID(PlayerPattern.busNamePrefix + $0) }
        var order = RoutingOrder(policy: .playing)
        order.hasPriorities = true
        for id in ids {
            order.insert(RoutingEntry(id: id))
            order.use(id)
        }
        let window = MediaWindow(order: order)
        let clock = PriorityClock(window: window, reactor: reactor)
        func passes(_ seconds: Int) throws {
            time.advance(by: .seconds(seconds))
            try reactor.turn(timeout: .zero)
        }
        try passes(300)
        window.change { $0.use(ids[0]) }
        try passes(290)
        #expect(window.order.longAgo == 0)
        try passes(60)
        #expect(window.order.longAgo == 2, "the music's last use is, the browser's is not")
        try passes(300)
        #expect(window.order.longAgo == window.order.uses)
        #expect(reactor.nextDeadline == nil, "no timer is left")
        withExtendedLifetime(clock) {}
    }
}
