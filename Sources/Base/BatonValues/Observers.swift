// SPDX-License-Identifier: Apache-2.0

/// Those that are told when something has changed, in the order in which they came.
///
/// An observer is told as long as its ``Observation`` is kept and not cancelled. One that is added while the observers are called
/// is told of the next change first; one that is removed meanwhile is not called any more. Not thread-safe.
///
/// A list without observers takes no memory of its own, and an observer is of one type whatever it is told, so that the run time
/// makes no types for each kind of change. The functions are inlined for the same reason (see ``Queue``).
package struct Observers<Change> {
    @usableFromInline var first: Observer?
    /// Of the observer that was added last.
    @usableFromInline var lastNumber = 0

    @inlinable
    package init() {}

    /// Adds an observer, which is called after those before it.
    @inlinable
    package mutating func observe(_ observer: @escaping (Change) -> Void) -> Observation {
        add { observer($0.assumingMemoryBound(to: Change.self).pointee) }
    }

    /// Calls the observers.
    @inlinable
    package func tell(_ change: Change) {
        guard let first else { return }
        withUnsafePointer(to: change) { first.tell($0, through: lastNumber) }
    }

    @inlinable
    mutating func add(_ call: @escaping (UnsafeRawPointer) -> Void) -> Observation {
        lastNumber += 1
        let observer = Observer(number: lastNumber, call: call)
        first = Observer.appending(observer, to: first)
        return Observation(of: observer)
    }
}
