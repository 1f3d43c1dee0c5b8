// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// The notification of what plays now, with the real batond and a daemon whose capabilities the test chooses.
@Suite("What plays now is shown, to those who want it") @MainActor
struct NowPlayingTests {
    private struct Scene {
        let stage: AgentStage
        let bluez: FakeBluez
        let daemon: FakeNotifications

        @MainActor
        init(_ settings: [String] = ["notifications.now-playing=yes"], capabilities: [String] = ["body"]) throws {
            stage = try AgentStage(settings, hasSystemBus: true)
            bluez = FakeBluez(on: try stage.connect(), adapters: ["hci0"])
            bluez.appear()
            daemon = FakeNotifications(on: try stage.connect())
            daemon.capabilities = capabilities
            daemon.appear()
            try #require(stage.turn { daemon.isThere })
        }

        @MainActor
        func press(_ button: MemberName) throws {
            try #require(stage.turn { bluez.title() != nil })
            try bluez.press(button)
        }

        func track(_ title: String, _ artist: String) -> Value {
            .vardict([("xesam:title", .string(title)), ("xesam:artist", .strings([artist]))])
        }
    }

    @Test("MPRIS43: a skip by a headset shows the new track, and not the old one")
    func skip() throws {
        let scene = try Scene()
        let player = try scene.stage.player("one", "Playing")
        try scene.press("Next")
        try #require(scene.stage.turn { player.calls == ["Next"] })
        player.change([("Metadata", scene.track("Nocturne", "Chopin"))])
        try #require(scene.stage.turn { !scene.daemon.shown.isEmpty })
        let shown = try #require(scene.daemon.shown.last)
        #expect(shown.summary == "Nocturne" && shown.body.hasPrefix("Chopin – "), "\(shown)")
        #expect(shown.actions.isEmpty && scene.daemon.hints["transient"] == .boolean(true))
    }

    @Test("MPRIS43: a player that reports no new track shows what it last told")
    func noNews() throws {
        let scene = try Scene()
        _ = try scene.stage.player("one", "Playing")
        try scene.press("Next")
        try #require(scene.stage.turn { !scene.daemon.shown.isEmpty })
        #expect(scene.daemon.shown.map(\.summary) == ["Title of one"])
    }

    @Test("MPRIS44: another first responder that plays is shown, and one that the user pins")
    func change() throws {
        let scene = try Scene()
        _ = try scene.stage.player("one", "Playing")
        try scene.stage.settleAgent()
        let two = try scene.stage.player("two", "Paused")
        try scene.stage.set(two, "Playing")
        try #require(scene.stage.turn { scene.daemon.shown.map(\.summary) == ["Title of two"] })
        _ = try scene.stage.baton("Pin", .string("one")).get()
        try #require(scene.stage.turn { scene.daemon.shown.count == 2 })
        #expect(scene.daemon.shown.last?.summary == "Title of one")
        let first = try #require(scene.daemon.shown.first)
        #expect(scene.daemon.shown.last?.replaces == first.identifier)
    }

    @Test("MPRIS44: when it is switched on, the next change of the first responder is shown")
    func switchedOn() throws {
        let stage = try AgentStage(nil)
        try stage.writeConfiguration("")
        try stage.startAgent()
        let daemon = FakeNotifications(on: try stage.connect())
        daemon.capabilities = ["body"]
        daemon.appear()
        try #require(stage.turn { daemon.isThere })
        _ = try stage.player("one", "Playing")
        let two = try stage.player("two", "Paused")
        try stage.writeConfiguration("[notifications]\nnow-playing = yes\n")
        try stage.reload()
        try stage.set(two, "Playing")
        #expect(stage.turn { daemon.shown.map(\.summary) == ["Title of two"] })
    }

    @Test("MPRIS45: without the key nothing is shown")
    func off() throws {
        let scene = try Scene([])
        let player = try scene.stage.player("one", "Playing")
        try scene.press("Next")
        try #require(scene.stage.turn { player.calls == ["Next"] })
        player.change([("Metadata", scene.track("Nocturne", "Chopin"))])
        try scene.stage.settle(player.connection)
        try scene.stage.settleAgent()
        try scene.stage.settle(scene.daemon.connection)
        #expect(scene.daemon.shown.isEmpty)
    }

    @Test(
        "MPRIS46: text of a player is escaped where markup is read, cleaned and cut",
        arguments: [(["body"], "A & <b>"), (["body", "body-markup"], "A &amp; &lt;b&gt;")])
    func hostile(_ capabilities: [String], _ artist: String) throws {
        let scene = try Scene(capabilities: capabilities)
        let player = try scene.stage.player("one", "Playing")
        try scene.press("Next")
        try #require(scene.stage.turn { player.calls == ["Next"] })
        player.change([
            ("Metadata", scene.track("\u{1b}[2J\u{202e}" + String(repeating: "x", count: 70_000 / 8), "A & <b>"))
        ])
        try #require(scene.stage.turn { !scene.daemon.shown.isEmpty })
        let shown = try #require(scene.daemon.shown.last)
        #expect(shown.summary.hasPrefix("\u{FFFD}[2Jxxx") && shown.summary.count <= 120, "\(shown.summary)")
        #expect(shown.body.hasPrefix(artist), "\(shown.body)")
    }

    @Test("MPRIS46: only a picture in a file is passed to the daemon", arguments: ["file:///a.png", "https://a/b.png"])
    func picture(_ url: String) throws {
        let scene = try Scene()
        let player = try scene.stage.player("one", "Playing")
        try scene.press("Next")
        try #require(scene.stage.turn { player.calls == ["Next"] })
        player.change([
            ("Metadata", .vardict([("xesam:title", .string("Nocturne")), ("mpris:artUrl", .string(url))]))
        ])
        try #require(scene.stage.turn { !scene.daemon.shown.isEmpty })
        #expect(scene.daemon.hints["image-path"] == (url.hasPrefix("file:") ? .string(url) : nil))
    }
}
