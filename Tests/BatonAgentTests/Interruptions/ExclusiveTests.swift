// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// One player plays and the others pause (rules I60 and I61), with players in processes of their own: those of one process
/// are one player to a person.
@Suite("Exclusive: a player that starts to play pauses the others")
struct ExclusiveTests {
    private struct Scene {
        let stage: AgentStage
        let players: [ChildProcess]

        init(_ settings: [String]) throws {
            let stage = try AgentStage(["interruptions.exclusive-after=0s"] + settings)
            let players = try [("one", "Playing"), ("two", "Paused")].map { name, status in
                try ChildProcess(
                    [
                        ChildProcess.built("baton-fake-player"), "--name", name, "--status", status, "--address",
                        stage.bus.address,
                    ], environment: ["SWIFT_BACKTRACE": "enable=no"])
            }
            try #require(stage.turn { players.allSatisfy { $0.printed.hasPrefix("ready") } })
            self.stage = stage
            self.players = players
            try #require(stage.turn { (try? stage.read("PlayerNames", of: AgentStage.playerctld).get()) != nil })
            try stage.settleAgent()
        }

        func press(_ member: MemberName, at name: String) throws {
            let message = Message.methodCall(
                to: try BusName("org.mpris.MediaPlayer2.\(name)"), path: "/org/mpris/MediaPlayer2",
                interface: StagePlayer.player, member: member)
            _ = try stage.call(message).get()
        }

        func status(of name: String) -> String? {
            guard let name = try? BusName("org.mpris.MediaPlayer2.\(name)") else { return nil }
            let message = Message.methodCall(
                to: name, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties", member: "Get")
            try? message.append(.string(StagePlayer.player.rawValue), .string("PlaybackStatus"))
            return (try? stage.call(message).get().first)?.unwrapped.asString
        }
    }

    @Test("I60: with pause-resume the first one goes on when the second one stops")
    func pauseResume() throws {
        let scene = try Scene(["interruptions.exclusive=pause-resume"])
        try scene.press("Play", at: "two")
        try #require(scene.stage.turn { scene.status(of: "one") == "Paused" })
        #expect(scene.status(of: "two") == "Playing")
        try scene.press("Pause", at: "two")
        #expect(scene.stage.turn { scene.status(of: "one") == "Playing" })
    }

    @Test(
        "I60, I61: without the key, and for a player that takes no part, both play",
        arguments: [[], ["player one.exclusive=no"]])
    func both(_ settings: [String]) throws {
        let scene = try Scene(settings.isEmpty ? [] : ["interruptions.exclusive=pause"] + settings)
        try scene.press("Play", at: "two")
        // A third player's change comes after theirs, and shows that the agent has seen them.
        let third = try scene.stage.player("three", "Paused")
        try scene.stage.settle(third.connection)
        for _ in 0..<3 { try scene.stage.settleAgent() }
        #expect(scene.status(of: "one") == "Playing" && scene.status(of: "two") == "Playing")
    }
}
