// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
internal import CEvdev
internal import Glibc
public import SystemPackage

/// An open event node, read through libevdev.
///
/// Only keys are asked of the kernel, and only those that are wanted, so that nothing else wakes anybody. Belongs to whoever
/// turns the reactor.
public final class EvdevDevice {
    /// The node.
    public let path: String
    /// The keys the device has, by itself.
    public let keys: KeySet
    /// What the device calls itself.
    public let name: String
    /// Whether nobody else gets its events.
    public private(set) var isGrabbed = false

    let handle: OpaquePointer
    private let file: FileDescriptor
    private let reactor: Reactor
    private let isMonotonic: Bool
    private var watch: Watch?
    private var handler: ((EvdevReport) -> Void)?
    private var isOpen = true
    /// The last time of the device: it never goes back.
    private var last = Duration.zero
    private var budget: Int
    private var budgetBegan = Duration.zero

    /// As many changes of keys as a device may send within a second.
    public static let mostPerSecond = 500
    /// How many of them a loss of events counts for.
    private static let lossCost = 125
    /// Events taken in a turn; others have their turn between.
    private static let batch = 64

    /// Opens a node for reading.
    ///
    /// - Throws: the error of `open` (EACCES: it is somebody else's), or that it is no event node.
    public init(path: String, reactor: Reactor) throws(Errno) {
        let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw Errno(rawValue: errno) }
        var made: OpaquePointer?
        let result = libevdev_new_from_fd(number, &made)
        guard result >= 0, let made else {
            close(number)
            throw Errno(rawValue: result < 0 ? -result : EINVAL)
        }
        // It says on standard error what is told here.
        libevdev_set_device_log_function(made, { _, _, _, _, _, _, _, _ in }, LIBEVDEV_LOG_ERROR, nil)
        self.path = path
        self.reactor = reactor
        handle = made
        file = FileDescriptor(rawValue: number)
        isMonotonic = libevdev_set_clock_id(made, CLOCK_MONOTONIC) == 0
        name = libevdev_get_name(made).map { String(cString: $0) } ?? ""
        keys = KeySet((0..<KeySet.limit).filter { libevdev_has_event_code(made, UInt32(EV_KEY), UInt32($0)) != 0 })
        budget = Self.mostPerSecond
        Self.setMask(number, type: EV_SYN, KeySet([Int(EV_SYN), Int(EV_KEY)]), bytes: 4)
    }

    deinit { shut() }

    /// Whether it is a keyboard, which is never read.
    public var isKeyboard: Bool { keys.contains(anyOf: KeySet.letters) }

    /// Whether a key is down.
    public var isAnyKeyDown: Bool {
        keys.codes.contains { libevdev_get_event_value(handle, UInt32(EV_KEY), UInt32($0)) != 0 }
    }

    // MARK: Reading

    /// Begins to tell of keys.
    ///
    /// - Parameter wanted: the keys; nil for all. The kernel is asked for no others, where it can be.
    /// - Throws: the error of `epoll_ctl`.
    public func listen(to wanted: KeySet? = nil, handler: @escaping (EvdevReport) -> Void) throws(Errno) {
        want(wanted)
        self.handler = handler
        watch?.cancel()
        watch = try reactor.watch(file, for: .readable) { [weak self] _ in self?.read() }
    }

    /// Asks the kernel for other keys.
    public func want(_ wanted: KeySet?) {
        let all = KeySet(0..<KeySet.limit)
        Self.setMask(file.rawValue, type: EV_KEY, wanted ?? all, bytes: KeySet.limit / 8)
    }

    /// Reads what is waiting, now: before time is said to have passed.
    public func read() {
        var count = 0
        while isOpen, handler != nil, count < Self.batch, readOne() { count += 1 }
        // What libevdev holds already does not make the descriptor readable.
        guard isOpen, count == Self.batch, libevdev_has_event_pending(handle) > 0 else { return }
        reactor.deferUntilEndOfTurn { [weak self] in self?.read() }
    }

    /// Closes it; a grab ends.
    public func shut() {
        guard isOpen else { return }
        isOpen = false
        handler = nil
        watch?.cancel()
        watch = nil
        // Ends the grab too, but says so to the kernel first: another process may have inherited nothing, and yet.
        ungrab()
        libevdev_free(handle)
        close(file.rawValue)
    }

    private func readOne() -> Bool {
        var event = input_event()
        let result = libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
        switch result {
        case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
            take(event)
        case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
            resynchronize()
        case -EAGAIN, -EINTR:
            return false
        default:
            end(.gone(Errno(rawValue: -result)))
        }
        return isOpen
    }

    /// What the keys are now is libevdev's; what they did is unknown.
    private func resynchronize() {
        var event = input_event()
        var most = KeySet.limit * 2
        while most > 0,
            libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
                == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
        { most -= 1 }
        // The kernel's buffer ran over: whoever fills it again and again is no hand.
        guard spend(Self.lossCost, at: reactor.now) else { return end(.flooding) }
        handler?(.lost)
    }

    private func take(_ event: input_event) {
        guard Int32(event.type) == EV_KEY else { return }
        let now = reactor.now
        guard spend(1, at: now) else { return end(.flooding) }
        let stamp = Duration.seconds(event.time.tv_sec) + .microseconds(event.time.tv_usec)
        // A clock that is not ours says nothing.
        let isPlausible = isMonotonic && stamp <= now && now - stamp < .seconds(10)
        last = max(last, isPlausible ? stamp : now)
        handler?(.key(KeyEvent(code: Int(event.code), value: event.value, timestamp: last)))
    }

    private func spend(_ cost: Int, at now: Duration) -> Bool {
        if now - budgetBegan >= .seconds(1) {
            budgetBegan = now
            budget = Self.mostPerSecond
        }
        budget -= cost
        return budget >= 0
    }

    private func end(_ report: EvdevReport) {
        let handler = handler
        shut()
        handler?(report)
    }

    // MARK: Grabbing

    /// Takes the device for this process alone. The kernel ends the grab with the process.
    ///
    /// - Throws: EBUSY when another program has it.
    public func grab() throws(Errno) {
        guard isOpen, !isGrabbed else { return }
        let result = libevdev_grab(handle, LIBEVDEV_GRAB)
        guard result >= 0 else { throw Errno(rawValue: -result) }
        isGrabbed = true
    }

    /// Gives the device back to everybody.
    public func ungrab() {
        guard isGrabbed else { return }
        isGrabbed = false
        libevdev_grab(handle, LIBEVDEV_UNGRAB)
    }

    private static func setMask(_ file: Int32, type: Int32, _ set: KeySet, bytes: Int) {
        var bits = Array(set.bytes.prefix(bytes))
        // An older kernel sends everything, which is only more to read.
        _ = cevdev_set_mask(file, UInt32(type), &bits, UInt32(bits.count))
    }
}
