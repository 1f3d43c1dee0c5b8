// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonValues

@Suite("Observers")
struct ObserversTests {
    /// A list, and what its observers were told.
    private final class Stage {
        var observers = Observers<Int>()
        var told: [String] = []
        var kept: [String: Observation] = [:]

        func observe(_ name: String, then: @escaping (Int) -> Void = { _ in }) {
            kept[name] = observers.observe { [unowned self] in
                told.append("\(name)\($0)")
                then($0)
            }
        }

        func tell(_ change: Int) -> [String] {
            told = []
            observers.tell(change)
            return told
        }
    }

    @Test("observers are called in the order in which they came")
    func order() {
        let stage = Stage()
        #expect(stage.tell(0).isEmpty)
        for name in ["a", "b", "c"] { stage.observe(name) }
        #expect(stage.tell(1) == ["a1", "b1", "c1"])
        stage.kept["b"] = nil
        stage.observe("b")
        #expect(stage.tell(2) == ["a2", "c2", "b2"])
    }

    @Test("an observer is gone when its token is let go or cancelled, and only that one")
    func removal() {
        let stage = Stage()
        for name in ["a", "b", "c"] { stage.observe(name) }
        stage.kept["a"] = nil
        #expect(stage.tell(1) == ["b1", "c1"])
        stage.kept["c"]?.cancel()
        #expect(stage.tell(2) == ["b2"])
        // The token was cancelled already: nothing else goes with it.
        stage.kept["c"]?.cancel()
        stage.kept["c"] = nil
        #expect(stage.tell(3) == ["b3"])
    }

    @Test("an observer that is added while the observers are called is told of the next change first")
    func addition() {
        let stage = Stage()
        stage.observe("a") { [unowned stage] in
            if $0 == 1 { for name in ["c", "d", "e", "f"] { stage.observe(name) } }
        }
        stage.observe("b")
        #expect(stage.tell(1) == ["a1", "b1"])
        #expect(stage.tell(2) == ["a2", "b2", "c2", "d2", "e2", "f2"])
    }

    @Test("an observer that is removed while the observers are called is not called any more")
    func removalWhileTold() {
        let stage = Stage()
        stage.observe("a")
        stage.observe("b") { [unowned stage] _ in
            stage.kept["a"] = nil
            stage.kept["c"] = nil
        }
        for name in ["c", "d"] { stage.observe(name) }
        #expect(stage.tell(1) == ["a1", "b1", "d1"])
        #expect(stage.tell(2) == ["b2", "d2"])
        stage.observe("e")
        #expect(stage.observers.first?.count == 3, "what was removed leaves no link")
    }

    @Test("an observer may remove itself")
    func ownRemoval() {
        let stage = Stage()
        stage.observe("a") { [unowned stage] _ in stage.kept["a"] = nil }
        stage.observe("b")
        #expect(stage.tell(1) == ["a1", "b1"])
        #expect(stage.tell(2) == ["b2"])
    }

    @Test("an observer may cause the next change, and remove observers in it")
    func nested() {
        let stage = Stage()
        stage.observe("a") { [unowned stage] in
            if $0 == 1 { stage.observers.tell(2) }
        }
        stage.observe("b") { [unowned stage] in
            guard $0 == 2 else { return }
            stage.kept["b"] = nil
            stage.observe("d")
        }
        stage.observe("c")
        #expect(stage.tell(1) == ["a1", "a2", "b2", "c2", "c1"])
        #expect(stage.tell(3) == ["a3", "c3", "d3"])
    }

    @Test("what an observer keeps goes with it, and may be the token of another one")
    func chain() {
        let stage = Stage()
        func add() {
            let other = stage.observers.observe { [unowned stage] in stage.told.append("b\($0)") }
            stage.kept["a"] = stage.observers.observe { _ in withExtendedLifetime(other) {} }
        }
        add()
        #expect(stage.tell(1) == ["b1"])
        stage.kept["a"] = nil
        #expect(stage.tell(2).isEmpty)
        add()
        #expect(stage.observers.first?.count == 2, "what was removed leaves no link")
    }

    @Test(
        "a token does not keep what is observed, may outlive it, and alone says how long the observer keeps what it needs"
    )
    func lifetime() {
        final class Thing {}
        var stage: Stage? = Stage()
        weak let observed = stage
        weak var kept: Thing?
        var token: Observation?
        do {
            let thing = Thing()
            kept = thing
            token = stage?.observers.observe { _ in withExtendedLifetime(thing) {} }
        }
        stage = nil
        #expect(observed == nil && kept != nil)
        token?.cancel()
        #expect(kept == nil)
        token = nil
    }

    @Test("a list without observers is no object, and costs no allocation")
    func empty() {
        let observers = Observers<Int>()
        #expect(observers.first == nil)
        #expect(MemoryLayout<Observers<String>>.size == 2 * MemoryLayout<Int>.size)
    }
}
