// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTestSupport
import Testing

@testable import batonctl

/// `batonctl undo`, `redo` and `simulate-shake --choose` as processes on a bus with the agent's side of the interface.
@Suite struct UndoTests {
    @Test("undo and redo print the outcome, and exit with 0 or 1")
    func performs() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        #expect(try stage.run("undo") == (0, "undone\n", ""))
        agent.answer = ("redone", nil)
        #expect(try stage.run("redo") == (0, "redone\n", ""))
        agent.answer = ("refused", .undo(.nothingToUndo, [.operation: "undo"]))
        #expect(try stage.run("undo") == (1, "", "Nothing was undone: the app has nothing to undo.\n"))
        agent.answer = ("declined", nil)
        #expect(try stage.run("redo") == (1, "", "Nothing was redone. You declined it.\n"))
        #expect(try stage.run("redo", "-s") == (1, "", ""))
        #expect(agent.calls == ["Undo()", "Redo()", "Undo()", "Redo()", "Redo()"])
    }

    @Test(
        "the message of a refusal says what to do",
        arguments: [
            ("refused", .undo(.appDenied, [.app: "foot", .kind: "terminal"]), "sleep 3; batonctl undo"),
            ("refused", .undo(.appUnknown), "'batonctl doctor --all' lists what could know"),
            ("refused", .undo(.off), "[undo] mode"), ("refused", .session(.locked), "the session is locked."),
            ("refused", .undo(.appDenied, [.app: "terminal sweeper", .kind: "password-prompt"]), "no keys for it."),
            ("failed", .route(.keysFailed, [.route: "xtest", .message: "the X server is gone"]), "lists the ways"),
            (
                "failed", .undo(.noRoute, [.routes: .reasons([.route(.needsConsent)])]),
                "run 'batonctl setup'). 'batonctl doctor --all'"
            ),
            ("failed", .route(.portalClosed), "run 'batonctl setup'."),
            ("refused", Reason(.unknown("too-late-at-night")), "Nothing was undone: too-late-at-night."),
            ("sleepy", nil, "Nothing was undone: 'sleepy'."),
        ] as [(String, Reason?, String)])
    func advises(_ word: String, _ reason: Reason?, _ advice: String) {
        let outcome = UndoOutcome(word, reason: reason, of: .undo)
        #expect(outcome.status == .failure)
        #expect(outcome.text.contains(reason?.description ?? "") && outcome.text.contains(advice), "\(outcome.text)")
        #expect(advice.hasSuffix(".") == outcome.text.hasSuffix(advice), "\(outcome.text)")
    }

    @Test("a refusal of the agent and an older agent have a message")
    func refusals() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.refusal = DBusError(.limitsExceeded, "undo is asked for too often; wait ten seconds")
        #expect(try stage.run("undo") == (1, "", "undo is asked for too often; wait ten seconds\n"))
        stage.disconnect(agent.connection)
        _ = try StubMotionAgent(on: stage)
        for arguments in [["undo"], ["redo"], ["setup"], ["simulate-shake", "--choose", "undo"]] {
            let child = try stage.start("batonctl", arguments)
            #expect(try child.waited(on: stage) == 1, "\(arguments)")
            #expect(
                child.errors.hasPrefix("The Baton that is running is of another version than batonctl. Restart it: "),
                "\(child.errors)")
        }
    }

    @Test(
        "without the agent undo and redo exit 2",
        arguments: [["undo"], ["redo"], ["setup"], ["simulate-shake", "--choose", "redo"]])
    func needsAgent(_ arguments: [String]) throws {
        let stage = try Stage()
        let child = try stage.start("batonctl", arguments)
        #expect(try child.waited(on: stage) == 2)
        #expect(child.errors.hasPrefix("Baton is not running. Start it: "))
    }

    @Test("--choose answers when the question is on the screen, and not before", arguments: UndoOperation.allCases)
    func chooses(_ choice: UndoOperation) throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.answer = (choice.done.rawValue, nil)
        let child = try stage.start("batonctl", ["simulate-shake", "--verbose", "--choose", choice.rawValue])
        try #require(stage.turn { agent.waiting == 1 })
        #expect(agent.calls == ["SimulateMotion(0, false)", "SimulateMotion(1, true)"])
        #expect(!child.hasEnded)
        agent.offer()
        #expect(try child.waited(on: stage) == 0)
        #expect(agent.calls.last == (choice == .undo ? "Undo()" : "Redo()"))
        #expect(child.output == "\(choice.done.rawValue)\n" && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("when a guard refuses a choice, the message has the reason")
    func choiceRefused() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.answer = ("refused", .undo(.windowChanged))
        // The question changes while the choice is on its way, and when it has been answered.
        agent.tellsChanges = true
        let child = try stage.start("batonctl", ["simulate-shake", "--choose", "undo"])
        try #require(stage.turn { agent.waiting == 1 })
        agent.offer()
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors == "Nothing was undone: another window came to the front meanwhile.\n")
    }

    @Test(
        "without a question nothing is chosen, and the outcome of the shake is printed",
        arguments: [
            ("handled", ":1.9/app", UndoOperation.undo, Int32(0), ""), ("undone", "", .undo, 0, ""),
            ("undone", "", .redo, 1, "It was undone at once"), ("unhandled", "", .undo, 2, "No question appeared"),
            ("refused", "", .undo, 1, "Nothing was undone"), ("failed", "", .undo, 1, "It failed"),
        ])
    func unasked(_ word: String, _ responder: String, _ choice: UndoOperation, _ status: Int32, _ text: String) throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.end = (word, responder)
        let result = try stage.run("simulate-shake", "--choose", choice.rawValue)
        #expect(result.status == status)
        #expect(text.isEmpty ? result.errors.isEmpty : result.errors.hasPrefix(text), "\(result.errors)")
        #expect(agent.calls == ["SimulateMotion(0, false)", "SimulateMotion(1, true)"])
    }

    @Test("a signal of another program does not count as the agent's question")
    func forged() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        let child = try stage.start("batonctl", ["simulate-shake", "--choose", "undo"])
        try #require(stage.turn { agent.waiting == 1 })
        let signal = Message.signal(
            path: BatonBus.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        try signal.append(
            .string("org.baton.Baton1.Application"), .vardict([]), .strings(["UndoOffered"]))
        let stranger = try stage.connect()
        stranger.send(signal)
        var isDelivered = false
        stranger.nameOwner(of: .bus) { _ in isDelivered = true }
        try #require(stage.turn { isDelivered })
        // The next signal is from the agent.
        #expect(try stage.run("undo").status == 0)
        #expect(try child.waited(on: stage) == 0)
        #expect(agent.calls.filter { $0 == "Undo()" }.count == 1)
    }

    @Test("invalid command lines exit 64", arguments: [["--choose", "cut"], ["--choose", "undo", "--cancel"]])
    func refusesNonsense(_ arguments: [String]) throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        #expect(try stage.start("batonctl", ["simulate-shake"] + arguments).waited(on: stage) == 64)
        #expect(agent.calls.isEmpty)
    }
}
