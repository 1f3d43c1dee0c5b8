// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

extension Configuration {
    /// `[motion]`: how the sensors lie in the device.
    package struct Motion: Sendable, Equatable {
        /// The sign that the accelerometer's driver gives to gravity.
        package var accelerationSign = AccelerationSignChoice.auto

        package init() {}
    }

    /// The keys of `[motion]`.
    static var motionSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "motion", summary: "How the motion sensors lie in the device.",
            keys: [
                .scalar(
                    "acceleration-sign", .at(\.motion.accelerationSign, of: Configuration()), .word,
                    """
                    The sign that the accelerometer's driver gives to gravity: `hid` −9.8 on the axis that points up, \
                    `kernel` +9.8, `auto` what the sensor's name tells. The other value swaps face up and face down \
                    and changes nothing else; `batonctl doctor` says which one is used, and why.
                    """)
            ])
    }
}

/// The sign that the accelerometer's driver gives to gravity (rules SIGN2 and SIGN6).
package enum AccelerationSignChoice: String, Sendable, CaseIterable {
    /// By the sensor's name and parent.
    case auto
    /// −9.8 m/s² on the axis that points up.
    case hid
    /// +9.8 m/s² on the axis that points up.
    case kernel

    /// The sign; nil: it is derived.
    package var sign: AccelerationSign? {
        switch self {
        case .auto: nil
        case .hid: .hid
        case .kernel: .kernel
        }
    }
}
