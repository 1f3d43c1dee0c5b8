// SPDX-License-Identifier: Apache-2.0

/// An observer in a list of ``Observers``, with the link to the one after it.
package final class Observer {
    /// Larger than that of each observer before it.
    private let number: Int
    /// Takes the address of the change. Nil when the observer was removed.
    private var call: ((UnsafeRawPointer) -> Void)?
    private var next: Observer?

    package init(number: Int, call: @escaping (UnsafeRawPointer) -> Void) {
        self.number = number
        self.call = call
    }

    /// Calls this observer and those after it, up to a number: what is added meanwhile has a larger one.
    package func tell(_ change: UnsafeRawPointer, through last: Int) {
        var observer: Observer? = self
        while let present = observer, present.number <= last {
            present.call?(change)
            observer = present.next
        }
    }

    /// The list with an observer more, and without those that were removed.
    ///
    /// One that leaves the list keeps its link, so that a call which is under way there finds the way back.
    package static func appending(_ observer: Observer, to first: Observer?) -> Observer {
        var first = first
        while let present = first, present.call == nil { first = present.next }
        guard let first else { return observer }
        var last = first
        while let next = last.next {
            if next.call == nil { last.next = next.next } else { last = next }
        }
        last.next = observer
        return first
    }

    /// How many links there are from here on, for tests.
    var count: Int { 1 + (next?.count ?? 0) }

    /// Lets go of what the observer keeps, which may be the token of another one.
    func remove() {
        let kept = call
        call = nil
        withExtendedLifetime(kept) {}
    }
}
