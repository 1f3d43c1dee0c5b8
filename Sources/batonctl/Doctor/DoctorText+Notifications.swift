// SPDX-License-Identifier: Apache-2.0
import BatonAPI

extension DoctorFinding {
    /// Of the notification daemon.
    var notificationsText: DoctorText {
        switch reason?.code {
        case .doctor(.notificationsStartable): DoctorText("none runs; the bus starts one when a shake wants to ask")
        case .doctor(.noNotifications):
            DoctorText(
                "no program on the bus shows notifications, so a shake cannot ask",
                "start or install one: dunst, mako-notifier, xfce4-notifyd; or [undo] mode = immediate")
        case .doctor(.notificationsSilent):
            DoctorText("the program that shows notifications does not answer", "start it anew")
        case .doctor(.noChoices):
            DoctorText(
                "\(daemon) cannot offer a choice, so a shake cannot ask",
                "use another one, such as dunst, mako or xfce4-notifyd; or [undo] mode = immediate")
        case .doctor(.choicesOffered): DoctorText("\(daemon) \(choices)")
        default: DoctorText(reason)
        }
    }

    private var daemon: String {
        let program = details.text(.program)
        let version = details.text(.version)
        return (program.isEmpty ? "a program without a name" : program) + (version.isEmpty ? "" : " \(version)")
    }

    /// How the daemon offers a choice.
    private var choices: String {
        switch details.text(.program).lowercased() {
        case "dunst":
            "draws no buttons: its click for do_action, often the middle one, undoes; for Redo: dunstctl context"
        case "mako": "draws no buttons: a click undoes; for Redo: makoctl menu"
        case "xfce notify daemon": "draws buttons; a click beside them closes it"
        default: "can offer a choice"
        }
    }
}
