// SPDX-License-Identifier: Apache-2.0

/// The properties of a mocked sensor. The default is a HID accelerometer.
struct MockShape {
    var number = 0
    var name = "accel_3d"
    /// The prefix of the channels.
    var type = "accel"
    /// The prefix of another kind's channels on the same device, which have the values of the first kind times ten.
    var second: String?
    /// The rate of the other kind, if it has one of its own.
    var secondRate: String?
    /// The format of a value in a scan; nil for a sensor without a buffer.
    var format: MockFormat? = MockFormat()
    var hasTimestamp = false
    var clock: String? = "realtime"
    var scale: String? = "0.009807"
    var offset: String?
    var rateFile = "in_accel_sampling_frequency"
    var rate: String? = "50.000000"
    var availableRates: String?
    /// The present trigger; nil for a device that takes no trigger, empty for one that has none.
    var trigger: String? = "accel_3d-dev0"
    /// The names of the existing triggers.
    var triggers = ["accel_3d-dev0"]
    var label: String?
    var location: String?
    var mountMatrix: (file: String, text: String)?
    /// The properties in udev's database.
    var udev: [String: String] = [:]
    /// The folder of the parent device.
    var parent = "hid.0"
}
