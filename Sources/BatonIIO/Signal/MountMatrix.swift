// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The matrix of the firmware, the hardware database or the user, as it is written (rule IIO8). ``DeviceAxes`` makes of
/// it what a sample is multiplied with.
struct MountMatrix: Hashable, Sendable {
    /// The nine values, row by row.
    let values: [Double]

    static let identity = MountMatrix(values: SensorDescription.identity)

    private init(values: [Double]) {
        self.values = values
    }

    /// Reads `a, b, c; d, e, f; g, h, i`.
    ///
    /// - Returns: nil for any other text, and if the first two rows are nearly parallel (rule SIGN3).
    init?(_ text: String) {
        let rows = text.split(separator: ";", omittingEmptySubsequences: false)
        guard rows.count == 3 else { return nil }
        var values: [Double] = []
        for row in rows {
            let columns = row.split(separator: ",", omittingEmptySubsequences: false)
            guard columns.count == 3 else { return nil }
            for column in columns {
                guard let value = try? IIOText.number(column), abs(value) <= 100 else { return nil }
                values.append(value)
            }
        }
        let matrix = MountMatrix(values: values)
        let size = matrix.row(0).magnitude * matrix.row(1).magnitude
        guard matrix.row(0).cross(matrix.row(1)).magnitude > 0.1 * size else { return nil }
        self = matrix
    }

    /// A row of the matrix, from 0.
    func row(_ index: Int) -> Acceleration {
        Acceleration(x: values[3 * index], y: values[3 * index + 1], z: values[3 * index + 2])
    }

    /// The determinant. Its sign says whether the matrix mirrors.
    var determinant: Double { row(0).cross(row(1)).dot(row(2)) }
}
