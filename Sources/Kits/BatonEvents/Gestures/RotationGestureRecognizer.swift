// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// Recognizes two fingers that turn about each other (rule G80).
///
/// It begins when their line has turned by more than ``minimumAngle`` and ``minimumArc``, and ends when the last of
/// them goes up. With one finger left the rotation stands still; a second one that is put down again continues it.
/// Unlike UIKit's, the angle and the arc at which it begins can be set.
///
/// For example:
/// ```swift
/// let rotation = RotationGestureRecognizer()
/// rotation.addTarget(view, action: "turn") { view, recognizer in
///     guard let rotation = recognizer as? RotationGestureRecognizer else { return }
///     view.transform = view.transform.rotated(by: rotation.rotation)
///     rotation.rotation = 0
/// }
/// view.addGestureRecognizer(rotation)
/// ```
@MainActor
open class RotationGestureRecognizer: GestureRecognizer {
    /// The angle that the fingers have to turn by: more than 0.15 radians by default (measured: a scroll with two
    /// fingers turns by up to 0.10; rule G80).
    @exclusivity(unchecked) public var minimumAngle = 0.15
    /// The way that each finger has to go on its arc: more than 8 points by default (rule G80).
    @exclusivity(unchecked) public var minimumArc = 8.0

    @exclusivity(unchecked) private var pair = FingerPair()
    /// From the coordinates of the window to the view's as they were at the beginning: actions may turn the view.
    private var toView = AffineTransform.identity
    /// The angle of the line in the latest event.
    private var angle = 0.0
    /// How far the line has turned since the pair was complete, however often the client rebased.
    private var turn = 0.0
    /// The turn at which the rotation is zero.
    private var origin = 0.0
    @exclusivity(unchecked) private var history = MotionHistory()

    override open func reset() {
        super.reset()
        pair = FingerPair()
        (turn, origin) = (0, 0)
        history.clear()
    }

    // MARK: Values

    /// How far the fingers have turned since the beginning, in radians of the view's coordinates; clockwise is
    /// positive. It does not jump after half a turn. Set it to continue from another value (rule G96).
    public var rotation: Double {
        get { turn - origin }
        set { if newValue.isFinite { origin = turn - newValue } }
    }

    /// How fast the fingers turn, in radians in a second, over the last 100 ms (rule G80).
    public var velocity: Double {
        history.velocity(isMoving: pair.isComplete, now: environment?.now).x
    }

    // MARK: Touches

    override open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        for touch in pair.add(touches) { ignore(touch, for: event) }
        guard pair.isComplete else { return }
        if state == .possible, !isWaiting {
            toView = frozenTransform
            turn = 0
        }
        angle = presentAngle
        history.add(Point(x: turn, y: 0), at: event.timestamp)
    }

    override open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        guard pair.isComplete else { return }
        let now = presentAngle
        turn += Self.normalized(now - angle)
        angle = now
        history.add(Point(x: turn, y: 0), at: event.timestamp)
        guard state == .possible else { return state = .changed }
        let isTurned = turn.magnitude > minimumAngle && turn.magnitude * pair.span / 2 > minimumArc
        guard !isWaiting, isTurned else { return }
        origin = turn
        state = .began
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

    // MARK: Angles

    private var presentAngle: Double {
        let line = toView.apply(to: pair.line)
        return cmath_atan2(line.y, line.x)
    }

    /// How vectors of the window's coordinates become the view's.
    private var frozenTransform: AffineTransform {
        guard let view else { return .identity }
        let origin = view.convert(Point.zero, from: nil)
        let right = view.convert(Point(x: 1, y: 0), from: nil) - origin
        let down = view.convert(Point(x: 0, y: 1), from: nil) - origin
        return AffineTransform(a: right.x, b: right.y, c: down.x, d: down.y, tx: 0, ty: 0)
    }

    /// The same angle between minus and plus half a turn.
    private static func normalized(_ angle: Double) -> Double {
        if angle > .pi { return angle - 2 * .pi }
        if angle < -.pi { return angle + 2 * .pi }
        return angle
    }
}
