// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import CLinux
import Glibc

/// The kernel's switch SW_TABLET_MODE. Only root may read its device, unless a udev rule grants more.
enum TabletSwitch {
    /// Whether the switch is on; nil if there is no such switch, or none that may be read.
    ///
    /// - Parameters:
    ///   - classes: the folder of sysfs that has the capabilities of input devices.
    ///   - devices: the folder of the device nodes.
    static func isOn(classes: String = "/sys/class/input", devices: String = "/dev/input") -> Bool? {
        guard let directory = opendir(classes) else { return nil }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("event"), hasSwitch("\(classes)/\(name)/device/capabilities/sw") else { continue }
            if let isOn = read("\(devices)/\(name)") { return isOn }
        }
        return nil
    }

    /// Whether a file of capabilities has the switch: hexadecimal words, of which the last one has the lowest numbers.
    static func hasSwitch(_ file: String) -> Bool {
        guard let last = SmallFile.firstLine(file)?.split(separator: " ").last, let bits = UInt64(last, radix: 16)
        else { return false }
        return bits & mask != 0
    }

    private static func read(_ device: String) -> Bool? {
        let file = open(device, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bits = clinux_switches(file)
        return bits < 0 ? nil : UInt64(bits) & mask != 0
    }

    private static let mask = UInt64(1) << UInt64(CLINUX_SW_TABLET_MODE)
}
