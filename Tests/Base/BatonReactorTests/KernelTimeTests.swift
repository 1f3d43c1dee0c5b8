// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonReactor

@Suite("Reactor: times of the kernel")
struct KernelTimeTests {
    @Test("a duration is rounded up to nanoseconds")
    func roundsUp() {
        #expect(Duration.seconds(3).kernelTime == 3_000_000_000)
        #expect((Duration.seconds(3) + Duration(attoseconds: 1)).kernelTime == 3_000_000_001)
        #expect(Duration(attoseconds: 999_999_999).kernelTime == 1)
        #expect((Duration.seconds(1) / 3).kernelTime == 333_333_334)
    }

    @Test("a negative duration is 0, and one that is too long the largest number")
    func extremes() {
        #expect(Duration.zero.kernelTime == 0)
        #expect(Duration.seconds(-1).kernelTime == 0)
        #expect(Duration(attoseconds: .min).kernelTime == 0)
        #expect(Duration(attoseconds: .max).kernelTime == .max)
        let longest = Duration(attoseconds: Int128(Int64.max) * 1_000_000_000)
        #expect(longest.kernelTime == .max)
        #expect((longest - .nanoseconds(1)).kernelTime == .max - 1)
        #expect((longest + Duration(attoseconds: 1)).kernelTime == .max)
        #expect((longest + .seconds(1)).kernelTime == .max)
    }

    @Test(
        "a time of the kernel is the same after a way through Duration",
        arguments: [0, 1, 999_999_999, 1_000_000_000, Int64.max])
    func backAndForth(time: Int64) {
        #expect(Duration(kernelTime: time).kernelTime == time)
        #expect(Duration(kernelTime: time) == .nanoseconds(time))
    }

    @Test("times all over the range are what Duration makes of them")
    func random() {
        var random = SeededRandom(seed: 27)
        for _ in 0..<2000 {
            let time = Int64.random(in: 0...(.max >> Int64.random(in: 0..<60, using: &random)), using: &random)
            let part = Int64.random(in: 1..<1_000_000_000, using: &random)
            #expect(Duration(kernelTime: time) == .nanoseconds(time))
            guard time < .max else { continue }
            #expect((Duration.nanoseconds(time) + Duration(attoseconds: Int128(part))).kernelTime == time + 1)
        }
    }
}

@Suite("Reactor: timers within one nanosecond")
struct CloseTimerTests {
    @Test("a timer does not fire before its deadline, not even by less than the kernel can tell")
    func exact() throws {
        let clock = ManualClock(now: .seconds(1))
        let reactor = try Reactor(clock: clock)
        var fired: [String] = []
        let base = Duration.seconds(2)
        reactor.schedule(at: base + Duration(attoseconds: 700)) { fired.append("700") }
        reactor.schedule(at: base + Duration(attoseconds: 300)) { fired.append("300") }
        clock.advance(by: .seconds(1) + Duration(attoseconds: 299))
        try reactor.turn(timeout: .zero)
        #expect(fired.isEmpty)
        clock.advance(by: Duration(attoseconds: 1))
        try reactor.turn(timeout: .zero)
        #expect(fired == ["300"])
        clock.advance(by: .nanoseconds(1))
        try reactor.turn(timeout: .zero)
        #expect(fired == ["300", "700"])
    }
}
