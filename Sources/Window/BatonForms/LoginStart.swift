// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

/// Whether Baton starts at each login, as systemd says.
package enum LoginStart: Equatable, Sendable {
    /// systemd was not asked yet.
    case unknown
    /// systemd does not run for this user.
    case noSystemd
    /// The unit is not installed.
    case noUnit
    /// It was asked and did not answer in time, or not with a word that is known.
    case unanswered
    /// It starts.
    case on
    /// It does not.
    case off
    /// The user, or an administrator, forbids that it is started at all.
    case masked

    /// The meaning of what `systemctl --user is-enabled` prints: a word, behind warnings.
    package init(answer: String) {
        switch answer.split(separator: "\n").last {
        case "enabled", "enabled-runtime", "alias": self = .on
        case "disabled", "indirect", "linked", "linked-runtime", "static": self = .off
        case "masked", "masked-runtime": self = .masked
        case "not-found": self = .noUnit
        default: self = .unanswered
        }
    }
}

extension Form {
    /// A row with a switch for the start at login. Where systemd cannot do it, the row says why and has no switch.
    static func login(_ state: WindowState) -> FormGroup {
        let title = translated("Start Baton at each login")
        let control = FormControl.toggle(isOn: state.login == .on, on: .start(atLogin: true), off: .notAtLogin)
        let row: FormRow =
            switch state.login {
            case .on, .off: FormRow("login", title, translated("Switching it on starts Baton now, too."), control)
            case .unknown: FormRow("login", title, translated("Asking systemd …"), control, isSensitive: false)
            case .noSystemd:
                FormRow(
                    "login", title,
                    translated(
                        "systemd does not run for you here. Put batond into your desktop's own list of programs that start at login."
                    ), tone: .faint)
            case .noUnit:
                FormRow("login", title, translated("systemd has no unit of Baton here."), tone: .faint)
            case .unanswered: FormRow("login", title, translated("systemd did not answer."), tone: .warning)
            case .masked:
                FormRow(
                    "login", title, translated("systemd is told never to start it."), tone: .warning,
                    .buttons([
                        FormButton(
                            translated("Copy the command"), .copy("systemctl --user unmask \(BatonBus.unit)"),
                            icon: "edit-copy-symbolic")
                    ]))
            }
        return FormGroup("login", translated("Start"), [row])
    }
}
