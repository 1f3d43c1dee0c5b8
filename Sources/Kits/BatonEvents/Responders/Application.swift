// SPDX-License-Identifier: Apache-2.0

/// The object that queues and sends all events. In the chain only its delegate comes after it (rules E5, E6 and R2).
///
/// It is not a singleton: a process may have several applications, as tests do.
/// Unlike UIKit's, it has no run loop: what makes the events calls ``processEvents()``, and ``advance(to:)`` when time
/// has passed.
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
    /// The delegate, which hears of dropped events (rule E9).
    @exclusivity(unchecked) public weak var delegate: (any ApplicationDelegate)? {
        didSet { ResponderChain.generation &+= 1 }
    }
    /// The windows in the order of adding (rule E6).
    public private(set) var windows: [Window] = []
    // One of `windows`, so a strong reference keeps nothing alive that they do not.
    /// The window that motion and remote-control events go to (rule E6).
    public internal(set) var keyWindow: Window?
    // This and what is disabled need no check at run time: nothing else runs while they are read or changed.
    /// Whether remote-control events are delivered (rule C1).
    @exclusivity(unchecked) public private(set) var isReceivingRemoteControlEvents = false
    /// How many events were dropped, by type: no responder handled them (rule E9), or they came while remote-control
    /// events were not received (rule C1).
    public private(set) var droppedEventCounts: [EventType: Int] = [:]
    /// How many remote-control events were not delivered because their subtype is disabled (rule C6).
    public private(set) var disabledEventCounts: [RemoteControlSubtype: Int] = [:]

    /// The limits of taps, and for how long recognizers hold touches back (rule T13).
    public var touchSettings = TouchSettings() {
        didSet { touchRouter?.settings = touchSettings }
    }

    /// Whether a shake that no responder took offers Undo and Redo; true by default (rule M4).
    public var applicationSupportsShakeToEdit = true
    /// What offers them; nil if nothing does (rule M4).
    public weak var editOffer: (any EditOffer)?
    /// What joins the application with the desktop; nil if nothing does (rule APP1).
    package weak var surroundings: (any ApplicationSurroundings)?
    /// Whether a responder took the beginning of the present shake.
    private var isShakeTaken = false

    private(set) var touchRouter: TouchRouter?
    private var ignoring = 0
    @exclusivity(unchecked) private var queue: [Event] = []
    /// Empty; it keeps the memory for a queue.
    @exclusivity(unchecked) private var spare: [Event] = []
    /// Whether the events of the queue are being sent.
    package private(set) var isProcessing = false
    @exclusivity(unchecked) private var disabled: Set<RemoteControlSubtype> = []
    private var delayed = DelayedWorks()
    /// The time of the latest event, or of the latest ``advance(to:)``.
    @exclusivity(unchecked) private var present = Duration.zero
    /// How often ``advance(to:)`` was called.
    private var advances: UInt64 = 0
    private var isAdvancing = false

    /// The delegate, if it is a responder that is not in the chain already (rule R2).
    override open var next: Responder? {
        guard let responder = delegate as? Responder, !(responder is View), !(responder is ViewController),
            responder !== self
        else { return nil }
        return responder
    }

    // MARK: Windows

    /// Adds a window; the first one becomes the key window (rule E6).
    public func addWindow(_ window: Window) {
        guard window.application !== self else { return }
        window.application?.removeWindow(window)
        window.application = self
        ResponderChain.generation &+= 1
        windows.append(window)
        if keyWindow == nil { keyWindow = window }
    }

    /// Removes a window (rule E6).
    public func removeWindow(_ window: Window) {
        guard window.application === self else { return }
        touchRouter?.takeTouches(of: window, isLeaving: true)
        ResponderChain.generation &+= 1
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
            var events = queue
            queue = spare
            spare = []
            for event in events { sendEvent(event) }
            events.removeAll(keepingCapacity: events.count <= Self.keptCapacity)
            spare = events
        }
    }

    /// Forwards one event to its window, and touches to each window with a touch in it. It is called once for each
    /// event. Override it to watch, and call `super` to deliver (rules E6 and E7).
    open func sendEvent(_ event: Event) {
        present = event.timestamp
        if event.type == .touches { return event.dispatch(by: self) }
        if event.type == .remoteControl, !mayDeliver(event) { return }
        // Taken, until its walk has ended at no responder.
        if event.motionPhase == .began { isShakeTaken = true }
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
        if event.type == .motion { offerEdit(after: event) }
    }

    /// Offers Undo and Redo for a shake that ended, if no responder took any message of it (rule M4).
    private func offerEdit(after event: Event) {
        if event.motionPhase == .began { isShakeTaken = false }
        guard event.motionPhase == .ended, !isShakeTaken, applicationSupportsShakeToEdit else { return }
        editOffer?.offerUndoAndRedo(for: event)
    }

    // MARK: Touches

    /// What sends touches events; made with the first of them.
    var touchRouterForEvents: TouchRouter {
        if let touchRouter { return touchRouter }
        let router = TouchRouter(application: self)
        touchRouter = router
        return router
    }

    // MARK: Actions

    /// Makes a responder perform an action, before this returns (rule A9).
    ///
    /// Without a target the action starts at the key window's first responder and goes along the chain to the first
    /// responder that can perform it (rules A1 and A5). If no responder is first, it starts at the sender, or at the
    /// window if the sender is no responder (rule A6). With a target it goes to that one alone. Override it to watch or to
    /// change what is sent, and call `super` to send (rule A11).
    ///
    /// - Parameters:
    ///   - action: the name of what is to be done.
    ///   - target: who is to perform it; nil for the first that can.
    ///   - sender: what the performer is told as the sender, such as a control.
    ///   - event: what the action follows from; nil for none.
    /// - Returns: whether a responder performed it (rule A2).
    @discardableResult
    open func sendAction(_ action: Action, to target: Responder?, from sender: AnyObject?, for event: Event?) -> Bool {
        guard let target else {
            let start = keyWindow?.firstResponder ?? sender as? Responder ?? keyWindow ?? self
            guard let performer = start.target(forAction: action, withSender: sender) else { return false }
            performer.perform(action, from: sender, for: event)
            return true
        }
        guard target.canPerformAction(action, withSender: sender) else { return false }
        target.perform(action, from: sender, for: event)
        return true
    }

    // MARK: Time

    /// When ``advance(to:)`` has to be called if no event comes before, for long presses, single taps, touches that are
    /// held back, and delayed work; nil for never (rules W1 and W3).
    public var nextDeadline: Duration? {
        guard let delayed = delayed.nextDeadline else { return touchRouter?.environment.nextDeadline }
        return touchRouter?.environment.nextDeadline.map { min($0, delayed) } ?? delayed
    }

    /// Lets time pass for delayed work and for the recognizers of touches, each at its own time, then sends what handlers
    /// posted meanwhile (rules W1 and W3). A call from a handler has no effect, nor has a time before that of the latest
    /// event.
    ///
    /// - Parameter time: of the clock that the events' times are of.
    public func advance(to time: Duration) {
        guard !isProcessing, !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        advances &+= 1
        let time = min(time, TouchSettings.latestTime)
        while let work = delayed.take(until: time, in: advances) {
            pass(until: work.deadline)
            // A recognizer's action may have cancelled it.
            guard work.isPending else { continue }
            present = work.deadline
            isProcessing = true
            work.perform()
            isProcessing = false
            processEvents()
        }
        pass(until: time)
        present = max(present, time)
    }

    private func pass(until time: Duration) {
        guard let touchRouter else { return }
        isProcessing = true
        touchRouter.environment.advance(to: time)
        isProcessing = false
        processEvents()
    }

    /// Performs work later: UIKit's `perform(_:with:afterDelay:)` (rule W3).
    ///
    /// The delay counts from the present event, or from the time of the latest ``advance(to:)`` outside of one. What makes
    /// the events has to call `advance(to:)` at ``nextDeadline``.
    ///
    /// - Parameters:
    ///   - delay: a negative one counts as zero. Zero is the next `advance(to:)`.
    ///   - work: called once, outside of this call, unless the handle is cancelled before.
    /// - Returns: the handle, which need not be kept.
    @discardableResult
    public func perform(after delay: Duration, _ work: @escaping () -> Void) -> DelayedWork {
        let now = max(present, touchRouter?.environment.now ?? .zero)
        let deadline = min(now + max(delay, .zero), TouchSettings.latestTime)
        let work = DelayedWork(deadline: deadline, waitsFor: delay > .zero || !isAdvancing ? 0 : advances, work: work)
        delayed.insert(work)
        return work
    }

    /// Whether touches are ignored now (rule T20).
    public var isIgnoringInteractionEvents: Bool { ignoring > 0 }

    /// Stops the delivery of touches to views and recognizers until the matching call of
    /// ``endIgnoringInteractionEvents()``. Touches that are under way are cancelled, and those that begin meanwhile are
    /// silent for their whole life. Other events still pass. Calls nest (rule T20).
    public func beginIgnoringInteractionEvents() {
        ignoring += 1
        if ignoring == 1 { touchRouter?.cancelAll() }
    }

    /// Ends what ``beginIgnoringInteractionEvents()`` began. A surplus call has no effect (rule T20).
    public func endIgnoringInteractionEvents() {
        ignoring = max(ignoring - 1, 0)
    }

    // MARK: Remote control

    /// Starts the delivery of remote-control events. Calls do not nest (rule C1).
    public func beginReceivingRemoteControlEvents() {
        isReceivingRemoteControlEvents = true
        surroundings?.remoteControlChanged()
    }

    /// Stops the delivery of remote-control events (rule C1).
    public func endReceivingRemoteControlEvents() {
        isReceivingRemoteControlEvents = false
        surroundings?.remoteControlChanged()
    }

    /// Whether events of the subtype are delivered; true by default (rule C6).
    public func isEnabled(_ subtype: RemoteControlSubtype) -> Bool { !disabled.contains(subtype) }

    /// Enables or disables a subtype (rule C6).
    public func setEnabled(_ isEnabled: Bool, for subtype: RemoteControlSubtype) {
        if isEnabled { disabled.remove(subtype) } else { disabled.insert(subtype) }
        surroundings?.remoteControlChanged()
    }

    /// Whether a remote-control event may be delivered now. If not, it is counted and reported to its sender.
    private func mayDeliver(_ event: Event) -> Bool {
        guard isReceivingRemoteControlEvents else {
            event.begin([], in: nil, of: self)
            event.finish()
            return false
        }
        guard !disabled.isEmpty, let subtype = event.remoteControlSubtype, disabled.contains(subtype) else {
            return true
        }
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
/// Unlike UIKit's, it hears of dropped events and of nothing else: the process has a life of its own.
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
    /// Does nothing (rule E9).
    public func application(_ application: Application, didDrop event: Event) {}
}
