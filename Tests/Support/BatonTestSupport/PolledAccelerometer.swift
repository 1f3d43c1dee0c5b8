// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An accelerometer made of files, which umockdev's preloaded library shows as the kernel's to programs that run with
/// ``environment``. It has no buffer and is polled. BatonIIOTests has one with all that a kernel's can do.
public final class PolledAccelerometer {
    private let root: String
    private let device: String
    /// 1 g, in steps of the scale.
    private static let gravity: Int64 = 1000

    /// Writes its files; the device is at rest.
    ///
    /// - Parameter root: a directory that does not exist yet.
    public init(_ root: String) throws {
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
        ] {
            // With a line end as from the kernel, because libiio removes the last byte.
            try "\(text)\n".write(toFile: "\(device)/\(name)", atomically: false, encoding: .utf8)
        }
        for (axis, value) in [("x", 0), ("y", 0), ("z", Self.gravity)] {
            ShakenFile.write(value, to: "\(device)/in_accel_\(axis)_raw")
        }
    }

    /// The environment of a program that sees it; ``command`` goes before that program.
    public var environment: [String: String] { ["UMOCKDEV_DIR": root] }
    /// The program that is to see it is started by this one.
    public let command = ["umockdev-wrapper"]

    /// Shakes it along x, until the shake is stopped or let go.
    public func shake() -> ShakenFile { ShakenFile(path: "\(device)/in_accel_x_raw") }
}
