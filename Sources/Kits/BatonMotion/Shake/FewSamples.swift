// SPDX-License-Identifier: Apache-2.0

/// What is asked for more where samples are few, since one of them shows a blow as it shows a shake (rule SHAKE7): that
/// it goes on.
///
/// Two judged samples in a row reach the bar, and four samples of the last second are near the peaks of half swings. A blow with its
/// rebound has two or three, and a sensor that sticks one: what repeats its value does not go on. Of a sparse sensor the
/// window must also swing as a shake does: ``ShakeFeatures/isGesture``, ``ShakeFeatures/lacksThirdSwing``.
struct FewSamples: Sendable {
    /// How many samples of the last second are strong enough to be judged. A larger value misses short shakes.
    private static let least = 4
    /// The times of the newest of these, the oldest first.
    private var times = InlineArray<4, Double>(repeating: -.infinity)
    /// The score of the entry that was judged before; nil if it had none, or came too long ago.
    private var before: Double?
    /// Whether an entry that is not judged came after that one.
    private var isOnceSkipped = false

    /// The specific force of the sample before.
    private var last = Acceleration.zero

    /// Takes the next sample, at any rate: its specific force, and the magnitude of the user's acceleration.
    // Inlined into the detector: it is called with each sample.
    @inline(__always)
    mutating func add(_ force: Acceleration, _ magnitude: Double, at time: Double) {
        let isRepeated = force == last
        last = force
        guard magnitude >= ShakeThresholds.judged, !isRepeated else { return }
        for index in 1..<Self.least { times[index - 1] = times[index] }
        times[Self.least - 1] = time
    }

    /// Forgets the score before, because an entry is not judged; of a dense sensor the second one in a row. It judges peaks only,
    /// and of a swing of a quarter of its rate each second sample is between two.
    mutating func skip(_ density: ShakeModel.Density) {
        if density == .sparse || isOnceSkipped { before = nil }
        isOnceSkipped = true
    }

    /// The score that counts of an entry that is judged: the lower one of two in a row, and nil before it goes on.
    mutating func heed(_ score: Double?, _ features: ShakeFeatures?, at time: Double) -> Double? {
        defer { (before, isOnceSkipped) = (score, false) }
        guard let before, let score, time - times[0] <= ShakeWindow.sparseLength else { return nil }
        guard let features, !features.isGesture, !features.lacksThirdSwing else { return nil }
        return min(before, score)
    }
}

extension ShakeFeatures {
    /// Movement below this, in Hz, is slow. A larger value misses slow shakes of which a sample hid a reversal.
    private static let slow = 2.2
    /// Half swings in a row of a slow shake.
    private static let leastRun = 2.0
    /// The share of the strongest half swing that the third one of a shake has at 12.5 samples a second and more. A larger
    /// value misses uneven shakes.
    private static let leastThird = 0.35
    /// The share at 10 samples a second, of which a swing of 5 Hz has two: the third half swing may look weaker than it is.
    /// Between the two rates the share is on the line between theirs.
    private static let leastThirdOfTen = 0.25
    /// The intervals of the two rates, in seconds.
    private static let (ofTwelve, ofTen) = (0.08, 0.1)

    /// Whether a sparse sensor saw a slow movement that does not swing to and fro, as when a phone is raised to the ear
    /// (rule SHAKE7).
    package var isGesture: Bool {
        density == .sparse && self[.frequency] < Self.slow && self[.run] < Self.leastRun
    }

    /// Whether a sparse sensor saw too little of a third half swing: a blow of a bag has two (rule SHAKE7).
    package var lacksThirdSwing: Bool {
        guard density == .sparse else { return false }
        let seen = min(1, max(0, (Self.ofTen - self[.interval]) / (Self.ofTen - Self.ofTwelve)))
        return self[.thirdSwing] < Self.leastThirdOfTen + (Self.leastThird - Self.leastThirdOfTen) * seen
    }
}
