// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

extension Configuration {
    /// `[motion]`: how the sensors lie in the device.
    package struct Motion: Sendable, Equatable {
        /// The sign that the accelerometer's driver gives to gravity.
        package var accelerationSign = AccelerationSignChoice.auto

        /// Which gyroscope and which magnetometer; empty: the one that belongs to the accelerometer.
        package var gyroscope = ""
        package var magnetometer = ""
        /// Mount matrices in the kernel's form; empty: what the system says.
        package var mountMatrix = ""
        package var gyroscopeMountMatrix = ""
        package var magnetometerMountMatrix = ""

        /// From true north to magnetic north in degrees, east positive; nil: not known.
        package var declination: Double?

        package init() {}
    }

    /// The keys of `[motion]`.
    static var motionSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "motion", summary: "How the motion sensors are mounted in the device.",
            keys: [
                .scalar(
                    "acceleration-sign", .at(\.motion.accelerationSign), .word,
                    """
                    The sign that the accelerometer's driver gives to gravity: `hid` is −9.8 on the axis that points \
                    up, `kernel` is +9.8, `auto` decides by the sensor's name. The wrong value swaps face up and face \
                    down and changes nothing else; `batonctl doctor --all` shows which one is in use, and why.
                    """),
                .scalar(
                    "mount-matrix", .at(\.motion.mountMatrix), .mountMatrix,
                    """
                    How the accelerometer is mounted: nine numbers in the kernel's form, such as `0, 1, 0; -1, 0, 0; \
                    0, 0, 1`. Empty: what the system says. The third row follows from the first two.
                    """),
                .scalar(
                    "gyroscope", .at(\.motion.gyroscope), .text(most: 255),
                    """
                    The gyroscope: its name, label, id or sysfs path. Empty: the one that belongs to the \
                    accelerometer.
                    """
                ),
                .scalar(
                    "gyroscope-mount-matrix", .at(\.motion.gyroscopeMountMatrix), .mountMatrix,
                    "How the gyroscope is mounted. Empty: what the system says, else as the accelerometer."),
                .scalar(
                    "magnetometer", .at(\.motion.magnetometer), .text(most: 255),
                    "The magnetometer, in the same form as `gyroscope`."),
                .scalar(
                    "magnetometer-mount-matrix", .at(\.motion.magnetometerMountMatrix), .mountMatrix,
                    "How the magnetometer is mounted, in the same form as `gyroscope-mount-matrix`."),
                .scalar(
                    "declination", .at(\.motion.declination, of: Configuration()), .angle,
                    """
                    The angle from true north to magnetic north where you are, in degrees, east positive: `3.5`. Apps \
                    need it for attitudes relative to true north. Empty: unknown; Baton asks no location service.
                    """),
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
