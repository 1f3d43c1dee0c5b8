// SPDX-License-Identifier: Apache-2.0

extension InputPhase {
    /// The phases that have messages, in their order (rule T9).
    fileprivate static let withMessages: [InputPhase] = [.began, .changed, .ended, .cancelled]
}

/// The delivery to views: at once, later, or not at all (rules D1 to D14).
extension TouchRouter {
    /// Sends the messages of an event to the views of a window, one for each view and phase (rules T8 to T10).
    func deliverToViews(_ event: TouchesEvent, _ mask: TouchMask) {
        var remaining = mask
        while let first = remaining.first {
            let id = event.touches[first].viewID
            var ofView = TouchMask.none
            for index in remaining where event.touches[index].viewID == id { ofView.insert(index) }
            remaining.subtract(ofView)
            guard id != nil else { continue }
            for phase in InputPhase.withMessages {
                let inPhase = ofView.intersection(event.touches(in: phase))
                if !inPhase.isEmpty { deliver(phase, inPhase, event) }
            }
        }
    }

    private func deliver(_ phase: InputPhase, _ mask: TouchMask, _ event: TouchesEvent) {
        var admitted = TouchMask.none
        for index in mask where admits(event.touches[index], phase, event, index) { admitted.insert(index) }
        guard let first = admitted.first else { return }
        for index in admitted { noteDelivery(of: event.touches[index], phase, event) }
        guard let chain = chain(of: event.touches[first]) else { return }
        event.send(phase, event.touches(of: admitted), along: chain)
        // A view that keeps the touch must not keep its window with it.
        if phase.isOver { for index in admitted { event.touches[index].chain = nil } }
    }

    /// Whether a touch's message goes to the view now. If recognizers hold it back, it is kept.
    private func admits(_ touch: Touch, _ phase: InputPhase, _ event: TouchesEvent, _ index: Int) -> Bool {
        if phase == .cancelled { return endsByCancel(touch) }
        switch touch.delivery.state {
        case .dropped, .lost: return false
        case .pending: if phase != .began, touch.delivery.held.isEmpty { return false }
        case .told: break
        }
        // A touch that goes on is cancelled after the event; one that ends in it now (rule T20).
        if application.isIgnoringInteractionEvents {
            if phase == .began { forget(touch) }
            if phase == .ended { cancelInView([touch]) }
            return false
        }
        if phase == .began, isTaken(touch) {
            forget(touch)
            return false
        }
        guard touch.delivery.held.isEmpty, !isHeld(touch, phase) else {
            hold(touch, HeldMessage(phase: phase, event: event, moment: event.moments[index]))
            return false
        }
        return true
    }

    /// Drops what is held of a touch that is cancelled. The view is told if it knew of the touch (rule D13).
    private func endsByCancel(_ touch: Touch) -> Bool {
        dropHeld(touch)
        if touch.delivery.state == .told { return true }
        forget(touch)
        return false
    }

    /// Whether a gesture that is under way has the new touch for itself (rule D9).
    private func isTaken(_ touch: Touch) -> Bool {
        for recognizer in environment.active where recognizer.cancelsTouchesInView {
            let isUnderWay = recognizer.storedState == .began || recognizer.storedState == .changed
            if isUnderWay, recognizer.receives(touch) { return true }
        }
        return false
    }

    private func noteDelivery(of touch: Touch, _ phase: InputPhase, _ event: TouchesEvent) {
        switch phase {
        case .began: touch.delivery.state = .told
        case .ended, .cancelled:
            touch.delivery.state = .lost
            touch.delivery.lostIn = event.serial
            stopTracking(touch)
        case .changed, .stationary: break
        }
    }

    /// The chain from the touch's view. It is recorded once while no hierarchy changes.
    private func chain(of touch: Touch) -> ResponderChain? {
        if let chain = touch.chain, chain.isCurrent { return chain }
        guard let view = touch.view else { return nil }
        let chain = ResponderChain(from: view, in: touch.window, of: application)
        touch.chain = chain
        return chain
    }

    // MARK: Holding

    /// Whether a recognizer holds a message of the touch back. It does so as long as it can still recognize (rule D10).
    private func isHeld(_ touch: Touch, _ phase: InputPhase) -> Bool {
        guard phase == .began || phase == .ended, touch.delivery.holders != .none else { return false }
        let isTimed = touch.delivery.holders == .timed
        for recognizer in environment.active where recognizer.storedState == .possible {
            guard phase == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded else { continue }
            if isTimed, recognizer.deadline == nil { continue }
            if recognizer.receives(touch) { return true }
        }
        return false
    }

    private func hold(_ touch: Touch, _ message: HeldMessage) {
        if touch.delivery.held.isEmpty {
            holding = holding + [touch]
            touch.delivery.heldSince = environment.now
        }
        touch.hold(message)
        if touch.delivery.held.count >= TouchDelivery.longestQueue {
            touch.delivery.holders = .none
            release()
        }
    }

    /// Drops the held messages of a touch.
    func dropHeld(_ touch: Touch) {
        guard !touch.delivery.held.isEmpty else { return }
        _ = touch.takeHeld(touch.delivery.held.count)
        stopHolding(touch)
    }

    private func stopHolding(_ touch: Touch) {
        holding = holding.filter { $0 !== touch }
        touch.delivery.heldSince = nil
    }

    // MARK: Releasing

    private typealias Released = (touch: Touch, message: HeldMessage)
    private typealias Message = (
        event: TouchesEvent, phase: InputPhase, view: ObjectIdentifier?, parts: [Released]
    )

    /// Delivers the held messages that no recognizer holds back any more, in the order in which they came.
    func release() {
        guard !isReleasing, !holding.isEmpty else { return }
        isReleasing = true
        while true {
            let batch = takeReleased()
            if batch.isEmpty { break }
            deliver(batch)
        }
        isReleasing = false
    }

    private func takeReleased() -> [Released] {
        var batch: [Released] = []
        for touch in holding {
            var count = 0
            while count < touch.delivery.held.count, !isHeld(touch, touch.delivery.held[count].phase) { count += 1 }
            guard count > 0 else { continue }
            batch += touch.takeHeld(count).map { (touch, $0) }
            if touch.delivery.held.isEmpty { stopHolding(touch) }
        }
        return batch
    }

    /// Sends released messages. Those of one event, phase and view are one message, and so are all ends of one sequence
    /// and view, with the last of their events (rule T26).
    private func deliver(_ batch: [Released]) {
        var messages: [Message] = []
        for part in batch {
            let message = part.message
            let index = messages.firstIndex { other in
                other.phase == message.phase && other.view == part.touch.viewID
                    && (other.event === message.event
                        || (message.phase == .ended && other.event.sequence === message.event.sequence))
            }
            if let index {
                messages[index].parts.append(part)
                if message.event.serial > messages[index].event.serial { messages[index].event = message.event }
            } else {
                messages.append((message.event, message.phase, part.touch.viewID, [part]))
            }
        }
        // They are few, and nearly in order.
        while !messages.isEmpty {
            var first = 0
            for index in messages.indices.dropFirst() where isEarlier(messages[index], messages[first]) {
                first = index
            }
            let message = messages.remove(at: first)
            replay(message.parts, message.phase, with: message.event)
        }
    }

    private func isEarlier(_ one: Message, _ other: Message) -> Bool {
        let (first, second) = (one.event.serial, other.event.serial)
        return first == second ? one.phase.rawValue < other.phase.rawValue : first < second
    }

    /// Sends a message with an earlier event. For the call the touches show what they were then (rule T26).
    private func replay(_ parts: [Released], _ phase: InputPhase, with event: TouchesEvent) {
        let expected: TouchDelivery.State = phase == .began ? .pending : .told
        var touches: Set<Touch> = []
        var present: [(Touch, TouchMoment)] = []
        for touch in event.touches { present.append((touch, touch.moment)) }
        for part in parts where part.touch.delivery.state == expected && touches.insert(part.touch).inserted {
            if !event.has(part.touch) { present.append((part.touch, part.touch.moment)) }
        }
        guard let first = touches.first else { return }
        for index in event.touches.indices { event.touches[index].moment = event.moments[index] }
        for part in parts where touches.contains(part.touch) {
            part.touch.moment = part.message.moment
            noteDelivery(of: part.touch, phase, event)
        }
        if let chain = chain(of: first) { event.send(phase, touches, along: chain) }
        for (touch, moment) in present { touch.moment = moment }
        if phase.isOver { for touch in touches { touch.chain = nil } }
        event.finishIfDropped()
    }

    // MARK: Cancelling

    /// Takes touches from their views: one message for each view and sequence, with an event of its own (rules D8 and
    /// T26). A view that was not told of a touch never hears of it.
    func cancelInView(_ touches: [Touch]) {
        var remaining: [Touch] = []
        for touch in touches {
            if touch.delivery.state == .pending { forget(touch) }
            if touch.delivery.state == .told { remaining.append(touch) }
        }
        while let first = remaining.first {
            let told = takeGroup(of: first, from: &remaining, isOfView: true)
            let event = cancellation(of: told, in: first.sequence)
            var parts: [Released] = []
            for touch in told {
                dropHeld(touch)
                var moment = touch.moment
                moment.phase = .cancelled
                moment.timestamp = environment.now
                parts.append((touch, HeldMessage(phase: .cancelled, event: event, moment: moment)))
            }
            replay(parts, .cancelled, with: event)
        }
    }

    /// Removes the touches of the sequence of one of them, and of its view if that is asked for.
    func takeGroup(of first: Touch, from touches: inout [Touch], isOfView: Bool) -> [Touch] {
        var (group, others): ([Touch], [Touch]) = ([], [])
        for touch in touches {
            let isIncluded = touch.sequence === first.sequence && (!isOfView || touch.viewID == first.viewID)
            if isIncluded { group.append(touch) } else { others.append(touch) }
        }
        touches = others
        return group
    }

    /// An event in which touches are cancelled now, and the others of their sequence are as they are.
    func cancellation(of touches: [Touch], in sequence: TouchSequence) -> TouchesEvent {
        var all: [Touch] = []
        var moments: [TouchMoment] = []
        let others = live.filter { $0.sequence === sequence && !$0.isOver } + heldEnds(of: sequence)
        for touch in others + touches where !all.contains(touch) && all.count < TouchMask.capacity {
            let isCancelled = touches.contains(touch)
            var moment = touch.moment
            moment.phase = isCancelled ? .cancelled : .stationary
            if isCancelled { moment.timestamp = environment.now }
            all.append(touch)
            moments.append(moment)
        }
        let event = TouchesEvent(all, moments, in: sequence, at: environment.now)
        event.begin(serial: nextSerial(), heldEnds: [])
        return event
    }
}

extension TouchRouter: GestureGate {
    var deadline: Duration? {
        guard !holding.isEmpty else { return nil }
        return holding.lazy.filter { $0.delivery.holders == .all }.compactMap(\.delivery.heldSince).min()
            .map { $0 + self.settings.longestHold }
    }

    func deadlineReached(at time: Duration) {
        let longest = settings.longestHold
        for touch in holding {
            guard let since = touch.delivery.heldSince, since + longest <= time else { continue }
            if touch.delivery.holders == .all { touch.delivery.holders = .timed }
        }
        release()
    }

    func recognizerWillAct(_ recognizer: GestureRecognizer) {
        guard recognizer.cancelsTouchesInView else { return }
        cancelInView(recognizer.received.compactMap { $0 as? Touch })
    }

    func turnEnded() { release() }
}
