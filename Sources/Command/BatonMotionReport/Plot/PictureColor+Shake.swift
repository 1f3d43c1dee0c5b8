// SPDX-License-Identifier: Apache-2.0

import BatonDrawing

extension PictureColor {
    /// The color of a shake with this end.
    package static func of(_ outcome: MotionTrace.Shake.Outcome) -> String {
        switch outcome {
        case .running: running
        case .ended: ended
        case .tooLong, .interrupted: cancelled
        }
    }
}
