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

        /// The numbers of the interruptions that last.
        func numbers() throws -> [UInt32] {
            let message = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties",
                member: "Get")
            try message.append(.string("org.baton.Baton1.Interruptions"), .string("Active"))
            guard case .array(let active)? = try stage.call(message).get().first?.unwrapped else { return [] }
            return active.elements.compactMap { row in
                if case .structure(let fields) = row, case .uint32(let id) = fields[0] { id } else { nil }
            }
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

    @Test("I60, I141: what Baton pauses has not stopped: in a call both wait, and after it the second one plays alone")
    func pausedByBaton() throws {
        let scene = try Scene(["interruptions.exclusive=pause-resume"])
        try scene.press("Play", at: "two")
        try #require(scene.stage.turn { scene.status(of: "one") == "Paused" })
        do {
            let call = try scene.stage.begin()
            try #require(scene.stage.turn { scene.status(of: "two") == "Paused" })
            #expect(scene.stage.lasts(["exclusive", "call"]))
            withExtendedLifetime(call) {}
        }
        try #require(scene.stage.turn { scene.status(of: "two") == "Playing" })
        #expect(scene.stage.lasts(["exclusive"]) && scene.status(of: "one") == "Paused")
        try scene.press("Pause", at: "two")
        #expect(scene.stage.turn { scene.status(of: "one") == "Playing" })
    }

    @Test("I60, I141: a player that was paused for good by Baton lets nobody begin")
    func pausedForGood() throws {
        let scene = try Scene(["interruptions.exclusive=pause-resume"])
        try scene.press("Play", at: "two")
        try #require(scene.stage.turn { scene.status(of: "one") == "Paused" })
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: "Begin")
        try message.append(
            .string("recording"), .string(""),
            .vardict([("resume", .boolean(false)), ("players", .array(DBusArray("s", [.string("two")])))]))
        let values = try scene.stage.call(message).get()
        try #require(scene.stage.turn { scene.status(of: "two") == "Paused" })
        _ = try scene.stage.interruptions("End", values[0]).get()
        #expect(scene.stage.lasts([]))
        try scene.stage.settleAgent()
        #expect(scene.status(of: "one") == "Paused" && scene.status(of: "two") == "Paused")
        withExtendedLifetime(values) {}
    }

    @Test("I60, I141: a gap between two tracks is no end: the exclusion is the same afterwards")
    func gap() throws {
        let scene = try Scene(["interruptions.exclusive=pause-resume"])
        try scene.press("Play", at: "two")
        try #require(scene.stage.turn { scene.status(of: "one") == "Paused" })
        let before = try scene.numbers()
        for _ in 0..<3 {
            try scene.press("Stop", at: "two")
            try scene.press("Play", at: "two")
        }
        try scene.stage.settleAgent()
        #expect(try scene.numbers() == before && before.count == 1)
        #expect(scene.status(of: "one") == "Paused")
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
