// SPDX-License-Identifier: Apache-2.0

/// The funnel all events go through, and the last responder but its delegate (rules E5, E6, R2).
///
/// It is not a singleton: a process may have several, and tests do.
@MainActor
open class Application: Responder {
    /// Told what happens; see ``ApplicationDelegate``.
    public weak var delegate: (any ApplicationDelegate)?
    /// The windows.
    public private(set) var windows: [Window] = []
    /// The window that motion and remote-control events go to (rule E6).
    public internal(set) weak var keyWindow: Window?
    /// Whether remote-control events are delivered (rule C1).
    public private(set) var isReceivingRemoteControlEvents = false
    /// How many events were dropped, by type: nobody handled them (rule E9), or they came while remote-control events are
    /// not received (rule C1).
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

    /// Room for this many events is kept between drains; what a flood took goes back.
    private static let keptCapacity = 64

    /// Puts an event at the end of the queue (rule E5).
    public func postEvent(_ event: Event) {
        queue.append(event)
    }

    /// Sends the events of the queue, first in, first out, one at a time, until it is empty.
    ///
    /// Called from a handler it does nothing: an event that was posted there is sent after the present one (rule E5).
    public func processEvents() {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        while !queue.isEmpty {
            // Two arrays take turns: what is posted meanwhile gathers in the other one, and nothing is shifted or allocated.
            swap(&queue, &batch)
            for event in batch { sendEvent(event) }
            batch.removeAll(keepingCapacity: batch.count <= Self.keptCapacity)
        }
    }

    /// Hands one event to its window. Every event passes here once; override it to watch, and call `super` to deliver
    /// (rules E6, E7).
    open func sendEvent(_ event: Event) {
        if event.type == .remoteControl, !mayDeliver(event) { return }
        guard let window = window(for: event) else {
            // No window: the application and its delegate are all the chain there is.
            if let first = event.begin(Window.chain(from: self), in: nil, of: self) { event.deliver(to: first) }
            return
        }
        window.sendEvent(event)
    }

    /// The window an event goes to: the key window (rule E6).
    open func window(for event: Event) -> Window? { keyWindow }

    func countDropped(_ event: Event) {
        droppedEventCounts[event.type, default: 0] += 1
        delegate?.application(self, didDrop: event)
    }

    // MARK: Remote control

    /// Begins to deliver remote-control events. Calls do not nest (rule C1).
    public func beginReceivingRemoteControlEvents() {
        isReceivingRemoteControlEvents = true
    }

    /// Delivers remote-control events no longer.
    public func endReceivingRemoteControlEvents() {
        isReceivingRemoteControlEvents = false
    }

    /// Whether the subtype is delivered; true by default (rule C6).
    public func isEnabled(_ subtype: RemoteControlSubtype) -> Bool { !disabled.contains(subtype) }

    /// Turns a subtype on or off (rule C6).
    public func setEnabled(_ isEnabled: Bool, for subtype: RemoteControlSubtype) {
        if isEnabled { disabled.remove(subtype) } else { disabled.insert(subtype) }
    }

    /// An event that is not delivered is counted, and its sender hears that it came to nothing.
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

    /// Called for an event that is not delivered because its subtype is disabled (rule C6). The base
    /// implementation tells the delegate and the sender.
    open func didDisable(_ event: Event) {
        delegate?.application(self, didDrop: event)
        event.reportUnhandled()
    }
}
