// SPDX-License-Identifier: Apache-2.0

/// The two fingers of a pinch or a rotation. A finger that is put down again takes the place of one that was lifted
/// (rules G70 and G80).
@MainActor
struct FingerPair {
    private var first: Touch?
    private var second: Touch?

    /// Whether both fingers are down.
    var isComplete: Bool { first != nil && second != nil }
    var isEmpty: Bool { first == nil && second == nil }

    /// Takes fingers in their order. Returns those that are too many.
    mutating func add(_ touches: Set<Touch>) -> [Touch] {
        var rest: [Touch] = []
        // One finger needs no order, and no array for it.
        if touches.count == 1 {
            for touch in touches where !add(touch) { rest.append(touch) }
        } else {
            for touch in touches.inOrder where !add(touch) { rest.append(touch) }
        }
        return rest
    }

    private mutating func add(_ touch: Touch) -> Bool {
        if first == nil { first = touch } else if second == nil { second = touch } else { return false }
        return true
    }

    /// Takes fingers that went up. What the pair does rests from then on.
    mutating func lift(_ touches: Set<Touch>, _ history: inout MotionHistory, at timestamp: Duration) {
        if isComplete { history.rest(at: timestamp) }
        if let touch = first, touches.contains(touch) { first = nil }
        if let touch = second, touches.contains(touch) { second = nil }
    }

    /// From the first finger to the second, in the coordinates of the window; zero if there are not two.
    var line: Point {
        guard let first, let second else { return .zero }
        return second.location(in: nil) - first.location(in: nil)
    }

    /// The distance of the fingers. Fingers that are closer than 1 point count as 1 point apart, so that it can divide.
    var span: Double { max(line.length, 1) }
}
