// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation

/// An accelerometer of files, which umockdev's preloaded library shows as the kernel's to what runs with
/// ``environment``; it has no buffer and is polled. BatonIIOTests has one that does all that a kernel's can.
final class PolledAccelerometer {
    private let root: String
    private let device: String
    /// 1 g, in steps of the scale.
    private static let gravity = 1000

    /// - Parameter root: a directory that is not there yet.
    init(_ root: String) throws {
        self.root = root
        device = "\(root)/sys/devices/hid.0/iio:device0"
        let files = FileManager.default
        for folder in [device, "\(root)/sys/bus/iio/devices", "\(root)/dev"] {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try files.createSymbolicLink(
            atPath: "\(root)/sys/bus/iio/devices/iio:device0", withDestinationPath: "../../../devices/hid.0/iio:device0"
        )
        try files.createSymbolicLink(atPath: "\(device)/subsystem", withDestinationPath: "../../../bus/iio")
        for (name, text) in [
            ("name", "accel_3d"), ("in_accel_scale", "0.009807"), ("uevent", "DEVTYPE=iio_device"),
            ("in_accel_x_raw", "0"), ("in_accel_y_raw", "0"), ("in_accel_z_raw", "\(Self.gravity)"),
        ] { try Self.write(text, to: "\(device)/\(name)") }
    }

    /// For the program that is to see it; ``command`` goes before it.
    var environment: [String: String] { ["UMOCKDEV_DIR": root] }
    let command = ["umockdev-wrapper"]

    /// The acceleration along x at an instant of a shake of 25 m/s² at 4 Hz; at rest again after `duration`.
    func set(at time: Duration, of duration: Duration) throws {
        let phase = 2 * Double.pi * 4 * (time / .seconds(1))
        let steps = time < duration ? Int(25 / 0.009807 * sin(phase)) : 0
        try Self.write("\(steps)", to: "\(device)/in_accel_x_raw")
    }

    /// In place, in one go and always as long: a reader must not see half of it.
    private static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(file) }
        let line = text + String(repeating: " ", count: max(0, 24 - text.utf8.count)) + "\n"
        _ = Foundation.write(file, line, line.utf8.count)
    }
}
