// SPDX-License-Identifier: Apache-2.0

import CUdev

/// The properties of a sensor from udev's hardware database (systemd's 60-sensor.hwdb; rules IIO7 and IIO8).
struct UdevProperties: Hashable, Sendable {
    /// `ACCEL_LOCATION`: "base" or "display"; empty when it is not known.
    let location: String
    /// `ACCEL_MOUNT_MATRIX`, in the kernel's form; nil when it is not known.
    let mountMatrix: String?

    /// Reads the properties. Without udev both are unknown.
    ///
    /// - Parameter path: the device's folder below /sys/devices.
    init(path: String) {
        var properties: [String: String] = [:]
        if let udev = udev_new() {
            if let device = udev_device_new_from_syspath(udev, path) {
                for name in ["ACCEL_LOCATION", "ACCEL_MOUNT_MATRIX"] {
                    properties[name] = udev_device_get_property_value(device, name).map { String(cString: $0) }
                }
                udev_device_unref(device)
            }
            udev_unref(udev)
        }
        location = properties["ACCEL_LOCATION"] ?? ""
        mountMatrix = properties["ACCEL_MOUNT_MATRIX"]
    }
}
