// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
import BatonValues
import CEvdev
import Glibc
public import SystemPackage

/// An open event node, read through libevdev.
///
/// The kernel is told to deliver the wanted keys only, so that other events do not wake this process. Not thread-safe:
/// use it on the thread that runs the reactor.
///
/// For example:
/// ```swift
/// let device = try EvdevDevice(path: "/dev/input/event7", reactor: reactor)
/// try device.listen(to: KeySet([164])) { report in
///     if case .key(let event) = report, event.value == 1 { print("pressed at \(event.timestamp)") }
/// }
/// ```
public final class EvdevDevice {
    /// The path of the node.
    public let path: String
    /// The keys that the device has, from libevdev.
    public let keys: KeySet
    /// The name of the device.
    public var name: String { node.name }
    /// Whether this process has grabbed the device, so that no other gets its events.
    public private(set) var isGrabbed = false

    private let node: EvdevNode
    private let reactor: Reactor
    private var watch: Watch?
    private var handler: ((EvdevReport) -> Void)?
    private var isOpen = true
    private var budget = RateLimit(count: EvdevDevice.mostPerSecond, per: .seconds(1))

    /// The most key events that a device may send in a second. A device that sends more is closed
    /// (``EvdevReport/flooding``).
    public static let mostPerSecond = 500
    /// How many key events a loss of events counts for.
    private static let lossCost = 125
    /// How many events are read before the reactor looks at its other descriptors.
    private static let batch = 64

    /// Opens a node for reading.
    ///
    /// - Throws: the error of `open`, such as EACCES without the rights, or of libevdev when it is not an event node.
    public init(path: String, reactor: Reactor) throws(Errno) {
        let node = try EvdevNode(path: path)
        self.path = path
        self.reactor = reactor
        self.node = node
        keys = KeySet(
            (0..<KeySet.limit).filter { libevdev_has_event_code(node.handle, UInt32(EV_KEY), UInt32($0)) != 0 })
        Self.setMask(node.file.rawValue, type: EV_SYN, KeySet([Int(EV_SYN), Int(EV_KEY)]), bytes: 4)
    }

    deinit { shut() }

    private var handle: OpaquePointer { node.handle }

    /// Whether it is a keyboard, which is never read (rule HEADSET8).
    public var isKeyboard: Bool { keys.contains(anyOf: KeySet.letters) }

    /// Whether a key is down.
    public var isAnyKeyDown: Bool {
        keys.codes.contains { libevdev_get_event_value(handle, UInt32(EV_KEY), UInt32($0)) != 0 }
    }

    // MARK: Reading

    /// Starts to report keys.
    ///
    /// - Parameter wanted: the keys to be reported; nil for all. A kernel with EVIOCSMASK delivers no others.
    /// - Parameter handler: called with each report, in a turn of the reactor.
    /// - Throws: the error of `epoll_ctl`.
    public func listen(to wanted: KeySet? = nil, handler: @escaping (EvdevReport) -> Void) throws(Errno) {
        want(wanted)
        self.handler = handler
        watch?.cancel()
        watch = try reactor.watch(node.file, for: .readable) { [weak self] _ in self?.read() }
    }

    /// Changes the keys that the kernel delivers; nil for all.
    public func want(_ wanted: KeySet?) {
        let all = KeySet(0..<KeySet.limit)
        Self.setMask(node.file.rawValue, type: EV_KEY, wanted ?? all, bytes: KeySet.limit / 8)
    }

    /// Reads waiting events now. Call it before the time of a deadline is compared with the time of events.
    public func read() {
        var count = 0
        while isOpen, handler != nil, count < Self.batch, readOne() { count += 1 }
        // Events that libevdev has read already do not make the descriptor readable.
        guard isOpen, count == Self.batch, libevdev_has_event_pending(handle) > 0 else { return }
        reactor.deferUntilEndOfTurn { [weak self] in self?.read() }
    }

    /// Closes the device. A grab ends.
    public func shut() {
        guard isOpen else { return }
        isOpen = false
        handler = nil
        watch?.cancel()
        watch = nil
        // Closing ends the grab too, unless a copy of the descriptor is still open in another process. So it is ended
        // explicitly.
        ungrab()
        node.close()
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

    /// Brings libevdev's state of the keys up to date after events were lost. The lost events are unknown.
    private func resynchronize() {
        var event = input_event()
        var most = KeySet.limit * 2
        while most > 0,
            libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
                == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
        { most -= 1 }
        // The kernel's buffer overflowed. A person's hands cannot fill it repeatedly, so a loss counts for many events.
        guard budget.allows(Self.lossCost, at: reactor.now) else { return end(.flooding) }
        handler?(.lost)
    }

    private func take(_ event: input_event) {
        guard Int32(event.type) == EV_KEY else { return }
        let now = reactor.now
        guard budget.allows(at: now) else { return end(.flooding) }
        let stamp = node.time(seconds: event.time.tv_sec, microseconds: event.time.tv_usec, now: now)
        handler?(.key(KeyEvent(code: Int(event.code), value: event.value, timestamp: stamp)))
    }

    private func end(_ report: EvdevReport) {
        let handler = handler
        shut()
        handler?(report)
    }

    // MARK: Grabbing

    /// Grabs the device: no other process gets its events (rule HEADSET13). The kernel ends the grab when the process
    /// ends.
    ///
    /// - Throws: EBUSY when another program has grabbed it.
    public func grab() throws(Errno) {
        guard isOpen, !isGrabbed else { return }
        let result = libevdev_grab(handle, LIBEVDEV_GRAB)
        guard result >= 0 else { throw Errno(rawValue: -result) }
        isGrabbed = true
    }

    /// Ends the grab.
    public func ungrab() {
        guard isGrabbed else { return }
        isGrabbed = false
        libevdev_grab(handle, LIBEVDEV_UNGRAB)
    }

    private static func setMask(_ file: Int32, type: Int32, _ set: KeySet, bytes: Int) {
        var bits = Array(set.bytes.prefix(bytes))
        // An older kernel does not know the mask and delivers all events, which is only less efficient.
        _ = cevdev_set_mask(file, UInt32(type), &bits, UInt32(bits.count))
    }
}

/// A report of an ``EvdevDevice``.
///
/// For example:
/// ```swift
/// func describe(_ report: EvdevReport) -> String {
///     switch report {
///     case .key(let event): "\(KeyName.text(event.code)) \(event.value)"
///     case .lost: "events were lost"
///     case .flooding: "the device sends too many events"
///     case .gone(let error): "the device is gone: \(error)"
///     }
/// }
/// ```
public enum EvdevReport: Sendable, Equatable {
    /// A key changed.
    case key(KeyEvent)
    /// Events were lost (`SYN_DROPPED`). Which keys were pressed or released meanwhile is unknown.
    case lost
    /// The device sent more events than ``EvdevDevice/mostPerSecond``, and was closed.
    case flooding
    /// The device was removed, or cannot be read any more. It was closed.
    case gone(Errno)
}

/// An event of a key.
///
/// For example:
/// ```swift
/// let pressed = KeyEvent(code: 164, value: 1, timestamp: .seconds(7))
/// ```
public struct KeyEvent: Sendable, Equatable {
    /// The key's code.
    public let code: Int
    /// 0 released, 1 pressed, 2 repeated. A device may send any other value too.
    public let value: Int32
    /// The time of the event, since boot on CLOCK_MONOTONIC; never in the future.
    public let timestamp: Duration

    /// Makes an event.
    public init(code: Int, value: Int32, timestamp: Duration) {
        self.code = code
        self.value = value
        self.timestamp = timestamp
    }
}
