// SPDX-License-Identifier: Apache-2.0

/// The inputs of one tap, one press or one swipe: fingers that go down together, or one key (rule G33).
@MainActor
struct InputGroup {
    /// The inputs in the order in which they began, those that are over included.
    private(set) var inputs: [GestureInput] = []
    /// How many of them are down.
    private(set) var downCount = 0
    /// When the latest of them ended.
    private(set) var lastUp: Duration?

    var count: Int { inputs.count }
    /// When the first input began.
    var firstDown: Duration { inputs.first?.beganAt ?? .zero }
    /// When the last input began.
    var lastDown: Duration { inputs.last?.beganAt ?? .zero }
    /// Whether an input is over.
    var hasLifted: Bool { downCount < inputs.count }
    /// How far the farthest input is from where it began.
    var travel: Double {
        var farthest = 0.0
        for input in inputs { farthest = max(farthest, input.travel) }
        return farthest
    }
    var touches: [Touch] { inputs.compactMap { $0 as? Touch } }

    /// The middle of where the inputs began; nil for presses.
    var middle: Point? {
        var sum = Point.zero
        for input in inputs {
            guard let place = input.beginning else { return nil }
            sum = sum + place
        }
        return inputs.isEmpty ? nil : sum * (1 / Double(inputs.count))
    }

    func contains(_ input: GestureInput) -> Bool { inputs.contains(input) }

    mutating func begin(_ new: [GestureInput]) {
        for input in new {
            inputs.append(input)
            downCount += 1
        }
    }

    /// Takes inputs that ended. Returns false if none of them is in the group.
    mutating func end(_ ended: [GestureInput], at timestamp: Duration) -> Bool {
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
    var present = InputGroup()
    /// The latest complete tap.
    private(set) var last: InputGroup?

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
        present = InputGroup()
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
    func end(of tap: InputGroup, _ interval: Duration) -> Duration {
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
