// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// Which motion sensors a machine has, and which of them are one device (rules IIO5, IIO36 and IIO37).
package struct SensorSurvey {
    /// Whether the accelerometer is in the part of the machine that has the display.
    package private(set) var isInDisplay = true
    private var paths: [SensorKind: String] = [:]

    /// Reads the attributes of all devices. Powers none.
    package init(_ options: IIOOptions) {
        guard let context = try? IIOContext(uri: options.uri) else { return }
        for kind in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
            var options = options
            options.kind = kind
            if kind != .accelerometer {
                options.accelerometer = options.device
                options.device = options.partners[kind]
            }
            guard let sensor = try? IIOSensors.choose(options, in: context).chosen else { continue }
            paths[kind] = sensor.candidate.path
            if kind == .accelerometer { isInDisplay = sensor.candidate.place != "base" }
        }
    }

    /// The kinds that are there. A gyroscope or a magnetometer beside an accelerometer belongs to it: others are not chosen.
    package var kinds: Set<SensorKind> { Set(paths.keys) }

    /// Whether two kinds are measured by one device of IIO.
    package func isOneDevice(_ one: SensorKind, _ other: SensorKind) -> Bool {
        paths[one].map { $0 == paths[other] } ?? false
    }
}
