// SPDX-License-Identifier: Apache-2.0

import BatonDrawing

/// A trace in words.
package enum MotionSummary {
    /// A headline such as `2 shakes, 1 cancelled, in 12.4 s`.
    package static func title(_ trace: MotionTrace) -> String {
        let seconds = trace.points.isEmpty ? 0 : trace.span.upperBound - trace.span.lowerBound
        let time = "in \(DecimalText.text(seconds, 1)) s"
        guard !trace.shakes.isEmpty else { return "No shake \(time)" }
        let count = trace.shakes.count
        let cancelled = trace.shakes.filter { $0.outcome == .tooLong || $0.outcome == .interrupted }.count
        let shakes = count == 1 ? "1 shake" : "\(count) shakes"
        return cancelled == 0 ? "\(shakes) \(time)" : "\(shakes), \(cancelled) cancelled, \(time)"
    }

    /// A shake's end and length in two or three words.
    package static func label(_ shake: MotionTrace.Shake) -> String {
        switch shake.outcome {
        case .running: "shaking"
        case .ended: "ended, \(DecimalText.text(shake.duration, 1)) s"
        case .tooLong: "cancelled, too long"
        case .interrupted: "cancelled, interrupted"
        }
    }

    /// A score against its bar, such as `score 1.4 of 2.8`.
    package static func score(_ score: Double?, _ bar: Double) -> String {
        "score \(DecimalText.text(score ?? .nan, 1)) of \(DecimalText.text(bar, 1))"
    }

    /// The mean of a value over the last tenth of the trace, beside which the label of its line stands.
    package static func recentMean(_ trace: MotionTrace, _ value: (MotionTrace.Point) -> Double) -> Double {
        let recent = trace.points.suffix(max(1, trace.points.count / 10))
        guard !recent.isEmpty else { return 0 }
        return recent.reduce(0) { $0 + value($1) } / Double(recent.count)
    }
}
