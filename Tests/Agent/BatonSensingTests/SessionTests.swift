// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonSensingSupport
import BatonSession
import BatonTestSupport
import Testing

@testable import BatonSensing

/// The sensor is off while the session is inactive, locked or asleep (rule SHAKE14).
@MainActor
@Suite struct SessionTests {
    @Test("SHAKE14: locked: a shake under way is over, once; unlocked: the sensor is read again")
    func locked() throws {
        let stage = try SensorStage("ready,began")
        let login = try stage.login()
        try stage.open()
        try #require(stage.turn { stage.phases.count == 1 })
        login.set(isLocked: true)
        try #require(stage.turn { stage.status == "session-locked" })
        #expect(stage.losses == 1)
        login.set(isLocked: false)
        #expect(stage.turn { stage.isReading && stage.phases.count == 2 })
        #expect(stage.losses == 1)
    }

    @Test("inactive: another user, or a console, has the screen")
    func inactive() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        try stage.open()
        login.set(isActive: false)
        #expect(stage.turn { stage.status == "session-inactive" })
        login.set(isActive: true)
        #expect(stage.turn { stage.isReading })
    }

    @Test("I136, IIO33: asleep: off before the machine sleeps, on a second after it is awake")
    func asleep() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        try stage.open()
        try login.sleep(true)
        try #require(stage.turn { stage.status == "asleep" })
        try login.sleep(false)
        try stage.settle(login.connection)
        #expect(stage.status == "asleep")
        #expect(stage.session.obstacleToButtons(whileLocked: false) == nil, "a press is for nobody")
        stage.pass(.seconds(1))
        #expect(stage.turn { stage.isReading })
        // The machine sleeps again before the second has passed.
        try login.sleep(true)
        try login.sleep(false)
        try login.sleep(true)
        try stage.settle(login.connection)
        stage.pass(.seconds(5))
        #expect(stage.status == "asleep")
    }

    @Test("SHAKE14: a session that is locked from the start is not served")
    func lockedFromStart() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        login.isLocked = true
        stage.sensor.open()
        #expect(stage.turn { stage.status == "session-locked" })
        #expect(!stage.told.contains("reading"))
        login.set(isLocked: false)
        #expect(stage.turn { stage.isReading })
    }

    @Test("signals of a peer that is not logind change nothing")
    func forged() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        try stage.open()
        let forger = Connection(address: stage.bus.address, reactor: stage.reactor)
        defer { forger.close() }
        try stage.connect(forger)
        try FakeLogin.signal(
            FakeLogin.manager, "PrepareForSleep", at: FakeLogin.path, [.boolean(true)], from: forger)
        let changed = Value.vardict([("LockedHint", .boolean(true)), ("Active", .boolean(false))])
        try FakeLogin.signal(
            "org.freedesktop.DBus.Properties", "PropertiesChanged", at: FakeLogin.sessionPath,
            [.string(FakeLogin.session.rawValue), changed, .strings([])], from: forger)
        try stage.settle(forger)
        #expect(stage.isReading)
        #expect(stage.losses == 0)
        // The signals of logind itself still count.
        login.set(isLocked: true)
        #expect(stage.turn { stage.status == "session-locked" })
        try FakeLogin.signal(
            "org.freedesktop.DBus.Properties", "PropertiesChanged", at: FakeLogin.sessionPath,
            [.string(FakeLogin.session.rawValue), .vardict([("LockedHint", .boolean(false))]), .strings([])],
            from: forger)
        try stage.settle(forger)
        #expect(stage.status == "session-locked")
    }

    @Test("a user without a graphical session, and a machine without logind, forbid nothing", arguments: [true, false])
    func nothingKnown(_ hasLogin: Bool) throws {
        let stage = try SensorStage()
        if hasLogin { try stage.login().hasDisplay = false }
        try stage.open()
    }

    @Test("a session that comes later is heard of")
    func later() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        login.hasDisplay = false
        try stage.open()
        login.hasDisplay = true
        login.isLocked = true
        try login.sessionsChanged()
        #expect(stage.turn { stage.status == "session-locked" })
        // The session ends while it is locked: nothing forbids any more.
        login.hasDisplay = false
        try login.sessionsChanged()
        #expect(stage.turn { stage.isReading })
    }

    @Test("I130: what a logind that goes has said stands, and one that comes is asked")
    func loginRestarts() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        try stage.open()
        login.set(isLocked: true)
        try #require(stage.turn { stage.status == "session-locked" })
        let starts = stage.told.count { $0 == "reading" }
        login.leave()
        try #require(stage.turn { !login.isThere })
        try stage.settle(login.connection)
        login.appear()
        let questions = login.questions
        try #require(stage.turn { login.questions > questions })
        try stage.settle(login.connection)
        #expect(stage.status == "session-locked" && stage.told.count { $0 == "reading" } == starts)
        login.set(isLocked: false)
        #expect(stage.turn { stage.isReading })
    }

    @Test(
        "I130: what logind has said stands while it does not answer as it should, and it is asked again",
        arguments: FakeLogin.Fault.allCases)
    func failedQuestion(_ fault: FakeLogin.Fault) throws {
        let stage = try SensorStage()
        let login = try stage.login()
        try stage.open()
        login.set(isLocked: true)
        try #require(stage.turn { stage.status == "session-locked" })
        login.fault = fault
        let questions = login.questionsForUser
        try login.sessionsChanged()
        try #require(stage.turn { login.questionsForUser > questions })
        try stage.settle(login.connection)
        stage.pass(.seconds(3))
        try stage.settle(login.connection)
        #expect(stage.status == "session-locked")
        login.fault = nil
        login.isLocked = false
        // A question that is open now may still run into its deadline.
        for _ in 0..<30 where !stage.isReading {
            stage.pass(.seconds(1))
            for _ in 0..<4 { try stage.settle(login.connection) }
        }
        #expect(stage.turn { stage.isReading }, "it is not asked again")
    }

    @Test("UNDO62: a logind that may not be asked forbids the sensor nothing, and what it said before stands")
    func denied() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        login.refusal = .accessDenied
        try stage.open()
        login.refusal = nil
        login.isLocked = true
        try login.sessionsChanged()
        try #require(stage.turn { stage.status == "session-locked" })
        login.refusal = .accessDenied
        let questions = login.questionsForUser
        try login.sessionsChanged()
        try #require(stage.turn { login.questionsForUser > questions })
        try stage.settle(login.connection)
        #expect(stage.status == "session-locked")
    }

    @Test(
        "SHAKE14, I130: a screen saver that covers the session turns the sensor off, said by itself or when it is asked"
    )
    func screenSaver() throws {
        let stage = try SensorStage()
        let saver = FakeScreenSaver(on: stage.other)
        saver.isActive = true
        saver.appear()
        try #require(stage.turn { saver.isThere })
        stage.sensor.open()
        #expect(stage.turn { stage.status == "screen-saver" }, "active before the start")
        #expect(!stage.told.contains("reading"))
        try saver.cover(false)
        #expect(stage.turn { stage.isReading })
        try saver.cover(true)
        #expect(stage.turn { stage.status == "screen-saver" })
        saver.leave()
        #expect(stage.turn { stage.isReading }, "one that has left covers nothing")
        saver.appear()
        #expect(stage.turn { stage.status == "screen-saver" }, "one that appears is asked")
    }

    @Test("I130: a screen saver that does not answer at first is asked again")
    func slowScreenSaver() throws {
        let stage = try SensorStage()
        let saver = FakeScreenSaver(on: stage.other)
        saver.isActive = true
        saver.answer = .wait
        saver.appear()
        try #require(stage.turn { saver.isThere })
        stage.sensor.open()
        try #require(stage.turn { saver.questions == 1 })
        stage.pass(.seconds(3))
        #expect(stage.turn { stage.isReading }, "an unknown lock does not forbid the sensor")
        saver.answer = .truth
        stage.pass(.seconds(3))
        #expect(stage.turn { stage.status == "screen-saver" })
    }

    @Test("I130: an answer of a screen saver that is older than its signal does not count")
    func olderAnswer() throws {
        let stage = try SensorStage()
        let saver = FakeScreenSaver(on: stage.other)
        saver.answer = .wait
        saver.appear()
        try #require(stage.turn { saver.isThere })
        stage.sensor.open()
        try #require(stage.turn { saver.questions == 1 })
        try saver.cover(true)
        try #require(stage.turn { stage.status == "screen-saver" })
        saver.isActive = false
        saver.answerAll()
        try stage.settle(saver.connection)
        #expect(stage.status == "screen-saver")
    }

    @Test("a logind that does not answer is not waited for longer than two seconds")
    func silent() throws {
        let stage = try SensorStage()
        let login = try stage.login(isSilent: true)
        stage.sensor.open()
        try stage.settle(login.connection)
        #expect(stage.status == "idle")
        stage.pass(.seconds(3))
        #expect(stage.turn { stage.isReading })
    }

    @Test("without a system bus the sensor is read, nothing is said, and nothing is tried again")
    func noBus() throws {
        let stage = try SensorStage(hasBus: false)
        try stage.open()
        #expect(stage.log.lines.count { !$0.contains("reading fake") } == 0, "\(stage.log.lines)")
        try stage.bus.start()
        for _ in 0..<60 { stage.pass(.seconds(60)) }
        try stage.connect(stage.other)
        var names: [String]?
        stage.other.listNames { names = try? $0.get() }
        try #require(stage.turn { names != nil })
        #expect(names?.count { $0.hasPrefix(":") } == 1)
    }

    @Test("I130: what was said on a system bus that is lost stands, and when it is back logind is asked")
    func lostBus() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        try stage.open()
        login.set(isLocked: true)
        try #require(stage.turn { stage.status == "session-locked" })
        let starts = stage.told.count { $0 == "reading" }
        stage.bus.kill()
        try #require(stage.turn { stage.other.uniqueName == nil })
        login.isLocked = false
        try stage.bus.start()
        stage.pass(.seconds(2))
        try #require(stage.turn { stage.other.uniqueName != nil })
        #expect(stage.turn { stage.isReading })
        #expect(stage.told.count { $0 == "reading" } == starts + 1)
    }

    @Test("whether iio-sensor-proxy is there is told to the sensor's process")
    func proxy() throws {
        let stage = try SensorStage()
        try stage.open()
        #expect(stage.device == "fake", "\(stage.status)")
        let request = stage.other.requestName("net.hadess.SensorProxy") { _ in }
        #expect(stage.turn { stage.device == "fake beside proxy" })
        request.release()
        #expect(stage.turn { stage.device == "fake" })
        #expect(stage.losses == 0)
    }
}
