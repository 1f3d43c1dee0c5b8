// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion

extension Configuration {
    /// `[shake]`: whether and how a shake is recognized.
    struct Shake: Sendable, Equatable {
        /// Whether shakes are watched for at all.
        var isEnabled = true
        /// How little it takes.
        var sensitivity = ShakeSettings.agentDefault.sensitivity
        /// A shake that goes on for longer is cancelled, and undoes nothing.
        var longestShake = ShakeSettings.agentDefault.longestShake
        /// How the sensor is read.
        var source = SensorReading.auto
        /// The sensor's name, label, id or sysfs path, or an `ip:` address of libiio; empty chooses one.
        var sensor = ""
        /// Registered apps, by their identity, that may see shakes although the app in front is unknown.
        var backgroundMotion: [String] = []
        /// Whether shakes count while the lid is closed.
        var withLidClosed = false
        /// In which form of a convertible shakes count.
        var tabletMode = TabletModeChoice.any
    }

    /// The keys of `[shake]`.
    static var shakeSection: ConfigurationSection<Configuration> {
        func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<Configuration, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, of: Configuration())
        }
        return ConfigurationSection(
            name: "shake", summary: "Whether and how a shake of the device is recognized.",
            keys: [
                .scalar(
                    "enabled", at(\.shake.isEnabled), .boolean,
                    "Whether shakes are watched for; `batonctl shake off` does the same without the file."),
                .scalar(
                    "sensitivity", at(\.shake.sensitivity), .word,
                    "How little it takes: `high` for a gentle shake; `batonctl calibrate` proposes one."),
                .scalar(
                    "longest-shake", at(\.shake.longestShake), .duration(.milliseconds(500)...(.seconds(30))),
                    "A shake that goes on for longer is cancelled, and undoes nothing."),
                .scalar(
                    "source", at(\.shake.source), .word,
                    """
                    How the sensor is read: `poll` needs no rights, `buffer` is lighter and wants the udev rule, \
                    `auto` takes the buffer when it is allowed and nobody else has it.
                    """),
                .scalar(
                    "sensor", at(\.shake.sensor), .text(most: 255),
                    """
                    The accelerometer: its name, label, id or sysfs path, or an address of libiio such as \
                    `ip:127.0.0.1`. Empty: the one in the display.
                    """),
                .list(
                    "background-motion", at(\.shake.backgroundMotion), of: .text(most: 255),
                    "A registered app, by its identity, that sees shakes although the app in front is not known."),
                .scalar(
                    "with-lid-closed", at(\.shake.withLidClosed), .boolean,
                    "Whether shakes are watched for while the lid is closed."),
                .scalar(
                    "tablet-mode", at(\.shake.tabletMode), .word,
                    """
                    In which form of a convertible a shake undoes: `any`, `only` as a tablet, `never` as a tablet. Where \
                    nothing tells the form it is as with `any`.
                    """),
            ])
    }
}
