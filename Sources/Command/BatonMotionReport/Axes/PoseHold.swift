// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// A pose in which the device was held still.
package struct HeldPose: Equatable, Sendable {
    /// The mean of the specific force, in m/s².
    package let force: Acceleration
    /// When it began and ended, in nanoseconds of the samples' clock.
    package let begin: Int64
    package let end: Int64

    /// Whether the force has the size of gravity. Else the scale of the sensor is wrong.
    package var isGravity: Bool { abs(force.magnitude - Acceleration.standardGravity) <= 2 }
}

/// Finds poses in which the device is held still (rule SIGN7).
///
/// It takes the samples' own times, and keeps no samples.
package struct PoseHold {
    /// How long a pose is held, in seconds.
    package static let seconds = 3.0
    /// How far a sample may be from the mean, in m/s². A tablet in a hand moves by 0.5; a larger value takes slow turns for rest.
    private static let tolerance = 1.0
    /// A longer interval between samples, in seconds, begins anew.
    private static let longestInterval = 1.0

    private var sum = Acceleration.zero
    private var count = 0.0
    private var begin: Int64 = 0
    private var last: Int64 = 0

    package init() {}

    /// Takes a sample of the accelerometer.
    ///
    /// - Returns: The pose, when it has been held for ``seconds``; then the next one is looked for.
    package mutating func process(_ sample: SensorSample) -> HeldPose? {
        let force = Acceleration(sample)
        guard sample.kind == .accelerometer, force.isFinite else { return nil }
        let interval = Self.seconds(from: last, to: sample.nanoseconds)
        let isStill =
            count > 0 && interval > 0 && interval <= Self.longestInterval
            && (force - sum * (1 / count)).magnitude <= Self.tolerance
        if !isStill { (sum, count, begin) = (.zero, 0, sample.nanoseconds) }
        sum = sum + force
        count += 1
        last = sample.nanoseconds
        guard Self.seconds(from: begin, to: last) >= Self.seconds else { return nil }
        defer { count = 0 }
        return HeldPose(force: sum * (1 / count), begin: begin, end: last)
    }

    /// Seconds between two times, whatever they are.
    static func seconds(from: Int64, to: Int64) -> Double { (Double(to) - Double(from)) * 1e-9 }
}
