// SPDX-License-Identifier: Apache-2.0

/// Work that an application performs when time has passed, until it is performed or cancelled (rule W3).
///
/// It need not be kept: the application keeps it. All is used on the main actor, in event time.
///
/// For example:
/// ```swift
/// let single = application.perform(after: .milliseconds(300)) { print("a single tap") }
/// // At the second tap:
/// single.cancel()
/// ```
@MainActor
public final class DelayedWork {
    /// When it is due, on the clock of the events (rule W3).
    public let deadline: Duration
    private var work: (() -> Void)?
    /// The call of `advance(to:)` that it waits for the end of; 0 for none.
    let waitsFor: UInt64

    init(deadline: Duration, waitsFor: UInt64, work: @escaping () -> Void) {
        self.deadline = deadline
        self.waitsFor = waitsFor
        self.work = work
    }

    /// Whether it was neither performed nor cancelled (rule W3).
    public var isPending: Bool { work != nil }

    /// Lets go of the work, which is not performed any more. Further calls do nothing (rule W3).
    public func cancel() { work = nil }

    func perform() {
        let work = work
        self.work = nil
        work?()
    }
}

/// The work of an application that waits, the earliest first.
@MainActor
struct DelayedWorks {
    private var waiting: [DelayedWork] = []

    var nextDeadline: Duration? { waiting.first { $0.isPending }?.deadline }

    mutating func insert(_ work: DelayedWork) {
        waiting.removeAll { !$0.isPending }
        // Behind what is due at the same time: in the order of the calls.
        let index = waiting.firstIndex { $0.deadline > work.deadline } ?? waiting.count
        waiting.insert(work, at: index)
    }

    /// Takes out the first that is due.
    ///
    /// - Parameter advance: the present call of `advance(to:)`, whose own work without a delay waits for the next one.
    mutating func take(until time: Duration, in advance: UInt64) -> DelayedWork? {
        waiting.removeAll { !$0.isPending }
        guard let index = waiting.firstIndex(where: { $0.waitsFor != advance }), waiting[index].deadline <= time else {
            return nil
        }
        return waiting.remove(at: index)
    }
}
