// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonFiles

/// What the firmware says about the kind of device. It is read once: it does not change while the machine runs.
struct DeviceIdentity: Equatable, Sendable {
    /// DMI's chassis type; nil if there is no DMI, or its value is no number.
    var chassis: UInt32?
    /// The property `chassis-type` of the device tree, which machines without DMI may have; empty if there is none.
    var word = ""

    /// Nothing is known.
    init() {}

    /// Reads what the kernel shows below `root`.
    init(root: String) {
        chassis = SmallFile.firstLine("\(root)/sys/class/dmi/id/chassis_type").flatMap { UInt32($0) }
        if chassis == nil { word = SmallFile.firstLine("\(root)/proc/device-tree/chassis-type") ?? "" }
    }

    /// The kind of device with a sensor at a place.
    func formFactor(location: String) -> FormFactor { FormFactor(chassis: chassis, word: word, location: location) }
}
