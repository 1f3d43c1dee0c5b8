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
        let players: [String: OtherPlayer]

        /// - Parameter isLast: whether batond starts when the players are there.
        init(_ settings: [String], _ statuses: [String] = ["Playing", "Paused"], isLast: Bool = false) throws {
            let settings = ["interruptions.exclusive-after=0s"] + settings
            stage = try AgentStage(isLast ? nil : settings)
            var players: [String: OtherPlayer] = [:]
            for (name, status) in zip(["one", "two", "three"], statuses) {
                players[name] = try OtherPlayer(name, status, on: stage)
            }
            self.players = players
            if isLast { try stage.startAgent(settings) }
            let stage = stage
            try #require(stage.turn { (try? stage.read("PlayerNames", of: AgentStage.playerctld).get()) != nil })
            try stage.settleAgent()
        }

        func press(_ member: MemberName, at name: String) throws { try players[name]?.press(member) }

        /// The numbers of the interruptions that last.
        func numbers() throws -> [UInt32] {
            try active().compactMap { if case .uint32(let id) = $0[0] { id } else { nil } }
        }

        /// The players that the interruptions that last hold or lower.
        func concerned() throws -> [String] {
            try active().flatMap { $0[5].asStringArray ?? [] }
        }

        private func active() throws -> [[Value]] {
            let message = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties",
                member: "Get")
            try message.append(.string("org.baton.Baton1.Interruptions"), .string("Active"))
            guard case .array(let active)? = try stage.call(message).get().first?.unwrapped else { return [] }
            return active.elements.compactMap { if case .structure(let fields) = $0 { fields } else { nil } }
        }

        func status(of name: String) -> String? { players[name]?.status }
    }

    @Test("I152: what plays already when batond starts excludes nobody; what begins later does", arguments: 0..<3)
    func atStart(_ round: Int) throws {
        let scene = try Scene(
            ["interruptions.exclusive=pause-resume"], ["Playing", "Playing", "Paused"], isLast: true)
        for _ in 0..<3 { try scene.stage.settleAgent() }
        #expect(scene.stage.lasts([]))
        #expect(scene.status(of: "one") == "Playing" && scene.status(of: "two") == "Playing")
        try scene.press("Play", at: "three")
        #expect(scene.stage.turn { scene.status(of: "one") == "Paused" && scene.status(of: "two") == "Paused" })
        #expect(scene.status(of: "three") == "Playing")
    }

    @Test("I153: of two players that begin at the same time the later one plays")
    func together() throws {
        let scene = try Scene(
            ["interruptions.exclusive=pause-resume", "interruptions.exclusive-after=400ms"], ["Paused", "Paused"])
        try scene.press("Play", at: "one")
        try scene.press("Play", at: "two")
        try #require(scene.stage.turn { scene.status(of: "one") == "Paused" || scene.status(of: "two") == "Paused" })
        #expect(scene.stage.lasts(["exclusive"]))
        #expect(scene.status(of: "one") == "Paused" && scene.status(of: "two") == "Playing")
        try scene.press("Pause", at: "two")
        #expect(scene.stage.turn { scene.status(of: "one") == "Playing" })
    }

    @Test("I61: what plays on another device pauses nobody here")
    func remote() throws {
        let scene = try Scene(
            ["interruptions.exclusive=pause-resume", "routing.remote=two"], ["Playing", "Paused", "Paused"])
        try scene.press("Play", at: "two")
        #expect(scene.stage.lasts([]))
        #expect(scene.status(of: "one") == "Playing" && scene.status(of: "two") == "Playing")
        try scene.press("Play", at: "three")
        #expect(scene.stage.turn { scene.status(of: "one") == "Paused" })
        #expect(scene.status(of: "two") == "Playing")
    }

    @Test("VOL6: what is lowered is named with the interruption that lowers it")
    func lowered() throws {
        let scene = try Scene(["interruptions.exclusive=lower"])
        try scene.press("Play", at: "two")
        #expect(scene.stage.turn { (try? scene.concerned()) == ["org.mpris.MediaPlayer2.one"] })
        #expect(scene.status(of: "one") == "Playing")
        try scene.press("Pause", at: "two")
        #expect(scene.stage.lasts([]))
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
        "I60, I61: without the key, and for a player that takes no part or that interruptions leave alone, both play",
        arguments: [[], ["player one.exclusive=no"], ["player two.interrupt=no"]])
    func both(_ settings: [String]) throws {
        // Without a delay a Pause would come at once.
        let scene = try Scene(
            ["interruptions.exclusive-after=0s"]
                + (settings.isEmpty ? [] : ["interruptions.exclusive=pause"] + settings))
        try scene.press("Play", at: "two")
        // A third player's change comes after theirs, and shows that the agent has seen them.
        let third = try scene.stage.player("three", "Paused")
        try scene.stage.settle(third.connection)
        for _ in 0..<3 { try scene.stage.settleAgent() }
        #expect(scene.status(of: "one") == "Playing" && scene.status(of: "two") == "Playing")
    }
}
