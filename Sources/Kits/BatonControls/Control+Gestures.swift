// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// What controls keep from the recognizers of the views above them (rules CT20 and CT21).
extension Control {
    /// Whether the control keeps recognizers of views above it from a gesture. Its own are like those of any view (rule
    /// CT23); a disabled control has nothing to keep.
    private func competes(with recognizer: GestureRecognizer) -> Bool {
        isEnabled && recognizer.view !== self
    }

    /// Whether a recognizer would take a single tap of a single finger from the control (rule CT20).
    func losesTap(to recognizer: GestureRecognizer) -> Bool {
        guard competes(with: recognizer), let tap = recognizer as? TapGestureRecognizer else { return false }
        return tap.numberOfTapsRequired <= 1 && tap.numberOfTouchesRequired <= 1
    }

    /// Whether a recognizer would take a drag of a single finger from the control that goes along its track, from left to
    /// right or back, and began on its knob (rule CT21).
    ///
    /// - Parameter knob: where it is while no touch is tracked.
    /// - Parameter touch: the one that began on the knob and is tracked.
    func losesDrag(to recognizer: GestureRecognizer, from knob: Rect, _ touch: Touch?) -> Bool {
        guard competes(with: recognizer), recognizer is PanGestureRecognizer || recognizer is SwipeGestureRecognizer,
            let dragging = recognizer.onlyTouch
        else { return false }
        let (start, end) = (dragging.beganLocation(in: self), dragging.location(in: self))
        // A recognizer may keep the touch from the control until it has decided.
        guard dragging === touch || (touch == nil && knob.contains(start)) else { return false }
        return (end.x - start.x).magnitude >= (end.y - start.y).magnitude
    }
}
