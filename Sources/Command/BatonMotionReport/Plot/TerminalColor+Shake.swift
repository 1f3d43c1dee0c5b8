// SPDX-License-Identifier: Apache-2.0

import BatonDrawing

extension TerminalColor {
    /// The color of a shake with this end.
    static func of(_ outcome: MotionTrace.Shake.Outcome) -> TerminalColor {
        switch outcome {
        case .running: .magenta
        case .ended: .green
        case .tooLong, .interrupted: .red
        }
    }
}
