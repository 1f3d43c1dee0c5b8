// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// A movement between two rests, and how near to a shake it came.
package struct MotionEpisode: Hashable, Sendable {
    /// Seconds on the trace's clock.
    package let start: Double
    package private(set) var end: Double
    /// The largest acceleration without gravity, in m/s².
    package private(set) var peak = 0.0
    /// The measure at the moment that was nearest to a shake: one at which a shake may begin, if there is one.
    package private(set) var best: ShakeMeasure
    /// Whether a shake was recognized in it.
    package var hasShake = false

    package init(start: Double, measure: ShakeMeasure) {
        self.start = start
        end = start
        best = measure
    }

    /// How far the score of ``best`` is above its bar; nil without a score.
    package var margin: Double? { best.margin }

    /// How near to a shake it came: ``margin`` at a moment at which a shake may begin (rule SHAKE7); nil if there is none.
    package var nearness: Double? { best.isJudged ? best.margin : nil }

    /// Adds the next sample of the movement.
    package mutating func add(_ measure: ShakeMeasure, at time: Double) {
        end = time
        peak = max(peak, measure.magnitude)
        consider(measure)
    }

    /// Heeds a sample between two strong ones, or shortly after the last: a shake can be recognized there too.
    package mutating func consider(_ measure: ShakeMeasure) {
        guard let margin = measure.margin else { return considerStrength(measure) }
        // The score of a moment that is not judged may be above the bar without a shake, as in a single blow.
        if measure.isJudged, !best.isJudged || self.margin == nil {
            best = measure
        } else if measure.isJudged == best.isJudged || self.margin == nil, margin > self.margin ?? -.infinity {
            best = measure
        }
    }

    /// Without a score the strongest moment tells most.
    private mutating func considerStrength(_ measure: ShakeMeasure) {
        guard margin == nil, measure.isJudged || !best.isJudged, let strength = measure.features?[.strength] else {
            return
        }
        if strength > best.features?[.strength] ?? 0 { best = measure }
    }
}

extension ShakeMeasure {
    /// How far the score is above the bar; nil where none was computed.
    package var margin: Double? { score.map { $0 - bar } }
}
