// SPDX-License-Identifier: Apache-2.0

/// The kernel's times are nanoseconds. Multiplying and dividing in 128 bits for them takes a hundred instructions each time, and an event
/// looks at the clock ten times; these take ten.
extension Duration {
    private static let attosecondsOfOne: UInt64 = 1_000_000_000

    /// Of a time of the kernel.
    init(kernelTime nanoseconds: Int64) {
        let (high, low) = nanoseconds.multipliedFullWidth(by: Int64(Self.attosecondsOfOne))
        self.init(attoseconds: Int128(high) << 64 | Int128(low))
    }

    /// In nanoseconds, rounded up; 0 for a negative duration, and the largest number for one that is longer.
    var kernelTime: Int64 {
        let attoseconds = attoseconds
        guard attoseconds > 0 else { return 0 }
        let (high, low) = (UInt64(truncatingIfNeeded: attoseconds >> 64), UInt64(truncatingIfNeeded: attoseconds))
        // Else the quotient has more than 63 bits.
        guard high < Self.attosecondsOfOne / 2 else { return .max }
        let (quotient, remainder) = Self.attosecondsOfOne.dividingFullWidth((high, low))
        let whole = Int64(quotient)
        return remainder > 0 && whole < .max ? whole + 1 : whole
    }
}
