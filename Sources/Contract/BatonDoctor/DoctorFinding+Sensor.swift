// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonMotion
import BatonTranslation

extension DoctorFinding {
    /// Of the accelerometer.
    var sensorText: DoctorText {
        switch reason?.code {
        case .doctor(.sensorWarning):
            // The sentence is the log's, with the values in it.
            DoctorText(
                details[.message] == nil ? translated("a sensor warns") : details.text(.message), warningAdvice)
        case .sensor(.noAccelerometer):
            DoctorText(
                translated("there is no accelerometer that Baton can read"),
                translated(
                    "to try what a shake does: batonctl simulate-shake; if there is one: ls /sys/bus/iio/devices"))
        case .sensor(.reading): readingText
        case .sensor(.idle): DoctorText(translated("it is not read now"))
        case .sensor(.starting): DoctorText(translated("it is being opened"))
        case .sensor(.retrying): DoctorText(translated("reading it failed, and is tried again"), DoctorText.log)
        case .sensor(.noHelper): DoctorText(reason, DoctorText.install)
        case .sensor(.librariesMissing): DoctorText(reason, DoctorText.install(details))
        case .sensor(.offByUser): DoctorText(reason, "batonctl shake on")
        case .sensor(.offByConfiguration): DoctorText(reason, translated("[shake] enabled = yes in the configuration"))
        case .sensor(.paused): DoctorText(reason, translated("to end the pause: batonctl shake on"))
        case .session(.locked), .session(.screenSaver): DoctorText(reason, translated("unlock the session"))
        case .shake(.refusedModel):
            DoctorText(
                reason,
                translated(
                    "repair the file of [shake] model, or remove the key; 'batonctl replay --model' tests a file"))
        case .shake(.learned): DoctorText(reason, translated("to set a sensitivity of your own: batonctl calibrate"))
        case .session(.lidClosed): DoctorText(reason, translated("open the lid"))
        default: DoctorText(reason)
        }
    }

    private var warningAdvice: String {
        switch details.text(.kind) {
        case "gravity":
            translated("its driver or its matrix is wrong; another sensor: [shake] sensor in the configuration")
        case "stuck": translated("move the device and look again; if it stays so, suspend and resume")
        case "mount-matrix": "batonctl calibrate --axes"
        default: ""
        }
    }

    /// How the sensor is read, and which sign was assumed and why (rules SIGN2 and SIGN6).
    private var readingText: DoctorText {
        guard let reason, let sign = AccelerationSign(rawValue: reason.details.text(.sign)) else {
            return DoctorText(reason)
        }
        if reason.details.text(.axes) == "disagree" {
            return DoctorText(
                translated(
                    "\(reason); the accelerometer and the gyroscope disagree about how the device turns: an attitude is wrong"
                ),
                translated("batonctl calibrate --axes, then [motion] gyroscope-mount-matrix"))
        }
        let other = sign == .hid ? AccelerationSign.kernel : .hid
        let words =
            sign == .hid
            ? translated("\(reason); gravity has the sign of HID sensors")
            : translated("\(reason); gravity has the sign of the kernel's own drivers")
        let remedy = translated(
            "if face up and face down are exchanged, set [motion] acceleration-sign = \(other.rawValue), or let this find it: batonctl calibrate --axes"
        )
        return switch SignEvidence(rawValue: reason.details.text(.signEvidence)) {
        case .configured: DoctorText(translated("\(words), by the configuration"))
        case .name: DoctorText(translated("\(words), because of its name"), remedy)
        case .hub: DoctorText(translated("\(words), because it belongs to a HID sensor hub"), remedy)
        case .matrix: DoctorText(translated("\(words), and its mount matrix fits to it"))
        case .chip: DoctorText(translated("\(words), because it is not a HID sensor"), remedy)
        case nil: DoctorText(words, remedy)
        }
    }
}
