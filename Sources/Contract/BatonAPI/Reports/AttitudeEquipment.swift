// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// What attitudes can be computed from, the property `DeviceMotion`.
package struct AttitudeEquipment: WireValue, Equatable, Sendable {
    package static var signature: Signature { Vardict.signature }

    /// The words of the sensors whose axes have a known relation to those of the accelerometer; nil from an agent that does not
    /// say it.
    package var paired: [String]?
    /// From true north to magnetic north in degrees, east positive; nil unless it is configured.
    package var declination: Double?

    package init(paired: [String]? = nil, declination: Double? = nil) {
        self.paired = paired
        self.declination = declination
    }

    package init?(wire value: Value) {
        guard let fields = Vardict(wire: value) else { return nil }
        self.init(paired: fields.read("paired"), declination: fields.read("declination"))
    }

    package var wire: Value { Vardict([("paired", paired?.wire), ("declination", declination?.wire)]).wire }
}
