// SPDX-License-Identifier: Apache-2.0

/// The properties of a sensor, as its driver and firmware give them.
///
/// For example:
/// ```swift
/// let sensor = SensorDescription(name: "accel_3d", path: "/sys/bus/iio/devices/iio:device0", rate: 50, scale: 0.0098)
/// ```
public struct SensorDescription: Hashable, Sendable {
    /// How its samples are read.
    public enum Mode: String, Hashable, Sendable {
        /// The sensor's attributes are read one by one. This needs no rights.
        case poll
        /// The kernel collects samples in a buffer.
        case buffer
        /// A program reads a recording or another source.
        case replay
    }

    /// What it measures.
    public var kind: SensorKind
    /// The driver's name, such as "accel_3d".
    public var name: String
    /// The sensor's sysfs folder, or a URI of libiio.
    public var path: String
    /// The part of the machine, such as "display", "base" or "camera"; empty when the firmware does not say.
    public var location: String
    /// How the sensor is read.
    public var mode: Mode
    /// Samples a second while the device moves, in Hz; 0 when unknown.
    public var rate: Double
    /// The scale for one step of the raw value, in the driver's unit: m/s², rad/s or gauss.
    public var scale: Double
    /// The mount matrix that was used, row by row; the identity when none is known. Its third row comes from the first
    /// two (rule SIGN3). A sample is minus this matrix times the driver's values in m/s² (rule SIGN4).
    public var mountMatrix: [Double]
    /// The sign that the driver gives to gravity.
    public var sign: AccelerationSign
    /// How ``sign`` was found.
    public var signEvidence: SignEvidence
    /// Whether the gyroscope was seen to turn in another way than gravity does in these axes (rule SIGN8).
    public var contradictsGyroscope = false

    /// The identity matrix, row by row.
    public static let identity: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

    /// Makes a description.
    public init(
        _ kind: SensorKind = .accelerometer,
        name: String, path: String, location: String = "", mode: Mode = .poll, rate: Double = 0, scale: Double = 1,
        mountMatrix: [Double] = SensorDescription.identity, sign: AccelerationSign = .kernel,
        signEvidence: SignEvidence = .chip
    ) {
        self.kind = kind
        self.name = name
        self.path = path
        self.location = location
        self.mode = mode
        self.rate = rate
        self.scale = scale
        self.mountMatrix = mountMatrix
        self.sign = sign
        self.signEvidence = signEvidence
    }
}
