// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// Media keys from the GlobalShortcuts portal (rules KEYS18 and KEYS19).
@Suite struct ShortcutsPortalTests {
    private static let bind =
        "BindShortcuts play-pause=XF86AudioPlay pause=XF86AudioPause stop=XF86AudioStop previous=XF86AudioPrev "
        + "next=XF86AudioNext rewind=XF86AudioRewind fast-forward=XF86AudioForward"

    private func stage() throws -> (AgentStage, FakeShortcutsPortal) {
        let stage = try AgentStage(["media-keys.portal=yes"])
        return (stage, FakeShortcutsPortal(on: try stage.connect()))
    }

    @Test("KEYS18: presses come, and seeking goes on until the release")
    func keys() throws {
        let (stage, portal) = try stage()
        let player = try stage.player("one", "Playing")
        portal.appear()
        try #require(stage.turn { portal.calls == ["CreateSession", Self.bind] })
        try stage.settleAgent(after: portal.connection)
        portal.signal("Activated", "next")
        portal.signal("Deactivated", "next")
        try #require(stage.turn { player.calls == ["Next"] })
        // Where it is in the next track, which is at its start until it tells (rule MPRIS97).
        player.emit(StagePlayer.player, "Seeked", [.int64(7_000_000)])
        try stage.settleAgent(after: player.connection)
        portal.signal("Activated", "rewind")
        #expect(stage.turn { player.calls.count == 4 })
        #expect(player.calls == ["Next", "Seek -2000000", "Seek -2000000", "Seek -2000000"])
        portal.signal("Deactivated", "rewind")
        try stage.settleAgent(after: portal.connection)
        let count = player.calls.count
        #expect(!stage.turn(within: .milliseconds(600)) { player.calls.count > count })
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { portal.calls.last == "Close" })
    }

    private func becomes(_ stage: AgentStage, _ wanted: String) -> Bool {
        stage.turn { (try? stage.inputState(of: "shortcuts portal")) == wanted }
    }

    @Test("a user who said no is not asked again when the portal starts anew")
    func refused() throws {
        let (stage, portal) = try stage()
        portal.answer = 1
        portal.appear()
        #expect(becomes(stage, "off portal-not-allowed"))
        let asked = portal.calls.count
        for _ in 0..<3 {
            portal.disappear()
            try stage.settleAgent(after: portal.connection)
            portal.appear()
            try stage.settleAgent(after: portal.connection)
        }
        #expect(portal.calls.count == asked)
        #expect(becomes(stage, "off portal-not-allowed"))
    }

    @Test("KEYS19: KDE's portal does not tell what the user has just agreed to: it is asked, and the keys count")
    func silentlyBound() throws {
        let (stage, portal) = try stage()
        let player = try stage.player("one", "Playing")
        portal.tellsWhatIsBound = false
        portal.listed = [("next", "Media Next"), ("play-pause", "Media Play")]
        portal.appear()
        try #require(stage.turn { portal.calls == ["CreateSession", Self.bind, "ListShortcuts"] })
        #expect(becomes(stage, "listening"))
        portal.signal("Activated", "next")
        #expect(stage.turn { player.calls == ["Next"] })
    }

    @Test("a portal that cannot tell what is bound is believed once a key has come")
    func unlisted() throws {
        let (stage, portal) = try stage()
        let player = try stage.player("one", "Playing")
        portal.tellsWhatIsBound = false
        portal.listed = nil
        portal.appear()
        try #require(stage.turn { portal.calls == ["CreateSession", Self.bind, "ListShortcuts"] })
        #expect(becomes(stage, "waiting shortcut-unbound"))
        portal.signal("Activated", "play-pause")
        #expect(stage.turn { player.calls == ["PlayPause"] })
        #expect(becomes(stage, "listening"))
    }

    @Test("a portal that bound nothing is left, and its session is closed")
    func nothingBound() throws {
        let (stage, portal) = try stage()
        portal.tellsWhatIsBound = false
        portal.appear()
        #expect(stage.turn { portal.calls == ["CreateSession", Self.bind, "ListShortcuts", "Close"] })
        #expect(becomes(stage, "off no-shortcuts"))
    }

    @Test("KEYS19: shortcuts that no key leads to are not taken for the desktop's keys (Hyprland)")
    func unbound() throws {
        let (stage, portal) = try stage()
        let player = try stage.player("one", "Playing")
        portal.trigger = ""
        portal.appear()
        #expect(becomes(stage, "waiting shortcut-unbound"))
        portal.signal("Activated", "next")
        #expect(stage.turn { player.calls == ["Next"] }, "what comes counts all the same")
        #expect(becomes(stage, "waiting shortcut-unbound"), "the play key goes elsewhere still")
        portal.signal("Activated", "play-pause")
        #expect(becomes(stage, "listening"))
        portal.change(to: [("next", "N"), ("play-pause", "")])
        #expect(becomes(stage, "waiting shortcut-unbound"), "the user took it away")
        portal.change(to: [("next", "N"), ("play-pause", "P")])
        #expect(becomes(stage, "listening"))
    }

    @Test("another session's and another sender's shortcuts are nothing")
    func strangers() throws {
        let (stage, portal) = try stage()
        let player = try stage.player("one", "Playing")
        portal.appear()
        try #require(stage.turn { portal.calls.count == 2 })
        try stage.settleAgent(after: portal.connection)
        portal.signal("Activated", "stop", in: "/org/freedesktop/portal/desktop/session/1_1/other")
        portal.signal("Activated", "self-destruct")
        let stranger = FakeShortcutsPortal(on: try stage.connect())
        stranger.signal("Activated", "stop", in: portal.session)
        try stage.settleAgent(after: stranger.connection)
        portal.signal("Activated", "next")
        #expect(stage.turn { !player.calls.isEmpty })
        #expect(player.calls == ["Next"])
    }

    @Test("a question that the portal ended without an answer is asked again when the portal starts anew")
    func unanswered() throws {
        let (stage, portal) = try stage()
        portal.answer = 2
        portal.appear()
        try #require(stage.turn { portal.calls.count == 2 })
        try stage.settleAgent(after: portal.connection)
        try stage.settleAgent(after: portal.connection)
        #expect(stage.turn { portal.calls == ["CreateSession", Self.bind, "Close"] }, "nothing is left open")
        portal.connection.close()
        let second = FakeShortcutsPortal(on: try stage.connect())
        second.appear()
        #expect(stage.turn { second.calls == ["CreateSession", Self.bind] })
    }

    @Test("a session that the desktop ends while a key is down ends the seeking")
    func ended() throws {
        let (stage, portal) = try stage()
        let player = try stage.player("one", "Playing")
        portal.appear()
        try #require(stage.turn { portal.calls.count == 2 })
        try stage.settleAgent(after: portal.connection)
        portal.signal("Activated", "fast-forward")
        #expect(stage.turn { player.calls.count >= 2 })
        portal.end()
        try stage.settleAgent(after: portal.connection)
        let count = player.calls.count
        #expect(!stage.turn(within: .milliseconds(600)) { player.calls.count > count })
    }

    @Test("the user is not asked unless the configuration says so")
    func off() throws {
        let stage = try AgentStage()
        let portal = FakeShortcutsPortal(on: try stage.connect())
        portal.appear()
        try stage.settleAgent(after: portal.connection)
        #expect(portal.calls.isEmpty)
    }

    @Test("B8: one press that a settings daemon and the portal both tell of counts once, and the next press again")
    func twice() throws {
        let (stage, portal) = try stage()
        let player = try stage.player("one", "Playing")
        portal.appear()
        let daemon = FakeSettingsDaemon(on: try stage.connect())
        daemon.export()
        daemon.appear(as: ["org.gnome.SettingsDaemon.MediaKeys"])
        try #require(stage.turn { portal.calls.count == 2 && daemon.calls.count == 1 })
        try stage.settleAgent(after: portal.connection)
        try stage.settle(daemon.connection)
        let agent = try #require(stage.agent)
        for count in 1...3 {
            // Both have arrived when the agent reads them, however long it took to send them.
            agent.suspend()
            portal.signal("Activated", "next")
            try daemon.press("Next")
            for connection in [portal.connection, daemon.connection] { try stage.settle(connection) }
            agent.resume()
            #expect(stage.turn { player.calls.count == count })
            #expect(!stage.turn(within: .milliseconds(120)) { player.calls.count > count })
        }
    }
}
