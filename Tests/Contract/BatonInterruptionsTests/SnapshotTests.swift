// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: what outlives the agent")
struct SnapshotTests {
    /// A room with a held player, and what is saved of it.
    private func saved(_ cause: InterruptionCause = .call, resumes: Bool = true) -> InterruptionSnapshot {
        var room = Room()
        room.says("a", .playing)
        room.begin(cause, resumes: resumes)
        room.obey()
        return room.model.snapshot
    }

    /// A new agent, 1 s later, that finds the player in a state.
    private func restarted(_ snapshot: InterruptionSnapshot, _ state: PlayerState = .paused) throws -> Room {
        var room = Room()
        room.now = .seconds(101)
        room.model.restore(try InterruptionSnapshot(text: snapshot.text), at: room.now)
        room.says("a", state)
        return room
    }

    @Test("I8: the text of what is saved gives the same again")
    func text() throws {
        var room = Room()
        for name in ["a", "b"] { room.says(name, .playing) }
        room.begin(.call)
        room.begin(.routeLost, only: ["b"])
        _ = room.model.pauseAll(at: room.now)
        room.obey()
        let snapshot = room.model.snapshot

        #expect(try InterruptionSnapshot(text: snapshot.text) == snapshot)
        #expect(snapshot.entries.map(\.mayResume) == [true, false])
    }

    @Test(
        "I8: what is saved before the player has announced its pause holds it after a restart, in the same track only",
        arguments: [7 as UInt64, 8])
    func killedAtOnce(track: UInt64) throws {
        var room = Room()
        room.says("a", .playing) { $0.track = 6 }
        room.model.trackChanged(of: Room.player("a"), to: 7, at: room.now)
        _ = room.model.pauseAll(at: room.now)
        let snapshot = room.model.snapshot
        var next = Room()
        next.now = .seconds(101)
        next.model.restore(try InterruptionSnapshot(text: snapshot.text), at: next.now)
        next.says("a", .paused) { $0.track = track }
        #expect(next.model.resume(at: next.now) == (track == 7 ? [Room.player("a")] : []))
    }

    @Test("I8: a player that has signalled before it has answered is held when its track is known")
    func signalBeforeTheAnswer() throws {
        var room = Room()
        room.says("a", .playing) { $0.track = 7 }
        _ = room.model.pauseAll(at: room.now)
        let snapshot = room.model.snapshot
        var next = Room()
        next.now = .seconds(101)
        next.model.restore(try InterruptionSnapshot(text: snapshot.text), at: next.now)
        next.says("a", .paused) { $0.isTrackKnown = false }
        next.says("a", .paused) { $0.track = 7 }
        #expect(next.model.resume(at: next.now) == [Room.player("a")])
    }

    @Test("I8, I131: an interruption that does not come again within 5 s has ended, not normally")
    func ended() throws {
        var room = try restarted(saved())
        room.passes(.seconds(5) - .milliseconds(1))
        #expect(room.drain() == [])
        room.passes(.milliseconds(1))
        #expect(room.drain() == [])
        #expect(room.model.held.isEmpty)
    }

    @Test(
        "I131: a source that was asked and says that it is over has ended it, before the player is seen or after",
        arguments: [true, false])
    func askedAfterRestart(isEarly: Bool) throws {
        var room = Room()
        room.now = .seconds(101)
        room.model.restore(saved(.lock), at: room.now)
        if isEarly { room.model.endRestored(.lock, at: room.now) }
        room.says("a", .paused)
        if !isEarly {
            room.model.endRestored(.call, at: room.now)
            #expect(room.drain() == [], "another source")
            room.model.endRestored(.lock, at: room.now)
        }
        room.passes(.milliseconds(1))
        #expect(room.drain() == ["Play a"])
    }

    @Test("I8: an interruption that comes again holds what it held before, without another Pause")
    func again() throws {
        var room = try restarted(saved())
        let call = room.begin(.call)
        room.passes(.seconds(60))
        #expect(room.drain() == [])
        room.end(call)
        #expect(room.drain() == ["Play a"])
    }

    @Test("I8: a program's interruption comes again with the same words; the end of another one lets nothing go on")
    func sameProgram() throws {
        func begin(_ words: String, _ room: inout Room) throws -> UInt32 {
            let id = room.model.begin(InterruptionRequest(.lease, reason: words), at: room.now)
            room.take()
            return try #require(id)
        }
        for isSame in [true, false] {
            var former = Room()
            former.says("a", .playing)
            for words in ["memo", ""] { _ = try begin(words, &former) }
            former.obey()
            var room = try restarted(former.model.snapshot)
            let silent = try begin("", &room)
            let other = try begin(isSame ? "memo" : "memos", &room)
            room.passes(.seconds(1))
            room.end(silent)
            room.end(other)
            room.passes(.seconds(10))
            #expect(room.drain() == (isSame ? ["Play a"] : []))
        }
    }

    @Test(
        "I8, I141, I152: an exclusion of another player takes over nothing that a former agent's held",
        arguments: [true, false])
    func otherExclusion(isEarly: Bool) throws {
        let before = saved(.exclusive)
        var room = Room()
        room.now = .seconds(101)
        room.model.restore(before, at: room.now)
        if !isEarly { room.says("a", .paused) }
        room.says("b", .playing)
        let other = room.begin(.exclusive, only: ["b"])
        if isEarly { room.says("a", .paused) }
        room.obey()
        room.end(other)
        room.passes(.seconds(10))
        #expect(room.drain() == ["Play b"])
    }

    @Test(
        "I8: a player that is not paused, has another owner or comes late is not held",
        arguments: [PlayerState.playing, .stopped])
    func notTaken(state: PlayerState) throws {
        var room = try restarted(saved(), state)
        room.says("a", .paused)
        room.passes(.seconds(10))
        #expect(room.drain() == [])

        var late = Room()
        late.now = .seconds(101)
        late.model.restore(saved(), at: late.now)
        late.passes(.seconds(5))
        late.says("a", .paused)
        late.passes(.seconds(10))
        #expect(late.drain() == [])
    }

    @Test("I8: the agent's own player is held by its name: it has another owner after each restart")
    func ownPlayer() throws {
        let before = saved()
        let next = PlayerIdentity(name: Room.player("a").name, owner: ":1.next")
        for isOfAgent in [true, false] {
            var room = Room()
            room.now = .seconds(101)
            room.model.restore(before, at: room.now)
            let call = room.begin(.call)
            var facts = PlayerFacts(.paused)
            // Whose it is may be known after what it does.
            room.model.playerChanged(next, to: facts, at: room.now)
            facts.isOfAgent = isOfAgent
            room.model.playerChanged(next, to: facts, at: room.now)
            room.take()
            #expect(room.model.isHeld(next) == isOfAgent)
            room.end(call)
            #expect(room.drain() == (isOfAgent ? ["Play a"] : []))
        }
    }

    @Test(
        "I8: what may not be paused yet is held when that is known, unless something has happened to it by then",
        arguments: ["", "acted", "played", "left", "late"])
    func notKnownYet(meanwhile: String) throws {
        var room = Room()
        room.now = .seconds(101)
        room.model.restore(saved(), at: room.now)
        let call = room.begin(.call)
        func mayBePaused(_ may: Bool) -> (inout PlayerFacts) -> Void {
            { facts in
                facts.mayBePaused = may
                facts.mayBeInterrupted = may
            }
        }
        room.says("a", .paused, mayBePaused(false))
        #expect(room.model.snapshot == saved())
        switch meanwhile {
        case "acted": room.userActs(on: "a")
        case "played": room.says("a", .playing)
        case "left": room.leaves("a")
        case "late": room.passes(.seconds(5))
        default: break
        }
        room.says("a", .paused, mayBePaused(true))
        room.end(call)
        #expect(room.drain() == (meanwhile.isEmpty ? ["Play a"] : []))
    }

    @Test("I8, I9: it is told of a saved hold that is not taken over, and why", arguments: [true, false])
    func toldWhy(comes: Bool) throws {
        var room = Room()
        room.model.restore(saved(), at: room.now)
        if comes { room.says("a", .playing) } else { room.passes(.seconds(5)) }
        #expect(room.releases == [comes ? "a changed" : "a left"])
    }

    @Test("I8: a hold that was not taken over is not saved any more, and does not come back at the next restart")
    func notKept() throws {
        for state in [PlayerState.playing, .paused] {
            var room = try restarted(saved(), .playing)
            room.says("a", state)
            #expect(room.effects.contains(.save))
            #expect(room.model.snapshot.entries == [])
        }

        var absent = Room()
        absent.model.restore(saved(), at: absent.now)
        #expect(absent.model.snapshot == saved(), "its player may still be seen")
        absent.passes(.seconds(5))
        #expect(absent.model.snapshot.entries == [])
    }

    @Test("I8: what was not allowed to go on is not after a restart either; the user's own waits for resume")
    func kept() throws {
        var vetoed = try restarted(saved(.routeLost))
        vetoed.passes(.seconds(10))
        #expect(vetoed.drain() == [])

        var room = Room()
        room.says("a", .playing)
        _ = room.model.pauseAll(at: room.now)
        room.take()
        room.obey()
        var next = try restarted(room.model.snapshot)
        next.passes(.seconds(10))
        #expect(next.drain() == [])
        #expect(next.model.resume(at: next.now) == [Room.player("a")])
    }

    @Test(
        "I8: a saved state with a wrong line is refused with its place",
        arguments: ["", "baton-interruptions 2\n", "baton-interruptions 3"])
    func wrongHeader(text: String) {
        let error = #expect(throws: InterruptionSnapshotError.self) { try InterruptionSnapshot(text: text) }
        #expect(error?.line == 1, "\(text)")
    }

    @Test(
        "I8: a saved state with a wrong field is refused with its place",
        arguments: [
            (" :1.1 ", " 1.1 "), ("playing=1", "playing=-1"), ("playing=1", "playing=99999999999999999999"),
            ("manual=-", "manual=no"), ("flags=", "flags=x"), ("track=1", "track=-"), ("position=-", "position=x"),
            ("place=-", "place="), ("place=-", "place=1,2"), ("place=-", "place=1,2,-3"), ("place=-", "place=1,2,3,4"),
            ("place=-", "place=1,2,99999999999999999999"),
            ("told=", "told=x"), ("sources=call", "sources=phone"), ("sources=call\n", "sources=call"),
            ("sources=call", "sources=call:"),
            ("sources=call", "sources=call:x"), ("sources=call", "sources=call:1:2"),
        ])
    func wrong(field: String, wrong: String) throws {
        let good = """
            baton-interruptions 3
            org.x :1.1 playing=1 since=1 until=1 manual=- flags= track=1 position=- place=- told= sources=call

            """
        _ = try InterruptionSnapshot(text: good)
        let text = good.replacing(field, with: wrong, maxReplacements: 1)
        let error = #expect(throws: InterruptionSnapshotError.self) { try InterruptionSnapshot(text: text) }
        #expect(error?.line == 2, "\(text)")
    }

    @Test("I8: any text is read or refused, and what is read is written the same")
    func anyText() throws {
        var random = SeededText(seed: 1)
        let good = saved().text
        for round in 0..<3000 {
            let text = random.damaged(good)
            guard let snapshot = try? InterruptionSnapshot(text: text) else { continue }
            #expect(try InterruptionSnapshot(text: snapshot.text) == snapshot, "round \(round): \(text)")
            var model = InterruptionModel()
            model.restore(snapshot, at: .seconds(1))
            for entry in snapshot.entries {
                model.playerChanged(entry.player, to: PlayerFacts(.paused), at: .seconds(2))
            }
            _ = model.pauseAll(at: .seconds(3))
            _ = model.resume(at: .seconds(4))
            model.advance(to: .seconds(100_000))
            _ = model.takeEffects()
        }
    }
}
