// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonAgent

/// What a program in a sandbox may call, with a real sandbox: bubblewrap, as Flatpak uses it.
@MainActor @Suite struct ConfinedCallerTests {
    private let stage: AgentStage
    private let player: StagePlayer

    init() throws {
        stage = try AgentStage()
        player = try stage.player("player", "Playing")
    }

    /// Runs gdbus in a sandbox that is marked as Flatpak marks its own; returns its output.
    private func sandboxed(_ destination: String, _ path: String, _ member: String, _ arguments: [String]) throws
        -> String
    {
        let sandbox = Sandbox(in: stage.folder, binds: ["--bind", "/tmp", "/tmp"])
        let call = ["gdbus", "call", "--address", stage.bus.address, "-d", destination, "-o", path, "-m", member]
        let process = try ChildProcess(
            sandbox.command(call + arguments), environment: ["PATH": "/usr/bin:/bin"])
        try #require(stage.turn { process.hasEnded }, "\(process.printed)")
        return process.printed
    }

    private func face(_ member: String, _ arguments: String...) throws -> String {
        try sandboxed(AgentStage.face.rawValue, "/org/mpris/MediaPlayer2", member, arguments)
    }

    private func baton(_ member: String, _ arguments: String...) throws -> String {
        try sandboxed("org.baton.Baton1", "/org/baton/Baton1", member, arguments)
    }

    @Test("it may press a button, and read what the player shows")
    func buttons() throws {
        #expect(try face("org.mpris.MediaPlayer2.Player.Next").hasPrefix("()"))
        #expect(try face("org.mpris.MediaPlayer2.Player.Seek", "5").hasPrefix("()"))
        let get = "org.freedesktop.DBus.Properties.Get"
        #expect(try face(get, "org.mpris.MediaPlayer2.Player", "PlaybackStatus").contains("Playing"))
        #expect(try face("org.freedesktop.DBus.Properties.GetAll", "org.mpris.MediaPlayer2.Player").contains("Title"))
        #expect(try baton("org.baton.Baton1.Application.SendRemoteControlEvent", "104").contains("player"))
        #expect(player.calls == ["Next", "Seek 5", "Next"])
    }

    @Test(
        "it may not open files, close players, change whose turn it is, or listen",
        arguments: [
            "org.mpris.MediaPlayer2.Player.OpenUri file:///etc/passwd", "org.mpris.MediaPlayer2.Quit",
            "org.mpris.MediaPlayer2.Raise", "com.github.altdesktop.playerctld.Shift",
            "org.freedesktop.DBus.Properties.Set org.mpris.MediaPlayer2.Player Volume <0.1>",
            "org.freedesktop.DBus.Properties.Get com.github.altdesktop.playerctld PlayerNames",
        ])
    func face(_ call: String) throws {
        let words = call.split(separator: " ").map(String.init)
        let printed = try sandboxed(
            AgentStage.face.rawValue, "/org/mpris/MediaPlayer2", words[0], Array(words.dropFirst()))
        #expect(printed.contains("AccessDenied"), "\(printed)")
        #expect(player.calls.isEmpty)
    }

    @Test(
        "of Baton's own interface it may press buttons, and nothing else",
        arguments: [
            "Register /app {}", "Pin player", "Unpin", "Ignore player", "Unignore player", "Refresh player",
            "Monitor true",
            "SimulateMotion 0 false", "PauseShake 99999999999999999", "CalibrateShake low 1.5",
            "Undo", "Redo", "RequestConsent portal",
            "Doctor", "Inputs", "Learn 1",
        ])
    func application(_ call: String) throws {
        let words = call.split(separator: " ").map(String.init)
        let printed = try sandboxed(
            "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Application.\(words[0])",
            Array(words.dropFirst()))
        #expect(printed.contains("AccessDenied"), "\(printed)")
        #expect(try stage.property("Pinned") == .string(""))
        #expect(try stage.chain() == ["player"])
    }

    @Test("of Baton's own properties it may read the version alone")
    func properties() throws {
        let all = try baton("org.freedesktop.DBus.Properties.GetAll", "org.baton.Baton1.Application")
        #expect(all.contains("Version"))
        for name in ["Responders", "FirstResponder", "Pinned", "Sensor"] { #expect(!all.contains(name)) }
        #expect(
            try baton("org.freedesktop.DBus.Properties.Get", "org.baton.Baton1.Application", "Responders")
                .contains("AccessDenied"))
    }

    @Test("a Shift never touches the saved pin")
    func shift() throws {
        _ = try stage.player("other")
        #expect(try stage.baton("Pin", .string("player")).errorName == nil)
        #expect(try stage.face("Shift", of: AgentStage.playerctld).errorName == nil)
        #expect(try stage.chain().first == "other")
        #expect(try stage.property("Pinned") == .string("player"))
        try stage.stopAgent()
        #expect(stage.folder.read(".local/state/baton/state")?.contains("pin player") == true)
    }

    @Test("the face's object is there only while one of its names is ours")
    func noFace() throws {
        let stage = try AgentStage(["mpris.name=none"])
        _ = try stage.player("player", "Playing")
        let agent = try #require(try stage.owner(of: AgentStage.baton))
        #expect(try stage.face("Next", at: agent).errorName == .unknownObject)
        #expect(
            try stage.face(
                "Get", .string(StagePlayer.player.rawValue), .string("Metadata"), of: "org.freedesktop.DBus.Properties",
                at: agent
            ).errorName == .unknownObject)
    }

    @Test("an app that answers nothing three times is passed over until it is heard again")
    func silentApp() throws {
        try stage.stopAgent()
        try stage.startAgent(["routing.app-timeout=250ms"])
        try stage.settleAgent()
        let app = try AppTests.App(on: stage)
        app.answer = nil
        try app.register("/app", [("playing", .boolean(true))])
        try stage.expectChain([app.id(), "player"])
        for _ in 0..<3 { #expect(try stage.send(.nextTrack) == app.handled) }
        try stage.expectChain(["player", app.id()])
        #expect(try stage.send(.nextTrack) == .by("player"))
        app.answer = true
        try app.register("/app", [("playing", .boolean(true))])
        try stage.expectChain([app.id(), "player"])
    }

    @Test("what waits for an app that falls silent goes to the next responder, and the app is passed over all the same")
    func waitingForSilentApp() throws {
        try stage.stopAgent()
        try stage.startAgent(["routing.app-timeout=250ms", "limits.in-flight-per-player=1"])
        try stage.settleAgent()
        let app = try AppTests.App(on: stage)
        app.answer = nil
        try app.register("/app", [("playing", .boolean(true))])
        try stage.expectChain([app.id(), "player"])
        var outcomes: [String] = []
        for _ in 0..<5 {
            try stage.post(.nextTrack) { result in
                outcomes.append((try? result.get().arguments())?.last?.asString ?? "\(result)")
            }
        }
        try #require(stage.turn { outcomes.count == 5 })
        let player = "org.mpris.MediaPlayer2.player"
        #expect(outcomes == [String](repeating: app.id(), count: 3) + [player, player])
        try stage.expectChain(["player", app.id()])
    }
}
