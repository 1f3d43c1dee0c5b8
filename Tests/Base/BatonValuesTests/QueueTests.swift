// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonValues

@Suite("Queue")
struct QueueTests {
    @Test("what was put in first comes out first, and each once")
    func order() {
        var queue = Queue<Int>()
        for number in 1...3 { queue.append(number) }
        #expect(queue.first == 1 && queue.count == 3 && !queue.isEmpty)
        #expect(queue.popFirst() == 1)
        queue.append(4)
        #expect([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()] == [2, 3, 4, nil])
        #expect(queue.isEmpty && queue.first == nil)
    }

    @Test("an empty element is an element")
    func optionals() {
        var queue = Queue<Int?>()
        queue.append(nil)
        #expect(queue.count == 1)
        #expect(queue.popFirst() == .some(nil))
        #expect(queue.popFirst() == nil)
    }

    @Test("the order stays through many rounds of filling and emptying")
    func rounds() {
        var queue = Queue<Int>()
        var put = 0
        var taken = 0
        for round in 0..<50 {
            for _ in 0..<(round * 7 % 90) {
                queue.append(put)
                put += 1
            }
            for _ in 0..<(round * 11 % 80) where !queue.isEmpty {
                #expect(queue.popFirst() == taken)
                taken += 1
            }
            #expect(queue.count == put - taken)
        }
    }

    @Test("what has been taken out is not kept alive by what is still in it")
    func release() {
        final class Thing {}
        var queue = Queue<Thing>()
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            queue.append(thing)
            queue.append(Thing())
        }
        #expect(first != nil)
        _ = queue.popFirst()
        #expect(first == nil)
        #expect(queue.count == 1)
    }
}
