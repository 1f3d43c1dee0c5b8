// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[bluetooth]`: buttons and displays of Bluetooth headsets, through BlueZ.
    package struct Bluetooth: Sendable, Equatable {
        /// Whether Baton registers a player with BlueZ.
        package var isEnabled = true
        /// Whether a Play within 5 s of the device's connecting plays (rule I53).
        package var playsOnConnect = false
    }

    /// The keys of `[bluetooth]`.
    static var bluetoothSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "bluetooth", summary: "Buttons and displays of Bluetooth headsets, through BlueZ.",
            keys: [
                .scalar(
                    "enabled", .at(\.bluetooth.isEnabled), .boolean,
                    """
                    Whether Baton registers with BlueZ: headsets then show the first player, and BlueZ sends their \
                    buttons to Baton.
                    """),
                .scalar(
                    "play-on-connect", .at(\.bluetooth.playsOnConnect), .boolean,
                    """
                    Whether a Play counts that comes within 5 s after a device has connected: cars and some headsets send \
                    one by themselves.
                    """),
            ])
    }
}
