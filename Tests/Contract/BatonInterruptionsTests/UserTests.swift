// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: what the user wants of all players")
struct UserTests {
    private let a = Room.player("a")
    private let b = Room.player("b")

    /// Rooms in which the user has just paused what plays.
    private func pausing(_ names: String...) -> Room {
        var room = Room()
        for name in names { room.says(name, .playing) }
        _ = room.model.pauseAll(at: room.now)
        room.take()
        return room
    }

    private func refuse(_ name: String, in room: inout Room) {
        room.model.refused(Room.player(name), at: room.now)
        room.take()
    }

    // MARK: What has paused

    @Test("I143: it is known what paused when each has said so, or has refused; what plays on is not among it")
    func outcome() {
        var room = pausing("a", "b")
        #expect(!room.model.isSettledForUser && room.model.silentForUser == [])
        room.says("a", .paused)
        #expect(!room.model.isSettledForUser)
        refuse("b", in: &room)
        #expect(room.model.isSettledForUser)
        #expect(room.model.silentForUser == [a] && room.model.playingOnForUser == [b])
        room.says("b", .paused)
        #expect(room.model.silentForUser == [a, b] && room.model.playingOnForUser == [])
    }

    @Test("I42, I143: a player that answers and plays on has not paused, and that is known within a second")
    func playsOn() {
        var room = pausing("a")
        room.passes(.milliseconds(999))
        #expect(!room.model.isSettledForUser)
        room.passes(.milliseconds(1))
        #expect(room.model.isSettledForUser && room.model.silentForUser == [] && room.model.playingOnForUser == [a])
        room.leaves("a")
        #expect(room.model.playingOnForUser == [])
    }

    @Test(
        "I143: a player that refused is asked again by the next one that wants it paused, and held by both if it pauses"
    )
    func asksAgain() {
        var room = pausing("a")
        refuse("a", in: &room)
        #expect(room.drain() == ["Pause a"])
        _ = room.model.pauseAll(at: room.now)
        room.take()
        #expect(room.drain() == ["Pause a"] && !room.model.isSettledForUser)
        refuse("a", in: &room)
        let call = room.begin(.call)
        #expect(room.model.hasPausing(for: call))
        #expect(room.drain() == ["Pause a"])
        room.says("a", .paused)
        #expect(room.model.isSettledForUser && room.model.silentForUser == [a])
        room.end(call)
        #expect(room.drain() == [])
        // A refusal that comes after it has paused says nothing.
        refuse("a", in: &room)
        #expect(room.model.resume(at: room.now) == [a])
    }

    @Test("I2, I143: what cannot pause plays on; what is stopped in its place is silent when it says so")
    func unable() {
        for stops in [false, true] {
            var settings = InterruptionSettings()
            settings.stopsUnpausable = stops
            var room = Room(settings)
            room.says("a", .playing) { $0.canPause = false }
            _ = room.model.pauseAll(at: room.now)
            room.take()
            #expect(!room.model.isSettledForUser)
            room.passes(.milliseconds(200))
            #expect(room.model.isSettledForUser == !stops && room.model.playingOnForUser == [a])
            guard stops else { continue }
            refuse("a", in: &room)
            #expect(room.model.isSettledForUser && room.model.playingOnForUser == [a])
            _ = room.model.pauseAll(at: room.now)
            room.passes(.milliseconds(200))
            room.says("a", .stopped)
            #expect(room.model.isSettledForUser && room.model.silentForUser == [a])
        }
    }

    @Test("I95, I143: if the player that stands for a group refuses, the answer waits for the other members")
    func group() {
        var room = Room()
        for name in ["a", "b"] {
            room.says(name, .playing) {
                $0.group = "browser"
                $0.standsForGroup = name == "a"
            }
        }
        _ = room.model.pauseAll(at: room.now)
        room.take()
        refuse("a", in: &room)
        #expect(!room.model.isSettledForUser)
        room.passes(.milliseconds(300))
        #expect(room.drain() == ["Pause a", "Pause b"])
        room.says("b", .paused)
        #expect(room.model.isSettledForUser && room.model.silentForUser == [b])
    }

    // MARK: What goes on

    @Test("I47: `resume` of a player that has not said yet that it paused takes effect, and is not nothing")
    func resumeWhilePausing() {
        var room = pausing("a")
        #expect(room.model.resume(at: room.now) == [a])
        #expect(room.drain() == ["Pause a"])
        room.says("a", .paused)
        #expect(room.drain() == ["Play a"])
        #expect(room.model.resume(at: room.now) == [])

        var other = pausing("a")
        refuse("a", in: &other)
        #expect(other.model.resume(at: other.now) == [], "nothing has come of it: it has played on")
    }

    @Test("I47: `resume` in a call takes effect at the call's end; the user's hold is over by then")
    func resumeInCall() {
        var room = pausing("a")
        room.obey()
        let call = room.begin(.call)
        #expect(room.model.resume(at: room.now) == [a])
        #expect(room.model.resume(at: room.now) == [], "there is nothing more of the user's")
        #expect(room.drain() == [])
        room.end(call)
        #expect(room.drain() == ["Play a"])
    }

    @Test("I47: what an interruption would not let go on stays the user's, and a later `resume` plays it")
    func resumeLater() {
        for cause in [InterruptionCause.lease, .call] {
            var room = pausing("a")
            room.obey()
            let first = room.begin(cause, resumes: cause != .lease)
            // Another one allows nothing, and the end of the first does not play it.
            if cause == .call { room.end(room.begin(.routeLost)) }
            #expect(room.model.resume(at: room.now) == [])
            room.end(first)
            #expect(room.drain() == [], "\(cause)")
            #expect(room.model.resume(at: room.now) == [a], "\(cause)")
            #expect(room.drain() == [])
            room.passes(.seconds(1))
            #expect(room.drain() == ["Play a"])
        }
        // It has lasted too long for going on by itself (rule I43).
        var room = pausing("a")
        room.obey()
        let call = room.begin(.call)
        room.passes(.seconds(5 * 3600))
        #expect(room.model.resume(at: room.now) == [])
        room.end(call)
        #expect(room.model.resume(at: room.now) == [a])
    }

    @Test("I47, I157: `resume` ends what `pause --all` had not paused yet")
    func resumeEndsQuestions() {
        var room = Room()
        room.says("a", .playing) { $0.canPause = false }
        _ = room.model.pauseAll(at: room.now)
        #expect(room.model.resume(at: room.now) == [])
        room.says("a", .playing) { $0.canPause = true }
        room.passes(.seconds(1))
        #expect(room.drain() == [] && room.model.interruptions.isEmpty)
    }

    @Test("I6, I47: `pause --all` while a Play is on its way pauses the player when it begins, within a second")
    func pauseWhileStarting() {
        for begins in [true, false] {
            var room = pausing("a")
            room.obey()
            #expect(room.model.resume(at: room.now) == [a])
            room.take()
            #expect(room.drain() == ["Play a"])
            #expect(room.model.hasSoundForUser)
            #expect(room.model.pauseAll(at: room.now) == [])
            room.take()
            #expect(!room.model.isSettledForUser)
            if begins {
                room.says("a", .playing)
                #expect(room.drain() == ["Pause a"])
                room.says("a", .paused)
                #expect(room.model.silentForUser == [a])
            } else {
                room.passes(.seconds(1))
                room.says("a", .playing)
                #expect(room.drain() == [] && room.model.interruptions.isEmpty)
            }
            #expect(room.model.isSettledForUser)
        }
    }

    // MARK: What plays

    @Test("I47: what is held does not play, whatever holds it; what was let go of, or refuses, does")
    func sound() {
        var room = Room()
        #expect(!room.model.hasSoundForUser)
        room.says("a", .playing)
        #expect(room.model.hasSoundForUser)
        let call = room.begin(.call)
        #expect(!room.model.hasSoundForUser)
        refuse("a", in: &room)
        #expect(room.model.hasSoundForUser)
        room.says("a", .paused)
        #expect(!room.model.hasSoundForUser)
        _ = room.model.pauseAll(at: room.now)
        #expect(room.model.resume(at: room.now) == [a] && !room.model.hasSoundForUser)
        room.says("b", .playing) { $0.mayBePaused = false }
        #expect(!room.model.hasSoundForUser, "it is on another device")
        _ = room.drain()
        room.end(call)
        #expect(room.drain() == ["Play a"] && room.model.hasSoundForUser)
    }

    @Test("I142: the sleep timer pauses a player that it sees late, and no other")
    func late() {
        var room = Room()
        room.says("a", .playing)
        room.says("b", .playing)
        #expect(room.model.pauseAll([b], at: room.now) == [b])
        room.take()
        #expect(room.drain() == ["Pause b"])
    }
}
