// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonValues

/// Computes the times of a batch's samples on CLOCK_MONOTONIC, in nanoseconds. Each is later than the one before.
///
/// The device's timestamps are used if they are plausible. Otherwise the samples are spread backwards from the arrival
/// of the batch, at the interval that was measured so far.
struct SampleTimes: Sendable {
    private var interval: Double
    private var nominal: Double
    private var last: Int64?
    private var lastArrival: Int64?
    // The present batch.
    private var usesStamps = false
    private var shift: Int64 = 0
    private var latest: Int64 = 0
    private var next: Double = 0
    private var step: Double = 0

    /// How far a timestamp may be after its arrival, in nanoseconds, because the two clocks are read one after the
    /// other.
    private static let ahead: Int64 = 5_000_000
    /// How far a timestamp may be before the begin of its batch, in nanoseconds.
    private static let behind: Int64 = 2_000_000_000

    /// In nanoseconds, how long a stall may be after which samples still have the times at which they were due.
    private static let longestStall = 250_000_000.0
    /// The part of a delay that is followed with each batch.
    private static let following = 0.02

    /// - Parameter rate: the rate that the driver reports, in Hz.
    init(rate: Double) {
        // A driver may report any number; one that is not a rate counts as a slow one.
        nominal = Self.nominal(rate)
        interval = nominal
    }

    /// The buffer was opened anew, perhaps with another rate. The next sample is later than the last one all the same.
    mutating func restart(rate: Double) {
        nominal = Self.nominal(rate)
        interval = nominal
        lastArrival = nil
    }

    /// Nanoseconds between samples.
    private static func nominal(_ rate: Double) -> Double { 1_000_000_000 / min(max(0.001, rate), 1_000_000) }

    /// Starts a batch.
    ///
    /// - Parameters:
    ///   - count: the number of samples, at least 1.
    ///   - arrival: when the batch was read.
    ///   - stamps: the timestamps of the first and the last sample, and the shift to CLOCK_MONOTONIC; nil if there are
    ///     none.
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
        guard let last else { return }
        // A batch that waited because this process did not run was measured when it was due; one of the next will not be late.
        // A batch that is later than that comes from a sensor that was silent, or whose interval is longer, which is followed
        // slowly.
        let late = next - (Double(last) + interval)
        if late > 0, late < Self.longestStall {
            next -= (1 - Self.following) * late
        }
        // A batch that came early is spread between the last sample and now.
        if next <= Double(last) {
            step = max(Double(arrival - last) / Double(count), 0)
            next = Double(last) + step
        }
    }

    /// The time of the next sample.
    mutating func time(stamp: Int64) -> Int64 {
        var time: Int64
        if usesStamps {
            // Only the first and the last timestamp were checked. A timestamp in the future would shift all later
            // samples.
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

    /// Measures the interval, because chips differ from their nominal rate by some percent.
    private mutating func learn(count: Int, arrival: Int64) {
        guard let lastArrival else { return }
        let seen = Double(arrival - lastArrival) / Double(count)
        guard seen > 0.7 * nominal, seen < 1.4 * nominal else { return }
        interval += 0.1 * (seen - interval)
    }
}
