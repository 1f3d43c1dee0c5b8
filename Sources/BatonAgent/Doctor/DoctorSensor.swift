// SPDX-License-Identifier: Apache-2.0

import BatonSources

/// The row about the accelerometer.
@MainActor
enum DoctorSensor {
    static func check(_ sensor: SensorInput) -> DoctorCheck {
        DoctorCheck(.sensor, "accelerometer") { _, then in
            // Whether it is read now depends on the session.
            sensor.settleSession { then([row(status: sensor.statusText)]) }
        }
    }

    /// - Parameter status: the property `Sensor`.
    nonisolated static func row(status: String) -> DoctorRow {
        func row(_ state: DoctorRow.State, _ reason: String, _ advice: String = "") -> DoctorRow {
            DoctorRow(section: .sensor, name: "accelerometer", state: state, reason: reason, advice: advice)
        }
        if status.hasPrefix("off: ") {
            let reason = String(status.dropFirst(5))
            return row(.off, reason, advice(reason))
        }
        return switch status {
        case "none":
            row(
                .unavailable, "there is no accelerometer that Baton can read",
                "to try what a shake does: batonctl simulate-shake; if there is one: ls /sys/bus/iio/devices")
        case "off": row(.off, "it is not read now")
        case "starting": row(.works, "it is being opened")
        case "failed, trying again":
            row(.unavailable, "reading it failed, and is tried again", "look into the log: journalctl --user -u batond")
        default: row(.works, status)
        }
    }

    private nonisolated static func advice(_ reason: String) -> String {
        switch reason {
        case "by the user": "batonctl shake on"
        case "by the configuration": "[shake] enabled = yes in the configuration"
        case "paused": "to end the pause: batonctl shake on"
        case "session locked": "unlock the session"
        case "lid closed": "open the lid"
        default: ""
        }
    }
}
