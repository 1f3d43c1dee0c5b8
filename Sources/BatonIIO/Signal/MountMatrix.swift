// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The matrix that converts the sensor's axes to the device's (rule IIO8).
struct MountMatrix: Hashable, Sendable {
    /// The nine values, row by row.
    let values: [Double]

    static let identity = MountMatrix(values: SensorDescription.identity)

    private init(values: [Double]) {
        self.values = values
    }

    /// Reads `a, b, c; d, e, f; g, h, i`.
    ///
    /// - Returns: nil for any other text, and for a singular matrix.
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
        let m = values
        let minors = (m[4] * m[8] - m[5] * m[7], m[3] * m[8] - m[5] * m[6], m[3] * m[7] - m[4] * m[6])
        guard abs(m[0] * minors.0 - m[1] * minors.1 + m[2] * minors.2) > 0.1 else { return nil }
        self.values = values
    }
}
