// SPDX-License-Identifier: Apache-2.0

/// A binary heap of timers by deadline; insertion and removal are O(log n).
///
/// A timer may fire within its window, from its deadline to its deadline + tolerance. The reactor wakes at the first
/// end of a window, and then fires all timers whose deadlines have passed, so that overlapping windows share one
/// wake-up.
struct TimerHeap {
    private var timers: [ReactorTimer] = []
    private var sequence: UInt64 = 0
    /// Changes whenever a timer is added or removed.
    private(set) var version: UInt64 = 0

    var isEmpty: Bool { timers.isEmpty }
    var count: Int { timers.count }
    /// The timer with the earliest deadline.
    var first: ReactorTimer? { timers.first }

    /// The latest instant for the next wake-up, in nanoseconds of the kernel's clock: the earliest end of all windows. O(n); called only
    /// after a change.
    var wake: Int64? {
        var wake: Int64?
        for timer in timers { wake = min(wake ?? .max, timer.latest) }
        return wake
    }

    mutating func insert(_ timer: ReactorTimer) {
        sequence += 1
        version += 1
        timer.sequence = sequence
        timer.index = timers.count
        timers.append(timer)
        siftUp(timers.count - 1)
    }

    mutating func remove(_ timer: ReactorTimer) {
        guard let index = timer.index else { return }
        version += 1
        timer.index = nil
        let last = timers.removeLast()
        guard index < timers.count else { return }
        timers[index] = last
        last.index = index
        siftDown(index)
        siftUp(index)
    }

    /// Whether the earliest deadline has passed.
    func hasDue(at now: KernelInstant) -> Bool { firstDue(at: now) != nil }

    /// Removes the timer with the earliest deadline, if that has passed.
    mutating func removeFirstDue(at now: KernelInstant) -> ReactorTimer? {
        guard let first = firstDue(at: now) else { return nil }
        remove(first)
        return first
    }

    private func firstDue(at now: KernelInstant) -> ReactorTimer? {
        guard let first = timers.first, first.earliest <= now.nanoseconds else { return nil }
        if let exact = now.exact, exact < first.deadline { return nil }
        return first
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        let (a, b) = (timers[a], timers[b])
        if a.earliest != b.earliest { return a.earliest < b.earliest }
        return (a.deadline, a.sequence) < (b.deadline, b.sequence)
    }

    private mutating func swap(_ a: Int, _ b: Int) {
        timers.swapAt(a, b)
        timers[a].index = a
        timers[b].index = b
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard isBefore(child, parent) else { return }
            swap(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < timers.count && isBefore(child, smallest) {
                smallest = child
            }
            guard smallest != parent else { return }
            swap(parent, smallest)
            parent = smallest
        }
    }
}
