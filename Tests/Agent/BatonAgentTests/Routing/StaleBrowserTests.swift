// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSettings

/// Browsers that have been stopped for long, with a clock that the test moves (rule I91).
@MainActor @Suite("Players: stale browsers")
struct StaleBrowserTests {
    @Test("I91: a browser that is stopped and has a title is stale after 10 min, and not any more when it plays")
    func stale() throws {
        let stage = try AgentStage(nil)
        let player = try stage.player("chromium.instance7", "Stopped")
        let registry = PlayerRegistry(connection: try stage.connect())
        registry.start()
        let name = player.name
        try #require(stage.turn { registry[name]?.isAnswered == true })
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let queue = CallQueue(limit: { 1 }, ledger: SenderLedger(limit: 1)) { _, _ in }
        let seeking = SeekSessions(
            reactor: reactor, window: MediaWindow(order: RoutingOrder(policy: .playing)), steps: Configuration.Seek())
        let responder = PlayerResponder(player: try #require(registry[name]), queue: queue, seeking: seeking)
        let watch = GhostWatch(reactor: reactor)
        var changes = 0
        watch.onChange = { _ in changes += 1 }
        watch.apply(Configuration.Interruptions(), to: [responder])
        clock.advance(by: GhostWatch.staleAfter - .seconds(1))
        try reactor.turn(timeout: .zero)
        #expect(watch.finding(of: responder) == nil, "not yet")
        // A timer may be late by its tolerance.
        clock.advance(by: .seconds(1) + GhostWatch.staleAfter / 5)
        try reactor.turn(timeout: .zero)
        #expect(watch.finding(of: responder) == .stale && changes == 1)
        try stage.set(player, "Playing")
        try #require(stage.turn { registry[name]?.status == .playing })
        watch.review(responder)
        #expect(watch.finding(of: responder) == nil && changes == 2)
        watch.left(responder)
        #expect(reactor.nextDeadline == nil, "no timer is left")
    }
}
