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
    /// How near to a shake that was, as a share; 1 means that all conditions were met.
    private(set) var closeness = 0.0
    /// The largest number of reversals in a row.
    private(set) var reversals = 0
    /// Whether a shake was recognized in it.
    var hasShake = false

    /// The times of the magnitude's peaks, one for each swing.
    private(set) var peaks: [Double] = []
    /// The largest magnitude of the present rise, or the smallest of the present fall.
    private var turn = 0.0
    private var turnTime = 0.0
    private var isRising = true

    init(start: Double, measure: ShakeMeasure) {
        self.start = start
        end = start
        best = measure
    }

    /// The share of what a shake needs, of the condition that is furthest from being met; 1 is enough.
    static func closeness(_ measure: ShakeMeasure) -> Double {
        if measure.isSparse { return measure.strength / ShakeMeasure.neededSparseStrength }
        let force = min(
            measure.strength / ShakeMeasure.neededStrength, measure.weakerSwing / ShakeMeasure.neededSwing)
        guard measure.reversals < ShakeMeasure.neededReversals else { return force }
        return min(force, max(0.1, Double(measure.reversals) / Double(ShakeMeasure.neededReversals)))
    }

    /// Adds the next sample of the movement.
    mutating func add(_ measure: ShakeMeasure, magnitude: Double, at time: Double) {
        end = time
        peak = max(peak, magnitude)
        reversals = max(reversals, measure.reversals)
        let closeness = Self.closeness(measure)
        if closeness > self.closeness || (closeness == self.closeness && measure.magnitude > best.magnitude) {
            self.closeness = closeness
            best = measure
        }
        followPeaks(magnitude, at: time)
    }

    /// The median time from one swing to the opposite one, in seconds; nil with fewer than three swings.
    var halfSwing: Double? {
        guard peaks.count > 2 else { return nil }
        let distances = zip(peaks.dropFirst(), peaks).map { $0 - $1 }.sorted()
        return distances[distances.count / 2]
    }

    /// A peak ends when the magnitude has fallen to 0.6 of it, and the next begins when it has risen by the same ratio.
    private mutating func followPeaks(_ magnitude: Double, at time: Double) {
        guard isRising else {
            turn = min(turn, magnitude)
            if magnitude > turn / 0.6, magnitude >= ShakeMeasure.swing / 2 {
                isRising = true
                turn = magnitude
                turnTime = time
            }
            return
        }
        if magnitude >= turn {
            turn = magnitude
            turnTime = time
        } else if magnitude < 0.6 * turn {
            if turn >= ShakeMeasure.swing, peaks.count < 512 { peaks.append(turnTime) }
            isRising = false
            turn = magnitude
        }
    }
}
