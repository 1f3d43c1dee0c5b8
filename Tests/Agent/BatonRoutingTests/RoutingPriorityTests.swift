// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSettings

/// What a priority decides, and what it does not (rule MPRIS93).
@Suite("Routing order: priorities")
struct RoutingPriorityTests {
    private func id(_ name: String) -> ResponderID { ResponderID(PlayerPattern.busNamePrefix + name) }

    private func names(_ order: inout RoutingOrder) -> [String] { order.order.map(\.baseName) }

    /// A browser that was paused, or has ended, after the music was; only the music has a priority.
    private func order(isEnd: Bool = false, isAsked: Bool = false, hasPriorities: Bool = true) -> RoutingOrder {
        var order = RoutingOrder(policy: .playing)
        order.hasPriorities = hasPriorities
        order.insert(RoutingEntry(id: id("browser")))
        order.insert(RoutingEntry(id: id("music"), priority: 0))
        for name in ["music", "browser"] {
            order.setPlaying(true, for: id(name), at: .zero)
            order.setPlaying(false, for: id(name), at: .seconds(60), isEnd: isEnd, isAsked: isAsked)
        }
        return order
    }

    @Test("MPRIS93: what was paused is first whatever has a priority, and what is long unused is not any more")
    func idle() {
        var order = order()
        #expect(names(&order) == ["browser", "music"])
        order.longAgo = order.uses
        #expect(names(&order) == ["music", "browser"])
        order.use(id("browser"))
        #expect(names(&order) == ["browser", "music"], "it was used again")
    }

    @Test("MPRIS16, MPRIS93: what a command has paused is first for the next press, however much later")
    func commanded() {
        var order = order(isAsked: true)
        order.longAgo = order.uses
        #expect(names(&order) == ["browser", "music"])
        order.setPlaying(true, for: id("music"), at: .seconds(70))
        order.setPlaying(false, for: id("music"), at: .seconds(80), isEnd: true)
        #expect(names(&order) == ["browser", "music"], "what ended by itself comes after what the user has paused")
    }

    @Test("MPRIS93: what has ended by itself comes after what has a priority at once, but not after the user's Stop")
    func ended() {
        var order = order(isEnd: true)
        #expect(names(&order) == ["music", "browser"])
        order.confirm(id("browser"))
        #expect(names(&order) == ["browser", "music"], "a command went to it")
        var stopped = self.order(isEnd: true, isAsked: true)
        #expect(names(&stopped) == ["browser", "music"])
    }

    @Test("MPRIS93: a priority is nothing against a player that plays, and without one nothing ends or grows old")
    func others() {
        var order = order(isEnd: true)
        order.setPlaying(true, for: id("browser"), at: .seconds(70))
        #expect(names(&order) == ["browser", "music"])
        var none = self.order(isEnd: true, hasPriorities: false)
        none.longAgo = none.uses
        #expect(names(&none) == ["browser", "music"])
    }
}
