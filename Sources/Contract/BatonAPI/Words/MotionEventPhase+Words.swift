// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

extension MotionEventPhase {
    /// The number of the phase in a call of `SimulateMotion`.
    package var number: UInt32 {
        switch self {
        case .began: 0
        case .ended: 1
        case .cancelled: 2
        }
    }

    /// The phase for its number.
    package init?(number: UInt32) {
        guard let phase = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = phase
    }

    /// The word of the phase in an `Event`.
    package var word: String {
        switch self {
        case .began: "shake-began"
        case .ended: "shake-ended"
        case .cancelled: "shake-cancelled"
        }
    }

    /// The phase for its word.
    package init?(word: String) {
        guard let phase = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = phase
    }
}
