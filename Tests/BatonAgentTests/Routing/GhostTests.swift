// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// Sessions of browsers that are over, and browsers with several players (rules I90 to I94).
@Suite("Players: ghosts and groups")
struct GhostTests {
    private static let empty: (String, Value) = ("Metadata", .vardict([]))

    /// A browser whose page is closed.
    private func ghost(on stage: AgentStage, _ name: String = "chromium.instance7") throws -> StagePlayer {
        let player = try stage.player(name, "Stopped")
        player.change([Self.empty])
        try stage.settle(player.connection)
        return player
    }

    @Test("I90: a stopped browser session does not win, is not listed, and is back at once when it plays")
    func ghosts() throws {
        let stage = try AgentStage(["interruptions.ghost-after=0s"], hasSystemBus: true)
        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        let browser = try ghost(on: stage)
        try stage.expectChain([])
        #expect(stage.turn { bluez.sees("PlaybackStatus") == "Stopped" && bluez.title() == nil })
        let player = try stage.player("mpv", "Paused")
        try stage.expectChain(["mpv"])
        #expect(try stage.send(103) == .by("mpv"))
        #expect(try stage.read("PlayerNames", of: AgentStage.playerctld).get() == .strings([player.name.rawValue]))

        browser.change([("PlaybackStatus", .string("Playing"))])
        try stage.settle(browser.connection)
        #expect(try stage.send(104) == .by("chromium.instance7"))
        browser.change([("PlaybackStatus", .string("Stopped"))])
        try stage.expectChain(["mpv"])
        browser.change([("Metadata", .vardict([("xesam:title", .string("A song"))]))])
        try stage.expectChain(["mpv", "chromium.instance7"])
        #expect(browser.calls == ["Next"])
    }

    @Test(
        "I90: other players are stopped when they open, and are no ghosts unless the file says so; a pinned one is shown"
    )
    func choice() throws {
        let stage = try AgentStage(["interruptions.ghost-after=0s"])
        _ = try ghost(on: stage, "vlc")
        let browser = try ghost(on: stage)
        try stage.expectChain(["vlc"])
        try #require(try stage.baton("Pin", .string("chromium")).errorName == nil)
        try stage.expectChain(["chromium.instance7", "vlc"])
        try #require(try stage.baton("Unpin").errorName == nil)
        try stage.expectChain(["vlc"])
        browser.leave()

        let all = try AgentStage(["interruptions.ghost-after=0s", "interruptions.ghosts=all"])
        _ = try ghost(on: all, "vlc")
        try all.expectChain([])
        let none = try AgentStage(["interruptions.ghost-after=0s", "interruptions.ghosts=no"])
        _ = try ghost(on: none)
        try none.expectChain(["chromium.instance7"])
    }

    @Test("I94: two windows of a browser are one player; the one that plays stands for both")
    func windows() throws {
        let stage = try AgentStage()
        let one = try stage.player("chromium.instance1", "Playing")
        let other = try stage.player("chromium.instance2", "Paused")
        // Another program of the same process, as all players of this test are.
        _ = try stage.player("mpv", "Paused")
        try stage.expectChain(["chromium.instance1", "mpv"])
        try stage.set(one, "Paused")
        try stage.set(other, "Playing")
        try stage.expectChain(["chromium.instance2", "mpv"])
        #expect(try stage.send(104) == .by("chromium.instance2"))
        other.leave()
        try stage.expectChain(["chromium.instance1", "mpv"])
        #expect(one.calls == [] && other.calls == ["Next"])
    }

    @Test(
        "I94: a browser and its integration are one player: the integration's, while either both or none of them play")
    func integration() throws {
        let stage = try AgentStage()
        let browser = try stage.player("firefox.instance_1_84", "Paused")
        let integration = try StagePlayer("plasma-browser-integration", status: "Paused", on: stage.connect())
        integration.change([
            ("Metadata", .vardict([("kde:pid", .uint32(UInt32(getpid()))), ("xesam:title", .string("A"))]))
        ])
        var isOwned = false
        integration.appear { isOwned = true }
        try #require(stage.turn { isOwned })
        try stage.expectChain(["plasma-browser-integration"])
        try stage.set(browser, "Playing")
        try stage.set(integration, "Playing")
        try stage.settleAgent()
        #expect(try stage.chain() == ["plasma-browser-integration"])
        try stage.set(integration, "Paused")
        try stage.expectChain(["firefox.instance_1_84"])
        try stage.set(browser, "Paused")
        try stage.expectChain(["plasma-browser-integration"])
    }
}
