// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonMotion
import Glibc

/// Finds out which motion sensors the kernel has from their channels in sysfs, without libiio (rules IIO5, IIO6, IIO36 and
/// CAP7).
enum SensorPresence {
    /// The kernel's directory of IIO devices.
    static let folder = "/sys/bus/iio/devices"

    /// The kinds that are there. Devices are recognized by their channels, never by their numbers.
    static func kinds(in folder: String = folder) -> Set<SensorKind> {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var kinds: Set<SensorKind> = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("iio:device") else { continue }
            for (kind, channel) in channels where has(channel, "\(folder)/\(name)") { kinds.insert(kind) }
        }
        return kinds
    }

    private static let channels: [(SensorKind, String)] = [
        (.accelerometer, "accel"), (.gyroscope, "anglvel"), (.magnetometer, "magn"),
    ]

    private static func has(_ channel: String, _ device: String) -> Bool {
        // The gravity vector of a HID sensor hub has the channels of an accelerometer without the motion.
        guard SmallFile.firstLine("\(device)/name") != "gravity" else { return false }
        return ["raw", "input"].contains { form in
            ["x", "y", "z"].allSatisfy { access("\(device)/in_\(channel)_\($0)_\(form)", F_OK) == 0 }
        }
    }
}
