// SPDX-License-Identifier: Apache-2.0

/// An event: a motion of the device, or a media command.
///
/// The type and the subtype always agree, because no initializer accepts another pair (rule E3). Dispatching an event
/// records the chain of responders. So a responder may keep the event, ask another process, and call `super`'s handler
/// when the answer is no: the walk goes on at the next responder of the recorded chain and skips those that have left
/// the window (rule R5). Subclass it to carry data of your inputs.
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
    /// The type of the event.
    public let type: EventType
    /// The subtype of the event.
    public let subtype: EventSubtype
    /// The time of the event, since boot on the monotonic clock (rule E4).
    public let timestamp: Duration

    /// Called once when the walk along the chain has ended and no responder took the event (rule E9). That may be long
    /// after the dispatch.
    public var onUnhandled: (() -> Void)?

    let motionPhase: MotionEventPhase?
    private var links: [Link] = []
    private var position = 0
    /// Responders outside the chain that got the event because a handler called theirs directly.
    private var strays: Set<ObjectIdentifier> = []
    // Strong references until the walk ends: weak ones would cost more than the walk.
    private var application: Application?
    private var dispatchWindow: Window?

    /// One responder of the recorded chain.
    private struct Link {
        let responder: Responder
        /// Whether the responder was in the window at the dispatch. If it is not any more, the walk skips it.
        let isMember: Bool
    }

    /// Makes a remote-control event.
    public init(remoteControl subtype: RemoteControlSubtype, timestamp: Duration) {
        type = .remoteControl
        self.subtype = subtype.eventSubtype
        self.timestamp = timestamp
        motionPhase = nil
    }

    /// Makes a motion event.
    public init(motion subtype: MotionSubtype, phase: MotionEventPhase, timestamp: Duration) {
        type = .motion
        self.subtype = subtype.eventSubtype
        self.timestamp = timestamp
        motionPhase = phase
    }

    /// The chain of responders as it was recorded at the dispatch; empty before.
    public var chain: [Responder] { links.map(\.responder) }

    // MARK: The walk

    /// Records the chain and returns the first responder of it.
    @discardableResult
    func begin(_ chain: [Responder], in window: Window?, of application: Application) -> Responder? {
        self.application = application
        dispatchWindow = window
        position = 0
        strays = []
        links.removeAll()
        links.reserveCapacity(chain.count)
        // What is above a view of the window is in the window as well. Asking each view would climb to the root each
        // time.
        var isInside = false
        for responder in chain {
            if responder === window || responder === application {
                isInside = false
            } else if !isInside || !(responder is View || responder is ViewController) {
                isInside = window != nil && responder.window === window
            }
            links.append(Link(responder: responder, isMember: isInside))
        }
        return links.first?.responder
    }

    /// Delivers the event to the responder after `responder`, or ends the walk.
    func passOn(from responder: Responder, deliver: (Responder) -> Void) {
        guard let index = index(of: responder) else { return passOn(fromOutside: responder, deliver: deliver) }
        // A responder that calls super twice passes the event on once (rule R5).
        guard index >= position else { return }
        var following = index + 1
        while following < links.count, hasLeft(links[following]) { following += 1 }
        position = following
        guard following < links.count else { return finish() }
        deliver(links[following].responder)
    }

    /// Passes the event on from `responder`, which is not in the chain: a handler of the chain called it directly. The
    /// event goes along `responder`'s own `next`. When that reaches a responder of the chain that has not had the
    /// event, the walk goes on from there (rule R5).
    private func passOn(fromOutside responder: Responder, deliver: (Responder) -> Void) {
        guard let next = responder.next, !strays.contains(ObjectIdentifier(next)) else { return }
        if let index = links.firstIndex(where: { $0.responder === next }) {
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

    /// Calls ``onUnhandled``, once.
    func reportUnhandled() {
        let unhandled = onUnhandled
        onUnhandled = nil
        unhandled?()
    }

    private func index(of responder: Responder) -> Int? {
        // It is nearly always the responder at which the walk is.
        if position < links.count, links[position].responder === responder { return position }
        return links.firstIndex { $0.responder === responder }
    }

    private func hasLeft(_ link: Link) -> Bool {
        link.isMember && link.responder.window !== dispatchWindow
    }
}
