// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The user's acceleration in the last 0.41 s, with at most 67 samples a second. It never allocates.
struct LandedMagnitudeWindow: Sendable {
    private struct Entry {
        var time = 0.0
        var acceleration = Acceleration.zero
        var magnitude = 0.0
    }

    /// Entries: 0.41 s at the shortest spacing need 28. It is a power of two, because indices are masked.
    private static let capacity = 32
    /// Shortest time between two entries, in seconds; a sample that comes sooner is left out. A smaller value needs
    /// more entries.
    private static let spacing = 0.0149

    private var entries = InlineArray<32, Entry>(repeating: Entry())
    private var first = 0
    private(set) var count = 0
    private var sum = 0.0

    /// Removes all entries.
    mutating func removeAll() {
        first = 0
        count = 0
        sum = 0
    }

    /// Adds an entry and removes those that are older than the window.
    mutating func add(_ acceleration: Acceleration, _ magnitude: Double, at time: Double) {
        while count > 0, time - entries[first].time > LandedThresholds.window { removeFirst() }
        if count > 0, time - entries[index(count - 1)].time < Self.spacing { return }
        if count == Self.capacity { removeFirst() }
        entries[index(count)] = Entry(time: time, acceleration: acceleration, magnitude: magnitude)
        count += 1
        sum += min(magnitude, LandedThresholds.knock)
    }

    /// The mean magnitude, each capped at ``LandedThresholds/knock``.
    var mean: Double { count > 0 ? sum / Double(count) : 0 }

    /// The three largest magnitudes, the largest first.
    var strongest: (Double, Double, Double) {
        let entries = entries.span
        var result = (0.0, 0.0, 0.0)
        for offset in 0..<count {
            let magnitude = entries[index(offset)].magnitude
            if magnitude > result.0 {
                result = (magnitude, result.0, result.1)
            } else if magnitude > result.1 {
                result = (result.0, magnitude, result.1)
            } else if magnitude > result.2 {
                result.2 = magnitude
            }
        }
        return result
    }

    /// The share of the movement that goes to one side, 0…1. A shake goes back and forth; a blow that turns the device
    /// does not (rule SHAKE9).
    var bias: Double {
        let entries = entries.span
        var total = Acceleration.zero
        var magnitudes = 0.0
        for offset in 0..<count {
            let entry = entries[index(offset)]
            total = total + entry.acceleration
            magnitudes += entry.magnitude
        }
        return magnitudes > 0 ? total.magnitude / magnitudes : 1
    }

    /// The smallest magnitude.
    var least: Double {
        let entries = entries.span
        var result = Double.infinity
        for offset in 0..<count { result = min(result, entries[index(offset)].magnitude) }
        return count > 0 ? result : 0
    }

    /// The largest magnitude for which there is an entry at least as large on the opposite side.
    ///
    /// Compares pairs of entries, and skips those that are weaker than the result so far.
    var opposite: Double {
        // A span reads in place; each access to the inline array would copy it.
        let entries = entries.span
        var result = 0.0
        for later in 0..<count {
            let one = entries[index(later)]
            guard one.magnitude > result else { continue }
            for earlier in 0..<later {
                let other = entries[index(earlier)]
                let weaker = min(one.magnitude, other.magnitude)
                guard weaker > result else { continue }
                let product = one.acceleration.dot(other.acceleration)
                if product < LandedThresholds.oppositeCosine * one.magnitude * other.magnitude { result = weaker }
            }
        }
        return result
    }

    private func index(_ offset: Int) -> Int { (first + offset) & (Self.capacity - 1) }

    private mutating func removeFirst() {
        sum -= min(entries[first].magnitude, LandedThresholds.knock)
        first = (first + 1) & (Self.capacity - 1)
        count -= 1
        // Rounding errors of the sum must not accumulate.
        if count == 0 { sum = 0 }
    }
}
