// SPDX-License-Identifier: Apache-2.0

/// What a mocked sensor looks like; the default is a HID accelerometer.
struct MockShape {
    var number = 0
    var name = "accel_3d"
    /// The channels' prefix.
    var type = "accel"
    /// The form of a value in a scan; nil for a sensor without a buffer.
    var format: MockFormat? = MockFormat()
    var hasTimestamp = false
    var clock: String? = "realtime"
    var scale: String? = "0.009807"
    var offset: String?
    var rateFile = "in_accel_sampling_frequency"
    var rate: String? = "50.000000"
    var availableRates: String?
    /// The trigger that is set; nil for a device that takes none, empty for one that has none.
    var trigger: String? = "accel_3d-dev0"
    /// Triggers that exist.
    var triggers = ["accel_3d-dev0"]
    var label: String?
    var location: String?
    var mountMatrix: (file: String, text: String)?
    /// What udev knows about it.
    var udev: [String: String] = [:]
    /// The folder of what the sensor is part of.
    var parent = "hid.0"
}
