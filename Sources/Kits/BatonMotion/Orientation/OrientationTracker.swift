// SPDX-License-Identifier: Apache-2.0

/// Derives the orientation from accelerometer samples, with hysteresis (rules O7, O16 and O17).
///
/// The axis that points up decides (rule SIGN9). The four edges have the names that iio-sensor-proxy gives them (rule
/// O13). Tell it of shakes with
/// ``note(_:)``, so that a shake does not change the orientation (rules M3 and O8).
///
/// For example:
/// ```swift
/// var tracker = OrientationTracker()
/// var detector = ShakeDetector()
/// if let phase = detector.process(sample) { tracker.note(phase) }
/// if let orientation = tracker.process(sample) { print(orientation.rawValue) }
/// ```
public struct OrientationTracker: Sendable {
    /// The present orientation.
    public private(set) var orientation = Orientation.undefined

    private var low = LowPassFilter(timeConstant: 0.25)
    private var previous: SensorSample?
    private var candidate = Orientation.undefined
    private var candidateSince: Int64 = 0
    private var steadySince: Int64 = 0
    private var frozenUntil = Int64.min

    // Sines of the angle between an axis and the horizontal (rule O16).
    private static let enter = 0.5736  // 35°
    private static let leave = 0.4226  // 25°
    private static let enterFace = 0.9063  // 25° from the vertical
    private static let leaveFace = 0.7660  // 40° from the vertical
    /// Largest difference between the magnitude of the specific force and gravity, in m/s², at which a sample counts
    /// (rule O17).
    private static let tolerance = 1.5
    /// Time in nanoseconds without a larger difference before samples count again (rule O17).
    private static let steadyTime: Int64 = 150_000_000
    /// Time in nanoseconds for which a new orientation must last before it is reported (rule O17).
    private static let holdTime: Int64 = 300_000_000
    /// Time in nanoseconds after the end of a shake in which the orientation does not change (rule O8).
    private static let restTime: Int64 = 500_000_000

    /// Makes a tracker whose orientation is undefined.
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

    /// Takes note of a shake: from its beginning until 0.5 s after its end the orientation does not change (rule O8).
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
        // Hysteresis: an orientation is left at another angle than it is entered.
        if holds(x, y, z) { return orientation }
        if z > Self.enterFace { return .faceUp }
        if z < -Self.enterFace { return .faceDown }
        switch (abs(x) > Self.enter, abs(y) > Self.enter) {
        case (true, false): return x > 0 ? .rightUp : .leftUp
        case (false, true): return y > 0 ? .normal : .bottomUp
        // Between two orientations the last one stays (rule O7).
        default: return orientation
        }
    }

    private func holds(_ x: Double, _ y: Double, _ z: Double) -> Bool {
        switch orientation {
        case .undefined: false
        case .normal: y > Self.leave && abs(x) <= max(Self.enter, y)
        case .bottomUp: -y > Self.leave && abs(x) <= max(Self.enter, -y)
        case .leftUp: -x > Self.leave && abs(y) <= max(Self.enter, -x)
        case .rightUp: x > Self.leave && abs(y) <= max(Self.enter, x)
        case .faceUp: z > Self.leaveFace
        case .faceDown: z < -Self.leaveFace
        }
    }
}
