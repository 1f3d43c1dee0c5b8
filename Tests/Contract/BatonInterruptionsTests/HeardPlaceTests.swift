// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: where a player was heard")
struct HeardPlaceTests {
    private static let headset = AudioPlace(sink: "headset", card: "bluez", port: "out")
    private static let speaker = AudioPlace(sink: "speaker")
    private let player = Room.player("a")

    /// A room with a player that was heard on the headset when a call paused it.
    private func held() -> (Room, UInt32) {
        var room = Room()
        room.says("a", .playing)
        room.model.heard([player: Self.headset], at: room.now)
        let call = room.begin(.call)
        room.obey()
        return (room, call)
    }

    /// A new agent, 1 s later, that finds the player paused, and in which the call has come again.
    private func restarted() throws -> (Room, UInt32) {
        let (before, _) = held()
        var room = Room()
        room.now = .seconds(101)
        room.model.restore(try InterruptionSnapshot(text: before.model.snapshot.text), at: room.now)
        room.says("a", .paused)
        let call = room.begin(.call)
        return (room, call)
    }

    private func review(_ room: inout Room, isThere: Bool, isUndecided: Bool = false) {
        room.model.reviewed(
            unheard: isThere ? [] : [player], undecided: isUndecided ? [player] : [], at: room.now)
        room.take()
    }

    @Test("I117: the place is that when it was paused, and is kept while no server answers")
    func kept() {
        var (room, _) = held()
        #expect(room.model.places == [player: Self.headset])
        room.model.heard(nil, at: room.now)
        room.model.heard([player: Self.speaker], at: room.now)
        #expect(room.model.places == [player: Self.headset], "it has paused")

        var fast = Room()
        fast.says("a", .playing)
        fast.model.heard([player: Self.headset], at: fast.now)
        fast.begin(.call)
        fast.model.heard([player: Self.speaker], at: fast.now)
        #expect(fast.model.places == [player: Self.speaker], "it has not paused yet")
        fast.model.heard(nil, at: fast.now)
        #expect(fast.model.places == [player: Self.speaker])
        fast.model.heard([:], at: fast.now)
        #expect(fast.model.places == [player: Self.speaker], "its stream is silent already, and it has not said so")
    }

    @Test("I117, I20: what has just been played counts as heard where it was, also before it says that it plays")
    func justPlayed() {
        var (room, call) = held()
        room.end(call)
        #expect(room.drain().last == "Play a")
        #expect(room.model.place(of: player, at: room.now) == Self.headset)
        room.passes(.milliseconds(20))
        // Its output goes.
        let lost = room.begin(.routeLost, resumes: false, only: ["a"])
        room.says("a", .playing)
        #expect(room.drain() == ["Pause a"])
        room.says("a", .paused)
        room.end(lost)
        room.passes(.seconds(10))
        #expect(room.drain() == [], "what was heard on a lost output does not go on")
        #expect(room.model.place(of: player, at: room.now) == nil)
    }

    @Test("I41: what has just been played, and the user has acted on, is nowhere")
    func justPlayedAndActed() {
        var (room, call) = held()
        room.end(call)
        room.userActs(on: "a")
        #expect(room.model.place(of: player, at: room.now) == nil)
        _ = room.begin(.routeLost, resumes: false, only: ["a"])
        room.says("a", .playing)
        #expect(!room.drain().contains("Pause a"))
    }

    @Test("I117: where a player was heard at an earlier interruption says nothing of a later one")
    func notOld() {
        var (room, call) = held()
        room.end(call)
        room.passes(.seconds(1))
        room.obey()
        room.model.heard(nil, at: room.now)
        room.begin(.lock)
        #expect(room.model.places.isEmpty)
    }

    @Test("I8, I117: where it was heard is saved as numbers, whatever the server calls its devices")
    func saved() throws {
        var room = Room()
        room.says("a", .playing)
        room.says("b", .playing)
        let odd = AudioPlace(sink: "x place=1 \n" + String(repeating: "9", count: 100_000), card: ",", port: "\u{202E}")
        room.model.heard([player: odd], at: room.now)
        room.begin(.call)
        let snapshot = room.model.snapshot
        #expect(try InterruptionSnapshot(text: snapshot.text) == snapshot)
        #expect(snapshot.entries.map(\.place) == [odd, nil])
        #expect(snapshot.text.utf8.count < 600)
    }

    @Test(
        "I8, I117: after a restart it goes on if its output is there, and not before that is known",
        arguments: [true, false])
    func restart(isThere: Bool) throws {
        var (room, call) = try restarted()
        #expect(room.model.places == [player: Self.headset])
        review(&room, isThere: false, isUndecided: true)
        room.end(call)
        room.passes(.seconds(3))
        #expect(room.drain() == [])
        #expect(room.model.hasResumable, "the sound server is watched")
        review(&room, isThere: isThere)
        #expect(room.releases == (isThere ? [] : ["a not-allowed"]))
        room.passes(.milliseconds(50))
        #expect(room.drain() == (isThere ? ["Play a"] : []))
    }

    @Test("I8, I117: a sound server that has not answered 5 s after the start is not waited for any longer")
    func noServer() throws {
        for isReviewed in [true, false] {
            var (room, call) = try restarted()
            if isReviewed { review(&room, isThere: false, isUndecided: true) }
            room.end(call)
            room.passes(.seconds(5))
            #expect(room.releases == ["a not-allowed"])
            room.passes(.seconds(60))
            #expect(room.drain() == [])
        }
    }

    @Test("I117, I131: what ended before the player is seen does not play it where nobody has looked")
    func endedBefore() throws {
        let (before, _) = held()
        var room = Room()
        room.now = .seconds(101)
        room.model.restore(before.model.snapshot, at: room.now)
        room.model.endRestored(.call, at: room.now)
        room.says("a", .paused)
        room.passes(.seconds(1))
        #expect(room.drain() == [])
        review(&room, isThere: true)
        room.passes(.milliseconds(50))
        #expect(room.drain() == ["Play a"])
    }

    @Test("I117: until it is known whether an output was unplugged it is waited for; a user's act ends that")
    func undecided() {
        for acts in [false, true] {
            var (room, call) = held()
            review(&room, isThere: true, isUndecided: true)
            room.end(call)
            room.passes(.milliseconds(500))
            #expect(room.drain() == [])
            if acts { room.userActs(on: "a") }
            review(&room, isThere: true)
            room.passes(.milliseconds(50))
            #expect(room.drain() == (acts ? [] : ["Play a"]))
        }
    }

    @Test("I117: another interruption that begins while the output is not known holds the player")
    func heldAgain() {
        var (room, call) = held()
        review(&room, isThere: true, isUndecided: true)
        room.end(call)
        let lock = room.begin(.lock)
        review(&room, isThere: true)
        room.passes(.seconds(1))
        #expect(room.drain() == [])
        room.end(lock)
        room.passes(.milliseconds(50))
        #expect(room.drain() == ["Play a"])
    }
}
