// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
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
        #expect(try stage.send(.togglePlayPause) == .by("mpv"))
        #expect(try stage.read("PlayerNames", of: AgentStage.playerctld).get() == .strings([player.name.rawValue]))

        browser.change([
            ("PlaybackStatus", .string("Playing")), ("Metadata", .vardict([("xesam:title", .string("Another"))])),
        ])
        try stage.settle(browser.connection)
        #expect(try stage.send(.nextTrack) == .by("chromium.instance7"))
        browser.change([("PlaybackStatus", .string("Stopped")), Self.empty])
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
        #expect(try stage.send(.nextTrack) == .by("chromium.instance2"))
        other.leave()
        try stage.expectChain(["chromium.instance1", "mpv"])
        #expect(one.calls == [] && other.calls == ["Next"])
    }

    @Test("MPRIS83: a program and the player of its engine, or its second one, are one player; other devices are not")
    func twins() throws {
        let stage = try AgentStage()
        let engine = try stage.player("chromium.instance\(getpid())", "Paused")
        let own = try stage.player("tidal-hifi", "Paused")
        try stage.expectChain(["tidal-hifi"])
        try stage.set(engine, "Playing")
        try stage.expectChain(["chromium.instance\(getpid())"])
        try stage.set(own, "Playing")
        try stage.set(engine, "Paused")
        try stage.expectChain(["tidal-hifi"])
        let phone = try stage.player("kdeconnect.mpris_000001", "Paused")
        try stage.expectChain(["tidal-hifi", "kdeconnect.mpris_000001"])
        #expect(try stage.send(.nextTrack) == .by("tidal-hifi"))
        own.leave()
        try stage.expectChain(["chromium.instance\(getpid())", "kdeconnect.mpris_000001"])
        engine.leave()
        phone.leave()
        try stage.expectChain([])
        _ = try stage.player("vlc", "Paused")
        let second = try stage.player("vlc.instance2", "Paused")
        try stage.expectChain(["vlc"])
        second.leave()
        try stage.expectChain(["vlc"])
    }

    /// A player of this process that says it stands for another process.
    private func claimant(
        _ name: String, _ status: String, _ process: UInt32, on stage: AgentStage
    ) throws -> StagePlayer {
        let player = try StagePlayer(name, status: status, on: stage.connect())
        stage.services.append(player)
        player.change([("Metadata", .vardict([("kde:pid", .uint32(process)), ("xesam:title", .string("A"))]))])
        var isOwned = false
        player.appear { isOwned = true }
        try #require(stage.turn { isOwned })
        try stage.settleAgent()
        return player
    }

    @Test("MPRIS84: who says that it stands for a player that is not a browser's takes nothing out of the chain")
    func falseClaim() throws {
        let stage = try AgentStage()
        // The claim comes from a relative of the process, which alone would be enough.
        let player = try OwnProcessPlayer("music", status: "Playing", on: stage)
        try stage.expectChain(["music"])
        let thief = try claimant("plasma-browser-integration", "Playing", player.process, on: stage)
        try stage.expectChain(["plasma-browser-integration", "music"])
        try stage.set(thief, "Paused")
        try stage.expectChain(["music", "plasma-browser-integration"])
    }

    @Test("MPRIS84: of a browser's process only its integration and relatives of the process are believed")
    func strangerClaim() throws {
        let stage = try AgentStage()
        let browser = try OwnProcessPlayer("firefox.instance_1_2", status: "Playing", on: stage)
        try stage.expectChain(["firefox.instance_1_2"])
        let stranger = try OwnProcessPlayer("stranger", status: "Playing", on: stage)
        try stage.expectChain(["stranger", "firefox.instance_1_2"])
        try stranger.set(
            "Metadata", .vardict([("kde:pid", .uint32(browser.process)), ("xesam:title", .string("A"))]), on: stage)
        try stage.settleAgent()
        try stage.expectChain(["stranger", "firefox.instance_1_2"])
        // The test's process has started the browser's.
        _ = try claimant("relative", "Playing", browser.process, on: stage)
        #expect(stage.turn { (try? stage.chain())?.contains("firefox.instance_1_2") == false })
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
