// SPDX-License-Identifier: Apache-2.0
import BatonMotion

/// A movement between two rests, and how near to a shake it came.
struct MotionEpisode: Hashable, Sendable {
    /// Seconds on the trace's clock.
    let start: Double
    private(set) var end: Double
    /// The largest acceleration without gravity, in m/s².
    private(set) var peak = 0.0
    /// The measure at the moment that was nearest to a shake.
    private(set) var best: ShakeMeasure
    /// Whether a shake was recognized in it.
    var hasShake = false

    init(start: Double, measure: ShakeMeasure) {
        self.start = start
        end = start
        best = measure
    }

    /// How far the score of ``best`` is above its bar; nil without a score.
    var margin: Double? { best.margin }

    /// Adds the next sample of the movement.
    mutating func add(_ measure: ShakeMeasure, at time: Double) {
        end = time
        peak = max(peak, measure.magnitude)
        consider(measure)
    }

    /// Heeds a sample between two strong ones, or shortly after the last: a shake can be recognized there too.
    mutating func consider(_ measure: ShakeMeasure) {
        guard let margin = measure.margin, margin > self.margin ?? -.infinity else { return }
        best = measure
    }
}

extension ShakeMeasure {
    /// How far the score is above the bar; nil where none was computed.
    var margin: Double? { score.map { $0 - bar } }
}
