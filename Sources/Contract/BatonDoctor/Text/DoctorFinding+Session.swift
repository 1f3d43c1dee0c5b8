// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of the user's session: what forbids an undo now, and the display.
    var sessionText: DoctorText {
        switch reason?.code {
        case .doctor(.undoPossible): DoctorText(translated("nothing prevents an undo"))
        case .doctor(.displayFound): displayText
        case .doctor(.displayGone):
            DoctorText(
                translated("WAYLAND_DISPLAY=\(details.text(.gone)) names a compositor that has ended"),
                Self.displayAdvice)
        case .doctor(.displayUnknown):
            DoctorText(
                translated("Baton does not know your display: neither WAYLAND_DISPLAY nor DISPLAY is set for it"),
                Self.displayAdvice)
        case .doctor(.awakeOff): DoctorText(translated("players do not keep the screen on: [awake] players = no"))
        case .doctor(.awakeIdle): DoctorText(translated("nothing is playing that keeps the screen on"))
        case .doctor(.awakeHeld):
            DoctorText(
                translated("\(details.text(.apps)) keeps the screen on, through \(details.text(.service))"))
        case .doctor(.awakeRefused):
            DoctorText(
                translated(
                    "\(details.text(.apps)) is playing, and neither logind nor the desktop lets Baton keep the screen on"
                ),
                DoctorText.log)
        case let code? where name == DoctorName.state:
            DoctorText(translated("nothing is undone now: \(DoctorText(reason).reason)"), Self.advice(code))
        default: DoctorText(reason)
        }
    }

    private static let displayAdvice =
        translated(
            """
            run this in the session, and at its start: systemctl --user import-environment WAYLAND_DISPLAY DISPLAY \
            XAUTHORITY SWAYSOCK HYPRLAND_INSTANCE_SIGNATURE XDG_CURRENT_DESKTOP
            """
        )

    private static func advice(_ code: ReasonCode) -> String {
        code == .session(.locked) || code == .session(.screenSaver) ? translated("unlock the session") : ""
    }

    private var displayText: DoctorText {
        let names = [("Wayland ", ReasonDetail.wayland), ("X11 ", .x11), ("", .desktop)].compactMap { kind, detail in
            details[detail].map { _ in kind + details.text(detail) }
        }
        let found = names.joined(separator: ", ")
        guard details[.gone] != nil else { return DoctorText(found) }
        return DoctorText(
            translated("\(found); Wayland \(details.text(.gone)) is named too, and has ended"),
            "systemctl --user unset-environment WAYLAND_DISPLAY")
    }
}
