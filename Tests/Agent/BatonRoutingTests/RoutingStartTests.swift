// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSettings

/// Starts that are none, and clips (rules MPRIS91 and MPRIS92), with the times that a test chooses.
@Suite("Routing order: starts that do not count")
struct RoutingStartTests {
    private func order(_ names: String..., policy: RoutingPolicy = .playing) -> RoutingOrder {
        var order = RoutingOrder(policy: policy)
        for name in names { order.insert(RoutingEntry(id: id(name))) }
        return order
    }

    private func id(_ name: String) -> ResponderID { ResponderID(PlayerPattern.busNamePrefix + name) }

    private func names(_ order: inout RoutingOrder) -> [String] { order.order.map(\.baseName) }

    /// The player "music" was used last and is paused; "clip" starts after ten seconds and ends after a while.
    private func played(_ time: Duration, isEnd: Bool, policy: RoutingPolicy = .playing) -> RoutingOrder {
        var order = order("clip", "music", policy: policy)
        order.setPlaying(true, for: id("music"), at: .zero)
        order.setPlaying(false, for: id("music"), at: .seconds(9))
        order.setPlaying(true, for: id("clip"), at: .seconds(10))
        order.setPlaying(false, for: id("clip"), at: .seconds(10) + time, isEnd: isEnd)
        return order
    }

    @Test(
        "MPRIS91: what ends within 0.2 s was no start, whether it stops or pauses",
        arguments: [(199, false, "music"), (199, true, "music"), (200, false, "clip")])
    func flash(milliseconds: Int, isEnd: Bool, first: String) {
        var order = played(.milliseconds(milliseconds), isEnd: isEnd)
        #expect(names(&order).first == first)
    }

    @Test(
        "MPRIS92: the end of what has played for less than 5 s leaves what was first before first; a pause in its middle does not",
        arguments: [(4999, true, "music"), (5000, true, "clip"), (4999, false, "clip")])
    func clip(milliseconds: Int, isEnd: Bool, first: String) {
        var order = played(.milliseconds(milliseconds), isEnd: isEnd)
        #expect(names(&order).first == first)
    }

    @Test("MPRIS92: a clip that the user has used stays first", arguments: [true, false])
    func used(isBefore: Bool) {
        var order = order("clip", "music")
        order.use(id("music"))
        order.setPlaying(true, for: id("clip"), at: .zero, isAsked: isBefore)
        if !isBefore { order.use(id("clip")) }
        order.setPlaying(false, for: id("clip"), at: .seconds(3), isEnd: true)
        #expect(names(&order) == ["clip", "music"])
    }

    @Test("MPRIS92: a clip that appears already playing, and ends, has no place of its own")
    func appears() {
        var order = order("music")
        order.insert(RoutingEntry(id: id("clip"), isPlaying: true), at: .zero)
        #expect(names(&order) == ["clip", "music"])
        order.setPlaying(false, for: id("clip"), at: .seconds(3), isEnd: true)
        #expect(names(&order) == ["music", "clip"])
    }

    @Test("MPRIS92: what takes the place of a player that leaves gets none of its clip")
    func heir() {
        var order = order("music")
        order.use(id("music"))
        order.insert(RoutingEntry(id: id("clip"), isPlaying: true), at: .zero)
        #expect(order.entry(id("clip"))?.left(at: .seconds(3)).lastUse == 0)
        #expect(order.entry(id("clip"))?.left(at: .seconds(6)).lastUse == 2)
    }

    @Test("MPRIS92: what the user had shifted to is first again, unless something else has started since")
    func shifted() {
        for startsOther in [false, true] {
            var order = order("clip", "music", "radio")
            order.setPlaying(true, for: id("music"), at: .zero)
            order.setPlaying(false, for: id("music"), at: .seconds(9))
            while order.shift() != id("radio") {}
            order.setPlaying(true, for: id("clip"), at: .seconds(10))
            if startsOther { order.setPlaying(true, for: id("music"), at: .seconds(11)) }
            order.setPlaying(false, for: id("clip"), at: .seconds(12), isEnd: true)
            #expect(names(&order).first == (startsOther ? "music" : "radio"))
        }
    }

    @Test("MPRIS91, MPRIS92: the policy recent knows neither")
    func recent() {
        var flash = played(.milliseconds(100), isEnd: true, policy: .recent)
        #expect(names(&flash).first == "clip")
        var clip = played(.seconds(3), isEnd: true, policy: .recent)
        #expect(names(&clip).first == "clip")
    }
}
