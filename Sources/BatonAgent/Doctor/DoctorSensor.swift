// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSources

/// The rows about the accelerometer, and about what counts as a shake.
@MainActor
enum DoctorSensor {
    static func check(_ sensor: SensorInput) -> DoctorCheck {
        DoctorCheck(.sensor, DoctorName.accelerometer) { _, then in
            // Whether it is read now depends on the session.
            sensor.settleSession { then([row(sensor.status)] + rows(sensor.tuning)) }
        }
    }

    private static func rows(_ tuning: ShakeTuning) -> [DoctorRow] {
        [
            DoctorRow(.sensor, DoctorName.sensitivity, .works, tuning.point.reason),
            modelRow(tuning.coefficients.reason),
        ]
    }

    /// The row about the coefficients.
    nonisolated static func modelRow(_ reason: Reason) -> DoctorRow {
        let isRefused = reason.code == .shake(.refusedModel)
        return DoctorRow(.sensor, DoctorName.model, isRefused ? .unavailable : .works, reason)
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
