// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSettings

/// How often a player is asked for its position while clients read the face's (docs/dbus-api.md), in event time.
@MainActor @Suite("Players: reading the position")
struct PositionReadTests {
    @Test("while clients read the position, the player is asked for it once a second, however often they read")
    func onceASecond() throws {
        let stage = try AgentStage(nil)
        let player = try stage.player("player", "Playing")
        let connection = try stage.connect()
        let registry = PlayerRegistry(connection: connection)
        registry.start()
        let name = player.name
        // It is asked for all once more, half a second after its first answer (rule MPRIS54).
        try #require(stage.turn { registry[name]?.isAnswered == true && player.reads["Position"] ?? 0 >= 2 })
        let reactor = try Reactor(clock: ManualClock())
        let queue = CallQueue(limit: { 1 }, ledger: SenderLedger(limit: 1)) { _, _ in }
        let seeking = SeekSessions(
            reactor: reactor, window: MediaWindow(order: RoutingOrder(policy: .playing)), steps: Configuration.Seek())
        let responder = PlayerResponder(player: try #require(registry[name]), queue: queue, seeking: seeking)
        let before = player.reads["Position"] ?? 0
        func read(at time: Duration) throws -> Int {
            for _ in 0..<3 {
                responder.refreshPositionIfStale(at: time)
                try stage.settle(connection)
                try stage.settle(player.connection)
                try stage.settle(connection)
            }
            return (player.reads["Position"] ?? 0) - before
        }
        let start = responder.player.now
        #expect(try read(at: start) == 1)
        #expect(try read(at: start + .milliseconds(990)) == 1)
        #expect(try read(at: start + .seconds(1)) == 2)
        #expect(try read(at: start + .milliseconds(1990)) == 2)
        #expect(try read(at: start + .seconds(2)) == 3)
    }
}
