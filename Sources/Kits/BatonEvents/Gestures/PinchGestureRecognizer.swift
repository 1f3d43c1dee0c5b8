// SPDX-License-Identifier: Apache-2.0

/// Recognizes two fingers that move apart or together (rule G70).
///
/// It begins when their distance has changed by more than ``minimumChange`` and ``minimumRatio``, and ends when the
/// last of them goes up. With one finger left the scale stands still; a second one that is put down again continues it.
/// A third finger is ignored. Unlike UIKit's, it waits until the distance has changed by a part of it as well, so that
/// a resting hand does not pinch; both limits can be set.
///
/// For example:
/// ```swift
/// let pinch = PinchGestureRecognizer()
/// pinch.addTarget(view, action: "zoom") { view, recognizer in
///     guard let pinch = recognizer as? PinchGestureRecognizer else { return }
///     view.transform = view.transform.scaled(byX: pinch.scale, y: pinch.scale)
///     pinch.scale = 1
/// }
/// view.addGestureRecognizer(pinch)
/// ```
@MainActor
open class PinchGestureRecognizer: GestureRecognizer {
    /// How much the distance of the fingers has to change: more than 8 points by default (measured: a resting hand and
    /// a scroll with two fingers change it by up to 4 %; rule G70).
    @exclusivity(unchecked) public var minimumChange = 8.0
    /// How much it has to change as a part of the distance: more than 0.05 by default (rule G70).
    @exclusivity(unchecked) public var minimumRatio = 0.05

    @exclusivity(unchecked) private var pair = FingerPair()
    /// The distance at which the pair became complete.
    private var startSpan = 1.0
    /// The distance that a gain of 1 stands for.
    private var unit = 1.0
    /// The distance as a part of the one at first, however often the client rebased.
    private var gain = 1.0
    /// The gain at which the scale is 1.
    private var base = 1.0
    @exclusivity(unchecked) private var history = MotionHistory()

    override open func reset() {
        super.reset()
        pair = FingerPair()
        (gain, base) = (1, 1)
        history.clear()
    }

    // MARK: Values

    /// The distance of the fingers as a multiple of what it was at the beginning: 1 at first. Set it to continue from
    /// another value (rule G96); a value that is not positive and finite is ignored.
    public var scale: Double {
        get { gain / base }
        set { if newValue > 0, newValue.isFinite { base = gain / newValue } }
    }

    /// How much the scale changes in a second, over the last 100 ms (rule G70).
    public var velocity: Double {
        history.velocity(isMoving: pair.isComplete, now: environment?.now).x / base
    }

    // MARK: Touches

    override open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        for touch in pair.add(touches) { ignore(touch, for: event) }
        guard pair.isComplete else { return }
        startSpan = pair.span
        unit = startSpan / gain
        history.add(Point(x: gain, y: 0), at: event.timestamp)
    }

    override open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        guard pair.isComplete else { return }
        let span = pair.span
        let isBeginning = state == .possible && !isWaiting
        if isBeginning {
            let change = (span - startSpan).magnitude
            guard change > minimumChange, change > minimumRatio * startSpan else { return }
        }
        gain = span / unit
        if isBeginning { base = gain }
        history.add(Point(x: gain, y: 0), at: event.timestamp)
        if isBeginning { state = .began } else if state != .possible { state = .changed }
    }

    override open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        super.touchesEnded(touches, with: event)
        pair.lift(touches, &history, at: event.timestamp)
        if pair.isEmpty, !isWaiting { state = state == .possible ? .failed : .ended }
    }

    override open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        super.touchesCancelled(touches, with: event)
        pair.lift(touches, &history, at: event.timestamp)
        if pair.isEmpty { state = state == .possible ? .failed : .cancelled }
    }
}
