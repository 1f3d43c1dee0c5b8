// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A recognizer that notes its calls as "B1", and does what a test sets.
@MainActor
final class TouchScript: GestureRecognizer {
    var calls: [String] = []
    var onCall: ((TouchScript, InputPhase, Set<Touch>, Event) -> Void)?
    var onDeadline: ((TouchScript) -> Void)?
    var refused: [GestureState] = []

    override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        calls.append("B\(touches.count)")
        onCall?(self, .began, touches, event)
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        calls.append("M\(touches.count)")
        onCall?(self, .moved, touches, event)
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        super.touchesEnded(touches, with: event)
        calls.append("E\(touches.count)")
        onCall?(self, .ended, touches, event)
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        super.touchesCancelled(touches, with: event)
        calls.append("C\(touches.count)")
        onCall?(self, .cancelled, touches, event)
    }

    override func deadlineReached(at timestamp: Duration) {
        super.deadlineReached(at: timestamp)
        onDeadline?(self)
    }

    override func didRefuse(_ next: GestureState) { refused.append(next) }
}

/// A window that notes the phases of its events, and may keep them.
@MainActor
final class WatchingWindow: Window {
    var isSilent = false
    var phases: [String] = []
    var onSend: ((Event) -> Void)?

    override func sendEvent(_ event: Event) {
        phases.append(event.touches(for: self).sorted().map { "\($0.phase.rawValue)" }.joined())
        onSend?(event)
        if !isSilent { super.sendEvent(event) }
    }
}

/// An application that counts events, and may keep them.
@MainActor
final class WatchingApplication: Application {
    var isSilent = false
    var sent = 0

    override func sendEvent(_ event: Event) {
        sent += 1
        if !isSilent { super.sendEvent(event) }
    }
}
