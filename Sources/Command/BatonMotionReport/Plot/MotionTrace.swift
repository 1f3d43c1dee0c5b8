// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// A part of a sensor's signal with everything that is drawn for it. Times are seconds on the trace's own clock.
package struct MotionTrace: Hashable, Sendable {
    /// One sample and the recognizer's measures of it, in m/s².
    package struct Point: Hashable, Sendable {
        package let time: Double
        package let x: Double
        package let y: Double
        package let z: Double
        /// The length of the acceleration without gravity.
        package let magnitude: Double
        /// How much the last 0.6 s, or the last second of a sparse sensor, are like a shake; nil where that was not computed.
        package let score: Double?
        /// The score that a shake needs.
        package let bar: Double
    }

    /// A shake, from its recognition to its end.
    package struct Shake: Hashable, Sendable {
        package enum Outcome: Hashable, Sendable {
            case running
            case ended
            case tooLong
            case interrupted
        }

        package let began: Double
        /// How many seconds before its beginning were looked at.
        package var window = ShakeMeasure.window
        /// The time of its last phase, or of the newest sample while it goes on.
        package var end: Double
        package var outcome = Outcome.running
        /// How long it lasted, in seconds; 0 unless it ended.
        package var duration = 0.0
    }

    /// Movement that was not a shake, and the reason.
    package struct Miss: Hashable, Sendable {
        package let start: Double
        package let end: Double
        /// The reason in two or three words.
        package let label: String
    }

    /// How the device was held from this time on.
    package struct Pose: Hashable, Sendable {
        package let time: Double
        package let name: String
    }

    /// Samples that a slow reader did not get.
    package struct Loss: Hashable, Sendable {
        package let time: Double
        package let count: UInt64
    }

    package var points: [Point] = []
    package var shakes: [Shake] = []
    package var misses: [Miss] = []
    package var poses: [Pose] = []
    package var losses: [Loss] = []
    /// The source of the signal, such as the name of the sensor or of the file.
    package var source = ""
    /// More about the source: how it is read, the sensitivity.
    package var details: [String] = []

    /// The times of the first and the last sample; 0 to 1 without samples.
    package var span: ClosedRange<Double> {
        guard let first = points.first?.time, let last = points.last?.time, last > first else { return 0...1 }
        return first...last
    }

    /// Samples a second over the newest two seconds, nil with fewer than two samples.
    package var rate: Double? {
        guard let last = points.last else { return nil }
        let recent = points.suffix(400).drop { $0.time < last.time - 2 }
        guard let first = recent.first, recent.count > 1, last.time > first.time else { return nil }
        return Double(recent.count - 1) / (last.time - first.time)
    }

    /// The shake that has begun and not ended.
    package var isShaking: Bool { shakes.last?.outcome == .running }

    /// Records a phase that the recognizer reported.
    ///
    /// - Parameter window: For a beginning, how many seconds before it were looked at.
    package mutating func note(
        _ outcome: Shake.Outcome, at time: Double, duration: Double = 0, window: Double = ShakeMeasure.window
    ) {
        if outcome == .running {
            shakes.append(Shake(began: time, window: window, end: time))
        } else if isShaking {
            shakes[shakes.count - 1].end = time
            shakes[shakes.count - 1].outcome = outcome
            shakes[shakes.count - 1].duration = duration
        }
    }

    /// Records a sample.
    package mutating func append(_ point: Point) {
        points.append(point)
        if isShaking { shakes[shakes.count - 1].end = point.time }
    }

    /// Removes everything that ended before `time`.
    package mutating func forget(before time: Double) {
        if let first = points.firstIndex(where: { $0.time >= time }), first > 0 { points.removeFirst(first) }
        shakes.removeAll { $0.end < time }
        misses.removeAll { $0.end < time }
        losses.removeAll { $0.time < time }
        if let current = poses.lastIndex(where: { $0.time <= time }), current > 0 { poses.removeFirst(current) }
    }
}
