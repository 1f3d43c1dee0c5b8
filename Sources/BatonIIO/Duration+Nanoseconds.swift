// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The whole nanoseconds in it.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
