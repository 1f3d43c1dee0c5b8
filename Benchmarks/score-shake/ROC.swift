// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// Found shakes against false ones, for each height of the bar, at the recordings' own rates.
///
/// A shake counts with its highest score, other movement with the highest of each second.
struct ROC {
    /// The point of a sensitivity.
    struct Point {
        let name: String
        /// False shakes an hour of ordinary movement.
        let rate: Double
        /// Found shakes, 0…1; nil without shakes of this kind.
        let clear: Double?
        let others: Double?
    }

    /// The highest scores above the bar of medium: of clear shakes, of other shakes, of seconds of ordinary movement.
    private(set) var clear: [Double] = []
    private(set) var weak: [Double] = []
    private(set) var ordinary: [Double] = []
    private(set) var hours = 0.0
    private(set) var points: [Point] = []

    init(_ library: Library, _ options: Options) {
        for (entry, samples) in library.recordings { add(entry, samples) }
        clear.sort(by: >)
        weak.sort(by: >)
        ordinary.sort(by: >)
        for level in ShakeSensitivity.allCases {
            points.append(Self.point(level.rawValue, Score(library, at: .native, options.with(level))))
        }
    }

    private mutating func add(_ entry: Manifest.Entry, _ samples: [SensorSample]) {
        let isOrdinary = entry.class == "ordinary" && entry.label != "shake"
        guard isOrdinary || entry.label == "shake" else { return }
        if isOrdinary { hours += entry.duration_s / 3600 }
        var bouts = Array(repeating: -Double.infinity, count: entry.bouts?.count ?? 0)
        var seconds: [Int: Double] = [:]
        var detector = ShakeDetector(ShakeSettings(longestShake: .seconds(30)), isExplaining: true)
        for sample in samples {
            _ = detector.process(sample)
            guard detector.measure.isJudged, let score = detector.measure.score else { continue }
            let margin = score - detector.measure.bar
            let time = sample.timestamp / .seconds(1)
            if isOrdinary { seconds[Int(time), default: -.infinity] = max(margin, seconds[Int(time)] ?? -.infinity) }
            for (index, bout) in (entry.bouts ?? []).enumerated()
            where time >= bout.onset ?? bout.t0 && time <= bout.t1 + 0.5 { bouts[index] = max(bouts[index], margin) }
        }
        ordinary += seconds.values
        if entry.clear ?? false { clear += bouts } else { weak += bouts }
    }

    private static func point(_ name: String, _ score: Score) -> Point {
        func share(_ isClear: Bool) -> Double? {
            let sets = score.sets.values.filter { $0.clear == isClear }
            let bouts = sets.reduce(0) { $0 + $1.bouts }
            return bouts == 0 ? nil : Double(sets.reduce(0) { $0 + $1.began }) / Double(bouts)
        }
        let ordinary = score.classes["ordinary"]
        let rate = ordinary.map { Double($0.began) / max($0.hours, 1e-9) } ?? 0
        return Point(name: name, rate: rate, clear: share(true), others: share(false))
    }

    /// The share of the scores, in descending order, that reach a bar.
    static func share(_ scores: [Double], above bar: Double) -> Double {
        let count = scores.firstIndex { $0 < bar } ?? scores.count
        return Double(count) / Double(max(1, scores.count))
    }
}
