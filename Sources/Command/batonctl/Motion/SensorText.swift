// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

/// What the agent says of the sensor.
enum SensorText {
    /// The sensor for people; nil if the agent did not say.
    static func text(_ sensor: Reason?) -> String {
        guard let sensor, sensor.code != .sensor(.noAccelerometer) else { return translated("none") }
        return sensor.code.keepsSensorOff ? translated("off: \(sensor)") : "\(sensor)"
    }
}
