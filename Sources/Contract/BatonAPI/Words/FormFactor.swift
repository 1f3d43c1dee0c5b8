// SPDX-License-Identifier: Apache-2.0

/// The kind of device, by which the default sensitivity is chosen (rule SHAKE15).
package enum FormFactor: String, CaseIterable, Sendable {
    case laptop
    /// A laptop whose display folds back or comes off.
    case convertible
    case tablet
    case phone
    /// The firmware does not tell, or names another kind of device.
    case unknown

    /// The kind by what the firmware says.
    ///
    /// - Parameters:
    ///   - chassis: DMI's chassis type (SMBIOS 3.6, section 7.4.1); nil on machines without DMI.
    ///   - word: the property `chassis-type` of the device tree; empty on machines without it.
    ///   - location: the place of the sensor: "display", "base", or empty.
    package init(chassis: UInt32?, word: String = "", location: String) {
        switch (chassis, word) {
        // A sensor in the display of a laptop is there to turn the picture: the display folds back.
        case (8, _), (9, _), (10, _), (14, _), (nil, "laptop"):
            self = location == "display" ? .convertible : .laptop
        case (31, _), (32, _), (nil, "convertible"): self = .convertible
        case (30, _), (nil, "tablet"): self = .tablet
        case (11, _), (nil, "handset"): self = .phone
        // Only a device with a keyboard has a base apart from its display.
        default: self = location == "base" ? .laptop : .unknown
        }
    }
}
