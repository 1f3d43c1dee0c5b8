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
                details[.message] == nil ? translated("a sensor gives a warning") : details.text(.message),
                warningAdvice)
        case .sensor(.noAccelerometer):
            DoctorText(
                translated("this machine has no accelerometer that Baton can read"),
                translated(
                    "to try a shake without one: batonctl simulate-shake"))
        case .sensor(.reading): readingText
        case .sensor(.idle): DoctorText(translated("not read now"))
        case .sensor(.starting): DoctorText(translated("being opened"))
        case .sensor(.retrying): DoctorText(translated("reading it failed; Baton tries again"), DoctorText.log)
        case .sensor(.noHelper): DoctorText(reason, DoctorText.install)
        case .sensor(.librariesMissing): DoctorText(reason, DoctorText.install(details))
        case .sensor(.offByUser): DoctorText(reason, "batonctl shake on")
        case .sensor(.offByConfiguration): DoctorText(reason, translated("set [shake] enabled = yes"))
        case .sensor(.paused): DoctorText(reason, translated("to end the pause: batonctl shake on"))
        case .session(.locked), .session(.screenSaver): DoctorText(reason, translated("unlock the session"))
        case .shake(.refusedModel):
            DoctorText(
                reason,
                translated(
                    "fix the file that [shake] model names, or remove the key; 'batonctl replay --model' tests a file"))
        case .shake(.learned): DoctorText(reason, translated("to set your own sensitivity: batonctl calibrate"))
        case .session(.lidClosed): DoctorText(reason, translated("open the lid"))
        default: DoctorText(reason)
        }
    }

    private var warningAdvice: String {
        switch details.text(.kind) {
        case "gravity":
            translated("its driver or its mount matrix is wrong; to use another sensor, set [shake] sensor")
        case "stuck": translated("move the device and check again; if that does not help, suspend and resume")
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
