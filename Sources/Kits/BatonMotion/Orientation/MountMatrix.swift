// SPDX-License-Identifier: Apache-2.0

/// The matrix of the firmware, the hardware database or the user, as it is written (rule IIO8). `DeviceAxes` of BatonIIO makes
/// of it what a sample is multiplied with.
package struct MountMatrix: Hashable, Sendable {
    /// The nine values, row by row.
    package let values: [Double]

    package static let identity = MountMatrix(values: SensorDescription.identity)

    private init(values: [Double]) {
        self.values = values
    }

    /// Reads `a, b, c; d, e, f; g, h, i`.
    ///
    /// - Returns: nil for any other text, and if the first two rows are nearly parallel (rule SIGN3).
    package init?(_ text: String) {
        let rows = text.split(separator: ";", omittingEmptySubsequences: false)
        guard rows.count == 3 else { return nil }
        var values: [Double] = []
        for row in rows {
            let columns = row.split(separator: ",", omittingEmptySubsequences: false)
            guard columns.count == 3 else { return nil }
            for column in columns {
                guard let value = Self.number(column), abs(value) <= 100 else { return nil }
                values.append(value)
            }
        }
        let matrix = MountMatrix(values: values)
        let size = matrix.row(0).magnitude * matrix.row(1).magnitude
        guard matrix.row(0).cross(matrix.row(1)).magnitude > 0.1 * size else { return nil }
        self = matrix
    }

    /// Reads nine numbers with spaces between them, as a recording has them. They were applied already, so they may be any.
    ///
    /// - Returns: nil for any other text.
    init?(recorded text: String) {
        let columns = text.split(separator: " ")
        let values = columns.compactMap { Self.number($0) }.filter { abs($0) <= 100 }
        guard values.count == 9, columns.count == 9 else { return nil }
        self.init(values: values)
    }

    /// A finite number with blanks around it; the system's text ends with a line break or a NUL.
    private static func number(_ column: Substring) -> Double? {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = column.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        // Double ends at a NUL.
        guard !bytes.contains(0), let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    /// A row of the matrix, from 0.
    package func row(_ index: Int) -> Acceleration {
        Acceleration(x: values[3 * index], y: values[3 * index + 1], z: values[3 * index + 2])
    }

    /// The determinant. Its sign says whether the matrix mirrors.
    package var determinant: Double { row(0).cross(row(1)).dot(row(2)) }
}
