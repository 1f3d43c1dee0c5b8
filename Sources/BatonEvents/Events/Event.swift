// SPDX-License-Identifier: Apache-2.0

/// One thing that happened: a touch, a motion, a media command.
///
/// Its type and subtype always agree, because there is no initializer for any other pairing (rule E3). An event knows the
/// chain of responders as it was when the event was dispatched: a responder may keep the event, ask another process, and
/// call `super`'s handler when the answer is no; the walk then goes on where it was, past those that have left meanwhile.
/// Subclass it to carry what your inputs know.
@MainActor
open class Event {
    /// What kind of thing happened.
    public let type: EventType
    /// What happened exactly.
    public let subtype: EventSubtype
    /// When it happened, since boot on the monotonic clock (rule E4).
    public let timestamp: Duration

    /// Called once when the walk along the chain ends with nobody having taken the event, then or much later (rule E9).
    public var onUnhandled: (() -> Void)?

    let motionPhase: MotionEventPhase?
    private var links: [Link] = []
    private var position = 0
    /// Responders outside the chain that had the event forwarded to them by hand.
    private var strays: Set<ObjectIdentifier> = []
    // Strong until the walk ends: weak references cost more than the walk.
    private var application: Application?
    private var dispatchWindow: Window?

    /// One responder of the recorded chain.
    private struct Link {
        let responder: Responder
        /// It was part of the window when the event was dispatched, and is passed over when it is no more.
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

    /// The responders the event was or will be offered to, as recorded when it was dispatched; empty before.
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
        // What is above a view of the window is in the window as well: asking each view would climb to the root each time.
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

    /// Offers the event to whoever comes after `responder`, or ends the walk.
    func passOn(from responder: Responder, deliver: (Responder) -> Void) {
        guard let index = index(of: responder) else { return passOn(fromOutside: responder, deliver: deliver) }
        // A responder that calls super twice passes on once (rule R5).
        guard index >= position else { return }
        var following = index + 1
        while following < links.count, hasLeft(links[following]) { following += 1 }
        position = following
        guard following < links.count else { return finish() }
        deliver(links[following].responder)
    }

    /// Somebody in the chain forwarded the event by hand to `responder`, which is not in it. It goes along that one's own
    /// `next`; whoever of the chain is reached takes the walk over, unless it has had the event already (rule R5).
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

    /// Nobody took it. Told once, however the walk came to its end.
    func finish() {
        application?.countDropped(self)
        application = nil
        reportUnhandled()
    }

    /// Tells whoever sent it that it came to nothing, once.
    func reportUnhandled() {
        let unhandled = onUnhandled
        onUnhandled = nil
        unhandled?()
    }

    private func index(of responder: Responder) -> Int? {
        // Nearly always the one the walk is at.
        if position < links.count, links[position].responder === responder { return position }
        return links.firstIndex { $0.responder === responder }
    }

    private func hasLeft(_ link: Link) -> Bool {
        link.isMember && link.responder.window !== dispatchWindow
    }
}
