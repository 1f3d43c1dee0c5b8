// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: who is paused, and who goes on")
struct ModelTests {
    @Test("I1: identifiers are never used again, and the 65th interruption at a time is refused and pauses nobody")
    func identifiers() {
        var room = Room()
        let first = room.begin(.lease)
        room.end(first)
        let others = (0..<64).map { _ in room.begin(.lease) }
        room.says("a", .playing)

        #expect(Set(others + [first]).count == 65)
        #expect(room.model.begin(InterruptionRequest(.lease), at: room.now) == nil)
        #expect(room.drain() == [])
    }

    @Test("I2, I4: what plays is paused once; what is paused, stopped or excepted gets nothing")
    func beginning() {
        var room = Room()
        room.says("a", .playing)
        room.says("b", .paused)
        room.says("c", .stopped)
        room.says("d", .playing) { $0.mayBeInterrupted = false }
        let call = room.begin(.call)

        #expect(room.drain() == ["Pause a"])
        room.says("a", .paused)
        room.begin(.lock)
        #expect(room.drain() == [])
        room.end(call)
        #expect(room.drain() == [], "the lock still holds it")
    }

    @Test("I2: a player that cannot pause is stopped only if the configuration says so, and then never played")
    func unpausable() {
        var settings = InterruptionSettings()
        for stops in [false, true] {
            settings.stopsUnpausable = stops
            var room = Room(settings)
            room.says("radio", .playing) { $0.canPause = false }
            let call = room.begin(.call)
            room.passes(.milliseconds(200))
            #expect(room.drain() == (stops ? ["Stop radio"] : []))
            if stops { room.says("radio", .stopped) }
            room.end(call)
            #expect(room.drain() == [])
        }
    }

    @Test("I5: a player that starts during an interruption is not touched")
    func newcomer() {
        var room = Room()
        let call = room.begin(.call)
        room.says("a", .playing)
        room.end(call)

        #expect(room.drain() == [])
    }

    @Test(
        "I155: what begins while players of before the agent are asked first concerns those that play, for 200 ms",
        arguments: [(0, true, true), (200, true, true), (201, true, false), (0, false, false)])
    func firstAnswer(late: Int, wasThere: Bool, isPaused: Bool) {
        var room = Room()
        let call = room.begin(.call)
        // A lock that lasts already pauses nobody (rule I150).
        room.begin(.lock, only: [])
        // What waits for the user's `resume` since before the agent is no new wish.
        let old = Room.player("old")
        room.model.restore(Self.pausedByUser(old), at: room.now)
        room.says("old", .paused)
        room.passes(.milliseconds(late))
        room.says("a", .playing) { $0.wasThere = wasThere }
        room.says("b", .paused) { $0.wasThere = wasThere }
        #expect(room.model.players(heldBy: .call) == (isPaused ? [Room.player("a")] : []))
        #expect(room.model.players(heldBy: .lock).isEmpty)
        #expect(room.model.heldByUser == [old])
        room.obey()
        room.end(call)
        room.passes(.seconds(1))
        #expect(room.drain() == (isPaused ? ["Play a"] : []))
    }

    @Test(
        "VOL6: what begins to lower while players of before the agent are asked first lowers those that play, and pauses nobody",
        arguments: [(0, true, true), (200, true, true), (201, true, false), (0, false, false)])
    func firstAnswerLowered(late: Int, wasThere: Bool, isLowered: Bool) {
        var room = Room()
        var request = InterruptionRequest(.speech)
        request.lowers = true
        guard let id = room.model.begin(request, at: room.now) else {
            Issue.record("it does not begin")
            return
        }
        _ = room.model.takeEffects()
        room.passes(.milliseconds(late))
        room.says("a", .playing) { $0.wasThere = wasThere }
        room.says("b", .paused) { $0.wasThere = wasThere }
        #expect(room.effects == (isLowered ? [.lower(Room.player("a"), id)] : []))
        room.end(id)
        #expect(room.effects.last == .ended(id, .speech, resumed: []))
        #expect(room.drain() == [])
    }

    private static func pausedByUser(_ player: PlayerIdentity) -> InterruptionSnapshot {
        var model = InterruptionModel()
        model.playerChanged(player, to: PlayerFacts(.playing), at: .seconds(1))
        _ = model.pauseAll(at: .seconds(2))
        return model.snapshot
    }

    @Test("I6: players go on in the order in which they had started, 50 ms apart")
    func order() {
        var room = Room()
        for name in ["c", "a", "b"] {
            room.says(name, .playing)
            room.passes(.seconds(1))
        }
        let call = room.begin(.call)
        room.obey()
        room.end(call)

        #expect(room.drain() == ["Play c"])
        room.says("c", .playing)
        room.passes(.milliseconds(49))
        #expect(room.drain() == [])
        room.passes(.milliseconds(1))
        #expect(room.drain() == ["Play a"])
        room.passes(.milliseconds(50))
        #expect(room.drain() == ["Play b"])
    }

    @Test("I6: nothing goes on until the last interruption ends, and not if one of them forbade it")
    func vetoes() {
        for (resumes, isNormal) in [(true, true), (false, true), (true, false)] {
            var room = Room()
            room.says("a", .playing)
            let lock = room.begin(.lock, resumes: resumes)
            room.obey()
            let call = room.begin(.call)
            room.end(lock, isNormal: isNormal)
            #expect(room.drain() == [])
            room.end(call)
            #expect(room.drain() == (resumes && isNormal ? ["Play a"] : []))
        }
    }

    @Test("I6: an interruption that ends before the player has paused lets it go on once it has")
    func blip() {
        var room = Room()
        room.says("a", .playing)
        let call = room.begin(.call)
        #expect(room.drain() == ["Pause a"])
        room.end(call)
        #expect(room.drain() == [])
        room.says("a", .paused)
        #expect(room.drain() == ["Play a"])
    }

    @Test("I6: a call that begins again before the player has announced that it plays pauses it again")
    func secondCall() {
        var room = Room()
        room.says("a", .playing)
        let first = room.begin(.call)
        room.obey()
        room.end(first)
        #expect(room.drain() == ["Play a"])
        let second = room.begin(.call)
        #expect(room.drain() == [])
        room.says("a", .playing)
        #expect(room.drain() == ["Pause a"])
        room.says("a", .paused)
        room.end(second)
        room.passes(.milliseconds(50))
        #expect(room.drain() == ["Play a"])
    }

    @Test("I7: what is saved has no player whose Play is sent, and it is saved before")
    func savedFirst() throws {
        var room = Room()
        room.says("a", .playing)
        let call = room.begin(.call)
        room.obey()
        room.model.end(call, at: room.now)
        let effects = room.model.takeEffects()

        let play = try #require(effects.firstIndex(of: .play(Room.player("a"))))
        #expect(effects[..<play].contains(.save))
        #expect(room.model.snapshot.entries == [])
    }

    @Test("I9: beginnings, ends and their players are told")
    func told() {
        var room = Room()
        room.says("a", .playing)
        let call = room.begin(.call)
        #expect(room.effects.contains(.began(call, .call, players: [Room.player("a")])))
        room.obey()
        room.end(call)
        #expect(room.effects.contains(.ended(call, .call, resumed: [Room.player("a")])))
    }

    @Test("I10: without interruptions in the configuration leases begin and end, and nobody is paused")
    func disabled() {
        var settings = InterruptionSettings()
        settings.isEnabled = false
        var room = Room(settings)
        room.says("a", .playing)
        let lease = room.begin(.lease)
        room.end(lease)

        #expect(lease != 0)
        #expect(room.drain() == [])
    }

    @Test("I133: while it is not known whether the session is locked, what began before waits for the user")
    func lockUnknown() {
        for state in [nil, true, false] as [Bool?] {
            var room = Room()
            room.says("a", .playing)
            let call = room.begin(.call)
            room.obey()
            room.model.lockChanged(state, at: room.now)
            room.end(call)
            #expect(room.drain() == (state == false ? ["Play a"] : []))
        }
    }

    @Test("I133: what began behind the lock goes on, also when it is not known any more whether there is one")
    func lockUnknownLater() {
        for state in [nil, true, false] as [Bool?] {
            var room = Room()
            room.says("a", .playing)
            room.model.lockChanged(true, at: room.now)
            let call = room.begin(.call)
            room.obey()
            room.model.lockChanged(state, at: room.now)
            room.end(call)
            #expect(room.drain() == ["Play a"])
        }
    }

    @Test("I134: in a session that is not in front nothing goes on by itself, whenever it began")
    func behind() {
        for beganBehind in [false, true] {
            var room = Room()
            room.says("a", .playing)
            if beganBehind { room.model.frontChanged(isBehind: true, at: room.now) }
            let call = room.begin(.call)
            room.obey()
            room.model.frontChanged(isBehind: true, at: room.now)
            _ = room.drain()
            room.end(call)
            #expect(room.releases == ["a behind"])
            #expect(room.drain() == [])
            room.model.frontChanged(isBehind: false, at: room.now)
            #expect(room.drain() == [])
            #expect(room.model.resume(at: room.now) == [Room.player("a")])
        }
    }

    @Test("I134: while it is not known whether another session is in front, nothing goes on by itself")
    func perhapsBehind() {
        var room = Room()
        room.says("a", .playing)
        // Held behind the lock, so that the lock alone does not keep it.
        room.model.lockChanged(true, at: room.now)
        let call = room.begin(.call)
        room.obey()
        room.model.frontChanged(isBehind: nil, at: room.now)
        _ = room.drain()
        room.end(call)
        #expect(room.releases == ["a behind"])
        #expect(room.drain() == [])
        #expect(room.model.resume(at: room.now) == [Room.player("a")])
    }

    @Test("I11: while locked only what was held while locked goes on; the rest waits for the user")
    func locked() {
        for lockedBefore in [false, true] {
            var room = Room()
            room.says("a", .playing)
            if lockedBefore { room.model.lockChanged(true, at: room.now) }
            let call = room.begin(.call)
            room.obey()
            room.model.lockChanged(true, at: room.now)
            room.end(call)
            #expect(room.drain() == (lockedBefore ? ["Play a"] : []))
            if lockedBefore { continue }
            #expect(room.model.resume(at: room.now) == [Room.player("a")])
        }
    }

    @Test("I11: what began behind a former lock began before the next one: it waits for the user")
    func lockedAgain() {
        var room = Room()
        room.says("a", .playing)
        room.model.lockChanged(true, at: room.now)
        let call = room.begin(.call)
        room.obey()
        room.model.lockChanged(false, at: room.now)
        room.model.lockChanged(true, at: room.now)
        room.end(call)
        #expect(room.drain() == [])
        #expect(room.model.resume(at: room.now) == [Room.player("a")])
    }

    @Test("I13: an application's interruption ends after 12 hours, however long it asked for")
    func longest() {
        var room = Room()
        room.says("a", .playing)
        let request = InterruptionRequest(.lease, longest: .seconds(Int64.max))
        #expect(room.model.begin(request, at: room.now) != nil)
        room.take()
        room.obey()
        room.passes(.seconds(12 * 3600) - .milliseconds(1))
        #expect(room.model.interruptions.count == 1)
        room.passes(.milliseconds(1))
        #expect(room.model.interruptions.isEmpty)
        #expect(room.releases == ["a expired"], "12 hours are more than the limit of 4")
    }

    @Test("I24: the Pause of another program is awaited for 150 ms, and none is sent when it comes")
    func pausedByOthers() {
        var room = Room()
        room.says("a", .playing) { $0.isPausedByOthers = true }
        room.says("b", .playing) { $0.isPausedByOthers = true }
        let lost = room.begin(.call)
        #expect(room.drain() == [])
        room.passes(.milliseconds(100))
        room.says("a", .paused)
        room.passes(.milliseconds(50))
        #expect(room.drain() == ["Pause b"])
        room.says("b", .paused)
        room.end(lost)
        room.passes(.seconds(1))
        #expect(room.drain() == ["Play a", "Play b"])
    }

    @Test("I25: what lost its output does not go on when a call ends that held it too")
    func routeLost() {
        var room = Room()
        room.says("a", .playing)
        let call = room.begin(.call)
        room.obey()
        let lost = room.begin(.routeLost)
        room.end(lost)
        room.end(call)

        #expect(room.drain() == [])
    }
}
