// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonReactor

@Suite("Reactor: gathering answers")
struct GatheringTests {
    /// Questions that the test answers when it likes.
    private final class Asked {
        var open: [String: (Int) -> Void] = [:]

        func ask(_ question: String, _ then: @escaping (Int) -> Void) { open[question] = then }
    }

    private struct Refusal: Error, Equatable { let number: Int }

    @Test("the answers are told once, in the questions' order, when the last has come")
    func order() {
        let asked = Asked()
        var told: [[Int]] = []
        Gathering.all(["a", "b", "c"], ask: asked.ask) { told.append($0) }
        asked.open["c"]?(3)
        asked.open["a"]?(1)
        #expect(told.isEmpty)
        asked.open["b"]?(2)
        #expect(told == [[1, 2, 3]])
    }

    @Test("a question is answered once: a second answer does not count, before the end and after it")
    func once() {
        let asked = Asked()
        var told: [[Int]] = []
        Gathering.all(["a", "b"], ask: asked.ask) { told.append($0) }
        asked.open["a"]?(1)
        asked.open["a"]?(9)
        #expect(told.isEmpty, "two answers to one question are not two answers")
        asked.open["b"]?(2)
        asked.open["b"]?(9)
        #expect(told == [[1, 2]])
    }

    @Test("without questions, and where all is known, the answer comes at once")
    func atOnce() throws {
        let reactor = try Reactor(clock: ManualClock())
        var told: [[Int?]] = []
        Gathering.all([String](), ask: { _, then in then(1) }, then: { told.append($0) })
        Gathering.all(["a", "b"], ask: { _, then in then(1) }, then: { told.append($0) })
        Gathering.until(.zero, on: reactor, ["a"], ask: { _, then in then(1) }, then: { told.append($0) })
        #expect(told == [[], [1, 1], [1]])
    }

    @Test("an answer that says nothing is an answer")
    func nothing() {
        var told: [[Int?]] = []
        Gathering.all(["a", "b"], ask: { (_, then: (Int?) -> Void) in then(nil) }, then: { told.append($0) })
        #expect(told == [[nil, nil]])
    }

    @Test("at the deadline what has come is told, each in its place; what comes later does not count")
    func deadline() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let asked = Asked()
        var told: [[Int?]] = []
        Gathering.until(clock.now + .seconds(2), on: reactor, ["a", "b", "c"], ask: asked.ask) { told.append($0) }
        asked.open["b"]?(2)
        clock.advance(by: .milliseconds(1999))
        try reactor.turn(timeout: .zero)
        #expect(told.isEmpty)
        clock.advance(by: .milliseconds(1))
        try reactor.turn(timeout: .zero)
        #expect(told == [[nil, 2, nil]])
        for question in ["a", "c"] { asked.open[question]?(9) }
        #expect(told.count == 1)
    }

    @Test("with all answers there, the deadline tells nothing more")
    func inTime() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let asked = Asked()
        var told: [[Int?]] = []
        Gathering.until(clock.now + .seconds(2), on: reactor, ["a"], ask: asked.ask) { told.append($0) }
        asked.open["a"]?(1)
        clock.advance(by: .seconds(3))
        try reactor.turn(timeout: .zero)
        #expect(told == [[1]])
    }

    @Test("the first failure is told at once, and nothing after it")
    func failure() {
        var open: [Int: (Result<Int, Refusal>) -> Void] = [:]
        var told: [Result<[Int], Refusal>] = []
        Gathering.successes([1, 2, 3], ask: { open[$0] = $1 }, then: { told.append($0) })
        open[1]?(.success(1))
        open[3]?(.failure(Refusal(number: 3)))
        #expect(told == [.failure(Refusal(number: 3))])
        open[2]?(.failure(Refusal(number: 2)))
        #expect(told.count == 1)
        Gathering.successes([1, 2], ask: { $1(.success($0)) }, then: { told.append($0) })
        #expect(told.last == .success([1, 2]))
    }
}
