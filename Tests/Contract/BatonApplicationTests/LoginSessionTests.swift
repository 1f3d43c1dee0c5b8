// SPDX-License-Identifier: Apache-2.0

import BatonApplication
import BatonDBus
import BatonTestSupport
import Testing

/// What logind says of the session, for an application that reads a touchscreen itself.
@MainActor
@Suite struct LoginSessionTests {
    private let stage: BusStage
    private let login: FakeLogin
    private let session: LoginSession

    init() throws {
        stage = try BusStage()
        login = FakeLogin(on: try stage.connect())
        session = LoginSession(on: try stage.connect())
    }

    private func becomes(_ obstacle: LoginObstacle?) -> Bool { stage.turn { session.obstacle == obstacle } }

    /// Starts logind, and waits until it has told of the session.
    private func start() throws {
        login.appear()
        try #require(stage.turn { login.questions > 0 })
        try stage.settle(stage.all)
    }

    @Test("APP14: without logind nothing is in the way; then what it says is told, and what is so already")
    func tells() throws {
        var told: [LoginObstacle?] = []
        let observation = session.observe { told.append($0) }
        #expect(told == [nil])
        login.isLocked = true
        login.appear()
        try #require(becomes(.locked))
        login.set(isActive: false)
        try #require(becomes(.inactive))
        login.set(isActive: true, isLocked: false)
        try #require(becomes(nil))
        #expect(told == [nil, .locked, .inactive, nil])
        var late: [LoginObstacle?] = []
        login.set(isActive: false)
        try #require(becomes(.inactive))
        _ = session.observe { late.append($0) }
        #expect(late == [.inactive])
        observation.cancel()
        login.set(isActive: true)
        try #require(becomes(nil))
        #expect(told.count == 5)
    }

    @Test("APP14: a machine that goes to sleep, also before the application came, until it wakes")
    func sleeps() throws {
        login.isPreparingForSleep = true
        login.appear()
        try #require(becomes(.asleep))
        try login.sleep(false)
        try #require(becomes(nil))
        try login.sleep(true)
        try #require(becomes(.asleep))
        login.leave()
        #expect(becomes(nil), "nobody can say that it has woken")
    }

    @Test("APP14: what logind said stands while it is away; a session that has ended is in nobody's way")
    func away() throws {
        try start()
        login.set(isLocked: true)
        try #require(becomes(.locked))
        login.leave()
        try #require(stage.turn { !login.isThere })
        try stage.settle(stage.all)
        #expect(session.obstacle == .locked)
        login.hasDisplay = false
        login.appear()
        #expect(becomes(nil))
    }

    @Test(
        "APP14: only logind is believed, and an answer of another type changes nothing",
        arguments: FakeLogin.Fault.allCases)
    func wrong(_ fault: FakeLogin.Fault) throws {
        try start()
        login.set(isLocked: true)
        try #require(becomes(.locked))
        let stranger = try stage.connect()
        let changed = Value.vardict([("LockedHint", .boolean(false))])
        try FakeLogin.signal(
            "org.freedesktop.DBus.Properties", "PropertiesChanged", at: FakeLogin.sessionPath,
            [.string(FakeLogin.session.rawValue), changed, .strings([])], from: stranger)
        try FakeLogin.signal(FakeLogin.manager, "PrepareForSleep", at: FakeLogin.path, [.boolean(true)], from: stranger)
        login.fault = fault
        let before = login.questionsForUser
        try login.sessionsChanged()
        try #require(stage.turn { login.questionsForUser > before })
        try stage.settle(stage.all)
        #expect(session.obstacle == .locked)
    }

    @Test("APP14: one that is let go follows nothing more")
    func letGo() throws {
        var other: LoginSession? = LoginSession(on: try stage.connect())
        weak let held = other
        other = nil
        try start()
        #expect(held == nil)
    }
}
