// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonValues

/// Rates for people.
package enum Frequency {
    /// The rate with one decimal at most, whatever number a sensor's process gives.
    package static func text(_ rate: Double) -> String {
        let tenths = Int(clamping: (rate * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) Hz" : "\(tenths / 10).\(tenths % 10) Hz"
    }
}
