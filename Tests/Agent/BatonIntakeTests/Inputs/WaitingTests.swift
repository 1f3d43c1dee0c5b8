// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonIntake
@testable import BatonRouting
@testable import BatonSettings

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
            longestHold: .milliseconds(200), isLocked: { false }, reactor: reactor)
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

    @Test("MPRIS81: a connection that was late is not waited for under its next names, until it answers")
    func nextNames() throws {
        firstAnswers.expect("silent 0", of: ":1.7")
        #expect(intake.isHolding)
        try pass(200)
        #expect(!intake.isHolding)
        for number in 1...20 {
            firstAnswers.expect("silent \(number)", of: ":1.7")
            #expect(!intake.isHolding, "silent \(number)")
        }
        firstAnswers.expect("another", of: ":1.8")
        #expect(intake.isHolding)
        firstAnswers.answered("another", of: ":1.8")
        firstAnswers.answered("silent 3", of: ":1.7")
        firstAnswers.expect("silent 21", of: ":1.7")
        #expect(intake.isHolding)
    }

    /// How long commands are held by names that come one after the other, each when nothing is held.
    private func heldTime(of names: Range<Int>, each: Int, _ end: (String) -> Void) throws -> Int {
        var held = 0
        for number in names {
            firstAnswers.expect("\(number)", of: ":1.\(number)")
            if intake.isHolding { held += each }
            try pass(each)
            end("\(number)")
            #expect(!intake.isHolding)
            try pass(1)
        }
        return held
    }

    @Test("MPRIS81: in a minute commands wait five times at most for programs that do not answer, whichever they are")
    func everNewConnections() throws {
        #expect(try heldTime(of: 0..<100, each: 200) { _ in } == 1000)
        // Also for names that go before they are late; a new minute has begun meanwhile.
        try pass(60_000)
        let held = try heldTime(of: 100..<400, each: 150) { firstAnswers.settle($0) }
        #expect((1000...1150).contains(held))
        try pass(60_000)
        // Players that answer are always waited for.
        #expect(try heldTime(of: 400..<500, each: 100) { firstAnswers.answered($0) } == 10_000)
    }

    @Test("MPRIS81: players that hang at the same time are one wait")
    func together() throws {
        for number in 0..<20 { firstAnswers.expect("silent \(number)") }
        try pass(200)
        #expect(!intake.isHolding)
        firstAnswers.expect("new")
        #expect(intake.isHolding)
    }

    @Test("MPRIS81: only the wait for the list of names is the start")
    func start() throws {
        firstAnswers.expect(FirstAnswers.nameList)
        #expect(firstAnswers.isStarting)
        firstAnswers.expect("silent")
        try pass(200)
        #expect(!firstAnswers.isStarting)
        firstAnswers.expect("prompt")
        #expect(intake.isHolding && !firstAnswers.isStarting)
    }
}
