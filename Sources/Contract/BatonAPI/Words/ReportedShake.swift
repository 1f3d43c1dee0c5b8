// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

/// The input of an `Event` about a shake: the origin and the phase, as in `accelerometer shake-began`.
package struct ReportedShake: Sendable, Equatable {
    /// Where a shake comes from.
    package enum Origin: String, Sendable, CaseIterable {
        /// The accelerometer.
        case accelerometer
        /// `SimulateMotion`.
        case simulated
    }

    package let origin: Origin
    package let phase: MotionEventPhase

    package init(_ origin: Origin, _ phase: MotionEventPhase) {
        self.origin = origin
        self.phase = phase
    }

    /// Reads the input of an event; nil when it is not that of a shake.
    package init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let origin = Origin(rawValue: words[0]), let phase = MotionEventPhase(word: words[1])
        else { return nil }
        self.init(origin, phase)
    }

    package var text: String { "\(origin.rawValue) \(phase.word)" }
}
