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
            name: "bluetooth", summary: "Bluetooth headsets and phones, through BlueZ.",
            keys: [
                .scalar(
                    "enabled", .at(\.bluetooth.isEnabled), .boolean,
                    """
                    With `yes`, BlueZ sends headset buttons to Baton, headsets show what is playing, and phones that \
                    play to this machine are players.
                    """),
                .scalar(
                    "play-on-connect", .at(\.bluetooth.playsOnConnect), .boolean,
                    """
                    With `yes`, a Play within 5 s after a device has connected counts: cars and some headsets send one \
                    by themselves.
                    """),
            ])
    }
}
