// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion

/// Gives the samples of a batch their times on CLOCK_MONOTONIC, in nanoseconds: each later than the one before.
///
/// A device's own stamps are used when they are plausible; else the batch is spread backwards from its arrival, at the
/// interval that has been seen so far.
struct SampleTimes: Sendable {
    private var interval: Double
    private let nominal: Double
    private var last: Int64?
    private var lastArrival: Int64?
    // The present batch.
    private var usesStamps = false
    private var shift: Int64 = 0
    private var latest: Int64 = 0
    private var next: Double = 0
    private var step: Double = 0

    /// A stamp may be this much ahead of its arrival: the clocks are read one after the other.
    private static let ahead: Int64 = 5_000_000
    /// A stamp may be this much older than a batch lasts.
    private static let behind: Int64 = 2_000_000_000

    /// - Parameter rate: what the driver says, in Hz.
    init(rate: Double) {
        // A driver may say anything; what is no rate counts as a slow one.
        nominal = 1_000_000_000 / min(max(0.001, rate), 1_000_000)
        interval = nominal
    }

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - count: its samples, at least 1.
    ///   - arrival: when it came.
    ///   - stamps: the first and the last sample's stamp, and what turns the device's clock into ours; nil without.
    mutating func begin(count: Int, arrival: Int64, stamps: (first: Int64, last: Int64, shift: Int64)?) {
        defer { lastArrival = arrival }
        latest = arrival &+ Self.ahead
        learn(count: count, arrival: arrival)
        if let stamps, isPlausible(stamps, count: count, arrival: arrival) {
            usesStamps = true
            shift = stamps.shift
            return
        }
        usesStamps = false
        step = interval
        next = Double(arrival) - Double(count - 1) * interval
        // A batch that came early lies between the last sample and now.
        if let last, next <= Double(last) {
            step = max(Double(arrival - last) / Double(count), 0)
            next = Double(last) + step
        }
    }

    /// The next sample's time.
    mutating func time(stamp: Int64) -> Int64 {
        var time: Int64
        if usesStamps {
            // Those between the first and the last have not been looked at: one from the future would take all later ones along.
            time = min(stamp &+ shift, latest)
        } else {
            time = Int64(clamping: next)
            next += step
        }
        if let last { time = max(time, last + 1) }
        last = time
        return time
    }

    private func isPlausible(
        _ stamps: (first: Int64, last: Int64, shift: Int64), count: Int, arrival: Int64
    ) -> Bool {
        let (first, firstOverflow) = stamps.first.addingReportingOverflow(stamps.shift)
        let (final, finalOverflow) = stamps.last.addingReportingOverflow(stamps.shift)
        guard !firstOverflow, !finalOverflow, count == 1 || first < final, final <= arrival + Self.ahead else {
            return false
        }
        let oldest = arrival - Self.behind - Int64(clamping: Double(count) * nominal)
        return first >= oldest && (last.map { final > $0 } ?? true)
    }

    /// Chips are off their nominal rate by some percent; a batch that follows another shows by how much.
    private mutating func learn(count: Int, arrival: Int64) {
        guard let lastArrival else { return }
        let seen = Double(arrival - lastArrival) / Double(count)
        guard seen > 0.7 * nominal, seen < 1.4 * nominal else { return }
        interval += 0.1 * (seen - interval)
    }
}
