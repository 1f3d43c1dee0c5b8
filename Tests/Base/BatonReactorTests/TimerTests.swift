// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Testing

@Suite("Reactor: timers")
struct TimerTests {
    @Test("timers fire in the order of their deadlines, equal ones in the order they were made")
    func order() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        var fired: [String] = []
        reactor.schedule(after: .milliseconds(20)) { fired.append("20") }
        reactor.schedule(after: .milliseconds(10)) { fired.append("10 a") }
        reactor.schedule(after: .milliseconds(10)) { fired.append("10 b") }
        clock.advance(by: .milliseconds(9))
        #expect(try !reactor.turn(timeout: .zero))
        clock.advance(by: .milliseconds(20))
        try reactor.turn(timeout: .zero)
        #expect(fired == ["10 a", "10 b", "20"])
    }

    @Test("a cancelled timer does not fire, not even if another one of its turn cancels it")
    func cancel() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        var fired: [String] = []
        var second: ReactorTimer?
        reactor.schedule(after: .milliseconds(1)) {
            fired.append("first")
            second?.cancel()
        }
        second = reactor.schedule(after: .milliseconds(2)) { fired.append("second") }
        clock.advance(by: .seconds(1))
        try reactor.turn(timeout: .zero)
        #expect(fired == ["first"])
        #expect(second?.isScheduled == false)
    }

    @Test("a timer that schedules itself again fires once a turn")
    func repeating() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        var count = 0
        var timer: ReactorTimer?
        timer = reactor.schedule(after: .zero) {
            count += 1
            timer?.reschedule(at: clock.now)
        }
        try reactor.turn(timeout: .zero)
        #expect((1...2).contains(count))
    }

    @Test("a postponed timer fires at the later instant only, and can be moved, cancelled and postponed again")
    func postpone() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        var fired: [Duration] = []
        let start = clock.now
        let timer = reactor.schedule(at: start + .milliseconds(10)) { fired.append(clock.now - start) }
        func advance(to milliseconds: Int) throws {
            clock.advance(by: start + .milliseconds(milliseconds) - clock.now)
            try reactor.turn(timeout: .zero)
        }
        timer.postpone(to: start + .milliseconds(20))
        timer.postpone(to: start + .milliseconds(30))
        try advance(to: 29)
        #expect(fired == [])
        #expect(timer.isScheduled)
        try advance(to: 30)
        #expect(fired == [.milliseconds(30)])
        // One that has fired is scheduled anew, and an earlier instant than that of before counts.
        timer.postpone(to: start + .milliseconds(60))
        timer.postpone(to: start + .milliseconds(40))
        try advance(to: 40)
        #expect(fired == [.milliseconds(30), .milliseconds(40)])
        timer.reschedule(at: start + .milliseconds(50))
        timer.postpone(to: start + .milliseconds(70))
        timer.reschedule(at: start + .milliseconds(55))
        try advance(to: 100)
        #expect(fired.last == .milliseconds(100))
        #expect(fired.count == 3)
        timer.reschedule(at: start + .milliseconds(110))
        timer.postpone(to: start + .milliseconds(120))
        timer.cancel()
        try advance(to: 200)
        #expect(fired.count == 3)
        #expect(!timer.isScheduled)
    }

    @Test("the kernel wakes it at the deadline, within the tolerance")
    func realTime() throws {
        let reactor = try Reactor()
        let start = reactor.now
        var firedAt: Duration?
        reactor.schedule(after: .milliseconds(20), tolerance: .milliseconds(5)) { firedAt = reactor.now }
        #expect(reactor.turn(until: { firedAt != nil }))
        let elapsed = try #require(firedAt) - start
        #expect(elapsed >= .milliseconds(20))
    }

    @Test("timers whose windows overlap share a wake-up")
    func coalescing() throws {
        let reactor = try Reactor()
        var fired: [Duration] = []
        reactor.schedule(after: .milliseconds(10), tolerance: .milliseconds(40)) { fired.append(reactor.now) }
        reactor.schedule(after: .milliseconds(30)) { fired.append(reactor.now) }
        var turns = 0
        let limit = reactor.now + .seconds(60)
        while fired.count < 2, reactor.now < limit {
            try reactor.turn(timeout: .seconds(5))
            turns += 1
        }
        #expect(fired.count == 2)
        #expect(turns <= 2, "the first one waited for the second")
    }

    @Test("without a timer nothing is armed, and cancelling the last one disarms")
    func disarmed() throws {
        let reactor = try Reactor()
        let timer = reactor.schedule(after: .milliseconds(300)) { Issue.record("was cancelled") }
        try reactor.turn(timeout: .zero)
        timer.cancel()
        try reactor.turn(timeout: .zero)
        let start = reactor.now
        #expect(try !reactor.turn(timeout: .milliseconds(400)))
        #expect(reactor.now - start >= .milliseconds(395), "it was woken for a timer that was cancelled")
    }

    @Test("the heap agrees with a sorted list, whatever is done to it", arguments: UInt64(1)...50)
    func model(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        var fired: [Int] = []
        var model: [(deadline: Duration, sequence: Int, name: Int, timer: ReactorTimer)] = []
        var sequence = 0
        for name in 0..<200 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let deadline = clock.now + .milliseconds(Int.random(in: 0..<50, using: &random))
                sequence += 1
                model.append((deadline, sequence, name, reactor.schedule(at: deadline) { fired.append(name) }))
            case 2 where !model.isEmpty:
                let entry = model.remove(at: Int.random(in: 0..<model.count, using: &random))
                entry.timer.cancel()
            default:
                clock.advance(by: .milliseconds(Int.random(in: 0..<10, using: &random)))
                fired = []
                while try reactor.turn(timeout: .zero) {}
                let due = model.filter { $0.deadline <= clock.now }
                    .sorted { ($0.deadline, $0.sequence) < ($1.deadline, $1.sequence) }.map(\.name)
                #expect(fired == due, "seed \(seed)")
                model.removeAll { $0.deadline <= clock.now }
            }
        }
    }
}
