// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
    /// The whole part of a number, clamped to the range of the type; 0 for NaN.
    ///
    /// Sensors, players, files and users send any number, and `Int(_:)` ends the process for one that does not fit.
    package init(clamping number: Double) {
        guard !number.isNaN else {
            self = 0
            return
        }
        self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
}
