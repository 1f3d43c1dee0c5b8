// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The detector's results at one rate (docs/shake.md has the definitions).
struct Score: Encodable {
    /// The results on recordings of shakes from one source.
    struct ShakeSet: Encodable {
        var clear = false
        var bouts = 0
        /// Bouts with a Began in [onset, end + 0.5 s].
        var began = 0
        /// Bouts of which one such Began was followed by Ended.
        var ended = 0
        /// Bouts shorter than the longest shake.
        var short_bouts = 0
        var short_ended = 0
    }

    /// The results on recordings without shakes, of one class.
    struct ActivityClass: Encodable {
        var hours = 0.0
        /// Shakes that began; those less than a second apart count once.
        var began = 0
        var ended = 0
        var cancelled = 0
    }

    /// The results on one group of recordings: a person, a device, or a source.
    struct Fold: Encodable {
        var bouts = 0
        var began = 0
        /// Hours of ordinary movement.
        var ordinary_hours = 0.0
        /// Shakes that began in them.
        var ordinary_began = 0
    }

    /// Time from the onset of a clear bout to its Began, in milliseconds; nil if no bout was found.
    struct Latency: Encodable {
        var p50: Double?
        var p90: Double?
    }

    private(set) var sets: [String: ShakeSet] = [:]
    private(set) var classes: [String: ActivityClass] = [:]
    private(set) var latency_ms = Latency()
    private(set) var folds: [String: Fold] = [:]

    private enum CodingKeys: CodingKey {
        case sets, classes, latency_ms
    }

    init(_ library: Library, at rate: Rate, _ options: Options) {
        var latencies: [Double] = []
        for (entry, samples) in library.recordings where rate.suits(entry.rate_hz) {
            let shakes = Shake.all(in: rate.resample(samples, rate: entry.rate_hz), options)
            if entry.label == "shake" {
                count(shakes, in: entry, longest: options.settings.longestShake / .seconds(1), latencies: &latencies)
            } else {
                count(shakes, in: entry)
            }
        }
        latency_ms = Latency(p50: Self.percentile(latencies, 0.5), p90: Self.percentile(latencies, 0.9))
    }

    private mutating func count(
        _ shakes: [Shake], in entry: Manifest.Entry, longest: Double, latencies: inout [Double]
    ) {
        var score = sets[entry.set ?? "?"] ?? ShakeSet()
        score.clear = entry.clear ?? false
        for bout in entry.bouts ?? [] {
            let begin = bout.onset ?? bout.t0
            let found = shakes.filter { $0.began >= begin && $0.began <= bout.t1 + 0.5 }
            let hasEnded = found.contains { $0.end == .ended }
            let isShort = bout.t1 - bout.t0 < longest
            score.bouts += 1
            folds[entry.group ?? "?", default: Fold()].bouts += 1
            folds[entry.group ?? "?", default: Fold()].began += found.isEmpty ? 0 : 1
            score.began += found.isEmpty ? 0 : 1
            score.ended += hasEnded ? 1 : 0
            score.short_bouts += isShort ? 1 : 0
            score.short_ended += isShort && hasEnded ? 1 : 0
            if score.clear, let onset = bout.onset, let first = found.first {
                latencies.append((first.began - onset) * 1000)
            }
        }
        sets[entry.set ?? "?"] = score
    }

    private mutating func count(_ shakes: [Shake], in entry: Manifest.Entry) {
        var score = classes[entry.class ?? "?"] ?? ActivityClass()
        score.hours += entry.duration_s / 3600
        let before = score.began
        var last = -Double.infinity
        for shake in shakes {
            if shake.began - last >= 1 { score.began += 1 }
            last = shake.began
            score.ended += shake.end == .ended ? 1 : 0
            score.cancelled += shake.end == .cancelled ? 1 : 0
        }
        if entry.class == "ordinary" {
            folds[entry.group ?? "?", default: Fold()].ordinary_hours += entry.duration_s / 3600
            folds[entry.group ?? "?", default: Fold()].ordinary_began += score.began - before
        }
        classes[entry.class ?? "?"] = score
    }

    /// A percentile, interpolated linearly between the two nearest values.
    private static func percentile(_ values: [Double], _ share: Double) -> Double? {
        let sorted = values.sorted()
        guard let last = sorted.last else { return nil }
        let position = share * Double(sorted.count - 1)
        let index = Int(position)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (position - Double(index)) * (sorted[index + 1] - sorted[index])
    }
}
