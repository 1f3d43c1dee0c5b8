// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Testing

/// Players that the configuration means by their name for people, their desktop file or their program (rule MPRIS101).
@Suite("Players by other names than that on the bus")
struct PlayerLabelTests {
    private func electron(_ name: String, _ status: String, on stage: AgentStage) throws -> StagePlayer {
        let player = try StagePlayer(name, status: status, on: stage.connect())
        player.silentlySet("Identity", .string("Video Tube"))
        player.silentlySet("DesktopEntry", .string("rocks.shy.VacuumTube"))
        stage.services.append(player)
        var isOwned = false
        player.appear { isOwned = true }
        try #require(stage.turn { isOwned })
        try stage.settleAgent()
        return player
    }

    @Test(
        "MPRIS101: a player is ignored by its identity or its desktop file, and no interruption concerns it",
        arguments: ["Video?Tube", "video*", "rocks.shy.VacuumTube"])
    func ignored(_ pattern: String) throws {
        let stage = try AgentStage(["routing.ignore=\(pattern)", "interruptions.exclusive=pause"])
        let ignored = try electron("chromium.instance7", "Playing", on: stage)
        _ = try stage.player("mpv", "Paused")
        try stage.expectChain(["mpv"])
        #expect(try stage.send(.togglePlayPause) == .by("mpv"))
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: "PauseAll")
        _ = try stage.call(message)
        #expect(ignored.calls == [])
    }

    @Test("MPRIS101: priority and [player NAME] by the identity, also one with a blank, and by the program")
    func settings() throws {
        let stage = try AgentStage([
            "routing.priority=rocks.shy.*", "player Video Tube.next=+30s", "player mpv.next=+10s",
        ])
        let plain = try stage.player("mpv")
        let preferred = try electron("chromium.instance7", "Paused", on: stage)
        try stage.expectChain(["chromium.instance7", "mpv"])
        #expect(try stage.send(.nextTrack) == .by("chromium.instance7"))
        #expect(preferred.calls == ["Seek 30000000"])
        #expect(plain.calls == [])

        // The players of a test are in its own process.
        let program = try #require(Self.ownProgram)
        let other = try AgentStage(["routing.ignore=\(program)"])
        _ = try other.player("mpv")
        try other.settleAgent()
        try other.expectChain([])
    }

    /// The name of the test's own program, as the kernel has it.
    private static var ownProgram: String? {
        guard let text = try? String(contentsOfFile: "/proc/self/comm", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first.map(String.init)?.replacing(" ", with: "?")
    }

    @Test("MPRIS101: an identity that changes counts from then on")
    func changes() throws {
        let stage = try AgentStage(["routing.ignore=Radio"])
        let player = try stage.player("stream", "Playing")
        try stage.expectChain(["stream"])
        player.silentlySet("Identity", .string("Radio"))
        player.tell([.string(StagePlayer.root.rawValue), .vardict([("Identity", .string("Radio"))]), .strings([])])
        try stage.expectChain([])
        player.tell([.string(StagePlayer.root.rawValue), .vardict([("Identity", .string("Video"))]), .strings([])])
        try stage.expectChain(["stream"])
    }

    @Test(
        "MPRIS101: a player on another device comes last and is not paused by an interruption: by its name, or as the file says",
        arguments: ["tether.pixel", "MusicAssistant", "musicassistant_native", "cosmic_kdeconnect.phone", "elsewhere"])
    func remote(_ name: String) throws {
        let stage = try AgentStage(["routing.remote=The?elsewhere"])
        let phone = try stage.player(name, "Playing")
        _ = try stage.player("mpv", "Playing")
        try stage.set(phone, "Paused")
        try stage.set(phone, "Playing")
        try stage.expectChain(["mpv", name])
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: "PauseAll")
        _ = try stage.call(message)
        #expect(phone.calls == [])
    }
}
