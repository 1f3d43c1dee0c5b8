// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSettings

@Suite("Routing order (rules MPRIS14 to MPRIS18)")
struct RoutingOrderTests {
    private func order(_ policy: RoutingPolicy = .playing, pin: String? = nil, _ names: String...) -> RoutingOrder {
        var order = RoutingOrder(policy: policy, pin: pin)
        for name in names { order.insert(RoutingEntry(id: id(name))) }
        return order
    }

    private func id(_ name: String) -> ResponderID { ResponderID(PlayerPattern.busNamePrefix + name) }

    private func names(_ order: inout RoutingOrder) -> [String] { order.order.map(\.baseName) }

    @Test("a status that turns to Playing makes its responder first")
    func playingIsFirst() {
        var order = order(.playing, pin: nil, "a", "b", "c")
        order.setPlaying(true, for: id("b"))
        #expect(names(&order) == ["b", "a", "c"])
        order.setPlaying(true, for: id("c"))
        #expect(names(&order) == ["c", "b", "a"])
    }

    @Test("MPRIS17: a use that counts from an earlier moment stays behind what was used since")
    func earlierUse() {
        var order = order(.playing, pin: nil, "a", "b", "c")
        let arrival = order.nextUse()
        order.use(id("b"))
        order.use(id("c"), at: arrival)
        #expect(names(&order) == ["b", "c", "a"])
        order.use(id("b"), at: arrival)
        #expect(names(&order) == ["b", "c", "a"])
    }

    @Test("I91: a browser that has been stopped for long comes last of those that do not play, until it is used again")
    func stale() {
        var order = order(.playing, pin: nil, "a", "browser", "b")
        order.setPlaying(true, for: id("a"))
        order.setPlaying(true, for: id("browser"))
        order.setPlaying(false, for: id("browser"))
        #expect(names(&order) == ["a", "browser", "b"])
        order.setPlaying(false, for: id("a"))
        let before = names(&order)
        #expect(before.last == "b", "\(before)")
        order.setStale(true, for: id("browser"))
        #expect(names(&order).last == "browser")
        order.setPlaying(true, for: id("browser"))
        #expect(names(&order).first == "browser", "what plays is first, however long it was stopped")
        order.setPlaying(false, for: id("browser"))
        order.setStale(false, for: id("browser"))
        #expect(names(&order).first == "browser")
    }

    @Test("recent: a player that answers late keeps the place of when it came or changed")
    func recentLateAnswer() {
        var order = order(.recent)
        let heard = (order.nextUse(), order.nextUse(), order.nextUse())
        order.insert(RoutingEntry(id: id("b"), lastUse: heard.1))
        order.insert(RoutingEntry(id: id("c"), lastUse: heard.2))
        order.insert(RoutingEntry(id: id("a"), lastUse: heard.0))
        #expect(names(&order) == ["c", "b", "a"])
    }

    @Test("Playing repeated without a change moves no player")
    func repeatedPlaying() {
        var order = order(.playing, pin: nil, "a", "b")
        order.setPlaying(true, for: id("a"))
        order.setPlaying(true, for: id("b"))
        order.setPlaying(true, for: id("a"))
        #expect(names(&order) == ["b", "a"])
    }

    @Test("a new name that is already Playing becomes first; a paused one comes last")
    func newNames() {
        var order = order(.playing, pin: nil, "a")
        order.setPlaying(true, for: id("a"))
        order.insert(RoutingEntry(id: id("paused")))
        #expect(names(&order) == ["a", "paused"])
        order.insert(RoutingEntry(id: id("loud"), isPlaying: true))
        #expect(names(&order) == ["loud", "a", "paused"])
    }

    @Test(
        "MPRIS16: when the latest pauses, the one that still plays becomes first; when none plays, the last to pause stays first"
    )
    func pausing() {
        var order = order(.playing, pin: nil, "a", "b")
        order.setPlaying(true, for: id("a"))
        order.setPlaying(true, for: id("b"))
        order.setPlaying(false, for: id("b"))
        #expect(names(&order) == ["a", "b"])
        order.setPlaying(false, for: id("a"))
        #expect(names(&order) == ["a", "b"])
    }

    @Test("metadata, volume and the like of a paused responder never take the focus")
    func noise() {
        var order = order(.playing, pin: nil, "a", "b")
        order.setPlaying(true, for: id("a"))
        order.noteChange(id("b"))
        #expect(names(&order) == ["a", "b"])
    }

    @Test("a use moves a responder to the front of its own class only")
    func use() {
        var order = order(.playing, pin: nil, "a", "b", "c")
        order.setPlaying(true, for: id("a"))
        order.use(id("c"))
        #expect(names(&order) == ["a", "c", "b"])
    }

    @Test("MPRIS1: a pin stands above Playing, and means the player whatever its instance number")
    func pin() {
        var order = order(.playing, pin: "vlc", "a")
        order.insert(RoutingEntry(id: id("vlc.instance42")))
        order.setPlaying(true, for: id("a"))
        #expect(order.order.map(\.rawValue).first == "org.mpris.MediaPlayer2.vlc.instance42")
        #expect(order.reason(for: id("vlc.instance42")) == .pinned)
        order.setPin(nil)
        #expect(names(&order).first == "a")
    }

    @Test("a pin that names one of several instances means that one, and any other when it is gone")
    func pinnedInstance() {
        var order = order(.playing, pin: "mpv.instance2", "mpv", "mpv.instance2", "a")
        order.setPlaying(true, for: id("a"))
        #expect(order.order.first == id("mpv.instance2"))
        #expect(order.reason(for: id("mpv")) == .recent)
        order.remove(id("mpv.instance2"))
        #expect(order.order.first == id("mpv"))
        order.setPin("mpv")
        order.insert(RoutingEntry(id: id("mpv.instance3")))
        #expect(order.isPinned(id("mpv")))
        #expect(!order.isPinned(id("mpv.instance3")))
    }

    @Test("a suspect responder is passed over, pin or not, until it is heard again")
    func suspect() {
        var order = order(.playing, pin: "a", "a", "b")
        order.setSuspect(true, for: id("a"))
        #expect(names(&order) == ["b", "a"])
        #expect(order.reason(for: id("a")) == .suspect)
        order.setSuspect(false, for: id("a"))
        #expect(names(&order) == ["a", "b"])
    }

    @Test("a remote responder comes after every local one, playing or not")
    func remote() {
        var order = order(.playing, pin: nil, "a")
        order.insert(RoutingEntry(id: id("kdeconnect.phone"), isPlaying: true, distance: .away))
        #expect(names(&order) == ["a", "kdeconnect.phone"])
    }

    @Test("MPRIS107: a followed machine is behind what plays here, before what does not, and last while it is silent")
    func followed() {
        var order = order(.playing, pin: nil, "a", "b")
        order.setPlaying(true, for: id("b"), at: .zero)
        order.insert(RoutingEntry(id: id("household.tv"), isPlaying: true, distance: .followed))
        #expect(names(&order) == ["b", "household.tv", "a"])
        #expect(order.reason(for: id("household.tv")) == .remote)
        order.setPlaying(false, for: id("household.tv"), at: .seconds(1))
        #expect(names(&order) == ["b", "a", "household.tv"])
    }

    @Test("configured priority, then the last run's first player, break ties before any use")
    func ties() {
        var order = RoutingOrder(policy: .playing)
        order.insert(RoutingEntry(id: id("a")))
        order.insert(RoutingEntry(id: id("b"), wasFirst: true))
        order.insert(RoutingEntry(id: id("c"), priority: 0))
        #expect(names(&order) == ["c", "b", "a"])
        order.use(id("a"))
        #expect(names(&order) == ["a", "c", "b"])
    }

    @Test("a player that leaves is gone at once, and the next is first")
    func removal() {
        var order = order(.playing, pin: nil, "a", "b")
        order.setPlaying(true, for: id("b"))
        order.remove(id("b"))
        #expect(names(&order) == ["a"])
        #expect(order.entry(id("b")) == nil)
    }

    @Test("recent: the player that changed anything last is first")
    func recent() {
        var order = order(.recent, pin: nil, "a", "b", "c")
        #expect(names(&order) == ["c", "b", "a"])
        order.noteChange(id("a"))
        #expect(names(&order) == ["a", "c", "b"])
    }

    @Test("recent: Shift sends the first to the end, Unshift brings the last to the front")
    func recentShift() {
        var order = order(.recent, pin: nil, "a", "b", "c")
        #expect(order.shift() == id("b"))
        #expect(names(&order) == ["b", "a", "c"])
        #expect(order.unshift() == id("c"))
        #expect(names(&order) == ["c", "b", "a"])
    }

    @Test("playing: Shift goes round all responders, and ends when another starts playing")
    func playingShift() {
        var order = order(.playing, pin: nil, "a", "b", "c")
        order.setPlaying(true, for: id("a"))
        #expect(order.shift() == id("b"))
        #expect(order.reason(for: id("b")) == .shifted)
        #expect(order.shift() == id("c"))
        #expect(order.shift() == id("a"))
        #expect(order.unshift() == id("c"))
        order.setPlaying(true, for: id("b"))
        #expect(names(&order) == ["b", "a", "c"])
    }

    @Test("MPRIS66: Shift and Unshift pass over a responder that hangs", arguments: [RoutingPolicy.playing, .recent])
    func shiftPastHung(_ policy: RoutingPolicy) {
        var order = order(policy, pin: nil, "a", "b", "c")
        order.setSuspect(true, for: id("b"))
        let seen = Set((0..<4).compactMap { _ in order.shift()?.baseName })
        #expect(seen == ["a", "c"])
        let back = Set((0..<4).compactMap { _ in order.unshift()?.baseName })
        #expect(back == ["a", "c"])
    }

    @Test(
        "MPRIS40, MPRIS66: Shift goes from player to player, also when an app is first",
        arguments: [RoutingPolicy.playing, .recent])
    func shiftPastApp(_ policy: RoutingPolicy) {
        var order = order(policy, pin: nil, "a", "b", "c")
        let app = ResponderID(":1.4/app")
        order.insert(RoutingEntry(id: app, isPlaying: true))
        #expect(order.order.first == app)
        var seen: [String] = []
        for _ in 0..<3 {
            guard let next = order.shift(among: { $0 != app }) else { break }
            #expect(order.order.first == next)
            seen.append(next.baseName)
        }
        #expect(Set(seen) == ["a", "b", "c"], "\(seen)")
    }

    @Test("MPRIS17: what was used last is known for the pinned responder too")
    func lastUsed() {
        var order = order(.playing, pin: "b", "a", "b", "c")
        order.use(id("a"))
        #expect(order.order.first == id("b") && !order.isLastUsed(id("b")))
        order.use(id("b"))
        #expect(order.isLastUsed(id("b")))
        order.setPin(nil)
        #expect(names(&order) == ["b", "a", "c"])
    }

    @Test("Shift without a responder has no answer")
    func shiftNobody() {
        var order = RoutingOrder(policy: .playing)
        #expect(order.shift() == nil)
        #expect(order.unshift() == nil)
    }

    @Test("whatever happens, the order is a permutation of the players, with the pin and then Playing at its front")
    func invariants() {
        for seed in UInt64(1)...200 {
            var random = SeededRandom(seed: seed)
            var order = RoutingOrder(policy: .playing, pin: seed.isMultiple(of: 3) ? "p1" : nil)
            var present: Set<ResponderID> = []
            for _ in 0..<60 {
                let id = id("p\(Int.random(in: 0..<6, using: &random))")
                switch Int.random(in: 0..<6, using: &random) {
                case 0 where !present.contains(id):
                    order.insert(RoutingEntry(id: id, isPlaying: Bool.random(using: &random)))
                    present.insert(id)
                case 1:
                    order.remove(id)
                    present.remove(id)
                case 2: order.setPlaying(Bool.random(using: &random), for: id)
                case 3: order.use(id)
                case 4: order.noteChange(id)
                default: order.setSuspect(Bool.random(using: &random), for: id)
                }
                let chain = order.order
                #expect(Set(chain) == present && chain.count == present.count, "seed \(seed)")
                let ranks = chain.map { member in
                    guard let entry = order.entry(member) else { return -1 }
                    if entry.isSuspect { return 3 }
                    return order.isPinned(member) ? 0 : entry.isPlaying ? 1 : 2
                }
                #expect(ranks.filter { $0 < 3 } == ranks.filter { $0 < 3 }.sorted(), "seed \(seed): \(chain)")
                #expect(ranks == ranks.filter { $0 < 3 } + ranks.filter { $0 == 3 }, "seed \(seed): \(chain)")
            }
        }
    }
}
