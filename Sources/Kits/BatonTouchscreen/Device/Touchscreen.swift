// SPDX-License-Identifier: Apache-2.0

public import BatonEvents
import BatonInput
public import BatonReactor
import BatonValues
import CEvdev
import Glibc
public import SystemPackage

/// An open touchscreen, read through libevdev without a grab: other programs get its events too (rules S7 to S12).
///
/// Use it on the thread that runs the reactor, which is the main one. Call ``shut()`` before it is released.
///
/// For example:
/// ```swift
/// let screen = try Touchscreen(path: "/dev/input/event5", reactor: reactor)
/// window.frame = Rect(origin: .zero, size: screen.panel.size)
/// try screen.listen(for: window) { report in
///     if case .events(let events) = report { for event in events { application.postEvent(event) } }
///     application.processEvents()
/// }
/// ```
@MainActor
public final class Touchscreen {
    /// The path of the node.
    public let path: String
    /// The panel. Change its calibration and orientation before ``listen(for:raw:handler:)``.
    public var panel: TouchPanel
    /// Whether the app's session is not in front, locked or asleep, as the app knows it: touches that are under way are cancelled,
    /// and none are reported until it is false again. A finger that is on the panel then counts for nothing until it leaves it
    /// (rules T21 and S13). The node is read on.
    public var isSuspended = false {
        didSet { if isSuspended != oldValue { suspensionChanged() } }
    }

    private let node: EvdevNode
    private let reactor: Reactor
    private var slots: TouchSlots?
    private var watch: Watch?
    private var handler: ((TouchscreenReport) -> Void)?
    private var raw: ((PanelEvent) -> Void)?
    private var isOpen = true
    private var budget = RateLimit(count: Touchscreen.mostPerSecond, per: .seconds(1))

    /// The most events that a device may send in a second: more than ten fingers at 500 Hz make. A device that sends more
    /// is closed (``TouchscreenReport/gone(_:)`` with EOVERFLOW).
    public static let mostPerSecond = 100_000
    /// How many events are read before the reactor looks at its other descriptors.
    private static let batch = 256

    /// Opens a node for reading.
    ///
    /// - Throws: ``TouchscreenError`` if the node cannot be opened, or its touches are not used.
    public init(path: String, reactor: Reactor) throws(TouchscreenError) {
        do {
            node = try EvdevNode(path: path)
        } catch {
            throw .unreadable(error)
        }
        do {
            panel = try Self.panel(of: node)
        } catch {
            throw .refused(error)
        }
        self.path = path
        self.reactor = reactor
    }

    // MARK: Reading

    /// Starts to report touches. Fingers that are on the panel already count for nothing until they leave it (rule S12).
    ///
    /// - Parameters:
    ///   - window: whose coordinates the points of the panel are.
    ///   - raw: called with each event before it has an effect, such as for a recording.
    ///   - handler: called with the touches of each report that has changed any.
    /// - Throws: the error of `epoll_ctl`.
    public func listen(
        for window: Window, raw: ((PanelEvent) -> Void)? = nil, handler: @escaping (TouchscreenReport) -> Void
    ) throws(Errno) {
        let slots = TouchSlots(panel: panel, tracker: TouchTracker(window: window))
        if isSuspended { _ = slots.suspend(at: reactor.now) }
        self.slots = slots
        adoptSlots()
        self.handler = handler
        self.raw = raw
        watch?.cancel()
        watch = try reactor.watch(node.file, for: .readable) { [weak self] _ in self?.read() }
    }

    /// Closes the device. The last report has the cancellation of the fingers that are down.
    public func shut() {
        guard isOpen else { return }
        isOpen = false
        let (handler, events) = (handler, slots?.cancel(at: reactor.now) ?? [])
        self.handler = nil
        watch?.cancel()
        watch = nil
        node.close()
        if !events.isEmpty { handler?(.events(events)) }
    }

    private func suspensionChanged() {
        guard isOpen, let slots else { return }
        guard isSuspended else { return slots.resume() }
        let events = slots.suspend(at: reactor.now)
        if !events.isEmpty { handler?(.events(events)) }
    }

    private func read() {
        var count = 0
        while isOpen, count < Self.batch, readOne() { count += 1 }
        // Events that libevdev has read already do not make the descriptor readable.
        guard isOpen, count == Self.batch, libevdev_has_event_pending(node.handle) > 0 else { return }
        reactor.deferUntilEndOfTurn { [weak self] in self?.read() }
    }

    private func readOne() -> Bool {
        var event = input_event()
        let result = libevdev_next_event(node.handle, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
        switch result {
        case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): take(event)
        case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): resynchronize(event)
        case -EAGAIN, -EINTR: return false
        default: end(Errno(rawValue: -result))
        }
        return isOpen
    }

    private func take(_ event: input_event) {
        let now = reactor.now
        guard budget.allows(at: now) else { return end(.overflow) }
        let time = node.time(seconds: event.time.tv_sec, microseconds: event.time.tv_usec, now: now)
        let event = PanelEvent(type: event.type, code: event.code, value: event.value, timestamp: time)
        raw?(event)
        guard let events = slots?.take(event), !events.isEmpty else { return }
        handler?(.events(events))
    }

    /// Takes libevdev's state of the slots after events were lost: the fingers are cancelled, and those that are on the
    /// panel now are strangers (rule S12).
    private func resynchronize(_ dropped: input_event) {
        take(dropped)
        var event = input_event()
        var most = TouchPanel.maximumSlots * 16
        while most > 0,
            libevdev_next_event(node.handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
                == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
        { most -= 1 }
        adoptSlots()
        take(input_event(time: event.time, type: PanelCode.synchronization, code: PanelCode.report, value: 0))
    }

    private func adoptSlots() {
        guard let slots else { return }
        for slot in 0..<UInt32(panel.slotCount) {
            func value(_ code: UInt16) -> Int32 { libevdev_get_slot_value(node.handle, slot, UInt32(code)) }
            slots.adopt(
                slot: Int(slot), trackingID: value(PanelCode.trackingID), x: value(PanelCode.positionX),
                y: value(PanelCode.positionY), toolType: value(PanelCode.toolType), distance: value(PanelCode.distance))
        }
        slots.select(libevdev_get_current_slot(node.handle))
    }

    private func end(_ reason: Errno) {
        let handler = handler
        shut()
        handler?(.gone(reason))
    }

    // MARK: The panel

    /// What the slots show now, as events: what a recording has to begin with, since the kernel tells only what changes
    /// (rule S10).
    package var state: [PanelEvent] {
        var events: [PanelEvent] = []
        let now = reactor.now
        func add(_ code: UInt16, _ value: Int32) {
            events.append(PanelEvent(type: PanelCode.absolute, code: code, value: value, timestamp: now))
        }
        for slot in 0..<panel.slotCount {
            add(PanelCode.slot, Int32(slot))
            for code in [PanelCode.positionX, PanelCode.positionY] {
                add(code, libevdev_get_slot_value(node.handle, UInt32(slot), UInt32(code)))
            }
        }
        add(PanelCode.slot, libevdev_get_current_slot(node.handle))
        events.append(
            PanelEvent(type: PanelCode.synchronization, code: PanelCode.report, value: 0, timestamp: now))
        return events
    }

    private static func panel(of node: EvdevNode) throws(TouchPanelRefusal) -> TouchPanel {
        func has(_ code: UInt16) -> Bool {
            libevdev_has_event_code(node.handle, UInt32(PanelCode.absolute), UInt32(code)) != 0
        }
        func axis(_ code: UInt16) -> PanelAxis? {
            guard has(code), let info = libevdev_get_abs_info(node.handle, UInt32(code)) else { return nil }
            return PanelAxis(
                minimum: info.pointee.minimum, maximum: info.pointee.maximum,
                unitsPerMillimetre: info.pointee.resolution)
        }
        // libevdev counts no slots for a device that has every axis, and is no touch panel.
        guard !has(PanelCode.reserved) else { throw .noTouches }
        let slots = has(PanelCode.slot) ? max(libevdev_get_num_slots(node.handle), 0) : 0
        return try TouchPanel(
            name: node.name, x: axis(PanelCode.positionX), y: axis(PanelCode.positionY),
            slots: slots > 0 ? 0...(slots - 1) : nil,
            isDirect: libevdev_has_property(node.handle, UInt32(INPUT_PROP_DIRECT)) != 0)
    }
}

/// A report of a ``Touchscreen``.
///
/// For example:
/// ```swift
/// func describe(_ report: TouchscreenReport) -> String {
///     switch report {
///     case .events(let events): "\(events.count) events"
///     case .gone(let error): "the screen is gone: \(error)"
///     }
/// }
/// ```
public enum TouchscreenReport {
    /// Events of touches, to be posted to an application.
    case events([Event])
    /// The device was removed, cannot be read any more, or sends too many events. It was closed, and its touches were
    /// cancelled by the report before this one.
    case gone(Errno)
}

/// Why a node is not read as a touchscreen.
public enum TouchscreenError: Error, Sendable, Equatable, CustomStringConvertible {
    /// It cannot be opened: EACCES without the rights, ENOENT, EINVAL or ENOTTY when it is no event node.
    case unreadable(Errno)
    /// Its touches are not used.
    case refused(TouchPanelRefusal)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .unreadable(.permissionDenied):
            "The node cannot be opened: only root and the group 'input' may read touchscreens."
        case .unreadable(let error): "The node cannot be opened: \(error)."
        case .refused(let reason): reason.description
        }
    }
}
