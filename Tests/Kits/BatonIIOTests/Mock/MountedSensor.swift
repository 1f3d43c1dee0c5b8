// SPDX-License-Identifier: Apache-2.0

import BatonMotion

@testable import BatonIIO

/// An accelerometer as it is soldered into a device: its driver, the matrix that the system has for it, and how its axes
/// really lie. iio-sensor-proxy 3.0 and 3.7 were run with files like these; the four edges have their words.
struct MountedSensor: CustomStringConvertible, Sendable {
    let description: String
    /// The driver's name.
    let name: String
    /// The mount matrix; nil for none.
    let matrix: String?
    /// Where the matrix is: an attribute, or nil for udev's database.
    var file: String?
    /// The rows of the rotation from the sensor's axes to the device's.
    let mounting: [[Int64]]
    /// Whether the four edges come out upside down, as with iio-sensor-proxy: the matrix is missing or was made for
    /// another frame, and nothing in the system tells.
    var isTurned = false

    private static let upright: [[Int64]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    private static let minus = "-1, 0, 0; 0, -1, 0; 0, 0, -1"

    static let all: [MountedSensor] = [
        MountedSensor(description: "HID hub, no matrix", name: "accel_3d", matrix: nil, mounting: upright),
        MountedSensor(
            description: "HID hub, identity", name: "accel_3d", matrix: "1, 0, 0; 0, 1, 0; 0, 0, 1",
            file: "in_accel_mount_matrix", mounting: upright),
        MountedSensor(description: "cros-ec, hwdb -I", name: "cros-ec-accel", matrix: minus, mounting: upright),
        MountedSensor(
            description: "chip, the most frequent matrix of hwdb", name: "kxcjk1013",
            matrix: "0, -1, 0; -1, 0, 0; 0, 0, 1", mounting: [[0, 1, 0], [1, 0, 0], [0, 0, -1]]),
        MountedSensor(
            description: "chip, the second most frequent", name: "bmc150_accel", matrix: "1, 0, 0; 0, -1, 0; 0, 0, 1",
            mounting: [[-1, 0, 0], [0, 1, 0], [0, 0, -1]]),
        MountedSensor(
            description: "chip, firmware -I", name: "bmc150_accel", matrix: minus, file: "in_accel_mount_matrix",
            mounting: upright),
        MountedSensor(
            description: "chip, firmware -I, the other file", name: "bmc150_accel", matrix: minus, file: "mount_matrix",
            mounting: upright),
        MountedSensor(
            description: "chip with its top side up", name: "mma8452", matrix: "0, 1, 0; -1, 0, 0; 0, 0, 1",
            mounting: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]),
        MountedSensor(
            description: "chip as the kernel documents", name: "lis3dh", matrix: nil, mounting: upright, isTurned: true),
        MountedSensor(
            description: "chip as the kernel documents, with a matrix", name: "lis3dh",
            matrix: "0, 1, 0; -1, 0, 0; 0, 0, 1", file: "in_mount_matrix",
            mounting: [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], isTurned: true),
    ]

    /// The raw values while `up`, a direction of the device, points up.
    func raw(_ up: Acceleration, unit: Double) -> RawScan {
        let device = [up.x, up.y, up.z].map { Int64(($0 * unit).rounded()) }
        let sign: Int64 = name == "accel_3d" ? -1 : 1
        let sensor = (0..<3).map { axis in
            sign * (0..<3).reduce(Int64(0)) { $0 + mounting[$1][axis] * device[$1] }
        }
        return RawScan(x: sensor[0], y: sensor[1], z: sensor[2])
    }
}
