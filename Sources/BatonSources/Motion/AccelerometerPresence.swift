// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc

/// Finds out whether the kernel has an accelerometer from its channels in sysfs, without libiio (rules IIO5 and IIO6).
enum AccelerometerPresence {
    /// The kernel's directory of IIO devices.
    static let folder = "/sys/bus/iio/devices"

    /// Whether there is one. Devices are recognized by their channels, never by their numbers.
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
        // The gravity vector of a HID sensor hub has the same channels without the motion.
        guard SmallFile.firstLine("\(device)/name") != "gravity" else { return false }
        return ["raw", "input"].contains { kind in
            ["x", "y", "z"].allSatisfy { access("\(device)/in_accel_\($0)_\(kind)", F_OK) == 0 }
        }
    }
}
