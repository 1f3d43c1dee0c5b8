// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc

/// Whether the kernel has an accelerometer, without libiio: its channels in sysfs say so (spec/iio.md b).
enum AccelerometerPresence {
    /// Where the kernel shows its IIO devices.
    static let folder = "/sys/bus/iio/devices"

    /// Whether there is one; devices are told by their channels, never by their numbers.
    static func isThere(in folder: String = folder) -> Bool {
        guard let directory = opendir(folder) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("iio:device"), isAccelerometer("\(folder)/\(name)") { return true }
        }
        return false
    }

    private static func isAccelerometer(_ device: String) -> Bool {
        // HID's gravity vector has the same channels and no motion in them.
        guard SmallFile.firstLine("\(device)/name") != "gravity" else { return false }
        return ["raw", "input"].contains { kind in
            ["x", "y", "z"].allSatisfy { access("\(device)/in_accel_\($0)_\(kind)", F_OK) == 0 }
        }
    }
}
