// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

/// Several interruptions of one cause over a restart of the agent.
@Suite("Interruptions: what outlives the agent, of several programs")
struct SnapshotProgramTests {
    /// A new agent. Before it the first program held "a" and "b", and the second one "b".
    private static func restarted(_ cause: InterruptionCause, _ first: String, _ second: String) throws -> Room {
        var room = Room()
        for name in ["a", "b"] { room.says(name, .playing) }
        room.begin(cause, of: first, only: ["a", "b"])
        room.begin(cause, of: second, only: ["b"])
        room.obey()
        var next = Room()
        next.now = .seconds(101)
        next.model.restore(try InterruptionSnapshot(text: room.model.snapshot.text), at: next.now)
        return next
    }

    private static func seen(_ room: inout Room) { for name in ["a", "b"] { room.says(name, .paused) } }

    @Test(
        "I8, I131: of two programs one comes again: at its end only what it alone held goes on",
        arguments: [InterruptionCause.lease, .wear], [true, false])
    func one(cause: InterruptionCause, isEarly: Bool) throws {
        var room = try Self.restarted(cause, ":1.7", ":1.8")
        if !isEarly { Self.seen(&room) }
        let first = room.begin(cause, of: ":1.7", only: [])
        if isEarly { Self.seen(&room) }
        room.passes(.seconds(1))
        room.end(first)
        room.passes(.seconds(60))
        #expect(room.drain() == ["Play a"])
        #expect(room.model.held.isEmpty)
    }

    @Test(
        "I8: of two programs both come again, in either order: each lets go of what it held", arguments: [true, false])
    func both(isInOrder: Bool) throws {
        var room = try Self.restarted(.lease, ":1.7", ":1.8")
        Self.seen(&room)
        var ids: [String: UInt32] = [:]
        let origins = [":1.7", ":1.8"]
        for origin in isInOrder ? origins : origins.reversed() {
            ids[origin] = room.begin(.lease, of: origin, only: [])
        }
        room.passes(.seconds(60))
        room.end(ids[":1.7"] ?? 0)
        room.passes(.seconds(1))
        #expect(room.drain() == ["Play a"])
        room.end(ids[":1.8"] ?? 0)
        #expect(room.drain() == ["Play b"])
    }

    @Test("I8: a program with two of a kind begins one again: it stands for one of them", arguments: [true, false])
    func twoOfOne(isEarly: Bool) throws {
        var room = try Self.restarted(.lease, ":1.7", ":1.7")
        if !isEarly { Self.seen(&room) }
        let first = room.begin(.lease, of: ":1.7", only: [])
        if isEarly { Self.seen(&room) }
        room.end(first)
        room.passes(.seconds(60))
        #expect(room.drain() == ["Play a"], "the first one began first")
    }

    @Test(
        "I8, I30: what a headset's Pause held is not taken over by a program that knows of buds, nor by another program"
    )
    func others() throws {
        for (saved, later) in [("", ":1.7"), (":1.7", ""), (":1.7", ":1.9")] {
            var room = try Self.restarted(.wear, saved, saved)
            Self.seen(&room)
            let bud = room.begin(.wear, of: later, only: [])
            room.end(bud)
            room.passes(.seconds(60))
            #expect(room.drain() == [], "\(saved) \(later)")
        }
    }
}
