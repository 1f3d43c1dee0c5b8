// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonLog
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonSession
@testable import BatonUndo

/// What batond does with held keys when the display hangs, ends or changes in the middle of a press.
@MainActor
@Suite("A display that is lost in mid-press")
struct StalledDisplayTests {
    private static let answerTime = Duration.seconds(1)

    private static func supervisor(_ reactor: Reactor, firstWait: Duration = .seconds(1)) -> KeysSupervisor {
        KeysSupervisor(
            program: ChildProcess.built("baton-keys"), reactor: reactor, logger: Log.silent.logger(),
            patience: answerTime, firstWait: firstWait)
    }

    private static func environment(_ stage: XStage, adding more: [String: String] = [:]) -> DisplayEnvironment {
        DisplayEnvironment(manager: [:], own: stage.environment.merging(more) { $1 })
    }

    /// Presses keys until the server is stopped while a key is announced and not released.
    private func stallInMidPress(_ stage: XStage, _ keys: KeysSupervisor, _ reactor: Reactor) throws -> Bool {
        let environment = Self.environment(stage)
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            var answer: KeysReport?
            keys.ask(environment, { .press(id: $0, KeyPress(.controlShiftZ, on: .x11)) }, then: { answer = $0 })
            try #require(reactor.turn(until: { answer != nil || keys.isHolding }))
            stage.server.suspend()
            // Waits for the reports about what the server did before it was stopped.
            try #require(reactor.turn(until: { answer != nil }))
            // If no key is held the press ended for another reason. Then it is tried again.
            if keys.isHolding { return true }
            stage.server.resume()
            try #require(reactor.turn(until: { !keys.isHolding }))
        }
        return false
    }

    @Test("an X server that stands still in mid-press and wakes up long after has no key down in the end")
    func stalled() throws {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        // The window's connection is closed last, for which the server has to answer.
        defer { stage.server.resume() }
        #expect(window.waitForFocus())
        let reactor = try Reactor()
        let keys = Self.supervisor(reactor)
        defer { keys.close() }
        try #require(try stallInMidPress(stage, keys, reactor))
        #expect(keys.isHolding)
        // The process that has to release the keys fails too, and so does the next one.
        #expect(!reactor.turn(until: { !keys.isHolding }, within: .milliseconds(3500)))
        var answer: KeysReport?
        keys.ask(Self.environment(stage), { .press(id: $0, KeyPress(.controlZ, on: .x11)) }, then: { answer = $0 })
        guard case .failed = answer else {
            Issue.record("pressed anew while keys are down")
            return
        }
        stage.server.resume()
        #expect(reactor.turn(until: { !keys.isHolding }, within: .seconds(120)))
        #expect(window.keysDown.isEmpty)
        answer = nil
        keys.ask(Self.environment(stage), { .press(id: $0, KeyPress(.controlZ, on: .x11)) }, then: { answer = $0 })
        #expect(reactor.turn(until: { answer != nil }))
        #expect(window.keysDown.isEmpty)
    }

    @Test("a server that is gone in mid-press has no keys down: the attempts end")
    func gone() throws {
        let stage = try XStage()
        let reactor = try Reactor()
        let keys = Self.supervisor(reactor, firstWait: .milliseconds(100))
        defer { keys.close() }
        try #require(try stallInMidPress(stage, keys, reactor))
        stage.server.kill()
        #expect(reactor.turn(until: { !keys.isHolding }, within: .seconds(60)))
    }

    @Test("a server that is gone after it hung for long is not asked for long: the hang does not lengthen the waits")
    func goneAfterHang() throws {
        let stage = try XStage()
        let reactor = try Reactor()
        let firstWait = Duration.milliseconds(400)
        let keys = Self.supervisor(reactor, firstWait: firstWait)
        defer { keys.close() }
        try #require(try stallInMidPress(stage, keys, reactor))
        // Attempts without an answer begin after 0, 1.4, 3.2, 5.8 and 10 s; the next one begins after 17.4 to 19 s.
        #expect(!reactor.turn(until: { !keys.isHolding }, within: .seconds(7)))
        stage.server.kill()
        // That one, and 15 first waits and their tolerance for the four others: 15 s from here on. Waits that go on
        // doubling would take 80 s.
        #expect(reactor.turn(until: { !keys.isHolding }, within: .seconds(45)))
    }

    @Test("a session whose display changes while a key is lent gets another helper, and the key back as it was")
    func otherDisplay() throws {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        #expect(window.waitForFocus())
        try stage.useLayout("ru")
        window.process()
        let mapping = window.mapping
        let reactor = try Reactor()
        let keys = KeysSupervisor(
            program: ChildProcess.built("baton-keys"), reactor: reactor, logger: Log.silent.logger())
        defer { keys.close() }
        // The lent key keeps its symbol for a moment only, which a test on a busy machine may miss.
        for _ in 0..<20 where !keys.isHolding {
            var pressed: KeysReport?
            keys.ask(Self.environment(stage), { .press(id: $0, KeyPress(.controlZ, on: .x11)) }, then: { pressed = $0 })
            try #require(reactor.turn(until: { pressed != nil }))
        }
        try #require(keys.isHolding)
        var other: KeysReport?
        let environment = Self.environment(stage, adding: ["XDG_SESSION_TYPE": "x11", "DISPLAY": ":64321"])
        keys.ask(environment, { .probe(id: $0, display: .x11) }, then: { other = $0 })
        try #require(reactor.turn(until: { other != nil }))
        guard case .unavailable = other else {
            Issue.record("the other display was not asked: \(other as Any)")
            return
        }
        #expect(reactor.turn(until: { !keys.isHolding }))
        window.process()
        #expect(window.mapping == mapping)
        #expect(window.keysDown.isEmpty)
    }
}
