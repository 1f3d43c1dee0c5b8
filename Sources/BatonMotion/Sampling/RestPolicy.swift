// SPDX-License-Identifier: Apache-2.0

/// Decides when a polled sensor is read slowly and when fast (design §6): fast as soon as a sample differs from the one
/// before, slowly again after two seconds in which none did.
public struct RestPolicy: Sendable {
    /// The rate to read at now.
    public private(set) var rate = SamplingRate.rest

    private var previous: SensorSample?
    private var lastMovement: Int64 = 0

    /// A change of this much on an axis, in m/s², is a movement: several times a cheap sensor's noise, and less than the
    /// first tenth of a second of any shake here.
    static let movement = 0.6
    /// How long nothing must move before the sensor is read slowly again, in nanoseconds.
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
        // What is no number is no movement either.
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
