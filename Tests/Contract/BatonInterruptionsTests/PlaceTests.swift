// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: a jump ends a hold")
struct PlaceTests {
    /// A player that a call has paused at 60 s.
    private func held() -> (Room, UInt32) {
        var room = Room()
        room.says("a", .playing) { $0.track = 7 }
        let id = room.begin(.call)
        room.obey()
        room.answers("a", .seconds(60))
        return (room, id)
    }

    @Test("I140: a player that has paused is asked where, once")
    func asks() {
        var room = Room()
        room.says("a", .playing)
        room.begin(.call)
        #expect(!room.effects.contains(.askPosition(Room.player("a"))))
        room.says("a", .paused)
        #expect(room.effects.count { $0 == .askPosition(Room.player("a")) } == 1)
    }

    @Test("I140: a jump of more than 2 s, more than 1 s after the pause, ends the hold", arguments: [57, 63, 0, 3600])
    func jump(to place: Int) {
        var (room, call) = held()
        room.passes(.milliseconds(1001))
        room.jumps("a", to: .seconds(place))
        #expect(room.releases == ["a acted"])
        room.end(call)
        #expect(room.drain() == [])
    }

    @Test("I140: other jumps end nothing", arguments: [(58, 5000), (62, 5000), (0, 1000), (3600, 100)])
    func noJump(place: Int, wait: Int) {
        var (room, call) = held()
        room.passes(.milliseconds(wait))
        room.jumps("a", to: .seconds(place))
        room.end(call)
        #expect(room.drain() == ["Play a"])
    }

    @Test("I140: several small jumps are one large one")
    func smallSteps() {
        var (room, call) = held()
        room.passes(.seconds(2))
        for place in [61, 62] { room.jumps("a", to: .seconds(place)) }
        #expect(room.releases == [])
        room.jumps("a", to: .seconds(63))
        #expect(room.releases == ["a acted"])
        room.end(call)
        #expect(room.drain() == [])
    }

    @Test("I140: where the player settles within a second is where it has paused")
    func settles() {
        var (room, call) = held()
        room.passes(.milliseconds(500))
        room.jumps("a", to: .seconds(70))
        room.passes(.seconds(5))
        room.jumps("a", to: .seconds(71))
        room.end(call)
        #expect(room.drain() == ["Play a"])
    }

    @Test("I140: without an answer where it paused no jump is known; a jump before it has paused is the player's")
    func unknown() {
        var room = Room()
        room.says("a", .playing)
        let call = room.begin(.call)
        #expect(room.drain() == ["Pause a"])
        room.jumps("a", to: .seconds(900))
        room.says("a", .paused)
        room.passes(.seconds(5))
        room.jumps("a", to: .seconds(10))
        room.end(call)
        #expect(room.drain() == ["Play a"])
    }

    @Test(
        "I8, I140: after a restart a player that is at another place, or has another track, is not held",
        arguments: [(7, 60, true), (7, 62, true), (7, 63, false), (8, 60, false), (7, nil, true)])
    func restart(track: Int, place: Int?, isHeld: Bool) throws {
        let (before, _) = held()
        var room = Room()
        room.now = .seconds(102)
        room.model.restore(try InterruptionSnapshot(text: before.model.snapshot.text), at: room.now)
        room.says("a", .paused) {
            $0.track = UInt64(track)
            $0.position = place.map { .seconds($0) }
        }
        #expect(room.model.isHeld(Room.player("a")) == isHeld)
        // The hold was an old one, so that a jump counts at once.
        if isHeld { room.jumps("a", to: .seconds(3)) }
        room.passes(.seconds(10))
        #expect(room.drain() == [])
    }
}
