// SPDX-License-Identifier: Apache-2.0

/// Those that are told when something has changed, in the order in which they came.
///
/// An observer is told as long as its ``Observation`` is kept and not cancelled. One that is added while the observers are called
/// is told of the next change first; one that is removed meanwhile is not called any more. Not thread-safe.
///
/// Its functions are inlined, so that nobody looks up the types of its parts at run time (see ``Queue``).
package final class Observers<Change>: ObserverList {
    @usableFromInline
    struct Entry {
        @usableFromInline let number: Int
        /// Nil when it was removed while the observers were called.
        @usableFromInline var observer: ((Change) -> Void)?

        @inlinable
        init(number: Int, observer: @escaping (Change) -> Void) {
            self.number = number
            self.observer = observer
        }
    }

    // These need no check at run time: no observer runs while one is read or changed.
    @usableFromInline @exclusivity(unchecked) var entries: [Entry] = []
    @usableFromInline @exclusivity(unchecked) var lastNumber = 0
    /// How many calls of ``tell(_:)`` are under way: an observer may cause the next change.
    @usableFromInline @exclusivity(unchecked) var depth = 0
    @usableFromInline @exclusivity(unchecked) var hasGaps = false

    @inlinable
    package init() {}

    /// Adds an observer, which is called after those before it.
    @inlinable
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation {
        lastNumber += 1
        entries.append(Entry(number: lastNumber, observer: observer))
        return Observation(of: self, number: lastNumber)
    }

    /// Calls the observers.
    @inlinable
    package func tell(_ change: Change) {
        let count = entries.count
        guard count > 0 else { return }
        // Until the end an entry keeps its place: what is added comes behind, and what is removed leaves a gap.
        depth += 1
        for index in 0..<count { entries[index].observer?(change) }
        depth -= 1
        if hasGaps, depth == 0 { closeGaps() }
    }

    @usableFromInline
    func closeGaps() {
        hasGaps = false
        entries.removeAll { $0.observer == nil }
    }

    package func remove(_ number: Int) {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
        // What the observer keeps may go with it, and with that other observers: not while the list changes.
        let observer = entries[index].observer
        if depth == 0 {
            entries.remove(at: index)
        } else {
            entries[index].observer = nil
            hasGaps = true
        }
        withExtendedLifetime(observer) {}
    }
}
