// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonUndo

/// Portals that end, close the session, answer wrongly or not at all, and screens that are locked meanwhile (rules
/// UNDO31 to UNDO38).
@MainActor
@Suite struct PortalFaultTests {
    typealias Stage = PortalStage

    // MARK: A portal that leaves the bus

    @Test("consent ends with the portal, whatever its version, and is asked for again")
    func diesWithoutTokens() throws {
        let stage = try Stage()
        stage.fake.version = 1
        #expect(try stage.consent() == .granted)
        stage.fake.leave()
        #expect(stage.turn { stage.portal.state == .closed })
        stage.fake.appear()
        try #require(stage.turn { stage.fake.isThere })
        #expect(try stage.availability() == .needsConsent)
        #expect(try stage.consent() == .granted)
        #expect(stage.fake.calls.count { $0 == "Start" } == 2)
    }

    @Test("a portal that leaves while its dialog is open ends the request at once")
    func diesWhileAsking() throws {
        let stage = try Stage()
        stage.fake.reaction = .wait
        var answers: [RouteConsent] = []
        try stage.ask { answers.append($0) }
        stage.fake.leave()
        #expect(stage.turn { !answers.isEmpty })
        guard case .failed(let reason) = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect("\(reason)".contains("xdg-desktop-portal"))
        #expect(stage.portal.state == .closed)
        // A later answer is ignored.
        let path = try #require(stage.fake.waitingPath)
        try stage.fake.respond(at: path, 0, [("devices", .uint32(1))])
        try stage.settleAll()
        #expect(answers.count == 1)
        #expect(stage.portal.state == .closed)
    }

    @Test("UNDO36: a session that ends while the dialog is open does not open, even if the user then consents")
    func closesWhileAsking() throws {
        let stage = try Stage()
        stage.fake.reaction = .wait
        var answers: [RouteConsent] = []
        try stage.ask { answers.append($0) }
        try stage.fake.closeSession()
        #expect(stage.turn { !answers.isEmpty })
        let path = try #require(stage.fake.waitingPath)
        try stage.fake.respond(at: path, 0, [("devices", .uint32(1))])
        try stage.settleAll()
        #expect(answers == [.failed(.route(.portalEnded))])
        #expect(stage.portal.state == .closed)
        stage.fake.reaction = .allow
        #expect(try stage.consent() == .granted)
    }

    // MARK: A portal that answers wrongly, or not at all

    @Test("UNDO31: a refused step, or a session without a path, fails and leaves nothing open")
    func nonsense() throws {
        let stage = try Stage()
        for member in ["CreateSession", "SelectDevices", "Start"] {
            stage.fake.refusedMember = member
            #expect(try stage.consent() == .failed(.route(.portalRefused, [.message: "Session creation inhibited"])))
            #expect(stage.portal.state == .closed)
        }
        stage.fake.refusedMember = nil
        for handle in [Value.string("no path"), .uint32(7), .string("")] {
            stage.fake.sessionHandle = handle
            #expect(try stage.consent() == .failed(.route(.portalEnded)))
        }
        stage.fake.sessionHandle = nil
        for results: [(String, Value)] in [[], [("devices", .string("1"))], [("devices", .uint32(0))]] {
            stage.fake.startResults = results
            #expect(try stage.consent() == .denied)
            #expect(stage.fake.calls.last == "Session.Close")
        }
        #expect(stage.fake.keys.isEmpty)
    }

    @Test(
        "a portal that accepts a request and sends no response is given up after 20 s",
        arguments: ["CreateSession", "SelectDevices"])
    func silent(_ member: String) throws {
        let stage = try Stage()
        stage.fake.silentMember = member
        var answers: [RouteConsent] = []
        try stage.ask { answers.append($0) }
        stage.pass(.seconds(22))
        try stage.settleAll()
        #expect(answers == [.failed(.route(.portalSilent))])
        #expect(stage.portal.state == .closed)
    }

    @Test("a portal before 0.9 answers at a path of its own, and an unusable token is not kept")
    func odd() throws {
        let stage = try Stage()
        stage.fake.startResults = [
            ("devices", .uint32(1)), ("restore_token", .string(String(repeating: "x", count: 5000))),
        ]
        #expect(try stage.consent() == .granted)
        #expect(stage.token.value == nil, "longer than a token can be")
        stage.restart()
        stage.fake.startResults = nil
        stage.fake.reaction = .wait
        stage.fake.hasOwnPaths = true
        var answers: [RouteConsent] = []
        stage.fake.silentMember = "CreateSession"
        try stage.ask { answers.append($0) }
        // The response comes after the reply, which names the path.
        let path = try #require(stage.fake.waitingPath)
        try stage.fake.respond(at: path, 1)
        #expect(stage.turn { answers == [.denied] })
    }

    // MARK: Keys

    @Test(
        "a session whose keys are refused is closed: without a token consent is needed again",
        arguments: [UInt32(1), 2])
    func refusedKeys(_ version: UInt32) throws {
        let stage = try Stage()
        stage.fake.version = version
        #expect(try stage.consent() == .granted)
        stage.fake.refusesKeys = true
        guard case .failed = try stage.deliver(.undo) else {
            Issue.record("delivered")
            return
        }
        stage.fake.refusesKeys = false
        #expect(stage.fake.calls.contains("Session.Close"), "keys that are down go up with it")
        if version == 1 {
            #expect(try stage.availability() == .needsConsent)
        } else {
            #expect(try stage.isOpenLater())
        }
    }

    @Test(
        "UNDO5: keys without an answer fail within 3 s, are released, and do not end the consent")
    func ignoredKeys() throws {
        let stage = try Stage()
        stage.fake.version = 1
        #expect(try stage.consent() == .granted)
        stage.fake.ignoresKeys = true
        var answer: RouteOutcome?
        stage.route.deliver(.undo, to: Stage.app) { answer = $0 }
        for _ in 0..<4 where answer == nil {
            try stage.settleAll()
            stage.pass(.milliseconds(1050))
        }
        guard case .failed = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        stage.fake.ignoresKeys = false
        #expect(try stage.availability() == .ready)
        #expect(try stage.deliver(.undo) == .pressed)
    }

    // MARK: Tokens and the screen

    @Test("UNDO34, UNDO36: a session that the lock ends is restored when the screen is unlocked, and not before")
    func covered() throws {
        let stage = try Stage()
        stage.saver.appear()
        try #require(stage.turn { stage.saver.isThere })
        #expect(try stage.consent() == .granted)
        for round in 1...3 {
            // The session ends first, and only then the desktop reports the lock.
            try stage.fake.closeSession()
            try stage.settleAll()
            try stage.saver.cover(true)
            stage.fake.refusedMember = "Start"
            #expect(try stage.isOpenLater() == false)
            stage.pass(.seconds(3))
            #expect(stage.token.value == "token-\(round)", "shown while nothing could come of it")
            // Another program sends the signal of the unlock.
            try FakeLogin.signal(
                FakeScreenSaver.interface, "ActiveChanged", at: FakeScreenSaver.path, [.boolean(false)],
                from: stage.stranger())
            #expect(try stage.isOpenLater() == false)
            #expect(stage.token.value == "token-\(round)")
            stage.fake.refusedMember = nil
            try stage.saver.cover(false)
            try stage.settleAll()
            #expect(try stage.isOpenLater(), "round \(round): \(stage.fake.calls)")
        }
        #expect(stage.log.count("run 'batonctl setup'") == 0)
    }

    @Test("UNDO34: an agent that starts in a locked session uses its token after the unlock")
    func lockedAtStart() throws {
        let stage = try Stage()
        stage.login.appear()
        try #require(stage.turn { stage.login.isThere })
        #expect(try stage.consent() == .granted)
        stage.login.set(isLocked: true)
        stage.restart()
        #expect(try stage.isOpenLater() == false)
        #expect(stage.token.value == "token-1")
        stage.login.set(isLocked: false)
        try stage.settleAll()
        #expect(stage.turn { (try? stage.isOpenLater()) == true }, "\(stage.fake.calls)")
    }

    @Test("a restored session that ends soon is not restored again, and the log says how to get it back")
    func unwanted() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        try stage.fake.closeSession()
        try stage.settleAll()
        #expect(try stage.isOpenLater())
        try stage.fake.closeSession()
        try stage.settleAll()
        #expect(try stage.isOpenLater() == false)
        #expect(try stage.isOpenLater() == false)
        #expect(stage.fake.calls.count { $0 == "Start" } == 2)
        #expect(stage.log.count("run 'batonctl setup'") == 1)
        #expect(try stage.consent() == .granted)
    }

    @Test("the token is kept if no session was made; set-up that begins meanwhile asks the user")
    func refusedRestore() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        stage.fake.refusedMember = "CreateSession"
        stage.restart()
        try #require(stage.turn { stage.log.count("run 'batonctl setup'") == 1 })
        #expect(stage.token.value == "token-1")
        stage.fake.refusedMember = nil
        stage.fake.reaction = .wait
        stage.restart()
        try #require(stage.turn { stage.fake.waitingPath != nil })
        try stage.settleAll()
        var answers: [RouteConsent] = []
        stage.route.requestConsent { answers.append($0) }
        stage.pass(.seconds(3))
        try stage.settleAll()
        #expect(stage.fake.calls.contains("Request.Close"))
        try #require(stage.turn { stage.fake.calls.count { $0 == "Start" } == 3 })
        #expect(answers.isEmpty)
        let path = try #require(stage.fake.waitingPath)
        try stage.fake.respond(at: path, 0, [("devices", .uint32(1))])
        #expect(stage.turn { answers == [.granted] })
    }

    @Test("an agent that ends closes its dialog and its session")
    func closes() throws {
        let stage = try Stage()
        stage.fake.reaction = .wait
        var answers: [RouteConsent] = []
        try stage.ask { answers.append($0) }
        stage.portal.close()
        try stage.settleAll()
        #expect(stage.fake.calls.suffix(2) == ["Request.Close", "Session.Close"])
        #expect(answers.count == 1)
    }
}
