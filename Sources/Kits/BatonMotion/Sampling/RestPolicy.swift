// SPDX-License-Identifier: Apache-2.0

/// Decides how often a polled sensor is read: fast as soon as a sample differs from the one before, slowly again after
/// two seconds in which none did (rule SHAKE13).
///
/// For example:
/// ```swift
/// var policy = RestPolicy()
/// if let rate = policy.process(sample) { print("read \(rate.frequency) samples a second from now on") }
/// ```
public struct RestPolicy: Sendable {
    /// The rate at which the sensor is to be read.
    public private(set) var rate = SamplingRate.rest

    private var previous: SensorSample?
    private var lastMovement: Int64 = 0

    /// Change on an axis between two samples, in m/s², above which the device moves. It is several times the noise of a
    /// cheap sensor, and less than the change in the first 0.1 s of any recorded shake (docs/shake.md). A larger value
    /// misses the beginning of weak shakes.
    static let movement = 0.6
    /// Time in nanoseconds without movement after which the sensor is read slowly again. A larger value costs more
    /// wake-ups after each movement.
    static let calmTime: Int64 = 2_000_000_000

    /// Makes a policy that begins at rest.
    public init() {}

    /// Takes a sample.
    ///
    /// - Returns: the new rate, when it changes with this sample.
    public mutating func process(_ sample: SensorSample) -> SamplingRate? {
        defer { previous = sample }
        guard let previous else { return nil }
        let change = max(abs(sample.x - previous.x), abs(sample.y - previous.y), abs(sample.z - previous.z))
        // A comparison with NaN is false, so a sample that is not a number is not a movement.
        if change > Self.movement {
            lastMovement = sample.nanoseconds
            return move(to: .armed)
        }
        guard rate == .armed, sample.nanoseconds &- lastMovement > Self.calmTime else { return nil }
        return move(to: .rest)
    }

    private mutating func move(to new: SamplingRate) -> SamplingRate? {
        guard new != rate else { return nil }
        rate = new
        return new
    }
}

/// How often a polled sensor is read (rule SHAKE13).
///
/// For example:
/// ```swift
/// let interval = Duration.seconds(1 / SamplingRate.armed.frequency)  // 20 ms
/// ```
public enum SamplingRate: Hashable, Sendable {
    /// The device is at rest: often enough to see the beginning of a movement.
    case rest
    /// The device moves: often enough to recognize a shake.
    case armed

    /// Samples a second, in Hz.
    public var frequency: Double {
        switch self {
        case .rest: 12.5
        case .armed: 50
        }
    }
}
