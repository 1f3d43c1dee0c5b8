// SPDX-License-Identifier: Apache-2.0

/// The latest values of a gesture, to find how fast they change (rule G60).
struct MotionHistory {
    /// Values older than this do not count.
    static let span = Duration.milliseconds(100)
    private static let capacity = 64

    private var samples: [(time: Duration, value: Point)] = []
    /// The place of the oldest sample, once the array is full.
    private var oldest = 0
    /// The last moment at which the gesture had enough fingers.
    private var latest = Duration.zero

    /// Adds the value of a time. Another one of the same time replaces it.
    mutating func add(_ value: Point, at time: Duration) {
        latest = time
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

    /// Notes a moment at which the gesture still had enough fingers, and no new value.
    mutating func rest(at time: Duration) { latest = time }

    /// The change in a second now, or at the last moment with enough fingers if there are too few.
    func velocity(isMoving: Bool, now: Duration?) -> Point {
        velocity(at: isMoving ? max(latest, now ?? latest) : latest)
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
