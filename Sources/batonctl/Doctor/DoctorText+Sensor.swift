// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonMotion

extension DoctorFinding {
    /// Of the accelerometer.
    var sensorText: DoctorText {
        switch reason?.code {
        case .sensor(.noAccelerometer):
            DoctorText(
                "there is no accelerometer that Baton can read",
                "to try what a shake does: batonctl simulate-shake; if there is one: ls /sys/bus/iio/devices")
        case .sensor(.reading): readingText
        case .sensor(.idle): DoctorText("it is not read now")
        case .sensor(.starting): DoctorText("it is being opened")
        case .sensor(.retrying): DoctorText("reading it failed, and is tried again", DoctorText.log)
        case .sensor(.noHelper): DoctorText(reason, DoctorText.install)
        case .sensor(.offByUser): DoctorText(reason, "batonctl shake on")
        case .sensor(.offByConfiguration): DoctorText(reason, "[shake] enabled = yes in the configuration")
        case .sensor(.paused): DoctorText(reason, "to end the pause: batonctl shake on")
        case .session(.locked): DoctorText(reason, "unlock the session")
        case .shake(.refusedModel):
            DoctorText(
                reason, "repair the file of [shake] model, or remove the key; 'batonctl replay --model' tests a file")
        case .shake(.lowered): DoctorText(reason, "to set a sensitivity of your own: batonctl calibrate")
        case .session(.lidClosed): DoctorText(reason, "open the lid")
        default: DoctorText(reason)
        }
    }

    /// How the sensor is read, and which sign was assumed and why (rules SIGN2 and SIGN6).
    private var readingText: DoctorText {
        guard let reason, let sign = AccelerationSign(rawValue: reason.details.text(.sign)) else {
            return DoctorText(reason)
        }
        if reason.details.text(.axes) == "disagree" {
            return DoctorText(
                "\(reason); the accelerometer and the gyroscope disagree about how the device turns: an attitude is wrong",
                "batonctl calibrate --axes, then [motion] gyroscope-mount-matrix")
        }
        let words = "\(reason); gravity has the sign of \(sign == .hid ? "HID sensors" : "the kernel's own drivers")"
        let other = sign == .hid ? AccelerationSign.kernel : .hid
        let remedy =
            "if face up and face down are exchanged: batonctl calibrate --axes, or [motion] acceleration-sign = "
            + other.rawValue
        return switch SignEvidence(rawValue: reason.details.text(.signEvidence)) {
        case .configured: DoctorText("\(words), by the configuration")
        case .name: DoctorText("\(words), because of its name", remedy)
        case .hub: DoctorText("\(words), because it belongs to a HID sensor hub", remedy)
        case .matrix: DoctorText("\(words), and its mount matrix fits to it")
        case .chip: DoctorText("\(words), because it is not a HID sensor", remedy)
        case nil: DoctorText(words, remedy)
        }
    }
}
