// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonValues

/// Thins a line for drawing so that no peak is lost.
package enum Envelope {
    /// At most about two points for each column of width 1: the lowest and the highest value, in their order.
    package static func thinned(_ points: [(x: Double, y: Double)], columns: Int) -> [(x: Double, y: Double)] {
        guard points.count > 2 * columns, let left = points.first?.x, let right = points.last?.x, right > left else {
            return points
        }
        var result: [(x: Double, y: Double)] = []
        result.reserveCapacity(2 * columns + 2)
        var index = 0
        while index < points.count {
            let column = Self.column(points[index].x, left, right, columns)
            var low = index
            var high = index
            while index < points.count, Self.column(points[index].x, left, right, columns) == column {
                if points[index].y < points[low].y { low = index }
                if points[index].y > points[high].y { high = index }
                index += 1
            }
            result.append(points[min(low, high)])
            if low != high { result.append(points[max(low, high)]) }
        }
        return result
    }

    private static func column(_ x: Double, _ left: Double, _ right: Double, _ columns: Int) -> Int {
        min(columns - 1, Int(clamping: (x - left) / (right - left) * Double(columns)))
    }
}
