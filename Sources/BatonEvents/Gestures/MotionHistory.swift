// SPDX-License-Identifier: Apache-2.0

/// The latest values of a gesture, to find how fast they change (rule G60).
struct MotionHistory {
    /// Values older than this do not count.
    static let span = Duration.milliseconds(100)
    private static let capacity = 64

    private var samples: [(time: Duration, value: Point)] = []
    /// The place of the oldest sample, once the array is full.
    private var oldest = 0

    /// Adds the value of a time. Another one of the same time replaces it.
    mutating func add(_ value: Point, at time: Duration) {
        if samples.isEmpty { samples.reserveCapacity(Self.capacity) }
        if let newest, samples[newest].time == time {
            samples[newest].value = value
        } else if samples.count < Self.capacity {
            samples.append((time, value))
        } else {
            samples[oldest] = (time, value)
            oldest = (oldest + 1) % Self.capacity
        }
    }

    mutating func clear() {
        samples.removeAll(keepingCapacity: true)
        oldest = 0
    }

    /// The change in a second over the last 100 ms before a time; 0 if the value rested that long.
    func velocity(at time: Duration) -> Point {
        guard let newest, time - samples[newest].time < Self.span else { return .zero }
        var first = samples[newest]
        var count = 0
        for index in samples.indices.reversed() {
            let sample = samples[(oldest + index) % samples.count]
            if time - sample.time > Self.span {
                // The value rested until the only newer sample.
                if count == 1 { first = (time - Self.span, sample.value) }
                break
            }
            first = sample
            count += 1
        }
        let seconds = (time - first.time) / .seconds(1)
        guard seconds > 0 else { return .zero }
        return (samples[newest].value - first.value) * (1 / seconds)
    }

    private var newest: Int? {
        guard !samples.isEmpty else { return nil }
        return samples.count < Self.capacity ? samples.count - 1 : (oldest + Self.capacity - 1) % Self.capacity
    }
}
