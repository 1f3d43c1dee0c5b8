// SPDX-License-Identifier: Apache-2.0

/// The sign that a driver gives to gravity (rule SIGN2).
///
/// For example:
/// ```swift
/// let sensor = SensorDescription(name: "accel_3d", path: "/sys/bus/iio/devices/iio:device0", sign: .hid)
/// if sensor.sign == .hid { print("the driver reports z = −9.8 for a device on its back") }
/// ```
public enum AccelerationSign: String, CaseIterable, Hashable, Sendable {
    /// A HID sensor hub: −9.8 m/s² on the axis that points up.
    case hid
    /// A chip with a kernel driver of its own: the specific force, +9.8 m/s² on the axis that points up.
    case kernel

    /// Whether this is the name that the kernel's HID drivers give to a sensor of any kind (rule SIGN2).
    package static func isOfHID(_ name: String) -> Bool {
        switch name {
        case "accel_3d", "gyro_3d", "magn_3d": true
        default: false
        }
    }
}

/// How the sign of a sensor was found. Nothing in sysfs tells it, so most of these are assumptions (rule SIGN2).
///
/// For example:
/// ```swift
/// let sensor = SensorDescription(name: "bmc150_accel", path: "iio:device0", signEvidence: .chip)
/// if sensor.signEvidence == .chip { print("compare face-up with the device in your hand") }
/// ```
public enum SignEvidence: String, CaseIterable, Hashable, Sendable {
    /// The user has set it.
    case configured
    /// The sensor has the name that the kernel gives to the sensors of HID hubs.
    case name
    /// A parent device of the sensor is a HID sensor.
    case hub
    /// The sensor is a chip, and the determinant of its mount matrix is negative. A chip's axes are right-handed, so
    /// the matrix leads into the frame of HID.
    case matrix
    /// The sensor is a chip, and its mount matrix proves nothing.
    case chip
}
