// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Gives a recognizer that only tells when a shake is found the two phases of a shake: it ends with the next sample.
struct Trigger {
    private var isOpen = false

    /// The beginning of a shake.
    mutating func begin(at sample: SensorSample) -> MotionPhase {
        isOpen = true
        return .began(at: sample.timestamp)
    }

    /// The end of the shake that the sample before began; nil if it began none.
    mutating func end(at sample: SensorSample) -> MotionPhase? {
        guard isOpen else { return nil }
        isOpen = false
        return .ended(at: sample.timestamp, duration: .zero)
    }
}
