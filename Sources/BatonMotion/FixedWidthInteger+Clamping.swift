// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
    /// The whole part of a number: the nearest end of the range for what does not fit, 0 for what is no number.
    ///
    /// Sensors, players, files and people send any number, and `Int(_:)` ends the process where it does not fit.
    package init(clamping number: Double) {
        guard !number.isNaN else {
            self = 0
            return
        }
        self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
}
