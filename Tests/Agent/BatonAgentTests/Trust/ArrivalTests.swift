// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// Which player gets the next command, if players appear late, twice, or before batond.
@Suite struct ArrivalTests {
    /// A player that owns its name before it exports its object.
    private func lateObject(_ name: String, on stage: AgentStage) throws -> StagePlayer {
        let player = try StagePlayer(name, status: "Playing", isExported: false, on: stage.connect())
        var isOwned = false
        player.appear { isOwned = true }
        try #require(stage.turn { isOwned })
        return player
    }

    @Test("a player that exports its object after it owns its name is asked again, and a toggle pauses it")
    func lateObject() throws {
        let stage = try AgentStage()
        let paused = try stage.player("paused")
        let late = try lateObject("late", on: stage)
        try stage.settle(late.connection)
        late.export()
        #expect(try stage.send(.togglePlayPause) == .by("late"))
        #expect(late.calls == ["PlayPause"])
        #expect(paused.calls.isEmpty, "a paused player was started")
    }

    @Test("a player whose object comes very late is asked at its first signal")
    func firstSignal() throws {
        let stage = try AgentStage(["routing.start-wait=0s"])
        _ = try stage.player("paused")
        let late = try lateObject("late", on: stage)
        // It was asked at once and after 50 ms, and will be asked after half a second.
        try stage.expectChain(["paused", "late"])
        late.export()
        late.change([("Volume", .double(0.7))])
        try stage.expectChain(["late", "paused"])
    }

    @Test("the first responder of the last run stays it, whichever player answers first")
    func remembered() throws {
        let stage = try AgentStage(nil)
        let players = try ["a", "b"].map { try stage.player($0, "Playing") }
        try stage.startAgent()
        try stage.set(players[1], "Paused")
        try stage.set(players[1], "Playing")
        try stage.expectChain(["b", "a"])
        try stage.stopAgent()
        try stage.startAgent()
        try stage.settleAgent()
        try stage.expectChain(["b", "a"])
        try stage.set(players[0], "Paused")
        try stage.set(players[0], "Playing")
        try stage.expectChain(["a", "b"])
        try stage.stopAgent()
        try stage.startAgent()
        try stage.settleAgent()
        try stage.expectChain(["a", "b"])
    }

    @Test("of two players that were there before, the one that answers late has not started to play just now")
    func slowAnswer() throws {
        let stage = try AgentStage(nil)
        let late = try ChildProcess(
            [
                ChildProcess.built("baton-fake-player"), "--name", "late", "--status", "Playing", "--delay", "300",
                "--address", stage.bus.address,
            ],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { late.printed.hasPrefix("ready") })
        _ = try stage.player("prompt", "Playing")
        try stage.startAgent()
        try stage.expectChain(["prompt", "late"])
    }

    @Test("a player with two names is still there when the first of them goes, and stands where it stood")
    func twoNames() throws {
        let stage = try AgentStage()
        let player = try stage.player("vlc", "Playing")
        var isOwned = false
        let second = player.connection.requestName("org.mpris.MediaPlayer2.vlc.instance7") { isOwned = $0 == .owned }
        try #require(stage.turn { isOwned })
        _ = try stage.player("other", "Playing")
        try stage.set(player, "Paused")
        try stage.set(player, "Playing")
        try stage.expectChain(["vlc", "other"])
        player.disappear()
        try stage.expectChain(["vlc.instance7", "other"])
        #expect(try stage.send(.togglePlayPause) == .by("vlc.instance7"))
        second.release()
        try stage.expectChain(["other"])
    }

    @Test("a name that another process takes over hides no player, whatever the old owner stood for")
    func handOver() throws {
        let stage = try AgentStage()
        let browser = try stage.player("firefox", "Playing")
        // A browser's integration reports the process of the browser: here, of this process.
        let integration = try StagePlayer("integration", status: "Playing", on: stage.connect())
        let own = UInt32(getpid())
        integration.change([("Metadata", .vardict([("kde:pid", .uint32(own)), ("xesam:title", .string("A"))]))])
        var isOwned = false
        let first = integration.connection.requestName(integration.name, flags: .allowReplacement) {
            isOwned = $0 == .owned
        }
        try #require(stage.turn { isOwned })
        try stage.expectChain(["integration"])
        // Another program of the same name, which reports no other process.
        let successor = try StagePlayer("integration", status: "Paused", on: stage.connect())
        var isTaken = false
        let taken = successor.connection.requestName(integration.name, flags: .replaceExisting) {
            isTaken = $0 == .owned
        }
        try #require(stage.turn { isTaken })
        try stage.expectChain(["firefox", "integration"])
        _ = (first, taken, browser)
    }

    @Test("players are known although the bus passes on only a few questions at once")
    func stingyBus() throws {
        let stage = try AgentStage(nil, mostReplies: 8)
        for index in 0..<12 { _ = try stage.player("p\(index)", index == 7 ? "Playing" : "Paused") }
        try stage.startAgent()
        #expect(stage.turn(within: .seconds(20)) { (try? stage.chain().first) == "p7" })
        #expect(try stage.send(.nextTrack) == .by("p7"))
    }
}
