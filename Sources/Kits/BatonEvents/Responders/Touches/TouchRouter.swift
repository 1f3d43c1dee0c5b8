// SPDX-License-Identifier: Apache-2.0

/// Takes the touches events of an application through the one order of work for each: time passes, the touches change,
/// new ones are hit-tested and bound, then each window gives them to recognizers and to views (rule W2).
@MainActor
final class TouchRouter {
    // It owns the router.
    unowned(unsafe) let application: Application
    /// The recognizers of all windows, since those that share a finger exclude each other (rule W1).
    let environment = GestureEnvironment()
    /// The touches that are on the screen and were hit-tested.
    @exclusivity(unchecked) private(set) var live: [Touch] = []
    /// The touches that their views have: accepted, and neither over nor cancelled (rules T17 and T19).
    @exclusivity(unchecked) private(set) var tracked: [Touch] = []
    /// The touches that have held messages.
    var holding: [Touch] = []
    var isReleasing = false
    /// The views that are about to leave their window, while the handlers of their touches run.
    private var leaving: [View] = []
    var settings: TouchSettings
    private let applicationID: ObjectIdentifier
    private var latestSerial: UInt64 = 0

    init(application: Application) {
        self.application = application
        applicationID = ObjectIdentifier(application)
        settings = application.touchSettings
        environment.gate = self
    }

    // MARK: Events

    /// Sends an event, after the present one if there is one (rule E5).
    func send(_ event: TouchesEvent) {
        if !environment.perform({ work(event) }) { environment.enqueue { [self] in work(event) } }
    }

    private func work(_ event: TouchesEvent) {
        environment.pass(until: event.timestamp)
        cancelLost(event)
        begin(event)
        event.apply()
        countTaps(event)
        for index in event.began { bind(event.touches[index], event, index) }
        environment.bind(event)
        if event.isSystemCancellation {
            environment.cancelling {
                sendToWindows(event)
                environment.turn { abandonAll(from: event.sequence.tracker) }
            }
        } else {
            sendToWindows(event)
        }
        event.end(event.all)
        event.router = nil
        removeOver()
        event.endDispatch(of: application)
    }

    private func removeOver() {
        var overCount = 0
        for touch in live where touch.isOver { overCount += 1 }
        guard overCount > 0 else { return }
        var list = live
        live = []
        var index = 0
        while index < list.count {
            if list[index].isOver { list.remove(at: index) } else { index += 1 }
        }
        live = list
    }

    private func begin(_ event: TouchesEvent) {
        event.router = self
        event.begin(serial: nextSerial(), heldEnds: heldEnds(of: event.sequence))
        environment.latestEvent = latestSerial
    }

    /// The touches of a sequence that are over, and whose ends their views have not been told of. They stay in its
    /// events (rule T26).
    func heldEnds(of sequence: TouchSequence) -> [Touch] {
        var result: [Touch] = []
        for touch in holding where touch.sequence === sequence && touch.isEndHeld { result.append(touch) }
        return result
    }

    func nextSerial() -> UInt64 {
        latestSerial += 1
        return latestSerial
    }

    /// Sends the event to each window with a touch in it (rule E6), in the order of their first touches.
    private func sendToWindows(_ event: TouchesEvent) {
        var remaining = event.all
        while let first = remaining.first {
            let id = event.touches[first].windowID
            var mask = TouchMask.none
            for index in remaining where event.touches[index].windowID == id { mask.insert(index) }
            remaining.subtract(mask)
            guard let window = event.touches[first].window, window.applicationID == applicationID else { continue }
            event.windowMask = mask
            event.pendingWindow = id
            window.sendEvent(event)
            if event.pendingWindow != nil { giveUp(event) }
        }
    }

    /// Gives a window's touches to recognizers, and then to views. A window does so once for each event (rule E11).
    func deliver(_ event: TouchesEvent, in window: Window) {
        guard event.pendingWindow == ObjectIdentifier(window) else { return }
        event.pendingWindow = nil
        deliver(event)
    }

    private func deliver(_ event: TouchesEvent) {
        let mask = event.windowMask
        // What is held of a cancelled touch must not be released by the recognizers that fail now (rule D13).
        for index in mask.intersection(event.cancelled) { dropHeld(event.touches[index]) }
        environment.turn {
            event.end(mask)
            environment.collectingActions { environment.deliver(event) }
        }
        deliverToViews(event, mask)
    }

    /// The window kept the event to itself (rule E7). Gestures whose touches ended in it cannot end by them.
    private func giveUp(_ event: TouchesEvent) {
        event.pendingWindow = nil
        event.wasReceived = true
        environment.turn {
            event.end(event.windowMask)
            for recognizer in environment.active { recognizer.cancelIfAbandoned() }
        }
        for index in event.windowMask where event.touches[index].isOver {
            forget(event.touches[index])
        }
        for index in event.windowMask.intersection(event.began) {
            event.touches[index].delivery.state = .dropped
            stopTracking(event.touches[index])
        }
    }

    /// Cancels touches of which an earlier event was kept from being sent: they are on the screen no more.
    private func cancelLost(_ event: TouchesEvent) {
        var lost: [Touch] = []
        for touch in live where touch.sequence.tracker == event.sequence.tracker && !event.has(touch) {
            lost.append(touch)
        }
        if !lost.isEmpty { cancel(lost) }
    }

    // MARK: New touches

    /// Finds the window and the view of a new touch (rule V13), and decides whether the view gets it.
    private func bind(_ touch: Touch, _ event: TouchesEvent, _ index: Int) {
        touch.isIgnored = application.isIgnoringInteractionEvents
        live.append(touch)
        for window in application.windows.reversed() where !window.isHidden {
            var place = touch.place
            if touch.sequence.windowID != ObjectIdentifier(window), let origin = touch.sequence.window {
                place = origin.convert(place, to: window)
            }
            guard let view = window.hitTest(place, with: event), view.window === window else { continue }
            if isLeaving(view) { break }
            touch.window = window
            touch.windowID = ObjectIdentifier(window)
            touch.view = view
            touch.viewID = ObjectIdentifier(view)
            break
        }
        if touch.view == nil { touch.sequence.window?.noteMissedTouch() }
        guard let view = touch.view, !touch.isIgnored else { return }
        touch.tapCount = tapCount(of: touch, in: view)
        event.complete(touch.moment, at: index)
        touch.isSurplus = !view.isMultipleTouchEnabled && isInSequence(view)
        if !touch.isSurplus, isFree(view, touch) {
            touch.delivery.state = .pending
            tracked.append(touch)
        }
    }

    /// Whether a view is about to leave its window: it gets no new touch, which would stay with it (rule V12).
    private func isLeaving(_ view: View) -> Bool { leaving.contains { view.isDescendant(of: $0) } }

    /// Whether a view has a touch, or one is still down that was dropped because the view had another one (rule T17).
    private func isInSequence(_ view: View) -> Bool {
        let id = ObjectIdentifier(view)
        for other in tracked where other.viewID == id { return true }
        // A view that is gone may have had the same address.
        for other in live where other.isSurplus && !other.phase.isOver && other.view === view { return true }
        return false
    }

    /// Whether exclusive touch lets the view have a touch (rule T19).
    private func isFree(_ view: View, _ touch: Touch) -> Bool {
        for other in tracked where other.viewID != touch.viewID && other.windowID == touch.windowID {
            if view.isExclusiveTouch || other.view?.isExclusiveTouch == true { return false }
        }
        return true
    }

    func stopTracking(_ touch: Touch) {
        var index = 0
        for other in tracked {
            if other === touch { break }
            index += 1
        }
        guard index < tracked.count else { return }
        var list = tracked
        tracked = []
        list.remove(at: index)
        tracked = list
    }

    /// Drops all that the view has of a touch, without a message.
    func forget(_ touch: Touch) {
        dropHeld(touch)
        if touch.delivery.state != .lost { touch.delivery.state = .dropped }
        touch.chain = nil
        stopTracking(touch)
    }

    // MARK: Taps

    private func tapCount(of touch: Touch, in view: View) -> Int {
        guard let last = view.lastTap, touch.beganAt - last.endedAt < settings.tapInterval,
            touch.location(in: nil).distance(to: last.place) <= settings.maximumTapSeparation
        else { return 1 }
        return last.count + 1
    }

    /// Sets the tap count of touches that are no taps any more to 0 (rule T14), and remembers those that ended (rule
    /// T13).
    private func countTaps(_ event: TouchesEvent) {
        for index in event.touches.indices {
            let touch = event.touches[index]
            guard touch.changedIn == event.serial else { continue }
            let isTap =
                touch.timestamp - touch.beganAt <= settings.maximumTapDuration
                && touch.place.distance(to: touch.beganPlace) <= settings.maximumTapMovement
            if !isTap, touch.tapCount != 0 {
                touch.tapCount = 0
                event.complete(touch.moment, at: index)
            }
            guard touch.phase.isOver else { continue }
            // It is not the view's any more, also for a touch that begins in this event (rule T17).
            stopTracking(touch)
            guard !touch.isIgnored else { continue }
            touch.view?.lastTap = TapMemory(
                endedAt: touch.timestamp, place: touch.location(in: nil),
                count: touch.phase == .ended ? touch.tapCount : 0)
        }
    }

    // MARK: Cancelling

    /// Cancels everything that is on the screen, because touches are ignored from now on (rule T20).
    func cancelAll() {
        if !environment.perform({ cancel(live) }) { environment.enqueue { [self] in cancel(live) } }
    }

    /// Cancels touches for recognizers and views. They stay in the events of their sequence, and nobody hears of them.
    private func cancel(_ touches: [Touch]) {
        var remaining = touches.filter { !$0.isIgnored && !$0.isOver }
        while let first = remaining.first {
            let group = takeGroup(of: first, from: &remaining, isOfView: false)
            for touch in group { touch.isIgnored = true }
            let event = cancellation(of: group, in: first.sequence)
            event.apply()
            event.windowMask = event.all
            deliver(event)
            for touch in group { stopTracking(touch) }
        }
        removeOver()
    }

    /// Ends the gestures of recognizers that received a touch of a tracker (rule T21).
    private func abandonAll(from tracker: ObjectIdentifier) {
        for recognizer in environment.active {
            let isConcerned = recognizer.received.contains { ($0 as? Touch)?.sequence.tracker == tracker }
            if isConcerned { recognizer.abandon() }
        }
    }

    /// Takes the touches in a view from the view and what is in it, and ends the gestures of their recognizers (rules
    /// T18 and V12).
    ///
    /// - Parameter isLeaving: whether the view leaves the window. Otherwise touches that are just ending are left
    /// alone.
    func takeTouches(of view: View, isLeaving: Bool) {
        if isLeaving { leaving.append(view) }
        // A handler may do anything; what it sends comes afterwards.
        if !environment.perform({ take(view, isLeaving) }) { take(view, isLeaving) }
        if isLeaving { leaving.removeLast() }
    }

    private func take(_ view: View, _ isLeaving: Bool) {
        for touch in holding + live where touch.view?.isDescendant(of: view) == true {
            if !isLeaving, touch.phase.isOver, touch.delivery.held.isEmpty { continue }
            cancelInView([touch])
        }
        for recognizer in environment.active where recognizer.view?.isDescendant(of: view) == true {
            recognizer.abandon()
        }
    }
}
