// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// From touches to tracking. What a subclass overrides, and each action, may disable, hide or remove the control, so that
/// a touch is looked for anew after each call of them (rule CT6).
extension Control {
    /// Begins with a touch of a message, unless what the control did for those before it has cancelled it.
    func arrive(_ touch: Touch, _ event: Event) {
        guard let place = arriving.firstIndex(where: { $0 === touch }) else { return }
        arriving.remove(at: place)
        begin(touch, event)
    }

    private func begin(_ touch: Touch, _ event: Event) {
        for old in tracked where hasLost(old.touch) { cancel(old.touch, event) }
        // A recognizer may have held the touch back until the control was hidden or had left.
        guard isEnabled, !isHidden, let window, isMultipleTouchEnabled || tracked.isEmpty, place(of: touch) == nil
        else { return }
        application = window.application
        tracked.append(TrackedTouch(touch: touch))
        let isWanted = beginTracking(touch, with: event)
        guard let place = place(of: touch) else {
            // It was cancelled while it began. The subclass has begun, and hears of the end.
            if isWanted { cancelTracking(with: event) }
            return
        }
        guard isWanted else {
            tracked.remove(at: place)
            didNotBegin(touch)
            return
        }
        tracked[place].isBeginning = false
        showTouches()
        send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : [.touchDown], event)
    }

    func move(_ touch: Touch, _ event: Event) {
        guard let place = place(of: touch), !tracked[place].isBeginning else { return }
        // A touch that was forwarded to a control outside of windows cannot be followed.
        guard window != nil else { return cancel(touch, event) }
        let (was, isInside) = (tracked[place].isInside, isInside(touch, event))
        // Where the touch is may be the answer of an override, which did anything.
        guard let place = self.place(of: touch) else { return }
        tracked[place].isInside = isInside
        showTouches()
        switch (was, isInside) {
        case (true, true): send([.touchDragInside], event)
        case (false, false): send([.touchDragOutside], event)
        case (false, true): send([.touchDragEnter], event)
        case (true, false): send([.touchDragExit], event)
        }
        guard self.place(of: touch) != nil else { return }
        if !continueTracking(touch, with: event) { finish(touch, event, inside: [], outside: []) }
    }

    func end(_ touch: Touch, _ event: Event) {
        guard let place = place(of: touch), !tracked[place].isBeginning, window != nil else {
            return cancel(touch, event)
        }
        let isInside = isInside(touch, event)
        guard let place = self.place(of: touch) else { return }
        tracked[place].isInside = isInside
        finish(touch, event, inside: eventsOfTouchUpInside, outside: [.touchUpOutside])
    }

    /// Ends the tracking of a touch, and sends events by whether it is inside (rule CT5).
    private func finish(_ touch: Touch, _ event: Event?, inside: [ControlEvents], outside: [ControlEvents]) {
        guard let place = place(of: touch) else { return }
        let outer = finishing
        let ended = tracked.remove(at: place)
        finishing = ended
        endTracking(touch, with: event)
        finishing = outer
        showTouches()
        send(ended.isInside ? inside : outside, event)
    }

    /// Takes a touch from the control (rule CT6).
    func cancel(_ touch: Touch, _ event: Event?) {
        arriving.removeAll { $0 === touch }
        guard let place = place(of: touch) else { return }
        let outer = finishing
        let ended = tracked.remove(at: place)
        // What began it tells the subclass.
        guard !ended.isBeginning else { return }
        finishing = ended
        cancelTracking(with: event)
        finishing = outer
        showTouches()
        send([.touchCancel], event)
    }

    /// Takes all touches from the control, without an event (rule CT6).
    func cancelAll() {
        for ended in tracked { cancel(ended.touch, nil) }
    }

    /// Whether a touch is over that hit a view inside, which has been moved away since: no message of it comes here.
    private func hasLost(_ touch: Touch) -> Bool {
        guard touch.phase.isOver else { return false }
        var view = touch.view
        while let inner = view, inner !== self { view = inner.superview }
        return view == nil
    }

    private func place(of touch: Touch) -> Int? { tracked.firstIndex { $0.touch === touch } }

    /// Whether the control follows this touch.
    func tracks(_ touch: Touch) -> Bool { place(of: touch) != nil }

    private func showTouches() {
        let isInside = tracked.contains { $0.isInside && !$0.isBeginning }
        if isHighlighted != isInside { isHighlighted = isInside }
    }

    /// Whether a tracked touch counts as inside (rule CT7).
    private func isInside(_ touch: Touch, _ event: Event) -> Bool {
        // Where nothing has a place, no touch is inside (rule V6).
        var view: View? = self
        while let inner = view {
            if inner.transform.inverse == nil { return false }
            view = inner.superview
        }
        let location = touch.location(in: self)
        if point(inside: location, with: event) { return true }
        let widened = Rect(
            x: bounds.minX - trackingMargin, y: bounds.minY - trackingMargin,
            width: max(bounds.maxX - bounds.minX + 2 * trackingMargin, 0),
            height: max(bounds.maxY - bounds.minY + 2 * trackingMargin, 0))
        return widened.contains(location)
    }
}
