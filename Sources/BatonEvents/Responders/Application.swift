// SPDX-License-Identifier: Apache-2.0
/// The object that queues and sends all events. In the chain only its delegate comes after it (rules E5, E6 and R2).
///
/// It is not a singleton: a process may have several applications, as tests do.
///
/// For example:
/// ```swift
/// let application = Application()
/// application.addWindow(Window())
/// application.beginReceivingRemoteControlEvents()
/// application.postEvent(Event(remoteControl: .play, timestamp: now))
/// application.processEvents()
/// ```
@MainActor
open class Application: Responder {
    /// The delegate, which hears of dropped events.
    public weak var delegate: (any ApplicationDelegate)?
    /// The windows in the order of adding.
    public private(set) var windows: [Window] = []
    /// The window that motion and remote-control events go to (rule E6).
    public internal(set) weak var keyWindow: Window?
    /// Whether remote-control events are delivered (rule C1).
    public private(set) var isReceivingRemoteControlEvents = false
    /// How many events were dropped, by type: no responder handled them (rule E9), or they came while remote-control
    /// events were not received (rule C1).
    public private(set) var droppedEventCounts: [EventType: Int] = [:]
    /// How many remote-control events were not delivered because their subtype is disabled (rule C6).
    public private(set) var disabledEventCounts: [RemoteControlSubtype: Int] = [:]

    private var queue: [Event] = []
    private var batch: [Event] = []
    private var isProcessing = false
    private var disabled: Set<RemoteControlSubtype> = []

    /// The delegate, if it is a responder that is not in the chain already (rule R2).
    override open var next: Responder? {
        guard let responder = delegate as? Responder, !(responder is View), !(responder is ViewController),
            responder !== self
        else { return nil }
        return responder
    }

    // MARK: Windows

    /// Adds a window; the first one becomes the key window.
    public func addWindow(_ window: Window) {
        guard window.application !== self else { return }
        window.application?.removeWindow(window)
        window.application = self
        windows.append(window)
        if keyWindow == nil { keyWindow = window }
    }

    /// Removes a window.
    public func removeWindow(_ window: Window) {
        guard window.application === self else { return }
        windows.removeAll { $0 === window }
        window.application = nil
        if keyWindow === window { keyWindow = windows.last }
    }

    // MARK: Events

    /// Events for which the queue keeps memory after it was emptied. Memory for more is freed, so that a flood of
    /// events does not keep it.
    private static let keptCapacity = 64

    /// Appends an event to the queue (rule E5).
    public func postEvent(_ event: Event) {
        queue.append(event)
    }

    /// Sends the events of the queue, first in, first out, one at a time, until the queue is empty.
    ///
    /// A call from a handler has no effect: an event that a handler posts is sent after the present one (rule E5).
    public func processEvents() {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        while !queue.isEmpty {
            // Events that are posted meanwhile go into the other array. So none are moved, and nothing is allocated.
            swap(&queue, &batch)
            for event in batch { sendEvent(event) }
            batch.removeAll(keepingCapacity: batch.count <= Self.keptCapacity)
        }
    }

    /// Forwards one event to its window. It is called once for each event. Override it to watch, and call `super` to
    /// deliver (rules E6 and E7).
    open func sendEvent(_ event: Event) {
        if event.type == .remoteControl, !mayDeliver(event) { return }
        guard let window = window(for: event) else {
            // Without a window the chain is the application and its delegate.
            if let first = event.begin(Window.chain(from: self), in: nil, of: self) { event.deliver(to: first) }
            return
        }
        window.sendEvent(event)
    }

    /// The window that an event goes to; the key window by default (rule E6).
    open func window(for event: Event) -> Window? { keyWindow }

    func countDropped(_ event: Event) {
        droppedEventCounts[event.type, default: 0] += 1
        delegate?.application(self, didDrop: event)
    }

    // MARK: Remote control

    /// Starts the delivery of remote-control events. Calls do not nest (rule C1).
    public func beginReceivingRemoteControlEvents() {
        isReceivingRemoteControlEvents = true
    }

    /// Stops the delivery of remote-control events (rule C1).
    public func endReceivingRemoteControlEvents() {
        isReceivingRemoteControlEvents = false
    }

    /// Whether events of the subtype are delivered; true by default (rule C6).
    public func isEnabled(_ subtype: RemoteControlSubtype) -> Bool { !disabled.contains(subtype) }

    /// Enables or disables a subtype (rule C6).
    public func setEnabled(_ isEnabled: Bool, for subtype: RemoteControlSubtype) {
        if isEnabled { disabled.remove(subtype) } else { disabled.insert(subtype) }
    }

    /// Whether a remote-control event may be delivered now. If not, it is counted and reported to its sender.
    private func mayDeliver(_ event: Event) -> Bool {
        guard isReceivingRemoteControlEvents else {
            event.begin([], in: nil, of: self)
            event.finish()
            return false
        }
        guard !disabled.isEmpty, let subtype = RemoteControlSubtype(rawValue: event.subtype.rawValue),
            disabled.contains(subtype)
        else { return true }
        disabledEventCounts[subtype, default: 0] += 1
        didDisable(event)
        return false
    }

    /// Called for an event that is not delivered because its subtype is disabled (rule C6). The base implementation
    /// tells the delegate, and calls ``Event/onUnhandled``.
    open func didDisable(_ event: Event) {
        delegate?.application(self, didDrop: event)
        event.reportUnhandled()
    }
}

/// The messages from an application to its delegate.
///
/// A delegate that is a responder, and neither a view nor a view controller, is the last responder of the chain
/// (rule R2).
///
/// For example:
/// ```swift
/// final class Delegate: ApplicationDelegate {
///     func application(_ application: Application, didDrop event: Event) { print("dropped \(event.subtype)") }
/// }
/// ```
@MainActor
public protocol ApplicationDelegate: AnyObject {
    /// An event was dropped: no responder handled it, or it may not be delivered now (rules E9, C1 and C6).
    func application(_ application: Application, didDrop event: Event)
}

extension ApplicationDelegate {
    /// Does nothing.
    public func application(_ application: Application, didDrop event: Event) {}
}
