// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonMotion
import BatonSensing
import BatonSensorLink

/// The rows about the accelerometer, and about what counts as a shake.
@MainActor
enum DoctorSensor {
    static func check(_ sensor: MotionSensor) -> DoctorCheck {
        DoctorCheck(.sensor, DoctorName.accelerometer) { _, then in
            // Whether it is read now depends on the session.
            sensor.settleSession { then(rows(sensor.status, sensor.notices) + rows(sensor.tuning)) }
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

    /// Kinds of notices after which no sample of the accelerometer can be believed.
    private nonisolated static let dead: Set<String> = ["gravity", "stuck"]
    /// Kinds that other rows tell: how it is read, and that the gyroscope disagrees.
    private nonisolated static let told: Set<String> = ["polling", "disagreement", "recovered"]

    /// The row of the accelerometer, and one for each warning about a sensor (rule IIO40).
    nonisolated static func rows(_ status: Reason, _ notices: [SensorNotice]) -> [DoctorRow] {
        var first = row(status)
        var others: [DoctorRow] = []
        for notice in notices where !told.contains(notice.kind) {
            let reason = Reason.doctor(
                .sensorWarning,
                [.kind: .text(notice.kind), .device: .text(notice.sensor.word), .message: .text(notice.text)])
            if notice.sensor == .accelerometer, dead.contains(notice.kind), first.state == .works {
                first = DoctorRow(.sensor, DoctorName.accelerometer, .unavailable, reason)
            } else {
                let prefix = notice.sensor == .accelerometer ? "" : "\(notice.sensor.word)-"
                // Several that are as good are no fault.
                let state: DoctorState = notice.kind == "ambiguous" ? .works : .unavailable
                others.append(DoctorRow(.sensor, prefix + notice.kind, state, reason))
            }
        }
        return [first] + others
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
