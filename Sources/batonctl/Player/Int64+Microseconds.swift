// SPDX-License-Identifier: Apache-2.0
import BatonMotion

extension Int64 {
    /// Seconds as whole microseconds: the nearest end of the range for what does not fit, 0 for what is not a number.
    ///
    /// Players may tell any rate, and people may type any position; `Int64(_:)` traps where the value does not fit.
    init(microsecondsIn seconds: Double) {
        self.init(clamping: seconds * 1_000_000)
    }
}
