// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The duration in whole nanoseconds, clamped to the range of `Int64`.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooMuch || isOver ? (seconds < 0 ? .min : .max) : sum
    }
}
