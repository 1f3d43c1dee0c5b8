// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The whole nanoseconds in it: the nearest end of the range for what does not fit.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooMuch || isOver ? (seconds < 0 ? .min : .max) : sum
    }
}
