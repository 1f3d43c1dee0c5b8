// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonMotion

extension Configuration {
    /// `[shake]`: whether and how a shake is recognized.
    package struct Shake: Sendable, Equatable {
        /// Whether Baton watches for shakes at all.
        package var isEnabled = true
        /// How gentle a motion is recognized as a shake.
        package var sensitivity = SensitivityChoice.auto
        /// The longest shake. A longer one is cancelled and undoes nothing.
        package var longestShake = ShakeSettings.agentDefault.longestShake
        /// The path of a file of the recognizer's coefficients; empty for those of the build.
        package var model = ""
        /// How the sensor is read.
        package var source = SensorReading.auto
        /// The sensor's name, label, id or sysfs path, or an `ip:` address of libiio; empty chooses one.
        package var sensor = ""
        /// Registered apps, by their identity, that get shakes also if the app in front is unknown.
        package var backgroundMotion: [String] = []
        /// Whether shakes count while the lid is closed.
        package var withLidClosed = false
        /// In which mode of a convertible a shake undoes.
        package var tabletMode = TabletModeChoice.any

        package init() {}
    }

    /// The keys of `[shake]`.
    static var shakeSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "shake", summary: "Whether and how Baton recognizes a shake.",
            keys: [
                .scalar(
                    "enabled", .at(\.shake.isEnabled), .boolean,
                    "With `no`, Baton does not watch for shakes. `batonctl shake off` does the same without the file."),
                .scalar(
                    "sensitivity", .at(\.shake.sensitivity), .word,
                    """
                    How gentle a shake may be: `high` recognizes gentle ones. `auto` uses what `batonctl calibrate` \
                    found for you, else the default for the kind of device. Any other value overrides both.
                    """
                ).usual(),
                .scalar(
                    "longest-shake", .at(\.shake.longestShake), .duration(.milliseconds(500)...(.seconds(30))),
                    "The longest movement that counts as a shake; a longer one is cancelled and undoes nothing."),
                .scalar(
                    "model", .at(\.shake.model), .path,
                    """
                    A file with the recognizer's coefficients, as `make train-shake` writes it. If the file is damaged \
                    or of another version, Baton uses its own coefficients; `batonctl doctor` shows which are in use. \
                    Empty: Baton's own.
                    """),
                .scalar(
                    "source", .at(\.shake.source), .word,
                    """
                    How Baton reads the sensor: `poll` needs no permission; `buffer` uses less power and needs the \
                    udev rule; `auto` uses the buffer if Baton may and no other program uses it, and polls otherwise.
                    """),
                .scalar(
                    "sensor", .at(\.shake.sensor), .text(most: 255),
                    """
                    The accelerometer: its name, label, id or sysfs path, or an address of libiio such as \
                    `ip:127.0.0.1`. Empty: the one in the display.
                    """),
                .list(
                    "background-motion", .at(\.shake.backgroundMotion), of: .text(most: 255),
                    "A registered app, by its identity, that gets shakes even if the app in front is unknown."),
                .scalar(
                    "with-lid-closed", .at(\.shake.withLidClosed), .boolean,
                    "With `yes`, Baton watches for shakes while the lid is closed too."),
                .scalar(
                    "tablet-mode", .at(\.shake.tabletMode), .word,
                    """
                    When a shake undoes on a convertible: in `any` mode, `only` as a tablet, or `never` as a tablet. \
                    If the mode is unknown, every value acts as `any`.
                    """),
            ])
    }
}

/// How gentle a motion is recognized as a shake (rule SHAKE15).
package enum SensitivityChoice: String, Sendable, CaseIterable {
    /// What `batonctl calibrate` found, else the default for the kind of device.
    case auto
    case low
    case medium
    case high

    /// The level; nil for ``auto``.
    package var level: ShakeSensitivity? { ShakeSensitivity(rawValue: rawValue) }
}

/// How the accelerometer is read (rules IIO26 and IIO29).
package enum SensorReading: String, Sendable, CaseIterable {
    /// The kernel's buffer if it is free and Baton has the rights, else polling.
    case auto
    /// Polling: the sensor's attributes, one after the other.
    case poll
    /// The kernel's buffer.
    case buffer
}

/// In which mode of a convertible a shake undoes.
package enum TabletModeChoice: String, Sendable, CaseIterable {
    /// In every mode.
    case any
    /// Only as a tablet. If the mode is unknown, a shake undoes.
    case only
    /// Not as a tablet. If the mode is unknown, a shake undoes.
    case never

    /// Why a shake undoes nothing now; nil if it may undo, or if `isTablet` is unknown.
    package func objection(to isTablet: Bool?) -> SessionCode? {
        switch (self, isTablet) {
        case (.only, false): .notTablet
        case (.never, true): .tablet
        default: nil
        }
    }
}
