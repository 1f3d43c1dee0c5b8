// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// Real daemons under a real X server, and real keys.
@Suite(.serialized) struct RealMediaKeysTests {
    private static let kglobalaccel: BusName = "org.kde.kglobalaccel"
    private static let playKey: Value = sequence(0x0100_0080)

    private static func sequence(_ key: Int32) -> Value {
        .structure([.array(DBusArray("i", [key, 0, 0, 0].map { .int32($0) }))])
    }

    private static func sequences(_ values: Value...) -> Value { .array(DBusArray("(ai)", values)) }

    @Test("MATE: each key reaches the player that plays once, also after the daemon has started anew")
    func mate() throws {
        let desktop = try KeyDesktop("MATE")
        let playing = try desktop.stage.player("one", "Playing")
        let paused = try desktop.stage.player("two", "Paused")
        for _ in 0..<2 {
            let daemon = try desktop.start(["mate-settings-daemon", "--no-daemon"], owning: "org.mate.SettingsDaemon")
            try desktop.waitForKeys(playing, "XF86AudioNext", "Next")
            try desktop.expectEachOnce(playing, not: paused)
            daemon.signal(SIGTERM)
            try #require(desktop.stage.turn { daemon.hasEnded })
        }
    }

    /// A desktop with mate-settings-daemon, when its keys reach the player.
    private func mateDesktop() throws -> (KeyDesktop, StagePlayer) {
        let desktop = try KeyDesktop("MATE")
        let player = try desktop.stage.player("one", "Playing")
        _ = try desktop.start(["mate-settings-daemon", "--no-daemon"], owning: "org.mate.SettingsDaemon")
        try desktop.waitForKeys(player, "XF86AudioNext", "Next")
        return (desktop, player)
    }

    /// Records each key that MATE's daemon signals, with the client that it names.
    private func hearKeys(_ stage: AgentStage, _ body: @escaping (String) -> Void) -> Match {
        stage.client.addMatch(
            MatchRule(interface: "org.mate.SettingsDaemon.MediaKeys", member: "MediaPlayerKeyPressed")
        ) { body(((try? $0.arguments()) ?? []).map { $0.asString ?? "" }.joined(separator: " ")) }
    }

    @Test("KEYS5: MATE: a client that grabs later gets the keys when Baton ends, and not before")
    func mateLater() throws {
        let (desktop, player) = try mateDesktop()
        let stage = desktop.stage
        var heard: [String] = []
        let match = hearKeys(stage) { heard.append($0) }
        defer { match.cancel() }
        let grab = Message.methodCall(
            to: "org.mate.SettingsDaemon", path: "/org/mate/SettingsDaemon/MediaKeys",
            interface: "org.mate.SettingsDaemon.MediaKeys", member: "GrabMediaPlayerKeys")
        try grab.append(.string("Other"), .uint32(0))
        _ = try stage.call(grab).get()
        let before = player.calls.count
        try desktop.press("XF86AudioPrev")
        #expect(stage.turn { player.calls.count > before && !heard.isEmpty })
        #expect(heard == ["Baton Previous"] && player.calls.last == "Previous")
        #expect(try stage.stopAgent() == 0)
        // The daemon notices Baton's end before it answers this call.
        _ = try stage.call(
            .methodCall(
                to: "org.mate.SettingsDaemon", path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping"))
        try desktop.press("XF86AudioStop")
        #expect(stage.turn { heard.count == 2 })
        #expect(heard.last == "Other Stop")
    }

    @Test("KEYS6: MATE: the keys of a batond that was killed go to the next client once systemd has cleaned up")
    func mateCrash() throws {
        let (desktop, _) = try mateDesktop()
        let stage = desktop.stage
        var heard: [String] = []
        let match = hearKeys(stage) { heard.append($0) }
        defer { match.cancel() }
        #expect(try desktop.batonctl("setup", "--after-crash").status == 0)
        try desktop.press("XF86AudioPrev")
        #expect(stage.turn { heard == ["Baton Previous"] }, "a batond that runs keeps them")
        stage.agent?.kill()
        try desktop.press("XF86AudioPrev")
        #expect(stage.turn { heard == ["Baton Previous", "Baton Previous"] }, "MATE does not notice")
        #expect(stage.turn { (try? stage.property("Responders")) == nil })
        #expect(try desktop.batonctl("setup", "--after-crash").status == 0)
        try desktop.press("XF86AudioStop")
        #expect(stage.turn { heard.count == 3 })
        #expect(heard.last?.hasPrefix("Baton") == false)
    }

    private func expectHeldKeys(_ desktop: KeyDesktop, _ player: StagePlayer) throws {
        let toggles = try desktop.hold("XF86AudioPlay", player)
        #expect(toggles == ["PlayPause"])
        try desktop.stage.set(player, "Playing")
        let skips = try desktop.hold("XF86AudioNext", player)
        #expect(skips == ["Next"])
        let steps = try desktop.hold("XF86AudioForward", player)
        #expect(steps.count > 3 && steps.count < 12, "\(steps)")
    }

    @Test("KEYS23, KEYS24: MATE: a key that is held acts once, and a seek key seeks")
    func mateHeld() throws {
        let (desktop, player) = try mateDesktop()
        try expectHeldKeys(desktop, player)
    }

    @Test("KEYS23, KEYS24: KDE on X11: a key that is held acts once, and a seek key seeks")
    func kdeHeld() throws {
        let desktop = try kdeDesktop()
        let player = try desktop.stage.player("one", "Playing")
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        try desktop.waitForKeys(player, "XF86AudioNext", "Next")
        try expectHeldKeys(desktop, player)
    }

    /// A desktop with kglobalaccel and Plasma's shortcuts, when batond knows of it and hears what is changed.
    private func kdeDesktop() throws -> KeyDesktop {
        let desktop = try KeyDesktop("KDE")
        _ = try desktop.start(["kglobalaccel5"], owning: Self.kglobalaccel)
        try #require(desktop.stage.turn { (try? state(desktop)) != nil })
        try registerPlasma(desktop)
        return desktop
    }

    /// The shortcuts of Plasma's media controller: an action with the play key, and another key of the user's.
    private func registerPlasma(_ desktop: KeyDesktop) throws {
        try ask(desktop, "doRegister", .strings(Self.plasma))
        try ask(desktop, "setShortcutKeys", .strings(Self.plasma), Self.plasmaKeys, .uint32(6))
    }

    private static let plasma = ["mediacontrol", "playpausemedia", "Media Controller", "Play/Pause media playback"]
    private static let plasmaKeys = sequences(playKey, sequence(0x1000_0050))

    @discardableResult
    private func ask(_ desktop: KeyDesktop, _ member: MemberName, _ values: Value...) throws -> [Value] {
        let message = Message.methodCall(
            to: Self.kglobalaccel, path: "/kglobalaccel", interface: "org.kde.KGlobalAccel", member: member)
        try message.append(contentsOf: values)
        return try desktop.stage.call(message).get()
    }

    private func plasmaKeys(_ desktop: KeyDesktop) throws -> Value? {
        try ask(desktop, "shortcutKeys", .strings(Self.plasma)).first
    }

    @Test(
        "KEYS12, KEYS14: KDE: keys come once the user agreed, and go back at the end, after a crash, and with --revert")
    func kde() throws {
        let desktop = try kdeDesktop()
        let playing = try desktop.stage.player("one", "Playing")
        let paused = try desktop.stage.player("two", "Paused")
        #expect(try desktop.batonctl("setup", "--media-keys").status == 1)
        #expect(try plasmaKeys(desktop) == Self.plasmaKeys, "nothing changes without consent")
        let setup = try desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(setup.status == 0 && setup.output.contains("Media Controller: Play/Pause media playback"))
        #expect(try plasmaKeys(desktop) == Self.sequences(Self.sequence(0x1000_0050)))
        // batond notices it after batonctl has ended.
        try desktop.waitForKeys(playing, "XF86AudioNext", "Next")
        try desktop.expectEachOnce(playing, not: paused)
        #expect(try desktop.stage.stopAgent() == 0)
        // When batond has ended, its last messages may still be queued at the bus.
        #expect(desktop.stage.turn { (try? plasmaKeys(desktop)) == Self.plasmaKeys }, "given back at the end")

        try desktop.stage.startAgent()
        #expect(desktop.stage.turn { (try? plasmaKeys(desktop)) == Self.sequences(Self.sequence(0x1000_0050)) })
        desktop.stage.agent?.kill()
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try plasmaKeys(desktop) == Self.plasmaKeys, "given back after a crash")
        let components = try ask(desktop, "allActionsForComponent", .strings(["baton", "", "", ""])).first
        #expect(components == .array(DBusArray("as", [])))
        #expect(try desktop.batonctl("setup", "--revert").output == KeyDesktop.nothingToUndo)
    }

    @Test("KDE: after a crash systemd has the keys given back, and the next batond takes them again")
    func kdeCrash() throws {
        let desktop = try kdeDesktop()
        let rest = Self.sequences(Self.sequence(0x1000_0050))
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        #expect(try desktop.batonctl("setup", "--after-crash").status == 0)
        #expect(try plasmaKeys(desktop) == rest, "a batond that runs keeps them")
        let agent = try #require(desktop.stage.agent)
        agent.kill()
        try #require(desktop.stage.turn { (try? desktop.stage.property("Responders")) == nil })
        #expect(try plasmaKeys(desktop) == rest, "a program has taken keys")
        desktop.set("SERVICE_RESULT", "success")
        #expect(try desktop.batonctl("setup", "--after-crash").status == 0)
        #expect(try plasmaKeys(desktop) == rest, "systemd says that nothing crashed")
        desktop.set("SERVICE_RESULT", "signal")
        #expect(try desktop.batonctl("setup", "--after-crash").status == 0)
        #expect(try plasmaKeys(desktop) == Self.plasmaKeys)
        try desktop.stage.startAgent()
        #expect(desktop.stage.turn { (try? plasmaKeys(desktop)) == rest }, "the consent stays")
    }

    @Test("KDE: shortcuts that the user changes while batond runs stay changed when it ends, the media key comes back")
    func kdeChangedMeanwhile() throws {
        let desktop = try kdeDesktop()
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        let new = Self.sequence(0x1000_0051)
        try ask(desktop, "setForeignShortcutKeys", .strings(Self.plasma), Self.sequences(new))
        // kglobalaccel's signal came before the reply, and batond reads in order.
        try desktop.stage.settleAgent()
        #expect(try desktop.stage.stopAgent() == 0)
        let wanted = Self.sequences(new, Self.playKey)
        #expect(desktop.stage.turn { (try? plasmaKeys(desktop)) == wanted })

        // Changed between a crash and the next start, when no batond runs.
        try desktop.stage.startAgent()
        #expect(desktop.stage.turn { (try? plasmaKeys(desktop)) == Self.sequences(new) })
        try desktop.stage.settleAgent()
        desktop.stage.agent?.kill()
        let newer = Self.sequence(0x1000_0052)
        try ask(desktop, "setForeignShortcutKeys", .strings(Self.plasma), Self.sequences(newer))
        try desktop.stage.startAgent()
        #expect(desktop.stage.turn { (try? state(desktop)) == "listening" })
        #expect(try desktop.stage.stopAgent() == 0)
        #expect(desktop.stage.turn { (try? plasmaKeys(desktop)) == Self.sequences(newer, Self.playKey) })
    }

    private func state(_ desktop: KeyDesktop) throws -> String? {
        try desktop.stage.inputState(of: "KDE shortcuts")
    }

    @Test("KEYS15: KDE: a key that the user gave the media controller meanwhile stays its")
    func kdeChanged() throws {
        let desktop = try KeyDesktop("KDE", settings: nil)
        _ = try desktop.start(["kglobalaccel5"], owning: Self.kglobalaccel)
        try registerPlasma(desktop)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        let new = Self.sequence(0x1000_0051)
        try ask(desktop, "setForeignShortcutKeys", .strings(Self.plasma), Self.sequences(new))
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try plasmaKeys(desktop) == Self.sequences(new, Self.playKey))
    }
}
