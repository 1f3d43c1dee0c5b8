// SPDX-License-Identifier: Apache-2.0

/// Counts half swings that follow each other: each goes against the one before, and none comes late (rule SHAKE4).
///
/// Directions are compared in three dimensions, so neither the axis nor the mounting matters.
struct SwingRun: Sendable {
    /// Two swings are opposite if the cosine between them is below this.
    private static let oppositeCosine = -0.2
    /// Longest time between two reversals, in seconds. A larger value joins gestures that follow each other.
    private static let longest = 0.4
    /// A swing reaches this share of the one before. A larger value breaks the runs of uneven shakes.
    private static let share = 0.35
    /// More half swings than this are not counted.
    private static let most = 8

    /// Half swings in a row.
    private(set) var count = 0
    private var peak = Acceleration.zero
    private var size = 0.0
    private var since = 0.0

    /// Takes the user's acceleration at an instant.
    // Inlined into the detector: four calls for each sample cost an eighth of its time.
    @inline(__always)
    mutating func add(_ user: Acceleration, _ magnitude: Double, at time: Double) {
        if time - since > Self.longest {
            count = 0
            size = 0
        }
        guard magnitude >= max(ShakeThresholds.strong, Self.share * size) else { return }
        if count == 0 || user.dot(peak) < Self.oppositeCosine * magnitude * size {
            count = min(Self.most, count + 1)
            since = time
        } else if magnitude <= size {
            return
        }
        peak = user
        size = magnitude
    }
}
