// SPDX-License-Identifier: Apache-2.0

extension TouchesEvent: GestureEvent {
    /// A finger elsewhere does not disturb a gesture.
    var concernsOthers: Bool { false }

    var newInputs: [GestureInput] {
        var inputs: [GestureInput] = []
        inputs.reserveCapacity(began.count)
        for index in began { inputs.append(touches[index]) }
        return inputs
    }

    func has(_ phase: InputPhase) -> Bool { !touches(in: phase).isEmpty }

    func append(recognizersFor input: GestureInput, to recognizers: inout [GestureRecognizer]) {
        guard let touch = input as? Touch, !touch.isIgnored, let view = touch.view else { return }
        GestureEnvironment.append(recognizersOf: view, to: &recognizers)
    }

    /// Ends the touches of a mask that ended in this event. It comes with their delivery to recognizers: until then
    /// those have not lost their last touch (rule G32).
    func end(_ mask: TouchMask) {
        for index in mask where moments[index].phase.isOver { touches[index].isOver = true }
    }

    func isAllowed(_ input: GestureInput, by recognizer: GestureRecognizer) -> Bool { true }

    func mayDeliver(_ input: GestureInput, to recognizer: GestureRecognizer) -> Bool {
        guard let delegate = recognizer.delegate, let touch = input as? Touch else { return true }
        return delegate.gestureRecognizer(recognizer, shouldReceive: touch)
    }

    func deliver(_ phase: InputPhase, to recognizer: GestureRecognizer) -> Bool {
        let present = touches(in: phase).intersection(windowMask)
        guard !present.isEmpty else { return false }
        var mask = TouchMask.none
        for index in present where recognizer.receives(touches[index]) { mask.insert(index) }
        guard !mask.isEmpty else { return false }
        wasReceived = true
        let received = touches(of: mask)
        switch phase {
        case .began: recognizer.touchesBegan(received, with: self)
        case .changed: recognizer.touchesMoved(received, with: self)
        case .ended: recognizer.touchesEnded(received, with: self)
        case .cancelled: recognizer.touchesCancelled(received, with: self)
        case .stationary: break
        }
        return true
    }
}
