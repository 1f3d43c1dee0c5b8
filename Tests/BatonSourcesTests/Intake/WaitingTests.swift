// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSettings
@testable import BatonSources

/// How long a command waits for players that have not answered with their state (`[routing] start-wait`).
@MainActor @Suite struct WaitingTests {
    private let clock = ManualClock()
    private let reactor: Reactor
    private let intake: CommandIntake
    private let firstAnswers: FirstAnswers

    init() throws {
        reactor = try Reactor(clock: clock)
        let window = MediaWindow(order: RoutingOrder(policy: .playing))
        intake = CommandIntake(
            application: AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow()),
            launcher: Launcher(reactor: reactor, environment: [:]),
            seeking: SeekSessions(reactor: reactor, window: window, steps: Configuration.Seek()),
            longestHold: .milliseconds(200), reactor: reactor)
        firstAnswers = FirstAnswers(reactor: reactor, longest: .milliseconds(200)) { [intake] in intake.setHolding($0) }
    }

    private func pass(_ milliseconds: Int) throws {
        clock.advance(by: .milliseconds(milliseconds))
        try reactor.turn(timeout: .zero)
    }

    @Test("a command waits its own time only, however many names appear meanwhile")
    func everNewNames() throws {
        var done: [Int] = []
        firstAnswers.expect("silent 0")
        intake.perform { done.append(0) }
        for round in 1...20 {
            try pass(50)
            firstAnswers.expect("silent \(round)")
            intake.perform { done.append(round) }
            #expect(done == Array(0..<max(0, round - 3)), "after \(round * 50) ms")
        }
    }

    @Test("commands go on in the order they came, those that are due and those behind them")
    func order() throws {
        var done: [String] = []
        firstAnswers.expect("silent")
        intake.perform { done.append("a") }
        try pass(150)
        firstAnswers.expect("another")
        intake.perform { done.append("b") }
        try pass(50)
        #expect(done == ["a"])
        firstAnswers.answered("another")
        #expect(done == ["a", "b"])
        intake.perform { done.append("c") }
        #expect(done == ["a", "b", "c"])
    }

    @Test("an answer lets everything go on at once")
    func answered() throws {
        var done = 0
        firstAnswers.expect("prompt")
        for _ in 0..<3 { intake.perform { done += 1 } }
        #expect(done == 0)
        firstAnswers.answered("prompt")
        #expect(done == 3)
        #expect(!intake.isHolding)
    }
}
