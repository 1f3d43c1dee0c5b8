// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A gesture that a ``GestureBoard`` recognized.
package enum FoundGesture: Sendable, Equatable {
    /// - Parameter count: the tap's number in a series of taps.
    case tap(fingers: Int, count: Int)
    case doubleTap(fingers: Int)
    case swipe(fingers: Int, GestureDirection)
    case longPress(fingers: Int)
    case pan
    case pinch
    case rotation

    /// The gesture in words.
    package var text: String {
        switch self {
        case .tap(let fingers, let count): "tap\(Self.of(fingers))" + (count > 1 ? ", number \(count) in a row" : "")
        case .doubleTap(let fingers): "double tap\(Self.of(fingers))"
        case .swipe(let fingers, let direction): "swipe \(direction.rawValue)\(Self.of(fingers))"
        case .longPress(let fingers): "long press\(Self.of(fingers))"
        case .pan: "pan"
        case .pinch: "pinch"
        case .rotation: "rotation"
        }
    }

    private static func of(_ fingers: Int) -> String { fingers == 1 ? "" : " of \(fingers) fingers" }
}

/// A direction of the panel.
package enum GestureDirection: String, Sendable, CaseIterable {
    case up
    case down
    case left
    case right

    var swipe: SwipeDirection {
        switch self {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        }
    }
}

/// How often each gesture was recognized.
package struct GestureCounts: Sendable, Equatable {
    package var singleTaps = 0
    package var doubleTaps = 0
    /// The number of each tap in its series.
    package var tapCounts: [Int] = []
    /// By fingers and direction, such as "3 left".
    package var swipes: [String: Int] = [:]
    package var pinches = 0
    package var rotations = 0
    package var pans = 0
    package var longPresses = 0
    /// How many touches the system cancelled.
    package var cancelled = 0

    package init() {}

    mutating func add(_ gesture: FoundGesture) {
        switch gesture {
        case .tap(_, let count):
            singleTaps += 1
            tapCounts.append(count)
        case .doubleTap: doubleTaps += 1
        case .swipe(let fingers, let direction): swipes["\(fingers) \(direction.rawValue)", default: 0] += 1
        case .longPress: longPresses += 1
        case .pan: pans += 1
        case .pinch: pinches += 1
        case .rotation: rotations += 1
        }
    }
}
