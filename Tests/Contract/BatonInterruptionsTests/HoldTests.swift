// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: what ends a hold")
struct HoldTests {
    /// A player that a call has paused.
    private func held(_ cause: InterruptionCause = .call) -> (Room, UInt32) {
        var room = Room()
        room.says("a", .playing)
        let id = room.begin(cause)
        room.obey()
        return (room, id)
    }

    @Test("I40: a player that leaves or restarts is not resumed")
    func left() {
        var (room, call) = held()
        room.leaves("a")
        #expect(room.releases == ["a left"])
        room.says("a", .paused)
        room.end(call)
        #expect(room.drain() == [])
    }

    @Test("I41: what the user acted on is not resumed, in whatever state it is")
    func acted() {
        var (room, call) = held()
        room.userActs(on: "a")
        room.end(call)
        #expect(room.drain() == [])

        var pausing = Room()
        pausing.says("a", .playing)
        let id = pausing.begin(.call)
        _ = pausing.drain()
        pausing.userActs(on: "a")
        pausing.says("a", .paused)
        pausing.end(id)
        #expect(pausing.drain() == [])

        var due = Room()
        for name in ["a", "b"] { due.says(name, .playing) }
        let second = due.begin(.call)
        due.obey()
        due.end(second)
        due.userActs(on: "b")
        due.passes(.seconds(1))
        #expect(due.drain() == ["Play a"])
    }

    @Test(
        "I41: a status that leaves Paused, or another track, ends the hold", arguments: [PlayerState.playing, .stopped])
    func changed(state: PlayerState) {
        var (room, call) = held()
        room.passes(.seconds(3))
        room.says("a", state)
        #expect(room.releases == ["a changed"])
        room.says("a", .paused)
        room.end(call)
        #expect(room.drain() == [])

        var (other, id) = held()
        other.trackChanges(of: "a")
        other.end(id)
        #expect(other.drain() == [])
    }

    @Test("I42: a player that has not paused within a second is not held, and a later pause is the user's")
    func tooLate() {
        var room = Room()
        room.says("a", .playing)
        let call = room.begin(.call)
        room.passes(.seconds(1))
        #expect(room.releases == ["a plays-on"])
        room.says("a", .paused)
        room.end(call)
        #expect(room.drain() == ["Pause a"])
    }

    @Test("I43: after four hours, or five minutes for a bud, nothing goes on by itself")
    func expired() {
        for (cause, limit) in [(InterruptionCause.call, 4 * 3600), (.wear, 300)] {
            for late in [0, 1] {
                var (room, id) = held(cause)
                room.passes(.seconds(limit + late))
                room.end(id)
                #expect(room.drain() == (late == 0 ? ["Play a"] : []), "\(cause), \(late) s late")
            }
        }
    }

    @Test("I44: what is forgotten, or may not be interrupted any more, is let go")
    func forgotten() {
        var (room, call) = held()
        room.model.forget(at: room.now)
        room.take()
        room.end(call)
        #expect(room.drain() == [])

        var (other, id) = held()
        other.says("a", .paused) { $0.mayBeInterrupted = false }
        other.end(id)
        #expect(other.drain() == [])
    }

    @Test("I45: if something else plays since, nothing goes on by itself, and the user's resume plays it")
    func somethingElse() {
        var (room, call) = held()
        room.passes(.seconds(1))
        room.says("b", .playing)
        room.end(call)
        #expect(room.releases == ["a something-plays"])
        #expect(room.drain() == [])
        #expect(room.model.resume(at: room.now) == [Room.player("a")])
    }

    @Test("I46: what cannot be heard where it was does not go on")
    func gone() {
        var (room, sleep) = held(.suspend)
        room.end(sleep, gone: ["a"])
        #expect(room.drain() == [])
    }

    @Test("I117: the place is asked for when the last hold ends, whatever held it; the user's resume does not ask")
    func places() {
        for cause in [InterruptionCause.call, .lock, .lease, .exclusive] {
            var room = Room()
            room.says("a", .playing)
            room.says("b", .playing)
            let first = room.begin(cause)
            let second = room.begin(.lease)
            room.obey()
            room.model.reviewed(unheard: [Room.player("a"), Room.player("b")], undecided: [], at: room.now)
            room.end(first)
            room.model.reviewed(unheard: [Room.player("a")], undecided: [], at: room.now)
            room.end(second)
            room.passes(.seconds(1))
            #expect(room.drain() == ["Play b"], "\(cause)")
        }
        var room = Room()
        room.says("a", .playing)
        _ = room.model.pauseAll(at: room.now)
        room.take()
        room.obey()
        room.model.reviewed(unheard: [Room.player("a")], undecided: [], at: room.now)
        _ = room.model.resume(at: room.now)
        room.passes(.seconds(1))
        #expect(room.drain() == ["Play a"])
    }

    @Test("I47: pause --all and resume, with a call between them that ends first")
    func manual() {
        var room = Room()
        for name in ["a", "b"] { room.says(name, .playing) }
        #expect(room.model.pauseAll(at: room.now).count == 2)
        room.take()
        room.obey()
        room.says("c", .playing)
        #expect(room.model.pauseAll(at: room.now) == [Room.player("c")], "a second call adds")
        room.take()
        room.obey()
        let lost = room.begin(.routeLost)
        room.end(lost)
        room.userActs(on: "b")
        #expect(room.drain() == [])
        let resumed = room.model.resume(at: room.now)
        room.take()
        room.passes(.seconds(1))
        #expect(resumed == [Room.player("a"), Room.player("c")])
        #expect(room.drain() == ["Play a", "Play c"], "an explicit wish counts more than a lost output")
        #expect(room.model.resume(at: room.now) == [])
    }

    @Test("I47, I44: `interrupt = no` excepts from interruptions, and not from the user's `pause --all`")
    func excepted() {
        var room = Room()
        room.says("a", .playing) { $0.mayBeInterrupted = false }
        room.end(room.begin(.call))
        #expect(room.drain() == [])
        #expect(room.model.pauseAll(at: room.now) == [Room.player("a")])
        room.take()
        room.obey()
        room.end(room.begin(.call))
        #expect(room.drain() == [])
        #expect(room.model.resume(at: room.now) == [Room.player("a")])
        room.take()
        #expect(room.drain() == ["Play a"])

        // A reload excepts a player that a call and the user hold: the call lets go.
        var other = Room()
        other.says("a", .playing)
        other.begin(.call)
        _ = other.model.pauseAll(at: other.now)
        other.take()
        other.obey()
        other.says("a", .paused) { $0.mayBeInterrupted = false }
        #expect(other.model.resume(at: other.now) == [Room.player("a")])
        other.says("a", .paused) { $0.mayBePaused = false }
    }

    @Test("I2, I143: a player that cannot pause is told to play on, or is stopped")
    func cannotPause() {
        var room = Room()
        room.says("a", .playing) { $0.canPause = false }
        #expect(room.model.pauseAll(at: room.now) == [])
        room.take()
        #expect(room.effects == [.askCanPause(Room.player("a"))])
        room.passes(.milliseconds(200))
        #expect(room.effects == [.askCanPause(Room.player("a")), .cannotPause(Room.player("a"), .manual)])

        var settings = InterruptionSettings()
        settings.stopsUnpausable = true
        var other = Room(settings)
        other.says("a", .playing) { $0.canPause = false }
        _ = other.model.pauseAll(at: other.now)
        other.take()
        other.model.answered(Room.player("a"), at: other.now)
        other.take()
        #expect(other.drain() == ["Stop a"])
    }

    @Test(
        "I157: a player that denied that it can pause is asked first; it is paused if it says otherwise, or within 200 ms",
        arguments: [true, false])
    func asksWhetherItCan(_ isAnswered: Bool) {
        var room = Room()
        room.says("a", .playing) { $0.canPause = false }
        let call = room.begin(.call)
        for _ in 0..<100 { _ = room.model.pauseAll(at: room.now) }
        room.take()
        #expect(room.effects.count { $0 == .askCanPause(Room.player("a")) } == 1)
        #expect(room.model.hasPausing(for: call) && !room.model.isSettledForUser)
        room.says("a", .playing) { $0.canPause = true }
        if isAnswered { room.model.answered(Room.player("a"), at: room.now) } else { room.passes(.milliseconds(200)) }
        room.take()
        #expect(room.drain() == ["Pause a"] && !room.model.isSettledForUser)
        room.says("a", .paused)
        #expect(room.model.isSettledForUser)
        room.end(call)
        #expect(room.model.heldByUser == [Room.player("a")])
        #expect(room.model.resume(at: room.now) == [Room.player("a")])
    }

    @Test(
        "I157: a player on which the user acts, or that leaves, or pauses, while it is asked is left alone",
        arguments: 0..<4)
    func askedInVain(_ what: Int) {
        var room = Room()
        room.says("a", .playing) { $0.canPause = false }
        let call = room.begin(.call)
        switch what {
        case 0: room.userActs(on: "a")
        case 1: room.leaves("a")
        case 2: room.says("a", .paused)
        default: room.end(call)
        }
        if what != 1 { room.says("a", what == 2 ? .paused : .playing) { $0.canPause = true } }
        room.passes(.seconds(1))
        #expect(room.drain() == [])
    }

    @Test("I158: what an interruption lets go of goes on, and the rest when it ends; all of it is told then")
    func letsGoOfSome() {
        var room = Room()
        for name in ["a", "b", "c"] { room.says(name, .playing) }
        let sleep = room.begin(.suspend)
        let call = room.begin(.call, only: ["c"])
        room.obey()
        room.passes(.seconds(10))
        room.model.letGo(by: sleep, but: [Room.player("b")], at: room.now)
        room.passes(.seconds(1))
        #expect(room.drain() == ["Play a"])
        room.says("a", .playing)
        room.end(sleep)
        #expect(room.effects.contains(.ended(sleep, .suspend, resumed: [Room.player("a"), Room.player("b")])))
        room.passes(.seconds(1))
        #expect(room.drain() == ["Play b"])
        room.says("b", .playing)
        room.end(call)
        room.passes(.seconds(1))
        #expect(room.drain() == ["Play c"])
    }

    @Test("I47: after 24 hours resume plays nothing")
    func manualExpired() {
        var room = Room()
        room.says("a", .playing)
        _ = room.model.pauseAll(at: room.now)
        room.take()
        room.obey()
        room.passes(.seconds(24 * 3600 + 1))
        #expect(room.model.resume(at: room.now) == [])
        room.take()
        #expect(room.releases == ["a expired"])
    }

    @Test("I95: another member of a group that still plays after 300 ms is paused too, once")
    func members() {
        var room = Room()
        for (name, stands) in [("a", true), ("b", false), ("c", false)] {
            room.says(name, .playing) {
                $0.group = "browser"
                $0.standsForGroup = stands
            }
        }
        let call = room.begin(.call)
        #expect(room.drain() == ["Pause a"])
        room.says("a", .paused)
        room.says("b", .paused)
        room.passes(.milliseconds(300))
        #expect(room.drain() == ["Pause c"])
        room.says("c", .paused)
        room.end(call)
        room.passes(.seconds(1))
        #expect(room.drain() == ["Play a", "Play c"])
    }

    @Test("I100: Pause is repeated once when the output is gone, and never for a call", arguments: [true, false])
    func ignored(insists: Bool) {
        var room = Room()
        room.says("a", .playing)
        room.begin(insists ? .routeLost : .call)
        room.passes(.seconds(10))
        #expect(room.drain() == (insists ? ["Pause a", "Pause a"] : ["Pause a"]))
    }

    @Test(
        "I103: a player that plays by itself after its output went is paused once more, then left",
        arguments: [true, false])
    func byItself(insists: Bool) {
        var (room, _) = held(insists ? .routeLost : .call)
        room.passes(.seconds(2))
        room.says("a", .playing)
        #expect(room.drain() == (insists ? ["Pause a"] : []))
        room.says("a", .paused)
        room.says("a", .playing)
        #expect(room.drain() == [])
    }
}
