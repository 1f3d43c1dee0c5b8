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
        return DoctorRow(
            section: .sensor, name: DoctorName.accelerometer, state: state, reason: reason(status),
            advice: advice(status.code))
    }

    private nonisolated static func reason(_ status: Reason) -> String {
        switch status.code {
        case .sensor(.noAccelerometer): "there is no accelerometer that Baton can read"
        case .sensor(.idle): "it is not read now"
        case .sensor(.starting): "it is being opened"
        case .sensor(.retrying): "reading it failed, and is tried again"
        default: "\(status)"
        }
    }

    private nonisolated static func advice(_ code: ReasonCode) -> String {
        switch code {
        case .sensor(.noAccelerometer):
            "to try what a shake does: batonctl simulate-shake; if there is one: ls /sys/bus/iio/devices"
        case .sensor(.noHelper): "install Baton whole: make install"
        case .sensor(.retrying): "look into the log: journalctl --user -u batond"
        case .sensor(.offByUser): "batonctl shake on"
        case .sensor(.offByConfiguration): "[shake] enabled = yes in the configuration"
        case .sensor(.paused): "to end the pause: batonctl shake on"
        case .session(.locked): "unlock the session"
        case .session(.lidClosed): "open the lid"
        default: ""
        }
    }
}
