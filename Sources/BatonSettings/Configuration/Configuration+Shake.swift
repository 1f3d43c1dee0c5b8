// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonMotion

extension Configuration {
    /// `[shake]`: whether and how a shake is recognized.
    package struct Shake: Sendable, Equatable {
        /// Whether shakes are watched for at all.
        package var isEnabled = true
        /// How little it takes.
        package var sensitivity = ShakeSettings.agentDefault.sensitivity
        /// A shake that goes on for longer is cancelled, and undoes nothing.
        package var longestShake = ShakeSettings.agentDefault.longestShake
        /// How the sensor is read.
        package var source = SensorReading.auto
        /// The sensor's name, label, id or sysfs path, or an `ip:` address of libiio; empty chooses one.
        package var sensor = ""
        /// Registered apps, by their identity, that may see shakes although the app in front is unknown.
        package var backgroundMotion: [String] = []
        /// Whether shakes count while the lid is closed.
        package var withLidClosed = false
        /// In which form of a convertible shakes count.
        package var tabletMode = TabletModeChoice.any

        package init() {}
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

/// How the accelerometer is read (design §6).
package enum SensorReading: String, Sendable, CaseIterable {
    /// The kernel's buffer when it is free and allowed, else polling.
    case auto
    /// The sensor's attributes, one by one.
    case poll
    /// The kernel's buffer.
    case buffer
}

/// In which form of a convertible shakes undo.
package enum TabletModeChoice: String, Sendable, CaseIterable {
    /// However it is folded.
    case any
    /// Only as a tablet, where that is known.
    case only
    /// Not as a tablet, where that is known.
    case never

    /// Why not now; nil when it may, and always when nobody knows the form.
    package func objection(to isTablet: Bool?) -> SessionCode? {
        switch (self, isTablet) {
        case (.only, false): .notTablet
        case (.never, true): .tablet
        default: nil
        }
    }
}
