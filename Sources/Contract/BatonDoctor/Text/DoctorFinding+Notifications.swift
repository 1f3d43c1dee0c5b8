// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of the notification daemon.
    var notificationsText: DoctorText {
        switch reason?.code {
        case .doctor(.notificationsStartable):
            DoctorText(translated("not running; starts automatically when needed"))
        case .doctor(.noNotifications):
            DoctorText(
                translated("no program here shows notifications, so a shake cannot ask"),
                translated(
                    "start or install one, such as dunst, mako-notifier or xfce4-notifyd; or set [undo] mode = immediate"
                ))
        case .doctor(.notificationsSilent):
            DoctorText(translated("the program that shows notifications does not answer"), translated("restart it"))
        case .doctor(.noChoices):
            DoctorText(
                translated("\(daemon) cannot offer choices, so a shake cannot ask"),
                translated("use another one, such as dunst, mako or xfce4-notifyd; or set [undo] mode = immediate"))
        case .doctor(.choicesOffered): DoctorText("\(daemon) \(choices)")
        default: DoctorText(reason)
        }
    }

    private var daemon: String {
        let program = details.text(.program)
        let version = details.text(.version)
        return (program.isEmpty ? translated("a program without a name") : program)
            + (version.isEmpty ? "" : " \(version)")
    }

    /// How the daemon offers a choice.
    private var choices: String {
        switch details.text(.program).lowercased() {
        case "dunst":
            translated(
                "shows no buttons: the click that is set to do_action (often the middle one) undoes; for Redo: dunstctl context"
            )
        case "mako": translated("shows no buttons: a click undoes; for Redo: makoctl menu")
        case "xfce notify daemon": translated("shows buttons; a click beside them closes it")
        default: translated("offers choices")
        }
    }
}
