// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The phases that a detector finds in samples.
func phases(
    _ samples: [SensorSample], _ settings: ShakeSettings = ShakeSettings(longestShake: .seconds(4))
) -> [MotionPhase] {
    var detector = ShakeDetector(settings)
    return samples.compactMap { detector.process($0) }
}

extension MotionPhase {
    /// "began", "ended", "too-long" or "interrupted".
    var name: String {
        switch self {
        case .began: "began"
        case .ended: "ended"
        case .cancelled(_, let reason): reason.rawValue
        }
    }

    /// Seconds since boot.
    var seconds: Double { timestamp / .seconds(1) }
}

extension [MotionPhase] {
    var names: [String] { map(\.name) }
}
