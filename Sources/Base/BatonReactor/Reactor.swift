// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import SwiftOverlayShims
public import SystemPackage

/// An event loop on one level-triggered epoll set: file descriptors, timers, signals, wake-ups, on one thread.
///
/// Handlers are plain closures, called one after the other in ``turn(timeout:)``. Not thread-safe and not Sendable: use
/// it on one thread. To host it in another loop, watch ``fileDescriptor`` for reading, call `turn(timeout: .zero)` when
/// it is readable, and also after anything was scheduled outside of a turn (``onWork``). With Swift's tasks or Dispatch,
/// `BatonReactorHost` does that.
///
/// A timer that is due runs after the descriptors that were ready by then, also if the program was kept from running for
/// long. So a timer that waits for silence does not find any where something has come.
///
/// A turn that waits passes the next deadline as the time-out of the wait, so timers need no system call of their own.
/// Only a turn that does not wait, as another loop makes it, arms a timerfd.
///
/// For example:
/// ```swift
/// let reactor = try Reactor()
/// reactor.schedule(after: .seconds(1)) { reactor.stop() }
/// try reactor.run()
/// ```
public final class Reactor {
    /// The epoll descriptor: readable when a turn has something to do, timers included.
    public let fileDescriptor: FileDescriptor

    /// What timers, watches and hooks know of it.
    let link = ReactorLink()
    private let clock: any ReactorClock
    private let timerDescriptor: FileDescriptor
    // Instants in nanoseconds of the kernel's clock.
    private var armedFor: Int64?
    private var wake: Int64?
    private var wakeVersion: UInt64 = 0
    // Each turn looks at these several times. Their accesses need no check at run time: none is open while code of others runs.
    // Handlers are called outside of them, and what is removed in one is released later, because its caller or a copy holds it.
    @exclusivity(unchecked) private(set) var timers = TimerHeap()
    @exclusivity(unchecked) private var watches: [Watch?] = []
    @exclusivity(unchecked) private var hooks: [Hook] = []
    @exclusivity(unchecked) private var deferred: [() -> Void] = []
    private var freeSlots: [Int] = []
    private var generation: UInt32 = 0
    private var isRunning = false
    private var isTurning = false
    /// Called when something was scheduled outside of a turn: the descriptor does not become readable for it before the
    /// next turn. A host that cannot know when that happens turns the reactor then.
    public var onWork: (() -> Void)?
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: Reactor.batch)

    private static let batch = 32
    /// Stands for the timerfd in `epoll_data`. The slots of watches begin at 0.
    private static let timerSlot = UInt64.max

    /// Makes a reactor with nothing in it.
    ///
    /// - Parameter clock: tells the time; tests pass a ``ManualClock``.
    /// - Throws: the error of `epoll_create1` or `timerfd_create`: no descriptors or no memory left.
    public init(clock: any ReactorClock = MonotonicClock()) throws(Errno) {
        self.clock = clock
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw Errno(rawValue: errno) }
        fileDescriptor = FileDescriptor(rawValue: epoll)
        let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        timerDescriptor = FileDescriptor(rawValue: timer)
        guard timer >= 0 else { throw Errno(rawValue: errno) }
        try control(EPOLL_CTL_ADD, timerDescriptor, EPOLLIN.rawValue, Self.timerSlot)
        link.reactor = self
    }

    deinit {
        link.reactor = nil
        events.deallocate()
        try? timerDescriptor.close()
        try? fileDescriptor.close()
    }

    /// The present instant, since boot on CLOCK_MONOTONIC.
    public var now: Duration { clock.now }

    /// The deadline of the next timer; nil without timers. For tests that move a ``ManualClock`` from one deadline to
    /// the next.
    package var nextDeadline: Duration? { timers.first?.deadline }

    /// Runs the due timers and the deferred work, without looking at the descriptors.
    ///
    /// - Returns: whether any handler ran.
    package func turnWithoutDescriptors() -> Bool {
        var didWork = runBeforeSleep()
        if !timers.isEmpty { didWork = runTimers(at: instant) || didWork }
        return runDeferred() || didWork
    }

    // MARK: Turning

    /// Waits for events for at most `timeout`, and handles them: ready descriptors, due timers, deferred work, in this order.
    ///
    /// - Parameter timeout: nil waits without limit, zero does not wait.
    /// - Returns: whether any handler ran.
    /// - Throws: the error of `epoll_wait`, except `EINTR`.
    @discardableResult
    public func turn(timeout: Duration?) throws(Errno) -> Bool {
        isTurning = true
        defer { isTurning = false }
        var didWork = runBeforeSleep()
        let now = timers.isEmpty ? KernelInstant() : instant
        let wait = didWork || timers.hasDue(at: now) ? 0 : nanoseconds(timeout, from: now.nanoseconds)
        let count = clinux_epoll_wait(fileDescriptor.rawValue, events.baseAddress, Int32(Self.batch), wait)
        if count < 0 {
            let error = Errno(rawValue: errno)
            guard error == .interrupted else { throw error }
            return didWork
        }
        for index in 0..<Int(count) {
            didWork = handle(events[index]) || didWork
        }
        // Timers come after the descriptors: one that stands for "nothing has come" must not run before what has come. One that
        // became due beside something else runs in the next turn of `run()`, after what has come by then.
        if !timers.isEmpty { didWork = runTimers(at: count == 0 || !isRunning ? instant : now) || didWork }
        didWork = runDeferred() || didWork
        if timeout == .zero { arm() }
        return didWork
    }

    /// Runs turns until ``stop()`` is called. It keeps the thread: on the main thread no task of the main actor and
    /// nothing on `DispatchQueue.main` runs meanwhile. An app with such work uses `BatonReactorHost`.
    public func run() throws(Errno) {
        isRunning = true
        while isRunning { try turn(timeout: nil) }
        // Work that was deferred in the last turn must not be lost: it may send replies.
        _ = runBeforeSleep()
    }

    /// Ends ``run()`` after the present turn.
    public func stop() {
        isRunning = false
    }

    private func handle(_ event: epoll_event) -> Bool {
        if event.data.u64 == Self.timerSlot {
            var expirations: UInt64 = 0
            _ = read(timerDescriptor.rawValue, &expirations, 8)
            armedFor = nil
            return false
        }
        // A watch that was cancelled in this turn gets no more events, nor does a new one in the same slot.
        let slot = Int(event.data.u64 & 0xFFFF_FFFF)
        guard slot < watches.count, let watch = watches[slot], Self.key(watch) == event.data.u64 else { return false }
        watch.handler(Readiness(epollEvents: event.events))
        return true
    }

    /// The present instant. The real clock is asked in the kernel's own numbers, which takes fewer instructions.
    private var instant: KernelInstant {
        clock.isRealTime ? KernelInstant(nanoseconds: clock.kernelNow) : KernelInstant(clock.now)
    }

    private func runTimers(at now: KernelInstant) -> Bool {
        var didWork = false
        // If a handler schedules a timer for now, it runs in the next turn. Otherwise this turn might never end.
        var budget = timers.count
        while budget > 0, let timer = timers.removeFirstDue(at: now) {
            budget -= 1
            if timer.moveIfPostponed() { continue }
            timer.handler()
            didWork = true
        }
        return didWork
    }

    private func runDeferred() -> Bool {
        guard !deferred.isEmpty else { return false }
        // Work may defer more work. After a few rounds the descriptors are looked at again.
        for _ in 0..<8 where !deferred.isEmpty {
            let work = deferred
            deferred.removeAll(keepingCapacity: work.count <= 16)
            for body in work { body() }
        }
        return true
    }

    private func runBeforeSleep() -> Bool {
        var didWork = false
        for _ in 0..<8 {
            var isBusy = false
            for hook in hooks where hook.isActive { isBusy = hook.body() || isBusy }
            isBusy = runDeferred() || isBusy
            guard isBusy else { break }
            didWork = true
        }
        return didWork
    }

    /// The instant of the next wake-up. It is computed again only when a timer was added or removed.
    private var nextWake: Int64? {
        if timers.version != wakeVersion {
            wakeVersion = timers.version
            wake = timers.wake
        }
        return wake
    }

    /// Arms the timerfd for the next wake-up, if that has changed. The loop that hosts this reactor waits for its
    /// descriptor.
    private func arm() {
        guard clock.isRealTime else { return }
        let wake = nextWake
        guard wake != armedFor else { return }
        armedFor = wake
        var setting = itimerspec()
        if let wake {
            let (seconds, nanoseconds) = max(wake, 1).quotientAndRemainder(dividingBy: 1_000_000_000)
            setting.it_value = timespec(tv_sec: Int(clamping: seconds), tv_nsec: Int(clamping: nanoseconds))
        }
        timerfd_settime(timerDescriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// How long the kernel has to wait from `now` on, in nanoseconds: until the next wake-up, and no longer than `timeout`. A
    /// negative number waits without limit.
    private func nanoseconds(_ timeout: Duration?, from now: Int64) -> Int64 {
        guard deferred.isEmpty, timeout != .zero else { return 0 }
        var wait = timeout?.kernelTime
        if clock.isRealTime, let nextWake {
            let left = max(nextWake - now, 0)
            wait = min(left, wait ?? left)
        }
        guard let wait else { return -1 }
        // A wait beyond a month is cut.
        return min(wait, 2_592_000_000_000_000)
    }

    // MARK: Watches, timers and sources

    /// Watches a file descriptor until the watch is cancelled.
    ///
    /// - Parameter handler: called in each turn in which the descriptor is ready (level-triggered).
    /// - Parameter fileDescriptor: it must stay open while it is watched.
    /// - Parameter readiness: what to wait for.
    /// - Throws: the error of `epoll_ctl`: the descriptor is not open, cannot be watched, or is watched already.
    public func watch(
        _ fileDescriptor: FileDescriptor, for readiness: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(Errno) -> Watch {
        let slot = freeSlots.popLast() ?? watches.count
        if slot == watches.count { watches.append(nil) }
        generation = (generation + 1) & 0x7FFF_FFFF
        let watch = Watch(
            fileDescriptor, readiness, slot: slot, generation: generation, reactor: self, handler: handler)
        do {
            try control(EPOLL_CTL_ADD, fileDescriptor, readiness.epollEvents, Self.key(watch))
        } catch {
            freeSlots.append(slot)
            throw error
        }
        watches[slot] = watch
        return watch
    }

    /// Runs `handler` once, at `deadline` or up to `tolerance` later.
    @discardableResult
    public func schedule(
        at deadline: Duration, tolerance: Duration = .zero, handler: @escaping () -> Void
    ) -> ReactorTimer {
        let timer = ReactorTimer(deadline: deadline, tolerance: tolerance, reactor: self, handler: handler)
        insert(timer)
        return timer
    }

    func insert(_ timer: ReactorTimer) {
        timers.insert(timer)
        if !isTurning { onWork?() }
    }

    func remove(_ timer: ReactorTimer) { timers.remove(timer) }

    /// Runs `handler` once, when `interval` has passed or up to `tolerance` later.
    @discardableResult
    public func schedule(
        after interval: Duration, tolerance: Duration = .zero, handler: @escaping () -> Void
    ) -> ReactorTimer {
        schedule(at: now + interval, tolerance: tolerance, handler: handler)
    }

    /// Runs `work` once at the end of the present turn, after all handlers. Outside of a turn, it runs at the beginning
    /// of the next one.
    public func deferUntilEndOfTurn(_ work: @escaping () -> Void) {
        deferred.append(work)
        if !isTurning { onWork?() }
    }

    /// Runs `body` before each wait.
    ///
    /// - Parameter body: returns whether it called any handler. The turn does not wait then: what its caller turns for may have
    ///   come.
    public func addBeforeSleepHook(_ body: @escaping () -> Bool) -> Hook {
        let hook = Hook(reactor: self, body: body)
        hooks.append(hook)
        return hook
    }

    /// Receives signals as events until the source is cancelled.
    ///
    /// - Throws: the error of `signalfd` or `pthread_sigmask`.
    public func signals(
        _ signals: [SignalNumber], handler: @escaping (SignalNumber) -> Void
    ) throws(Errno) -> SignalSource {
        try SignalSource(signals, reactor: self, handler: handler)
    }

    /// Makes a waker, which works as long as this reactor exists.
    ///
    /// - Throws: the error of `eventfd`.
    public func makeWaker(handler: @escaping () -> Void) throws(Errno) -> Waker {
        try Waker(reactor: self, handler: handler)
    }

    func remove(_ hook: Hook) {
        guard let index = hooks.firstIndex(where: { $0 === hook }) else { return }
        hooks.remove(at: index)
    }

    func modify(_ watch: Watch) {
        try? control(EPOLL_CTL_MOD, watch.fileDescriptor, watch.readiness.epollEvents, Self.key(watch))
    }

    func remove(_ watch: Watch) {
        guard watch.slot < watches.count, watches[watch.slot] === watch else { return }
        watches[watch.slot] = nil
        freeSlots.append(watch.slot)
        try? control(EPOLL_CTL_DEL, watch.fileDescriptor, 0, 0)
    }

    private static func key(_ watch: Watch) -> UInt64 {
        UInt64(watch.generation) << 32 | UInt64(watch.slot)
    }

    private func control(_ operation: Int32, _ file: FileDescriptor, _ events: UInt32, _ key: UInt64) throws(Errno) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: key))
        guard epoll_ctl(fileDescriptor.rawValue, operation, file.rawValue, &event) == 0 else {
            throw Errno(rawValue: errno)
        }
    }
}
