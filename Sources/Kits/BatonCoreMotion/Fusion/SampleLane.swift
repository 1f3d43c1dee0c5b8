// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The samples of one sensor that wait for those of other sensors, in the order of time.
struct SampleLane: Sendable {
    /// The time of the newest sample that came; `Int64.min` before the first one.
    private(set) var newest = Int64.min

    private var samples: [SensorSample] = []
    private var begin = 0
    private var count = 0
    /// The time of the sample that was taken last; nil before the first one.
    private var last: Int64?

    /// Room for 60 ms of 8000 samples a second.
    private static let room = 512

    /// The time of the oldest sample that waits; `Int64.max` when none waits.
    var first: Int64 { count > 0 ? samples[begin].nanoseconds : .max }

    var isFull: Bool { count == Self.room }

    /// Adds a sample, which is newer than all before. There is room, because a full lane is emptied at once.
    mutating func put(_ sample: SensorSample) {
        if samples.isEmpty { samples = Array(repeating: sample, count: Self.room) }
        newest = sample.nanoseconds
        samples[(begin + count) % Self.room] = sample
        count = min(count + 1, Self.room)
    }

    /// Takes the oldest sample.
    mutating func take() -> SensorSample? {
        guard count > 0 else { return nil }
        defer {
            begin = (begin + 1) % Self.room
            count -= 1
        }
        return samples[begin]
    }

    /// Seconds since the sample before, above zero; nil for the first one, of which that is not known.
    mutating func interval(_ sample: SensorSample) -> Double? {
        defer { last = sample.nanoseconds }
        return last.map { (Double(sample.nanoseconds) - Double($0)) * 1e-9 }
    }

    /// Forgets all samples and times.
    mutating func reset() {
        (newest, begin, count, last) = (.min, 0, 0, nil)
    }
}
