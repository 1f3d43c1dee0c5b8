// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

/// The input of an `Event` about a shake: the source and the phase, as in `accelerometer shake-began`.
package struct ShakeInput: Sendable, Equatable {
    /// Where a shake comes from.
    package enum Source: String, Sendable, CaseIterable {
        /// The accelerometer.
        case accelerometer
        /// `SimulateMotion`.
        case simulated
    }

    package let source: Source
    package let phase: MotionEventPhase

    package init(_ source: Source, _ phase: MotionEventPhase) {
        self.source = source
        self.phase = phase
    }

    /// Reads the input of an event; nil when it is not that of a shake.
    package init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let source = Source(rawValue: words[0]), let phase = MotionEventPhase(word: words[1])
        else { return nil }
        self.init(source, phase)
    }

    package var text: String { "\(source.rawValue) \(phase.word)" }
}
