// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonTouchReport

extension FoundGesture {
    /// The gesture for programs.
    var members: [(String, JSON)] {
        func fingers(_ count: Int) -> (String, JSON) { ("fingers", .integer(Int64(count))) }
        switch self {
        case .tap(let count, let tap):
            return [("gesture", .string("tap")), fingers(count), ("count", .integer(Int64(tap)))]
        case .doubleTap(let count): return [("gesture", .string("double-tap")), fingers(count)]
        case .swipe(let count, let direction):
            return [("gesture", .string("swipe")), fingers(count), ("direction", .string(direction.rawValue))]
        case .longPress(let count): return [("gesture", .string("long-press")), fingers(count)]
        case .pan: return [("gesture", .string("pan"))]
        case .pinch: return [("gesture", .string("pinch"))]
        case .rotation: return [("gesture", .string("rotation"))]
        }
    }
}

extension TouchTrace.Entry {
    /// The time in seconds, and the gesture.
    var line: String { "\(DecimalText.padded(DecimalText.text(time / .seconds(1), 3), to: 9)) s  \(gesture.text)" }

    var json: JSON { .object([("time", .double(time / .seconds(1)))] + gesture.members) }
}
