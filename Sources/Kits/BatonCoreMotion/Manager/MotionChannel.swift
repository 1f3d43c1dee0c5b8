// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// One kind of data of a manager: its interval, its handler and its latest value (rules CM2 to CM13, CM16, CM61 and
/// CM62).
final class MotionChannel<Data: Sendable> {
    typealias Handler = (Data?, MotionError?) -> Void

    /// In seconds.
    var interval = UpdateInterval.shortest {
        didSet { interval = UpdateInterval.usable(interval) }
    }
    private(set) var isActive = false
    private(set) var latest: Data? {
        didSet { cell?.withLock { $0 = latest } }
    }
    /// Data that slow handlers have lost.
    var dropped: UInt64 { lost &+ (post?.dropped ?? 0) }
    private var lost: UInt64 = 0
    /// What readers on other threads read; made for the first of them.
    private var cell: LockedValue<Data?>?
    /// What waits for a handler on a queue, in the place of ``handler`` and ``waiting``.
    private var post: MotionPost<Data>?

    private var handler: Handler?
    /// Kept until the stop: it may have been made in the call of start (rule CM6).
    private var loop: (any MotionLoop)?
    /// Whether the handler is called on another loop than that of the source.
    private var isElsewhere = false
    private var waiting: [(Data?, MotionError?)] = []
    private var isDraining = false
    private var thinner = SampleThinner()
    private var generation = 0

    /// The most data that wait for a slow handler.
    static var limit: Int { 256 }

    func start(on loop: (any MotionLoop)?, source: any MotionLoop, handler: Handler?) {
        let rest = closePost()
        self.handler = handler
        let loop = loop ?? source
        self.loop = handler == nil ? nil : loop
        isElsewhere = ObjectIdentifier(loop) != ObjectIdentifier(source)
        if isDraining { moveWaiting() }
        if handler != nil, !rest.isEmpty {
            waiting += rest
            scheduleDrain()
        }
        begin()
    }

    /// Starts with a handler on a queue.
    func start(on queue: any MotionQueue, handler: @escaping MotionPost<Data>.Handler) {
        let rest = closePost() + waiting
        (self.handler, loop) = (nil, nil)
        if isDraining { moveWaiting() }
        let post = MotionPost(queue, limit: Self.limit, handler)
        for letter in rest { post.add(letter.0, letter.1) }
        self.post = post
        begin()
    }

    private func begin() {
        guard !isActive else { return }
        isActive = true
        thinner = SampleThinner()
        latest = nil
    }

    /// Ends the handler on a queue. Returns what has waited for it.
    private func closePost() -> [MotionPost<Data>.Letter] {
        guard let post else { return [] }
        self.post = nil
        let rest = post.close()
        lost &+= post.dropped
        return rest
    }

    /// A reader for other threads.
    var reader: MotionReader<Data> {
        let cell = cell ?? LockedValue(latest)
        self.cell = cell
        return MotionReader(value: cell)
    }

    /// What waits for the handler before goes to the new one, on its loop (rule CM4).
    private func moveWaiting() {
        generation += 1
        isDraining = false
        if handler == nil { waiting = [] } else { scheduleDrain() }
    }

    /// Tells a handler later why it was not started (rule CM7).
    func refuse(_ error: MotionError, on loop: any MotionLoop, handler: Handler?) {
        guard let handler else { return }
        loop.perform { handler(nil, error) }
    }

    /// Stops, and tells the handler why (rule CM60).
    func giveUp(_ error: MotionError) {
        let (handler, loop, post) = (handler, loop, post)
        stop()
        post?.tell(error)
        if let handler, let loop { loop.perform { handler(nil, error) } }
    }

    func stop() {
        generation += 1
        isActive = false
        _ = closePost()
        (handler, loop, latest) = (nil, nil, nil)
        waiting = []
        isDraining = false
    }

    /// Takes a value; the handler gets it if it is due.
    func take(_ value: Data, at nanoseconds: Int64) {
        guard isActive else { return }
        latest = value
        guard handler != nil || post != nil, thinner.takes(nanoseconds, every: interval) else { return }
        deliver(value, nil)
    }

    /// Tells the handler of an error while it stays active.
    func report(_ error: MotionError) {
        guard isActive else { return }
        deliver(nil, error)
    }

    /// The sensor is gone: there is no latest value until it returns (rule CM8).
    func lose() {
        guard isActive else { return }
        latest = nil
        thinner = SampleThinner()
        report(.notAvailable)
    }

    private func deliver(_ value: Data?, _ error: MotionError?) {
        if let post { return post.add(value, error) }
        guard let handler else { return }
        guard isElsewhere || error != nil || !waiting.isEmpty else { return handler(value, nil) }
        if waiting.count >= Self.limit {
            waiting.removeFirst()
            lost &+= 1
        }
        waiting.append((value, error))
        scheduleDrain()
    }

    private func scheduleDrain() {
        guard !waiting.isEmpty, !isDraining, let loop else { return }
        isDraining = true
        let generation = generation
        loop.perform { [weak self] in self?.drain(generation) }
    }

    private func drain(_ generation: Int) {
        guard generation == self.generation else { return }
        isDraining = false
        let all = waiting
        waiting = []
        for (value, error) in all {
            // The handler before may have stopped or replaced it.
            guard generation == self.generation, let handler else { return }
            handler(value, error)
        }
    }
}
