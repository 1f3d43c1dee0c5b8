// SPDX-License-Identifier: Apache-2.0

/// Places labels above a plot so that no label covers another.
package struct LabelRow {
    private let left: Double
    private let right: Double
    /// Where the last label of each row ends.
    private var ends: [Double]

    package init(from left: Double, to right: Double, rows: Int) {
        self.left = left
        self.right = right
        ends = Array(repeating: -.infinity, count: rows)
    }

    /// Reserves room for a label as near to `center` as possible.
    ///
    /// - Returns: The row, 0 nearest to the plot, and the middle of the label; nil when no row has room there.
    package mutating func place(width: Double, at center: Double) -> (row: Int, middle: Double)? {
        let middle = min(max(center, left + width / 2), max(left + width / 2, right - width / 2))
        for row in ends.indices where middle - width / 2 >= ends[row] {
            ends[row] = middle + width / 2 + 8
            return (row, middle)
        }
        return nil
    }
}
