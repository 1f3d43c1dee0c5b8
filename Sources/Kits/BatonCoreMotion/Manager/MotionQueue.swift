// SPDX-License-Identifier: Apache-2.0

/// Where handlers are called that may run on any thread, such as a background queue: what Core Motion's `OperationQueue` is
/// (rule CM61).
///
/// A queue of Dispatch becomes one with the line of the example. Of each manager's kind one handler runs at a time, also where
/// the queue is a concurrent one. A queue that never runs its work loses data and costs no more memory (rule CM16).
///
/// For example:
/// ```swift
/// import Dispatch
///
/// struct Background: MotionQueue {
///     let queue = DispatchQueue(label: "motion")
///     func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
/// }
/// manager.startGyroUpdates(to: Background()) { data, _ in
///     if let data { print(data.rotationRate) }
/// }
/// ```
public protocol MotionQueue: Sendable {
    /// Runs `work` later, on any thread, and never inside this call. It is called on the thread of the source's loop, and on the
    /// queue itself.
    ///
    /// - Parameter work: to be run once.
    func enqueue(_ work: @escaping @Sendable () -> Void)
}

/// What waits for a handler on a queue (rules CM16 and CM61). Any thread may use it.
final class MotionPost<Data: Sendable>: Sendable {
    typealias Handler = @Sendable (Data?, MotionError?) -> Void
    typealias Letter = (data: Data?, error: MotionError?)

    private struct State {
        var waiting: [Letter] = []
        var isScheduled = false
        var isClosed = false
        var dropped: UInt64 = 0
    }

    private let queue: any MotionQueue
    private let handler: Handler
    private let state = LockedValue(State())
    /// The most data that wait for a slow handler.
    private let limit: Int

    init(_ queue: any MotionQueue, limit: Int, _ handler: @escaping Handler) {
        self.queue = queue
        self.limit = limit
        self.handler = handler
    }

    /// Data that a slow handler has lost.
    var dropped: UInt64 { state.withLock { $0.dropped } }

    func add(_ data: Data?, _ error: MotionError?) {
        let isFirst = state.withLock { state in
            guard !state.isClosed else { return false }
            if state.waiting.count >= limit {
                state.waiting.removeFirst()
                state.dropped &+= 1
            }
            state.waiting.append((data, error))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    /// Lets no further call of the handler begin. One that runs on another thread goes on.
    ///
    /// - Returns: what has waited.
    @discardableResult
    func close() -> [Letter] {
        state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Tells the handler an error after the end, or in the place of a beginning.
    func tell(_ error: MotionError) { queue.enqueue { [handler] in handler(nil, error) } }

    private func schedule() { queue.enqueue { [self] in drain() } }

    private func drain() {
        // The queue has other work too.
        for _ in 0..<limit {
            let letter = state.withLock { state -> Letter? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.isScheduled = false
                return nil
            }
            guard let letter else { return }
            handler(letter.data, letter.error)
        }
        schedule()
    }
}
