// SPDX-License-Identifier: Apache-2.0

/// A first-in, first-out queue.
///
/// It is one array: appending and removing are O(1) amortized. What was removed is let go at once. The array is given back
/// when the queue is empty, so that a flood leaves no memory behind.
///
/// The count is stored, so that code that asks whether anything waits does not need the type of the array: other modules look that up at
/// run time, which takes 600 instructions.
package struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }
    package var first: Element? { head < elements.count ? elements[head] : nil }

    package mutating func append(_ element: Element) {
        elements.append(element)
        count += 1
    }

    package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        count -= 1
        if head == elements.count {
            elements = []
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
