// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// What the agent says of the sensor.
enum SensorText {
    /// The property `Sensor` with its details; nil if the agent did not say.
    static func reason(_ application: [String: Value]) -> Reason? {
        Reason(
            word: application[ApplicationMember.sensor.rawValue],
            details: application[ApplicationMember.sensorDetails.rawValue])
    }

    /// The sensor for people.
    static func text(_ sensor: Reason?) -> String {
        guard let sensor, sensor.code != .sensor(.noAccelerometer) else { return "none" }
        return sensor.code.keepsSensorOff ? "off: \(sensor)" : "\(sensor)"
    }
}
