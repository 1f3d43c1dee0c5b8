// SPDX-License-Identifier: Apache-2.0

/// An event: touches, a motion of the device, or a media command.
///
/// The type and the subtype always agree, because no initializer accepts another pair (rule E3). Dispatching an event
/// records the chain of responders. So a responder may keep the event, ask another process, and call `super`'s handler
/// when the answer is no: the walk goes on at the next responder of the recorded chain and skips those that have left
/// the window (rule R5). Subclass it to carry data of your inputs.
/// Unlike UIKit's, it may be made by an app, keeps the chain along which it goes, and can be passed on later.
///
/// For example:
/// ```swift
/// let event = Event(remoteControl: .nextTrack, timestamp: now)
/// event.onUnhandled = { print("no responder handled it") }
/// application.postEvent(event)
/// application.processEvents()
/// ```
@MainActor
open class Event {
    /// The type of the event (rule E4).
    public let type: EventType
    /// The subtype of the event (rule E3).
    public let subtype: EventSubtype
    /// The media command of a remote-control event; nil for other events (rule E3).
    ///
    /// Unlike UIKit, where one subtype stands for all events, so that a switch over commands needs a default.
    ///
    /// For example:
    /// ```swift
    /// let event = Event(remoteControl: .nextTrack, timestamp: now)
    /// if event.remoteControlSubtype?.isEnd == true { print("the button went up") }
    /// ```
    public let remoteControlSubtype: RemoteControlSubtype?
    /// The time of the event, since boot on the monotonic clock (rule E4).
    public let timestamp: Duration

    // It and the walk's state need no check at run time: nothing else runs while they are read or changed.
    /// Called once when the walk along the chain has ended and no responder took the event (rule E9). That may be long
    /// after the dispatch.
    @exclusivity(unchecked) public var onUnhandled: (() -> Void)?

    let motionPhase: MotionEventPhase?
    @exclusivity(unchecked) private var responders: [Responder] = []
    /// Which of them were in the window at the dispatch.
    @exclusivity(unchecked) private var members = ChainMembers()
    private var position = 0
    /// Responders outside the chain that got the event because a handler called theirs directly.
    @exclusivity(unchecked) private var strays: Set<ObjectIdentifier> = []
    // Strong references until the walk ends: weak ones would cost more than the walk.
    @exclusivity(unchecked) var application: Application?
    @exclusivity(unchecked) private var dispatchWindow: Window?

    /// Makes a remote-control event (rule E3).
    public init(remoteControl subtype: RemoteControlSubtype, timestamp: Duration) {
        type = .remoteControl
        self.subtype = subtype.eventSubtype
        remoteControlSubtype = subtype
        self.timestamp = timestamp
        motionPhase = nil
    }

    /// Makes a motion event (rule E3).
    public init(motion subtype: MotionSubtype, phase: MotionEventPhase, timestamp: Duration) {
        type = .motion
        self.subtype = subtype.eventSubtype
        remoteControlSubtype = nil
        self.timestamp = timestamp
        motionPhase = phase
    }

    /// Makes an event of touches; ``TouchTracker`` does (rule S6).
    init(touchesAt timestamp: Duration) {
        type = .touches
        subtype = .none
        remoteControlSubtype = nil
        self.timestamp = timestamp
        motionPhase = nil
    }

    /// The chain of responders as it was recorded at the dispatch; empty before (rule R5). Of a touches event it is the
    /// chain of the first message.
    public var chain: [Responder] { responders }

    // MARK: The walk

    /// Records the chain and returns the first responder of it.
    @discardableResult
    func begin(_ chain: [Responder], in window: Window?, of application: Application) -> Responder? {
        self.application = application
        dispatchWindow = window
        position = 0
        strays = []
        members = ChainMembers(of: chain, in: window, of: application)
        responders = chain
        return chain.first
    }

    /// Delivers the event to the responder after `responder`, or ends the walk.
    func passOn(from responder: Responder, deliver: (Responder) -> Void) {
        guard let index = index(of: responder) else { return passOn(fromOutside: responder, deliver: deliver) }
        // A responder that calls super twice passes the event on once (rule R5).
        guard index >= position else { return }
        var following = index + 1
        while following < responders.count, hasLeft(following) { following += 1 }
        position = following
        guard following < responders.count else { return finish() }
        deliver(responders[following])
    }

    /// Passes the event on from `responder`, which is not in the chain: a handler of the chain called it directly. The
    /// event goes along `responder`'s own `next`. When that reaches a responder of the chain that has not had the
    /// event, the walk goes on from there (rule R5).
    private func passOn(fromOutside responder: Responder, deliver: (Responder) -> Void) {
        guard let next = responder.next, !strays.contains(ObjectIdentifier(next)) else { return }
        if let index = responders.firstIndex(where: { $0 === next }) {
            guard index > position else { return }
            position = index
        } else {
            strays.insert(ObjectIdentifier(next))
        }
        deliver(next)
    }

    func deliver(to responder: Responder) {
        switch (type, motionPhase) {
        case (.remoteControl, _): responder.remoteControlReceived(with: self)
        case (_, .began): responder.motionBegan(subtype, with: self)
        case (_, .ended): responder.motionEnded(subtype, with: self)
        case (_, .cancelled): responder.motionCancelled(subtype, with: self)
        case (_, nil): break
        }
    }

    /// Ends the walk of an event that no responder took. It is counted and reported once.
    func finish() {
        application?.countDropped(self)
        application = nil
        reportUnhandled()
    }

    /// Called when the walk along the chain has ended and no responder took the event (rule E9). The base implementation
    /// calls ``onUnhandled``, once. A subclass that wants to know overrides it, which costs less than a closure, and calls
    /// `super`.
    open func reportUnhandled() {
        let unhandled = onUnhandled
        onUnhandled = nil
        unhandled?()
    }

    private func index(of responder: Responder) -> Int? {
        // It is nearly always the responder at which the walk is.
        if position < responders.count, responders[position] === responder { return position }
        return responders.firstIndex { $0 === responder }
    }

    private func hasLeft(_ index: Int) -> Bool { members[index] && responders[index].window !== dispatchWindow }

    // MARK: Touches

    /// Every touch of the sequence that is on the screen, or that this event ended; empty if it is not a touches event
    /// (rules T3 and T11).
    public var allTouches: Set<Touch> { [] }

    /// The touches that hit a window (rule T11).
    public func touches(for window: Window) -> Set<Touch> { [] }

    /// The touches that hit a view, as far as the view has been told of them and has not lost them. During
    /// `touchesEnded` there are as many as in the message if, and only if, no finger is left in the view (rules T11,
    /// T12 and T27).
    public func touches(for view: View) -> Set<Touch> { [] }

    /// The touches that a recognizer has received and not ignored (rule T11).
    public func touches(for recognizer: GestureRecognizer) -> Set<Touch> { [] }

    /// The touches that this one stands for in the event: itself, since every frame is delivered (rule S5); nil if it is not
    /// in the event (rule T36).
    public func coalescedTouches(for touch: Touch) -> [Touch]? { allTouches.contains(touch) ? [touch] : nil }

    /// Where the touch is expected to go on: nothing is foretold (rule T36).
    public func predictedTouches(for touch: Touch) -> [Touch]? { allTouches.contains(touch) ? [] : nil }

    /// A copy of what the event shows now. A kept event shows its touches as they are when it is read (rule E8).
    public func snapshot() -> EventSnapshot {
        EventSnapshot(type: type, subtype: subtype, timestamp: timestamp, touches: [])
    }

    /// Sends a touches event.
    func dispatch(by application: Application) {}

    /// Delivers a message of a touches event to the responder after `responder`.
    func passOn(_ touches: Set<Touch>, in phase: InputPhase, from responder: Responder) {}
}
