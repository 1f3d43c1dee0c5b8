// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Which motion sensors a machine has, and which of them are one device (rules IIO5, IIO36 and IIO37).
struct SensorSurvey {
    /// What an app can use.
    let equipment: MotionEquipment
    private let paths: [SensorKind: String]

    /// Reads the attributes of all devices.
    init(_ options: IIOOptions) {
        var equipment = MotionEquipment()
        var paths: [SensorKind: String] = [:]
        if let context = try? IIOContext(uri: options.uri) {
            for kind in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
                var options = options
                options.kind = kind
                if kind != .accelerometer {
                    options.accelerometer = options.device
                    options.device = nil
                }
                guard let sensor = try? IIOSensors.choose(options, in: context).chosen else { continue }
                paths[kind] = sensor.candidate.path
                equipment.sensors.insert(kind)
                if kind == .accelerometer { equipment.isInDisplay = sensor.candidate.place != "base" }
                if kind != .accelerometer, paths[.accelerometer] != nil { equipment.paired.insert(kind) }
            }
        }
        self.equipment = equipment
        self.paths = paths
    }

    /// Whether two kinds are measured by one device of IIO.
    func isOneDevice(_ one: SensorKind, _ other: SensorKind) -> Bool {
        paths[one].map { $0 == paths[other] } ?? false
    }
}
