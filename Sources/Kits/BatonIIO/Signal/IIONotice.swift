// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// A notice about a sensor that goes on delivering samples, for people.
///
/// For example:
/// ```swift
/// let sensor = try IIOSensor.open(reactor: reactor)
/// sensor.notice = { notice in print("\(notice.kind.rawValue): \(notice)") }
/// ```
public struct IIONotice: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a notice, for programs.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Several sensors are equally suitable; one was chosen.
        case ambiguous
        /// The mount matrix is not valid. The axes are used as they are.
        case mountMatrix = "mount-matrix"
        /// A sensor at rest does not measure gravity, so its scale is wrong (rule IIO11).
        case gravity
        /// All values have been exactly the same for a long time.
        case stuck
        /// The buffer is not used, or not any more. The attributes are polled.
        case polling
        /// The buffer delivered no samples and was opened again.
        case restarted
        /// A read takes so long that shakes may be missed.
        case slow
        /// The sensor does not run at the requested rate.
        case rate
        /// The buffer's state was restored after a process of Baton's was killed.
        case recovered
        /// Accelerometer and gyroscope do not agree about how the device turns (rule SIGN8).
        case disagreement
        /// The state that was found could not be restored.
        case notRestored = "not-restored"
    }

    /// The kind of notice.
    public let kind: Kind
    /// What the sensor measures.
    public let sensor: SensorKind
    /// What happened, on what, and what to do about it.
    public let message: String
    /// Whether what an earlier notice of the same kind said is over.
    public let isOver: Bool

    init(_ kind: Kind, of sensor: SensorKind, _ message: String, isOver: Bool = false) {
        self.kind = kind
        self.sensor = sensor
        self.message = message
        self.isOver = isOver
    }

    /// The message.
    public var description: String { message }
}
