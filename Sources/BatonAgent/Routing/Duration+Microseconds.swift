// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// Whole microseconds, the unit of time on the bus; 0 for a negative duration.
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
    }

    init(microseconds: UInt64) {
        self = .microseconds(Int64(clamping: microseconds))
    }
}
