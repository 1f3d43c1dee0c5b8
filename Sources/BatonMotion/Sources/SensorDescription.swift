// SPDX-License-Identifier: Apache-2.0

/// What is known of a sensor.
public struct SensorDescription: Hashable, Sendable {
    /// How its samples are read.
    public enum Mode: String, Hashable, Sendable {
        /// Its attributes are read one by one; needs no rights.
        case poll
        /// The kernel collects samples in a buffer.
        case buffer
        /// A program reads a recording or another source.
        case replay
    }

    /// The driver's name, such as "accel_3d".
    public var name: String
    /// Where it is: a sysfs folder, or a URI.
    public var path: String
    /// "display", "base", "camera" or what else the firmware says; empty when it says nothing.
    public var location: String
    /// How it is read.
    public var mode: Mode
    /// Samples a second while something moves, in Hz; 0 when unknown.
    public var rate: Double
    /// m/s² for a step of the raw value.
    public var scale: Double
    /// Row by row, what turns the sensor's axes into the device's; the identity when the firmware says nothing.
    public var mountMatrix: [Double]

    /// The matrix that changes nothing.
    public static let identity: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

    /// Makes a description.
    public init(
        name: String, path: String, location: String = "", mode: Mode = .poll, rate: Double = 0, scale: Double = 1,
        mountMatrix: [Double] = SensorDescription.identity
    ) {
        self.name = name
        self.path = path
        self.location = location
        self.mode = mode
        self.rate = rate
        self.scale = scale
        self.mountMatrix = mountMatrix
    }
}
