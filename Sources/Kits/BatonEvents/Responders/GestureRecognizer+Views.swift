// SPDX-License-Identifier: Apache-2.0

extension GestureRecognizer {
    /// Whether the views that the touches hit, and each view from there up to the recognizer's own, let it begin (rule
    /// CT24). Presses hit no view: the recognizer's own is asked.
    var viewsLetBegin: Bool {
        guard let own = view else { return true }
        // An answer may change the hierarchy.
        var asked: [View] = []
        for touch in presentTouches {
            guard let hit = touch.view, hit.isDescendant(of: own) else { continue }
            var present: View? = hit
            while let inner = present, !asked.contains(where: { $0 === inner }) {
                asked.append(inner)
                present = inner === own ? nil : inner.superview
            }
        }
        if asked.isEmpty { asked = [own] }
        for view in asked where !view.gestureRecognizerShouldBegin(self) { return false }
        return true
    }

    /// The only touch of the gesture; nil if there are others or none.
    package var onlyTouch: Touch? {
        let touches = presentTouches
        return touches.count == 1 ? touches.first : nil
    }
}

extension Touch {
    /// Where the touch began, in the coordinates of a view.
    package func beganLocation(in view: View) -> Point { convert(beganPlace, to: view) }
}
