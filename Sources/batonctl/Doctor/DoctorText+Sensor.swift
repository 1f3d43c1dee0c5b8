// SPDX-License-Identifier: Apache-2.0
import BatonAPI

extension DoctorFinding {
    /// Of the accelerometer.
    var sensorText: DoctorText {
        switch reason?.code {
        case .sensor(.noAccelerometer):
            DoctorText(
                "there is no accelerometer that Baton can read",
                "to try what a shake does: batonctl simulate-shake; if there is one: ls /sys/bus/iio/devices")
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
}
