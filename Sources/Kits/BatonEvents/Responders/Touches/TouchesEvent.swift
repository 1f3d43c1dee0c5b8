// SPDX-License-Identifier: Apache-2.0

/// The touches of a sequence at one time (rules T3, T11 and E8). To responders and recognizers it is an ``Event``.
@MainActor
final class TouchesEvent: Event {
    let sequence: TouchSequence
    /// The touches of the sequence, in the order in which they began.
    private(set) var touches: [Touch]
    /// What each touch shows in this event.
    @exclusivity(unchecked) private(set) var moments: [TouchMoment]
    /// Whether the system ended the sequence: nothing of it may be recognized any more (rule T21).
    let isSystemCancellation: Bool
    /// The place in the order of all events of the application; 0 before the event is sent.
    private(set) var serial: UInt64 = 0
    var walks = TouchWalks()
    /// Whether a recognizer received the event: then it is not dropped (rule E9).
    var wasReceived = false
    /// Whether all messages were sent.
    private(set) var isDispatched = false
    /// The window whose `sendEvent` is called now, until it delivers.
    var pendingWindow: ObjectIdentifier?
    /// What sends the event; nil before and after.
    unowned(unsafe) var router: TouchRouter?
    /// The touches of that window.
    var windowMask = TouchMask.none

    // The touches of each phase.
    private(set) var began = TouchMask.none
    private(set) var changed = TouchMask.none
    private(set) var ended = TouchMask.none
    private(set) var cancelled = TouchMask.none
    private var sets = TouchSets()

    init(
        _ touches: [Touch], _ moments: [TouchMoment], in sequence: TouchSequence, at timestamp: Duration,
        isSystemCancellation: Bool = false
    ) {
        self.sequence = sequence
        self.touches = touches
        self.moments = moments
        self.isSystemCancellation = isSystemCancellation
        super.init(touchesAt: timestamp)
    }

    // MARK: Sending

    override func dispatch(by application: Application) {
        guard serial == 0 else { return }
        application.touchRouterForEvents.send(self)
    }

    override func passOn(_ touches: Set<Touch>, in phase: InputPhase, from responder: Responder) {
        continueWalk(touches, in: phase, from: responder)
    }

    /// Gives the event its place in the order, and adds the touches whose ends are held back (rule T26).
    func begin(serial: UInt64, heldEnds: [Touch]) {
        self.serial = serial
        if !heldEnds.isEmpty { add(heldEnds) }
        sortByPhase()
    }

    private func add(_ heldEnds: [Touch]) {
        var (all, shown) = (touches, moments)
        for touch in heldEnds where all.count < TouchMask.capacity && !has(touch) {
            all.append(touch)
            var moment = touch.moment
            moment.phase = .stationary
            shown.append(moment)
        }
        (touches, moments) = (all, shown)
    }

    private func sortByPhase() {
        var index = 0
        for moment in moments {
            defer { index += 1 }
            switch moment.phase {
            case .began: began.insert(index)
            case .changed: changed.insert(index)
            case .ended: ended.insert(index)
            case .cancelled: cancelled.insert(index)
            case .stationary: break
            }
        }
    }

    func has(_ touch: Touch) -> Bool {
        for other in touches where other === touch { return true }
        return false
    }

    /// Completes what a touch shows in this event.
    func complete(_ moment: TouchMoment, at index: Int) { moments[index] = moment }

    /// Gives each touch what it shows in this event, and completes what the event keeps of it.
    func apply() {
        var index = 0
        for touch in touches {
            moments[index] = apply(moments[index], to: touch)
            index += 1
        }
    }

    /// - Returns: the moment with what only the touch knows.
    private func apply(_ moment: TouchMoment, to touch: Touch) -> TouchMoment {
        var moment = moment
        switch moment.phase {
        case .stationary:
            touch.phase = .stationary
            return touch.moment
        case .began: break
        case .changed, .ended, .cancelled:
            moment.previousPlace = touch.place
            moment.tapCount = touch.tapCount
        }
        touch.moment = moment
        touch.changedIn = serial
        return moment
    }

    func touches(in phase: InputPhase) -> TouchMask {
        switch phase {
        case .began: began
        case .changed: changed
        case .ended: ended
        case .cancelled: cancelled
        case .stationary: .none
        }
    }

    var all: TouchMask { TouchMask(count: touches.count) }

    /// The touches of a mask as a set. The same mask gives the same set, without an allocation.
    func touches(of mask: TouchMask) -> Set<Touch> {
        if let known = sets[mask] { return known }
        var result = Set<Touch>(minimumCapacity: mask.count)
        for index in mask { result.insert(touches[index]) }
        sets[mask] = result
        return result
    }

    func mask(where isIncluded: (Touch) -> Bool) -> TouchMask {
        var mask = TouchMask.none
        for index in touches.indices where isIncluded(touches[index]) { mask.insert(index) }
        return mask
    }

    /// Counts the event as dropped if it has nobody to be handled by any more (rule E9).
    func endDispatch(of application: Application) {
        isDispatched = true
        guard !wasReceived else { return }
        self.application = application
        finishIfDropped()
    }

    func finishIfDropped() {
        if isDispatched, !wasReceived, walks.areOver { finish() }
    }

    // MARK: What an event shows

    override var allTouches: Set<Touch> { touches(of: all) }

    override func touches(for window: Window) -> Set<Touch> {
        let id = ObjectIdentifier(window)
        return touches(of: mask { $0.windowID == id })
    }

    override func touches(for view: View) -> Set<Touch> {
        let id = ObjectIdentifier(view)
        return touches(
            of: mask {
                guard $0.viewID == id else { return false }
                return $0.delivery.state == .told || ($0.delivery.state == .lost && $0.delivery.lostIn == serial)
            })
    }

    override func touches(for recognizer: GestureRecognizer) -> Set<Touch> {
        touches(of: mask { recognizer.receives($0) })
    }

    override func snapshot() -> EventSnapshot {
        EventSnapshot(
            type: type, subtype: subtype, timestamp: timestamp,
            touches: allTouches.inOrder.map { touch in
                TouchSnapshot(
                    number: touch.number, phase: touch.phase, tapCount: touch.tapCount, beganAt: touch.beganAt,
                    timestamp: touch.timestamp, location: touch.location(in: nil),
                    previousLocation: touch.previousLocation(in: nil))
            })
    }

    override var chain: [Responder] { walks.first?.chain.responders ?? [] }
}
