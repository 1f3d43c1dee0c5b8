// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// The question and its answer (rules M4, UNDO16 and UNDO24 to UNDO30).
@MainActor
@Suite struct OfferTests {
    @Test("M4: mode confirm asks, the choice undoes once, and the notification is closed")
    func confirm() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        #expect(stage.route.deliveries.isEmpty, "nothing before the choice")
        let shown = try #require(stage.daemon.shown.first)
        #expect(shown.summary == "Undo?")
        #expect(shown.body == "In geany")
        #expect(shown.actions == ["default", "undo"], "nothing to redo is known")
        #expect(shown.timeout == 7000)
        #expect(stage.daemon.hints["transient"]?.asBool == true)
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
        #expect(stage.route.deliveries == ["undo geany"])
        #expect(stage.daemon.closed == [shown.identifier])
        #expect(!stage.isShowing)
    }

    @Test("M4: a click on the notification itself is Undo")
    func defaultAction() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        try stage.daemon.invoke("default")
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("UNDO26: Xfce draws the default action as a button, so Undo is offered once")
    func xfce() throws {
        let stage = try OfferStage()
        stage.daemon.serverName = "Xfce Notify Daemon"
        let result = try stage.question()
        #expect(stage.daemon.shown[0].actions == ["undo"])
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("UNDO30: Redo is offered for a minute after an undo by Baton, in the same app only")
    func redoAfterUndo() throws {
        let stage = try OfferStage()
        let first = try stage.question()
        try stage.daemon.invoke("undo")
        _ = try stage.end(first)
        stage.pass(.seconds(30))
        let second = try stage.question(2)
        #expect(stage.daemon.shown[1].actions == ["default", "undo", "redo"])
        try stage.daemon.invoke("redo")
        #expect(try stage.end(second) == .done(.redo))
        #expect(stage.route.deliveries == ["undo geany", "redo geany"])
        stage.situation.app = OfferStage.other
        stage.pass(.seconds(10))
        _ = try stage.question(3)
        #expect(stage.daemon.shown[2].actions == ["default", "undo"])
        stage.situation.app = OfferStage.editor
        stage.pass(.seconds(21))
        _ = try stage.question(4)
        #expect(stage.daemon.shown[3].actions == ["default", "undo"], "61 s later")
    }

    @Test(
        "UNDO30: Redo is offered if the app reports something to redo, and not if it reports nothing",
        arguments: [true, false])
    func redoKnown(_ isEnabled: Bool) throws {
        let stage = try OfferStage()
        stage.route.enabled[.redo] = isEnabled
        _ = try stage.question()
        #expect(stage.daemon.shown[0].actions.contains("redo") == isEnabled)
    }

    @Test("with nothing to undo there is no question, and with only something to redo the question is Redo")
    func nothingToUndo() throws {
        let stage = try OfferStage()
        stage.route.enabled = [.undo: false, .redo: false]
        #expect(try stage.end(stage.shake()) == .refused(.undo(.nothingToUndo, [.app: "geany"])))
        #expect(stage.daemon.shown.isEmpty)
        stage.pass(.seconds(3))
        stage.route.enabled[.redo] = true
        let result = try stage.question()
        #expect(stage.daemon.shown[0].summary == "Redo?")
        #expect(stage.daemon.shown[0].actions == ["default", "redo"])
        try stage.daemon.invoke("default")
        #expect(try stage.end(result) == .done(.redo))
        #expect(stage.route.deliveries == ["redo geany"])
    }

    @Test("dismissed or expired: nothing is done", arguments: [UInt32(1), 2, 4])
    func declined(_ reason: UInt32) throws {
        let stage = try OfferStage()
        let result = try stage.question()
        try stage.daemon.close(reason)
        #expect(try stage.end(result) == .declined)
        #expect(stage.route.deliveries.isEmpty)
        #expect(!stage.isShowing)
    }

    @Test(
        "SHAKE17: a dismissed offer and an accepted one are told, and one that expires is not",
        arguments: [("2", [false]), ("1", []), ("undo", [true]), ("default", [true])] as [(String, [Bool])])
    func tellsEnd(_ step: String, _ expected: [Bool]) throws {
        let stage = try OfferStage()
        var told: [Bool] = []
        let observation = stage.offer.observe { if case .ended(let isAccepted) = $0 { told.append(isAccepted) } }
        defer { observation.cancel() }
        let result = try stage.question()
        if let reason = UInt32(step) { try stage.daemon.close(reason) } else { try stage.daemon.invoke(step) }
        _ = try stage.end(result)
        #expect(told == expected)
    }

    @Test("UNDO27: a daemon that never sends a signal is given up, and a late signal is ignored")
    func silent() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.pass(.seconds(7))
        #expect(result.value == nil)
        stage.pass(.seconds(2))
        #expect(try stage.end(result) == .declined)
        #expect(stage.daemon.closed == [stage.daemon.shown[0].identifier])
        try stage.daemon.invoke("undo")
        try stage.settleAll()
        #expect(stage.route.deliveries.isEmpty)
    }

    @Test("UNDO23, UNDO25: one choice is one undo; later signals of the daemon change nothing")
    func once() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        try stage.daemon.invoke("undo")
        try stage.daemon.invoke("undo")
        // xfce4-notifyd sends NotificationClosed with "dismissed" after each choice.
        try stage.daemon.close(2)
        #expect(try stage.end(result) == .done(.undo))
        #expect(stage.route.deliveries == ["undo geany"])
    }

    @Test("UNDO25: signals of a connection other than the daemon's choose and close nothing")
    func hostile() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        let stranger = try stage.stranger()
        try stage.daemon.invoke("undo", from: stranger)
        try stage.daemon.close(2, from: stranger)
        try stage.settleAll()
        #expect(result.value == nil)
        #expect(stage.route.deliveries.isEmpty)
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("UNDO25: signals about other notifications, and actions that were not offered, are ignored")
    func others() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        try stage.daemon.invoke("undo", of: 999)
        try stage.daemon.invoke("redo")
        try stage.daemon.invoke("")
        try stage.daemon.close(2, 999)
        try stage.settleAll()
        #expect(result.value == nil)
        #expect(stage.route.deliveries.isEmpty)
    }

    @Test("UNDO24: the question of a second shake replaces the first one on the screen")
    func replaced() throws {
        let stage = try OfferStage()
        let first = try stage.question()
        stage.pass(.seconds(3))
        let second = try stage.question(2)
        #expect(try stage.end(first) == .declined)
        #expect(stage.daemon.shown[1].replaces == stage.daemon.shown[0].identifier)
        #expect(stage.isShowing)
        try stage.daemon.invoke("undo")
        #expect(try stage.end(second) == .done(.undo))
        #expect(stage.route.deliveries == ["undo geany"])
    }

    @Test("without a notification daemon nothing is done, and the log says so")
    func withoutDaemon() throws {
        let stage = try OfferStage(hasDaemon: false)
        #expect(try stage.end(stage.shake()).isFailed)
        #expect(stage.route.deliveries.isEmpty)
        #expect(stage.log.count("no undo: the question cannot be shown") == 1)
    }

    @Test("a daemon without actions: nothing is done")
    func noButtons() throws {
        let stage = try OfferStage()
        stage.daemon.capabilities = ["body"]
        #expect(try stage.end(stage.shake()).isFailed)
        #expect(stage.daemon.shown.isEmpty)
        #expect(stage.route.deliveries.isEmpty)
    }

    @Test(
        "a daemon that dies while it shows the question, or does not answer: nothing is done", arguments: [true, false])
    func dies(_ isHung: Bool) throws {
        let stage = try OfferStage()
        stage.daemon.isHung = isHung
        let result = isHung ? stage.shake() : try stage.question()
        if isHung {
            try #require(stage.turn { stage.daemon.shown.count == 1 })
            stage.pass(.seconds(11))
        } else {
            stage.daemon.leave()
        }
        #expect(try stage.end(result).isFailed)
        try stage.daemon.invoke("undo")
        try stage.settleAll()
        #expect(stage.route.deliveries.isEmpty)
        #expect(!stage.isShowing)
    }

    @Test("UNDO44: the question names the app as people do, not by its whole identifier")
    func shortName() throws {
        let stage = try OfferStage()
        stage.situation.app = FocusedApp(process: 42, names: ["org.gnome.TextEditor"], window: "0x1")
        _ = try stage.question()
        #expect(stage.daemon.shown[0].body == "In TextEditor")
    }

    @Test("markup in a name is removed")
    func markup() throws {
        let stage = try OfferStage()
        stage.situation.app = FocusedApp(
            process: 42, names: ["<a href=\"x\">&\u{7}" + String(repeating: "x", count: 200)], window: "0x1")
        _ = try stage.question()
        let body = stage.daemon.shown[0].body
        #expect(!body.contains { "<>&\u{7}".contains($0) }, "\(body)")
        #expect(body.count < 80)
    }

    @Test("UNDO23: Undo over D-Bus while the question is open answers it: one undo, and both callers are told")
    func byName() throws {
        let stage = try OfferStage()
        let question = try stage.question()
        let asked = stage.perform(.undo)
        #expect(try stage.end(asked) == .done(.undo))
        #expect(try stage.end(question) == .done(.undo))
        #expect(stage.route.deliveries == ["undo geany"])
        #expect(stage.daemon.closed.count == 1)
        // Without an open question it is an undo of its own.
        #expect(try stage.end(stage.perform(.redo)) == .done(.redo))
        #expect(stage.route.deliveries == ["undo geany", "redo geany"])
    }

    @Test("Redo over D-Bus before the question is on the screen replaces the question")
    func beforeShown() throws {
        let stage = try OfferStage()
        stage.route.enabled = [.redo: true]
        var looks: [(UndoSituation) -> Void] = []
        let look = stage.offer.look
        stage.offer.look = { looks.append($0) }
        let question = stage.shake()
        let asked = stage.perform(.redo)
        stage.offer.look = look
        looks.removeFirst()(stage.situation)
        #expect(try stage.end(asked) == .done(.redo))
        #expect(try stage.end(question) == .done(.redo))
        #expect(stage.daemon.shown.isEmpty)
        #expect(stage.route.deliveries == ["redo geany"])
    }

    @Test("mode immediate undoes at once and offers Redo")
    func immediate() throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        let result = stage.shake()
        #expect(try stage.end(result) == .done(.undo))
        try #require(stage.turn { stage.daemon.shown.count == 1 })
        try stage.settleAll()
        #expect(stage.daemon.shown[0].summary == "Undone")
        #expect(stage.daemon.shown[0].actions == ["redo"])
        try stage.daemon.invoke("redo")
        #expect(stage.turn { stage.route.deliveries == ["undo geany", "redo geany"] })
    }

    @Test("mode immediate undoes without a notification daemon too")
    func immediateAlone() throws {
        let stage = try OfferStage(hasDaemon: false)
        stage.configuration.mode = .immediate
        #expect(try stage.end(stage.shake()) == .done(.undo))
    }

    @Test("UNDO6: if a route does not reach the app the next is tried; if the app may have it, none is")
    func nextRoute() throws {
        let stage = try OfferStage()
        stage.second.availability = .ready
        stage.route.outcome = .unreached(.route(.appSilent))
        #expect(try stage.end(stage.perform(.undo)) == .done(.undo))
        #expect(stage.second.deliveries == ["undo geany"])
        stage.route.outcome = .failed(.route(.appUncertain))
        #expect(try stage.end(stage.perform(.undo)).isFailed)
        #expect(stage.second.deliveries == ["undo geany"])
        stage.route.outcome = .unreached(.route(.appSilent))
        stage.second.outcome = .unreached(.route(.noActions))
        let result = try stage.end(stage.perform(.undo))
        #expect(
            "\(result.reason ?? .undo(.off))".contains(
                "xtest: the app does not answer; virtual-keyboard: the app exports no actions"))
    }

    @Test("a failure names the route and the reason; a refusal has the reason")
    func routeFails() throws {
        let stage = try OfferStage()
        stage.route.outcome = .failed(.route(.noDisplay))
        #expect(try stage.end(stage.perform(.undo)) == .failed(.route(.noDisplay, [.route: "xtest"])))
        stage.route.outcome = .refused(.route(.keyHeld))
        #expect(try stage.end(stage.perform(.undo)) == .refused(.route(.keyHeld)))
        stage.route.availability = .unavailable(.route(.noDisplay))
        #expect(
            try stage.end(stage.perform(.undo))
                == .failed(
                    .undo(
                        .noRoute,
                        [
                            .routes: .reasons([
                                .route(.noDisplay, [.route: "xtest"]),
                                .route(.noWaylandDisplay, [.route: "virtual-keyboard"]),
                            ])
                        ])))
        // Without a route there is no question either.
        #expect(try stage.end(stage.shake()).isFailed)
        #expect(stage.daemon.shown.isEmpty)
    }
}
