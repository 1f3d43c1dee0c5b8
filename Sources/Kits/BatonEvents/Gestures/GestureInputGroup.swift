// SPDX-License-Identifier: Apache-2.0

/// The inputs of one tap, one press or one swipe: fingers that go down together, or one key (rule G33).
@MainActor
struct GestureInputGroup {
    /// The input that began first. Most groups have no other one, and so need no allocation.
    private var first: GestureInput?
    /// The others in the order in which they began, those that are over included.
    private var others: [GestureInput] = []
    /// How many of the inputs are down.
    private(set) var downCount = 0
    /// When the latest of them ended.
    private(set) var lastUp: Duration?

    var count: Int { first == nil ? 0 : others.count + 1 }
    /// The inputs in the order in which they began.
    var inputs: [GestureInput] { first.map { [$0] + others } ?? [] }
    /// When the first input began.
    var firstDown: Duration { first?.beganAt ?? .zero }
    /// When the last input began.
    var lastDown: Duration { (others.last ?? first)?.beganAt ?? .zero }
    /// Whether an input is over.
    var hasLifted: Bool { downCount < count }
    /// How far the farthest input is from where it began.
    var travel: Double {
        var farthest = max(0, first?.travel ?? 0)
        for input in others { farthest = max(farthest, input.travel) }
        return farthest
    }
    /// How far the middle of the touches has moved, in the coordinates of the window.
    var way: Point {
        var sum = (first as? Touch)?.way ?? .zero
        for case let touch as Touch in others { sum = sum + touch.way }
        return sum * (1 / Double(max(count, 1)))
    }
    var touches: [Touch] { inputs.compactMap { $0 as? Touch } }

    /// The middle of where the inputs began; nil for presses.
    var middle: Point? {
        guard var sum = first?.beginning else { return nil }
        for input in others {
            guard let place = input.beginning else { return nil }
            sum = sum + place
        }
        return others.isEmpty ? sum : sum * (1 / Double(count))
    }

    func contains(_ input: GestureInput) -> Bool {
        if input === first { return true }
        for other in others where other === input { return true }
        return false
    }

    mutating func begin(_ touches: Set<Touch>) {
        guard touches.count > 1 else { return begin(anyOf: touches) }
        for touch in touches.inOrder { append(touch) }
    }

    mutating func begin(_ presses: Set<Press>) { begin(anyOf: presses) }

    private mutating func begin(anyOf new: Set<some GestureInput>) {
        for input in new { append(input) }
    }

    private mutating func append(_ input: GestureInput) {
        if first == nil { first = input } else { others.append(input) }
        downCount += 1
    }

    /// Takes inputs that ended. Returns false if none of them is in the group.
    mutating func end(_ ended: Set<some GestureInput>, at timestamp: Duration) -> Bool {
        let before = downCount
        for input in ended where contains(input) { downCount -= 1 }
        if downCount < before { lastUp = timestamp }
        return downCount < before
    }
}

/// The taps of a recognizer that needs several.
@MainActor
struct TapSeries {
    /// The number of complete taps.
    private(set) var count = 0
    /// The inputs of the tap that is under way; empty between taps.
    var present = GestureInputGroup()
    /// The latest complete tap.
    private(set) var last: GestureInputGroup?

    /// The touches of the tap that is under way, or else of the latest one.
    var touches: [Touch] { present.count > 0 ? present.touches : last?.touches ?? [] }

    /// How far the present tap began from the one before; 0 without one.
    var separation: Double {
        guard let here = present.middle, let before = last?.middle else { return 0 }
        return here.distance(to: before)
    }

    /// Counts the present inputs as a tap.
    mutating func complete() {
        count += 1
        last = present
        present = GestureInputGroup()
    }
}

extension TapIntervalStart {
    /// The end of the interval after a press that has ended.
    @MainActor
    package func end(of press: Press, _ interval: Duration) -> Duration {
        switch self {
        case .up: press.timestamp + interval
        case .down: press.beganAt + interval
        }
    }

    /// The end of the interval after a tap.
    @MainActor
    func end(of tap: GestureInputGroup, _ interval: Duration) -> Duration {
        switch self {
        case .up: (tap.lastUp ?? tap.lastDown) + interval
        case .down: tap.firstDown + interval
        }
    }
}

/// From where the time to the beginning of the next tap counts (rule B2).
///
/// For example:
/// ```swift
/// let doubleTap = TapGestureRecognizer()
/// doubleTap.numberOfTapsRequired = 2
/// doubleTap.tapIntervalStart = .down
/// ```
public enum TapIntervalStart: Sendable, CaseIterable {
    /// From the end of a tap, so that long clicks do not shorten the time for the next one.
    case up
    /// From the beginning of a tap, as on Android. A tap that lasts longer than the interval is the last one.
    case down
}
