// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonKeysLink
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonAPI
@testable import BatonUndo

/// The portal's session that the user allows once, and portals that deny, close, forget or leave (rules UNDO31 to
/// UNDO38).
@MainActor
@Suite struct PortalTests {
    typealias Stage = PortalStage

    @Test(
        "UNDO5, UNDO33, UNDO38: after one consent the keys of Undo and Redo are pressed and released in reverse",
        arguments: [UInt32(1), 2])
    func consent(_ version: UInt32) throws {
        let stage = try Stage()
        stage.fake.version = version
        #expect(try stage.availability() == .needsConsent)
        #expect(try stage.consent() == .granted)
        #expect(try stage.availability() == .ready)
        #expect(stage.fake.keys == ["+ffe1", "-ffe1"], "a seat without a keyboard loses its first key")
        #expect(try stage.deliver(.undo) == .pressed)
        #expect(stage.fake.keys.dropFirst(2) == ["+ffe3", "+7a", "-7a", "-ffe3"])
        #expect(try stage.deliver(.redo) == .pressed)
        #expect(stage.fake.keys.dropFirst(6) == ["+ffe3", "+ffe1", "+7a", "-7a", "-ffe1", "-ffe3"])
        #expect(try stage.consent() == .granted, "who has agreed is not asked again")
        #expect(stage.fake.calls == ["CreateSession", "SelectDevices", "Start"])
        #expect((stage.token.value == nil) == (version == 1), "before version 2 there are no tokens")
    }

    @Test("UNDO32: the session's path may be text, or an object path", arguments: [false, true])
    func handle(_ isPath: Bool) throws {
        let stage = try Stage()
        stage.fake.isHandlePath = isPath
        #expect(try stage.consent() == .granted)
        #expect(try stage.deliver(.undo) == .pressed)
    }

    @Test("UNDO35: an undo without consent shows no dialog")
    func neverAtShake() throws {
        let stage = try Stage()
        let delivery = UndoDelivery(reactor: stage.reactor, logger: stage.log.logger)
        delivery.allRoutes = [stage.route]
        var result: UndoResult?
        delivery.deliver(.undo, to: Stage.app, seenAt: stage.reactor.now) { result = $0 }
        try #require(stage.turn { result != nil })
        try stage.settleAll()
        guard case .failed = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(stage.fake.calls.isEmpty, "the portal was asked: \(stage.fake.calls)")
    }

    @Test("UNDO37: the portal is told the app's identifier first, and the unit and the desktop file have it as names")
    func identifier() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        let app = "org.baton.Baton"
        #expect(stage.fake.registered == ["\(app) after 0 calls"])
        for file in ["app-\(app).service", "\(app).desktop"] {
            #expect(FileManager.default.fileExists(atPath: "\(Checkout.root)/systemd/\(file)"), "no systemd/\(file)")
        }
    }

    @Test("UNDO31: a refusal, or consent without the keyboard, closes the session, and consent can be asked for again")
    func denied() throws {
        let stage = try Stage()
        for (reaction, wanted) in [
            (FakePortal.Reaction.deny, RouteConsent.denied), (.withoutKeyboard, .denied),
            (.end, .failed(.route(.portalEnded))),
        ] {
            stage.fake.reaction = reaction
            #expect(try stage.consent() == wanted)
            #expect(try stage.availability() == .needsConsent)
            #expect(stage.fake.calls.last == "Session.Close")
            guard case .failed = try stage.deliver(.undo) else {
                Issue.record("delivered without consent")
                return
            }
        }
        #expect(stage.fake.keys.isEmpty)
        stage.fake.reaction = .allow
        #expect(try stage.consent() == .granted)
    }

    @Test("a dialog without an answer is closed after three minutes")
    func unanswered() throws {
        let stage = try Stage()
        stage.fake.reaction = .wait
        var answer: RouteConsent?
        stage.route.requestConsent { answer = $0 }
        try #require(stage.turn { stage.fake.waitingPath != nil })
        try stage.settleAll()
        #expect(answer == nil)
        stage.pass(.seconds(182))
        try stage.settleAll()
        #expect(answer == .failed(.route(.portalSilent)))
        #expect(stage.fake.calls.contains("Request.Close"))
    }

    @Test("signals of a connection other than the portal's allow and end nothing")
    func forged() throws {
        let stage = try Stage()
        stage.fake.reaction = .wait
        var answer: RouteConsent?
        stage.route.requestConsent { answer = $0 }
        try #require(stage.turn { stage.fake.waitingPath != nil })
        try stage.settleAll()
        let path = try #require(stage.fake.waitingPath)
        let stranger = try stage.stranger()
        try stage.fake.respond(at: path, 0, [("devices", .uint32(1))], from: stranger)
        try stage.settleAll()
        #expect(answer == nil)
        try stage.fake.respond(at: path, 0, [("devices", .uint32(1))])
        try #require(stage.turn { answer == .granted })
        try stage.fake.closeSession(from: stranger)
        try stage.settleAll()
        #expect(try stage.availability() == .ready)
    }

    @Test("UNDO34: a token restores the keyboard after a restart without a question, and serves once")
    func token() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        #expect(stage.token.value == "token-1")
        let path = stage.folder.path + "/state/portal-token"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        stage.restart()
        try #require(stage.turn { (try? stage.availability()) == .ready })
        #expect(stage.fake.tokens == ["token-1"])
        #expect(stage.token.value == "token-2")
        #expect(try stage.deliver(.undo) == .pressed)
        // The first key of each session is released before the chord begins, which would else be Redo.
        let first = ["+ffe1", "-ffe1"]
        #expect(stage.fake.keys == first + first + ["+ffe3", "+7a", "-7a", "-ffe3"])
        #expect(stage.log.lines.allSatisfy { !$0.contains("token-") }, "a token in the log")
    }

    @Test("UNDO34: if a token is not accepted its dialog is closed after 2 s, and consent is needed again")
    func staleToken() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        stage.fake.reaction = .wait
        stage.restart()
        try #require(stage.turn { stage.fake.waitingPath != nil })
        try stage.settleAll()
        stage.pass(.seconds(4))
        try stage.settleAll()
        #expect(stage.fake.calls.contains("Request.Close"))
        #expect(stage.token.value == nil)
        #expect(try stage.availability() == .needsConsent)
        #expect(stage.log.count("run 'batonctl setup'") == 1)
    }

    @Test(
        "UNDO36: a session that the desktop ends is restored with a token, and needs consent without one",
        arguments: [UInt32(1), 2])
    func closed(_ version: UInt32) throws {
        let stage = try Stage()
        stage.fake.version = version
        #expect(try stage.consent() == .granted)
        try stage.fake.closeSession()
        try stage.settleAll()
        #expect(stage.portal.state == .closed)
        stage.pass(.milliseconds(1300))
        #expect(stage.turn { (try? stage.availability()) == (version == 1 ? .needsConsent : .ready) })
        #expect(stage.fake.calls.count { $0 == "Start" } == (version == 1 ? 1 : 2))
    }

    @Test("UNDO34: a session ends with its portal, and a token restores it with the next one")
    func dies() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        stage.fake.leave()
        try #require(stage.turn { stage.portal.state == .closed })
        guard case .unavailable(let reason) = try stage.availability() else {
            Issue.record("available without a portal")
            return
        }
        #expect("\(reason)".contains("xdg-desktop-portal"))
        stage.fake.appear()
        #expect(stage.turn { (try? stage.availability()) == .ready })
    }

    @Test("UNDO5: a refused key is a failure, and the keys that may be down are released")
    func refused() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        stage.fake.refusesKeys = true
        guard case .failed(let reason) = try stage.deliver(.undo) else {
            Issue.record("delivered")
            return
        }
        #expect("\(reason)".contains("Invalid session"))
    }

    @Test("a portal without a keyboard and a missing portal have different reasons")
    func unavailable() throws {
        let stage = try Stage()
        stage.fake.devices = 2
        #expect(try stage.availability() == .unavailable(.route(.portalNoKeyboard)))
        guard case .failed = try stage.consent() else {
            Issue.record("consent without a keyboard")
            return
        }
    }

    @Test(
        "UNDO4: while the kernel reports a held modifier no key is pressed",
        arguments: [true, false])
    func modifierHeld(_ isHeld: Bool) throws {
        let keyboard = try MockInputDevice(holding: isHeld ? [42] : [])
        let folder = TemporaryFolder()
        let program = folder.path + "/baton-keys"
        let variables = keyboard.environment.map { "export \($0.key)='\($0.value)'\n" }.joined()
        try "#!/bin/sh\n\(variables)exec '\(ChildProcess.built("baton-keys"))'\n"
            .write(toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        let stage = try Stage(helper: program)
        #expect(try stage.consent() == .granted)
        let before = stage.fake.keys.count
        let delivery = UndoDelivery(reactor: stage.reactor, logger: stage.log.logger)
        delivery.allRoutes = [stage.route]
        var result: UndoResult?
        delivery.deliver(.undo, to: Stage.app, seenAt: stage.reactor.now) { result = $0 }
        try #require(stage.turn { result != nil || stage.fake.keys.count == before + 4 })
        try stage.settleAll()
        stage.pass(.milliseconds(200))
        try #require(stage.turn { result != nil })
        #expect(result == (isHeld ? .refused(.route(.modifierHeld)) : .pressed(.undo)))
        #expect(stage.fake.keys.count == before + (isHeld ? 0 : 4))
    }

    @Test("UNDO17: without baton-keys the modifiers are unknown, and the keys are pressed")
    func nobodyKnows() throws {
        let stage = try Stage()
        #expect(try stage.consent() == .granted)
        var obstacle: RouteOutcome?? = .none
        stage.route.prepare(for: Stage.app) { obstacle = .some($0) }
        try #require(stage.turn { obstacle != nil })
        #expect(obstacle == .some(nil))
    }
}
