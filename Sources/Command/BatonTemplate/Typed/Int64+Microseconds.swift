// SPDX-License-Identifier: Apache-2.0

import BatonValues

extension Int64 {
    /// Seconds as whole microseconds. A value out of range becomes the nearest end of the range, NaN becomes 0.
    ///
    /// A player may report any rate and a user may type any position; `Int64(_:)` traps on a value that does not fit.
    package init(microsecondsIn seconds: Double) {
        self.init(clamping: seconds * 1_000_000)
    }
}
