// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// Lets all recognizers of a board recognize their gestures at once, and tells fingers that go the same way from fingers
/// that go different ways.
@MainActor
final class GestureJudge: GestureRecognizerDelegate {
    /// The touches that are down, in the order in which they began.
    private(set) var touches: [Touch] = []
    private var ended: [Touch] = []
    /// Where each of them began.
    private var beginnings: [Point] = []

    /// Takes an event before recognizers do.
    func note(_ event: Event) {
        ended = event.allTouches.filter { $0.phase == .ended }
        let present = event.allTouches.filter { !$0.phase.isOver }.sorted()
        beginnings = present.map { touch in
            touches.firstIndex(of: touch).map { beginnings[$0] } ?? touch.location(in: nil)
        }
        touches = present
    }

    /// The number of the tap in its series that the touches that just ended are. Fingers of one tap may count differently,
    /// as each counts at its place.
    var tapCount: Int { ended.map(\.tapCount).max() ?? 0 }

    /// Whether the fingers move apart, together or about each other more than they move on.
    private var goesDifferentWays: Bool {
        guard touches.count > 1 else { return false }
        let ways = zip(touches, beginnings).map { touch, start in
            let place = touch.location(in: nil)
            return Point(x: place.x - start.x, y: place.y - start.y)
        }
        let share = 1 / Double(ways.count)
        let sum = ways.reduce(Point.zero) { Point(x: $0.x + $1.x, y: $0.y + $1.y) }
        let mean = Point(x: sum.x * share, y: sum.y * share)
        let spread = ways.reduce(0.0) { $0 + $1.distance(to: mean) } * share
        // Of two fingers, one of which rests, the spread is the mean. This is a pinch or a rotation.
        return spread * 2 > mean.distance(to: .zero)
    }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        switch recognizer {
        case is SwipeGestureRecognizer: !goesDifferentWays
        case is PinchGestureRecognizer, is RotationGestureRecognizer: goesDifferentWays
        default: true
        }
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { !(recognizer is SwipeGestureRecognizer && other is SwipeGestureRecognizer) }
}
