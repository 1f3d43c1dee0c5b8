// SPDX-License-Identifier: Apache-2.0

/// Finds room for labels above a plot, so that none covers another.
struct LabelRow {
    private let left: Double
    private let right: Double
    /// Where the last label of each row ends.
    private var ends: [Double]

    init(from left: Double, to right: Double, rows: Int) {
        self.left = left
        self.right = right
        ends = Array(repeating: -.infinity, count: rows)
    }

    /// Takes room for a label as near to `center` as it goes.
    ///
    /// - Returns: The row, 0 nearest to the plot, and the label's middle; nil when all rows are taken there.
    mutating func place(width: Double, at center: Double) -> (row: Int, middle: Double)? {
        let middle = min(max(center, left + width / 2), max(left + width / 2, right - width / 2))
        for row in ends.indices where middle - width / 2 >= ends[row] {
            ends[row] = middle + width / 2 + 8
            return (row, middle)
        }
        return nil
    }
}
