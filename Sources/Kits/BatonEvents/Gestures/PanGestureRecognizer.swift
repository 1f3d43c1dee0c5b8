// SPDX-License-Identifier: Apache-2.0

/// Recognizes fingers that drag (rule G60).
///
/// It begins when the middle of the fingers has moved more than ``hysteresis``, changes with each move, and ends when
/// the last finger goes up. With fewer fingers than required nothing changes until one is added. A finger that comes or
/// goes makes no jump. Unlike UIKit's, ``hysteresis`` can be set; its translation and velocity mean the same.
///
/// For example:
/// ```swift
/// let pan = PanGestureRecognizer()
/// pan.addTarget(view, action: "drag") { view, recognizer in
///     guard let pan = recognizer as? PanGestureRecognizer else { return }
///     let moved = pan.translation(in: view.superview)
///     view.center = Point(x: view.center.x + moved.x, y: view.center.y + moved.y)
///     pan.setTranslation(.zero, in: view.superview)
/// }
/// view.addGestureRecognizer(pan)
/// ```
@MainActor
open class PanGestureRecognizer: GestureRecognizer {
    /// The least number of fingers: 1 by default (rule G60).
    @exclusivity(unchecked) public var minimumNumberOfTouches = 1
    /// The largest number of fingers with which the gesture begins; any by default (rule G60).
    @exclusivity(unchecked) public var maximumNumberOfTouches = Int.max
    /// How far the fingers have to move before the gesture begins: 10 points by default. The translation does not
    /// include it (rule G60).
    @exclusivity(unchecked) public var hysteresis = 10.0

    @exclusivity(unchecked) private var down: [Touch] = []
    /// How far the middle of the fingers has moved since the first went down, in the coordinates of the window.
    private var travel = Point.zero
    /// The travel at which the translation is zero.
    private var origin = Point.zero
    @exclusivity(unchecked) private var history = MotionHistory()

    override open func reset() {
        super.reset()
        var list = down
        down = []
        list.removeAll(keepingCapacity: list.capacity <= Self.keptCapacity)
        down = list
        travel = .zero
        origin = .zero
        history.clear()
    }

    // MARK: Values

    /// How far the fingers have moved since the gesture began, in the coordinates of a view; nil is the window (rule
    /// G96).
    public func translation(in view: View?) -> Point { convert(travel - origin, to: view) }

    /// Sets the translation: further moves add to it (rule G96).
    public func setTranslation(_ translation: Point, in view: View?) {
        guard translation.isFinite else { return }
        let inWindow = view.map { $0.convert(translation, to: nil) - $0.convert(Point.zero, to: nil) } ?? translation
        origin = travel - inWindow
    }

    /// How fast the fingers move, in points of a view's coordinates in a second, over the last 100 ms; zero if they
    /// rested that long. At the end it is that of the last moment with enough fingers (rule G60).
    public func velocity(in view: View?) -> Point {
        let isMoving = down.count >= minimumNumberOfTouches
        return convert(history.velocity(isMoving: isMoving, now: environment?.now), to: view)
    }

    private func convert(_ vector: Point, to view: View?) -> Point {
        guard let view else { return vector }
        return view.convert(vector, from: nil) - view.convert(Point.zero, from: nil)
    }

    // MARK: Touches

    override open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        if touches.count > 1 { down += touches.inOrder } else { down += touches }
        history.add(travel, at: event.timestamp)
    }

    override open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        let isPossible = state == .possible
        guard down.count >= max(minimumNumberOfTouches, 1), !isPossible || down.count <= maximumNumberOfTouches else {
            return
        }
        var sum = Point.zero
        for touch in touches { sum = sum + touch.location(in: nil) - touch.previousLocation(in: nil) }
        travel = travel + sum * (1 / Double(down.count))
        history.add(travel, at: event.timestamp)
        if !isPossible {
            state = .changed
        } else if !isWaiting, travel.length > hysteresis {
            origin = travel
            state = .began
        }
    }

    override open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        super.touchesEnded(touches, with: event)
        lift(touches, at: event.timestamp)
        if down.isEmpty, !isWaiting { state = state == .possible ? .failed : .ended }
    }

    override open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        super.touchesCancelled(touches, with: event)
        lift(touches, at: event.timestamp)
        if down.isEmpty { state = state == .possible ? .failed : .cancelled }
    }

    private func lift(_ touches: Set<Touch>, at timestamp: Duration) {
        if down.count >= minimumNumberOfTouches { history.rest(at: timestamp) }
        for touch in touches {
            if let index = down.firstIndex(of: touch) { down.remove(at: index) }
        }
    }
}
