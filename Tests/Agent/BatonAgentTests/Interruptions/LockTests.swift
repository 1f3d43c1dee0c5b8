// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// A batond with a player that plays and a lock that resumes; logind is on a bus of its own.
private final class LockStage: InterruptedStage {
    static let settings = ["interruptions.lock=pause-resume"]

    let stage: AgentStage
    let system: BusStage
    let login: FakeLogin
    let saver: FakeScreenSaver
    let player: StagePlayer

    /// - Parameter isSaverActive: whether a screen saver is there, and covers the session already; nil for none.
    init(
        _ settings: [String] = LockStage.settings, isSaverActive: Bool? = nil, isLocked: Bool = false,
        isStarted: Bool = true
    ) throws {
        stage = try AgentStage(nil)
        system = try BusStage(reactor: stage.reactor)
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        stage.environment["DBUS_SYSTEM_BUS_ADDRESS"] = system.bus.address
        login = FakeLogin(on: try system.connect())
        login.isLocked = isLocked
        login.appear()
        saver = FakeScreenSaver(on: try stage.connect())
        if let isSaverActive {
            saver.isActive = isSaverActive
            saver.appear()
        }
        let (login, saver) = (login, saver)
        try #require(stage.turn { login.isThere && (isSaverActive == nil || saver.isThere) })
        player = try stage.player("mpv", "Playing")
        if isStarted { try start(settings) }
    }

    /// Starts batond, which has asked about the session when this returns.
    func start(_ settings: [String] = LockStage.settings) throws {
        let questions = (login.questions, saver.questions)
        try stage.startAgent(settings)
        try stage.settleAgent()
        try #require(
            stage.turn {
                self.login.questions > questions.0 && (!self.saver.isThere || self.saver.questions > questions.1)
            })
        try settle()
    }

    /// Locks the session, and the player pauses.
    func lock(bySaver: Bool) throws {
        if bySaver { try saver.cover(true) } else { login.set(isLocked: true) }
        try #require(stage.turn { self.player.calls == ["Pause"] })
        try stage.set(player, "Paused")
        try #require(stage.lasts(["lock"]))
        try settle()
    }

    func unlock(bySaver: Bool) throws {
        if bySaver { try saver.cover(false) } else { login.set(isLocked: false) }
    }

    func settleOthers() throws {
        if login.connection.uniqueName != nil { try system.settle(login.connection) }
        try stage.settle(saver.connection)
    }

    /// The player has got this and no more.
    func got(_ calls: [String]) throws -> Bool {
        try settle()
        return player.calls == calls
    }
}

@Suite("Interruptions: what is no unlocking")
struct LockTests {
    @Test(
        "I132: a batond that ends behind the lock plays nothing, and its successor goes on at the unlocking",
        arguments: [true, false])
    func leaving(_ bySaver: Bool) throws {
        let stage = try LockStage(isSaverActive: false)
        try stage.lock(bySaver: bySaver)
        #expect(try stage.stage.stopAgent() == 0)
        #expect(try stage.got(["Pause"]), "it plays as it leaves: \(stage.player.calls)")
        #expect(stage.stage.folder.read("baton/interruptions")?.contains("sources=lock") == true)
        try stage.start()
        #expect(stage.stage.lasts(["lock"]))
        #expect(try stage.got(["Pause"]))
        try stage.unlock(bySaver: bySaver)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] }, "\(stage.player.calls)")
    }

    @Test(
        "I131: an unlocking while no batond was there is one: what the lock had paused goes on",
        arguments: [true, false])
    func unlockedMeanwhile(_ bySaver: Bool) throws {
        let stage = try LockStage(isSaverActive: false)
        try stage.lock(bySaver: bySaver)
        try #require(stage.stage.agent).kill()
        try stage.unlock(bySaver: bySaver)
        try stage.settleOthers()
        try stage.start()
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] }, "\(stage.player.calls)")
    }

    @Test("I130: after a crash a screen saver is asked, and what it covers stays paused")
    func crash() throws {
        let stage = try LockStage(isSaverActive: false)
        try stage.lock(bySaver: true)
        try #require(stage.stage.agent).kill()
        try stage.start()
        #expect(stage.stage.lasts(["lock"]))
        #expect(try stage.got(["Pause"]), "\(stage.player.calls)")
        try stage.unlock(bySaver: true)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    @Test("I130: a logind that restarts behind the lock unlocks nothing")
    func loginRestarts() throws {
        let stage = try LockStage()
        try stage.lock(bySaver: false)
        stage.login.leave()
        try #require(stage.stage.turn { !stage.login.isThere })
        #expect(try stage.got(["Pause"]))
        #expect(stage.stage.lasts(["lock"]))
        let questions = stage.login.questions
        stage.login.appear()
        try #require(stage.stage.turn { stage.login.questions > questions })
        #expect(try stage.got(["Pause"]))
        stage.login.set(isLocked: false)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    @Test("I131: a logind that has forgotten the lock when it is back ends it, and nothing goes on")
    func loginForgets() throws {
        let stage = try LockStage()
        try stage.lock(bySaver: false)
        stage.login.leave()
        try #require(stage.stage.turn { !stage.login.isThere })
        stage.login.isLocked = false
        stage.login.appear()
        #expect(stage.stage.lasts([]))
        #expect(try stage.got(["Pause"]))
    }

    @Test("I131: a batond that restarts behind the lock without the logind that told of it plays nothing")
    func restartsWithoutLogin() throws {
        let stage = try LockStage()
        try stage.lock(bySaver: false)
        #expect(try stage.stage.stopAgent() == 0)
        stage.login.leave()
        try #require(stage.stage.turn { !stage.login.isThere })
        try stage.stage.startAgent(LockStage.settings)
        try stage.stage.settleAgent()
        // What was saved is awaited for five seconds (rule I8).
        let until = ContinuousClock.now + .seconds(6)
        _ = stage.stage.turn { ContinuousClock.now > until || stage.player.calls != ["Pause"] }
        #expect(stage.player.calls == ["Pause"])
    }

    @Test("I130: a system bus that restarts behind the lock unlocks nothing")
    func busRestarts() throws {
        let stage = try LockStage()
        try stage.lock(bySaver: false)
        stage.system.bus.kill()
        try #require(stage.stage.turn { stage.login.connection.uniqueName == nil })
        #expect(stage.stage.lasts(["lock"]))
        #expect(try stage.got(["Pause"]))
        let questions = stage.login.questions
        try stage.system.bus.start()
        try #require(stage.stage.turn { stage.login.questions > questions })
        #expect(stage.stage.lasts(["lock"]))
        #expect(try stage.got(["Pause"]))
        stage.login.set(isLocked: false)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    @Test(
        "I130: a question that logind does not answer as it should unlocks nothing", arguments: FakeLogin.Fault.allCases
    )
    func failedQuestion(_ fault: FakeLogin.Fault) throws {
        let stage = try LockStage()
        try stage.lock(bySaver: false)
        stage.login.fault = fault
        let questions = stage.login.questionsForUser
        try stage.login.sessionsChanged()
        // Asked again: the first question is not answered any more.
        try #require(stage.stage.turn { stage.login.questionsForUser > questions + 1 })
        #expect(try stage.got(["Pause"]))
        #expect(stage.stage.lasts(["lock"]))
        stage.login.fault = nil
        stage.login.set(isLocked: false)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    @Test("I131: a screen saver that leaves while it is active has not said that the lock is over: nothing goes on")
    func saverLeaves() throws {
        let stage = try LockStage(isSaverActive: false)
        try stage.lock(bySaver: true)
        stage.saver.leave()
        #expect(stage.stage.lasts([]))
        #expect(try stage.got(["Pause"]))
    }

    @Test("I131: a session that is gone was not unlocked: nothing goes on")
    func sessionEnds() throws {
        let stage = try LockStage()
        try stage.lock(bySaver: false)
        stage.login.hasDisplay = false
        try stage.login.sessionsChanged()
        #expect(stage.stage.lasts([]))
        #expect(try stage.got(["Pause"]))
    }

    @Test("I26, I130: a screen saver that appears after the start and is active already pauses")
    func saverAppears() throws {
        let stage = try LockStage()
        stage.saver.isActive = true
        stage.saver.appear()
        #expect(stage.stage.turn { stage.player.calls == ["Pause"] })
        try stage.stage.set(stage.player, "Paused")
        try stage.saver.cover(false)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    @Test("I134: what a call held is not played in a session that is not in front, and `resume` plays it")
    func behind() throws {
        let stage = try LockStage([])
        let call = try stage.stage.begin()
        try #require(stage.stage.turn { stage.player.calls == ["Pause"] })
        try stage.stage.set(stage.player, "Paused")
        stage.login.set(isActive: false)
        try stage.settle()
        _ = try stage.stage.interruptions("End", .uint32(call.id))
        #expect(try stage.got(["Pause"]))
        stage.login.set(isActive: true)
        #expect(try stage.got(["Pause"]))
        _ = try stage.stage.interruptions("Resume")
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    @Test("I134: a batond that starts while logind is silent plays nothing, also not what was held behind the lock")
    func silentSinceStart() throws {
        let stage = try LockStage(isLocked: true)
        let call = try stage.stage.begin()
        try #require(stage.stage.turn { stage.player.calls == ["Pause"] })
        try stage.stage.set(stage.player, "Paused")
        try stage.settle()
        try withExtendedLifetime(call.lease) { try #require(stage.stage.agent).kill() }
        stage.login.set(isActive: false)
        stage.login.fault = .silence
        try stage.stage.startAgent(LockStage.settings)
        try stage.stage.settleAgent()
        let again = try stage.stage.begin()
        try #require(stage.stage.lasts(["call"]))
        _ = try stage.stage.interruptions("End", .uint32(again.id))
        // It waits for the user's `resume`.
        try #require(stage.stage.lasts(["manual"]))
        #expect(try stage.got(["Pause"]))
    }

    @Test("I134: a session that is unlocked before it is in front again goes on when it is")
    func unlockedBehind() throws {
        let stage = try LockStage()
        try stage.lock(bySaver: false)
        stage.login.set(isActive: false)
        try stage.settle()
        stage.login.set(isLocked: false)
        #expect(try stage.got(["Pause"]))
        stage.login.set(isActive: true)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    @Test("I27, I130: a lock while the machine sleeps: what was paused waits for both")
    func lockedAsleep() throws {
        let stage = try LockStage(Self.both)
        try stage.login.sleep(true)
        try #require(stage.stage.turn { stage.player.calls == ["Pause"] })
        try stage.stage.set(stage.player, "Paused")
        stage.login.set(isLocked: true)
        try stage.settle()
        try stage.login.sleep(false)
        #expect(stage.stage.lasts(["lock"]))
        #expect(try stage.got(["Pause"]))
        stage.login.set(isLocked: false)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] })
    }

    private static let both = LockStage.settings + ["interruptions.suspend=pause-resume"]

    @Test(
        "I150: a batond that restarts behind the lock lets play what the user started there, and takes over what was held",
        arguments: [true, false])
    func startedBehind(_ bySaver: Bool) throws {
        let stage = try LockStage(isSaverActive: false)
        let radio = try OtherPlayer("radio", "Paused", on: stage.stage)
        try stage.lock(bySaver: bySaver)
        try radio.press("Play")
        try #require(try stage.got(["Pause"]) && radio.status == "Playing")
        try #require(stage.stage.agent).kill()
        try stage.start()
        #expect(stage.stage.lasts(["lock"]))
        #expect(try stage.got(["Pause"]) && radio.status == "Playing")
        try radio.press("Pause")
        try stage.unlock(bySaver: bySaver)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] }, "\(stage.player.calls)")
    }

    @Test(
        "I150: a lock that is announced before the first answer is none of before the start", arguments: [true, false])
    func lockedWhileAsked(_ bySaver: Bool) throws {
        let stage = try LockStage(isSaverActive: false, isStarted: false)
        if bySaver {
            stage.saver.answer = .wait
        } else {
            stage.login.onQuestion = { [login = stage.login] in try? login.lockAtOnce() }
        }
        try stage.start()
        if bySaver {
            try stage.saver.cover(true)
            stage.saver.answerAll()
        }
        #expect(stage.stage.lasts(["lock"]))
        #expect(stage.stage.turn { stage.player.calls == ["Pause"] })
    }

    @Test("I150: the first batond of a locked session pauses nothing; the next lock does", arguments: [true, false])
    func startsLocked(_ bySaver: Bool) throws {
        let stage = try LockStage(isSaverActive: bySaver, isLocked: !bySaver)
        #expect(stage.stage.lasts(["lock"]))
        #expect(try stage.got([]))
        try stage.unlock(bySaver: bySaver)
        #expect(stage.stage.lasts([]))
        #expect(try stage.got([]))
        try stage.lock(bySaver: bySaver)
    }

    @Test("I151: a sleep that was over before batond started ended normally: what it had paused goes on")
    func wokenMeanwhile() throws {
        let stage = try LockStage(Self.both)
        try stage.login.sleep(true)
        try #require(stage.stage.turn { stage.player.calls == ["Pause"] })
        try stage.stage.set(stage.player, "Paused")
        try #require(stage.stage.lasts(["suspend"]))
        try #require(stage.stage.agent).kill()
        try stage.login.sleep(false)
        try stage.settleOthers()
        try stage.start(Self.both)
        #expect(stage.stage.turn { stage.player.calls == ["Pause", "Play"] }, "\(stage.player.calls)")
    }

    @Test("I27: a batond that starts after the sleep was announced knows it")
    func startsAsleep() throws {
        let stage = try LockStage(Self.both)
        try #require(stage.stage.agent).kill()
        stage.login.isPreparingForSleep = true
        try stage.start(Self.both)
        #expect(stage.stage.turn { stage.player.calls == ["Pause"] })
        #expect(stage.stage.lasts(["suspend"]))
    }
}
