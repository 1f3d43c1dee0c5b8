// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// Whole microseconds, the unit of time on the bus; 0 for a negative duration, and `UInt64.max` for one that is too
    /// long.
    package var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (whole, isTooMuch) = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000)
        let (sum, isOver) = whole.addingReportingOverflow(UInt64(clamping: attoseconds / 1_000_000_000_000))
        return isTooMuch || isOver ? .max : sum
    }

    package init(microseconds: UInt64) {
        self = .microseconds(Int64(clamping: microseconds))
    }
}
