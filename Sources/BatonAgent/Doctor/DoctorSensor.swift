// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSources

/// The row about the accelerometer.
@MainActor
enum DoctorSensor {
    static func check(_ sensor: SensorInput) -> DoctorCheck {
        DoctorCheck(.sensor, DoctorName.accelerometer) { _, then in
            // Whether it is read now depends on the session.
            sensor.settleSession { then([row(sensor.status)]) }
        }
    }

    /// - Parameter status: the property `Sensor`, with its details.
    nonisolated static func row(_ status: Reason) -> DoctorRow {
        let state: DoctorState =
            switch status.code {
            case _ where status.code.keepsSensorOff: .off
            case .sensor(.idle): .off
            case .sensor(.starting), .sensor(.reading): .works
            default: .unavailable
            }
        return DoctorRow(.sensor, DoctorName.accelerometer, state, status)
    }
}
