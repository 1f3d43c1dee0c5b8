// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CLinux
import Glibc

/// The kernel's SW_TABLET_MODE. Its device is the administrator's to read, unless a rule says otherwise.
enum TabletSwitch {
    /// Whether it is on; nil where there is none, or none that may be read.
    ///
    /// - Parameters:
    ///   - classes: where the kernel shows what each input device has.
    ///   - devices: where the devices are.
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

    /// The file has the switches as hexadecimal words, the last one with the lowest numbers.
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
