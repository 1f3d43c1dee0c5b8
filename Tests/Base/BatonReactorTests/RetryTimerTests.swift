// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Testing

@Suite("Reactor: trying again")
struct RetryTimerTests {
    /// A timer with a manual clock, and the instants of its attempts.
    private final class Attempts {
        let clock = ManualClock()
        let reactor: Reactor
        let timer: RetryTimer
        var seconds: [Int64] = []

        init(first: Duration, longest: Duration) throws {
            reactor = try Reactor(clock: clock)
            timer = RetryTimer(on: reactor, first: first, longest: longest)
        }

        func schedule() { timer.schedule { [unowned self] in seconds.append(clock.now.components.seconds) } }

        /// Advances the clock second by second. Each attempt fails, if `failing` is true.
        func pass(seconds count: Int, failing: Bool = true) throws {
            for _ in 0..<count {
                clock.advance(by: .seconds(1))
                let before = seconds.count
                try reactor.turn(timeout: .zero)
                if failing, seconds.count > before { schedule() }
            }
        }
    }

    @Test("the waits double up to the longest, and stay so")
    func doubles() throws {
        let attempts = try Attempts(first: .seconds(1), longest: .seconds(6))
        let start = attempts.clock.now.components.seconds
        attempts.schedule()
        try attempts.pass(seconds: 30)
        #expect(attempts.seconds.map { $0 - start } == [1, 3, 7, 13, 19, 25])
    }

    @Test("it is exhausted once the longest wait has been used, and not after a reset")
    func exhausted() throws {
        let attempts = try Attempts(first: .seconds(1), longest: .seconds(4))
        for _ in 0..<3 {
            #expect(!attempts.timer.isExhausted)
            attempts.schedule()
        }
        #expect(attempts.timer.isExhausted)
        attempts.timer.reset()
        #expect(!attempts.timer.isExhausted && !attempts.timer.isScheduled)
        try attempts.pass(seconds: 20)
        #expect(attempts.seconds.isEmpty, "what was ahead is taken back")
    }

    @Test("an attempt that is ahead is replaced, and one that has come is not ahead")
    func replaced() throws {
        let attempts = try Attempts(first: .seconds(2), longest: .seconds(8))
        attempts.schedule()
        attempts.schedule()
        #expect(attempts.timer.isScheduled)
        try attempts.pass(seconds: 20, failing: false)
        #expect(attempts.seconds.count == 1)
        #expect(!attempts.timer.isScheduled)
    }
}
