// SPDX-License-Identifier: Apache-2.0

/// Knows how the device is held, with hysteresis, undisturbed by shakes (rule M3, spec/motion.md §8).
///
/// The names are those that iio-sensor-proxy gives to the same samples.
public struct OrientationTracker: Sendable {
    /// The present orientation.
    public private(set) var orientation = Orientation.undefined

    private var low = LowPassFilter(timeConstant: 0.25)
    private var previous: SensorSample?
    private var candidate = Orientation.undefined
    private var candidateSince: Int64 = 0
    private var steadySince: Int64 = 0
    private var frozenUntil = Int64.min

    // Sines of the angle between an axis and the horizontal.
    private static let enter = 0.5736  // 35°
    private static let leave = 0.4226  // 25°
    private static let enterFace = 0.9063  // 25° from the vertical
    private static let leaveFace = 0.7660  // 40° from the vertical
    /// How far specific force may be from gravity, in m/s².
    private static let tolerance = 1.5
    /// For how long it must not be, before anything is believed.
    private static let steadyTime: Int64 = 150_000_000
    /// How long a new orientation must last before it is told.
    private static let holdTime: Int64 = 300_000_000
    /// How long after a shake nothing is told.
    private static let restTime: Int64 = 500_000_000

    /// Makes a tracker that knows nothing yet.
    public init() {}

    /// Takes a sample.
    ///
    /// - Returns: the new orientation, when it changes with this sample.
    public mutating func process(_ sample: SensorSample) -> Orientation? {
        let raw = Acceleration(sample)
        guard raw.isFinite else { return nil }
        defer { previous = sample }
        let interval = previous.map { Double(sample.nanoseconds &- $0.nanoseconds) * 1e-9 } ?? 0
        guard interval >= 0 else { return nil }
        if interval > 1 { low.reset() }
        let force = low.pass(raw, after: interval)
        guard abs(raw.magnitude - Acceleration.standardGravity) < Self.tolerance else {
            steadySince = sample.nanoseconds
            candidate = orientation
            return nil
        }
        guard sample.nanoseconds >= frozenUntil, sample.nanoseconds &- steadySince >= Self.steadyTime else {
            return nil
        }
        let found = classify(force)
        if found != candidate {
            candidate = found
            candidateSince = sample.nanoseconds
        }
        guard found != orientation, sample.nanoseconds &- candidateSince >= Self.holdTime else { return nil }
        orientation = found
        return found
    }

    /// Takes note of a shake: from its beginning until half a second after its end the orientation stays what it is.
    public mutating func note(_ phase: MotionPhase) {
        switch phase {
        case .began: frozenUntil = .max
        case .ended(let at, _), .cancelled(let at, _):
            let (seconds, attoseconds) = at.components
            frozenUntil = seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000 &+ Self.restTime
        }
    }

    private func classify(_ force: Acceleration) -> Orientation {
        let magnitude = force.magnitude
        guard magnitude > 0 else { return orientation }
        let (x, y, z) = (force.x / magnitude, force.y / magnitude, force.z / magnitude)
        // What holds goes on holding a little longer than it takes to come in.
        if holds(x, y, z) { return orientation }
        if z > Self.enterFace { return .faceUp }
        if z < -Self.enterFace { return .faceDown }
        switch (abs(x) > Self.enter, abs(y) > Self.enter) {
        case (true, false): return x > 0 ? .leftUp : .rightUp
        case (false, true): return y > 0 ? .bottomUp : .normal
        // Between two: as it was.
        default: return orientation
        }
    }

    private func holds(_ x: Double, _ y: Double, _ z: Double) -> Bool {
        switch orientation {
        case .undefined: false
        case .normal: -y > Self.leave && abs(x) <= max(Self.enter, -y)
        case .bottomUp: y > Self.leave && abs(x) <= max(Self.enter, y)
        case .leftUp: x > Self.leave && abs(y) <= max(Self.enter, x)
        case .rightUp: -x > Self.leave && abs(y) <= max(Self.enter, -x)
        case .faceUp: z > Self.leaveFace
        case .faceDown: z < -Self.leaveFace
        }
    }
}
