// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

/// Apps are held as players are, and are told instead of being sent Pause and Play (rule I15).
@Suite("Interruptions: registered apps")
struct AppTests {
    private let app = PlayerIdentity(name: ":1.7/app", owner: ":1.7")

    private func playing() -> Room {
        var room = Room()
        room.registers(app, isPlaying: true)
        return room
    }

    @Test("I15: an app that plays is told of the beginning and of the end, and may go on", arguments: [true, false])
    func both(says: Bool) {
        var room = playing()
        let call = room.begin(.call)
        #expect(room.told == ["began \(call) call"])
        if says { room.registers(app, isPlaying: false) }
        room.passes(.seconds(60))
        room.end(call)
        #expect(room.told == ["began \(call) call", "ended \(call) true"])
    }

    @Test("I4, I15: an app that does not play, or does not want it, is told nothing")
    func neither() {
        var room = Room()
        room.registers(app, isPlaying: false)
        room.end(room.begin(.call))
        room.registers(app, isPlaying: true, wants: false)
        room.end(room.begin(.call))
        #expect(room.told == [])
    }

    @Test("I15: an interruption of other players is not told")
    func notConcerned() {
        var room = playing()
        room.says("a", .playing)
        room.end(room.begin(.lease, only: ["a"]))
        #expect(room.told == [])
    }

    @Test("I6, I15: when a call ends within an alarm the app may not go on; at the alarm's end it may")
    func nested() {
        var room = playing()
        let call = room.begin(.call)
        let alarm = room.begin(.lease)
        room.end(call)
        #expect(room.told == ["began \(call) call", "began \(alarm) lease", "ended \(call) false"])
        room.end(alarm)
        #expect(room.told.last == "ended \(alarm) true" && room.told.count == 4)
    }

    @Test("I6, I15: what does not allow it, another interruption cannot allow")
    func notAllowed() {
        var room = playing()
        let call = room.begin(.call, resumes: false)
        let alarm = room.begin(.lease)
        room.end(alarm)
        room.end(call)
        #expect(room.told.suffix(2) == ["ended \(alarm) false", "ended \(call) false"])
    }

    @Test("I44, I15: what is forgotten is told its end at once, and nothing at the end")
    func forgotten() {
        var room = playing()
        let call = room.begin(.call)
        room.model.forget(at: room.now)
        room.take()
        room.end(call)
        #expect(room.told == ["began \(call) call", "ended \(call) false"])
    }

    @Test("I41, I15: an app that got a command of the user does not go on by itself")
    func acted() {
        var room = playing()
        let call = room.begin(.call)
        room.model.userActed(on: app, at: room.now)
        room.take()
        room.end(call)
        #expect(room.told == ["began \(call) call", "ended \(call) false"])
    }

    @Test("I47, I15: `pause --all` in a call; the call's end does not let it go on, `resume` does")
    func manualInCall() {
        var room = playing()
        let call = room.begin(.call)
        #expect(room.model.pauseAll(at: room.now) == [app])
        room.take()
        room.end(call)
        #expect(room.told.last == "ended \(call) false")
        #expect(room.model.resume(at: room.now) == [app])
        room.take()
        #expect(room.told.count == 4 && room.told.last?.hasSuffix("true") == true)
    }

    @Test("I47, I15: an app that plays again is told by the next `pause --all`, whether it had said that it paused")
    func playsAgain() {
        for says in [true, false] {
            var room = playing()
            #expect(room.model.pauseAll(at: room.now) == [app])
            room.take()
            if says { room.registers(app, isPlaying: false) }
            #expect(room.model.pauseAll(at: room.now) == [])
            room.passes(.milliseconds(200))
            room.registers(app, isPlaying: true)
            #expect(room.told.last?.hasPrefix("ended ") == true && room.told.last?.hasSuffix(" false") == true)
            #expect(room.model.pauseAll(at: room.now) == [app])
            room.take()
            #expect(room.told.map { $0.prefix(5) } == ["began", "ended", "began"])
        }
    }

    @Test("I15: what an app sent before it was told ends no hold")
    func crossing() {
        var room = playing()
        let call = room.begin(.call)
        room.passes(.milliseconds(100))
        room.registers(app, isPlaying: true)
        room.end(call)
        #expect(room.told == ["began \(call) call", "ended \(call) true"])
    }

    @Test("I45, I15: an app that began to play in the call leaves a player to the user, and the other way round")
    func somethingPlays() {
        var room = Room()
        room.says("a", .playing)
        let call = room.begin(.call)
        room.obey()
        room.passes(.seconds(1))
        room.registers(app, isPlaying: true)
        room.end(call)
        #expect(room.releases == ["a something-plays"])

        var other = playing()
        let second = other.begin(.call)
        other.passes(.seconds(1))
        other.says("a", .playing)
        other.end(second)
        // It is the user's now, and may go on when the user says so.
        #expect(other.told.map { $0.prefix(5) } == ["began", "began", "ended"] && other.told[2].hasSuffix("false"))
        #expect(other.model.resume(at: other.now) == [app])
        other.take()
        #expect(other.told.last?.hasSuffix("true") == true)
    }

    @Test("I25, I15: an app that never says that it paused is taken to have done so: a later call plays it in no room")
    func silent() {
        var room = playing()
        room.end(room.begin(.routeLost))
        room.end(room.begin(.call))
        #expect(room.told.count == 2 && room.told[1].hasSuffix("false"))
        room.registers(app, isPlaying: true)
        let call = room.begin(.call)
        room.end(call)
        #expect(room.told.suffix(2) == ["began \(call) call", "ended \(call) true"])
        // It was let go on, so that it plays.
        #expect(room.model.pauseAll(at: room.now) == [app])
    }

    @Test("I8, I15: after a restart the app gets the end of what the former agent told it, and no number is used again")
    func restart() throws {
        for isPlaying in [false, true] {
            var room = playing()
            let call = room.begin(.call)
            let saved = try InterruptionSnapshot(text: room.model.snapshot.text)
            var next = Room()
            next.now = .seconds(101)
            next.model.restore(saved, at: next.now)
            next.registers(app, isPlaying: isPlaying)
            next.passes(.seconds(6))
            // Nobody has said that the call is over (rule I131).
            #expect(next.told == ["ended \(call) false"])
            #expect(next.begin(.call) > call)
        }
    }
}
