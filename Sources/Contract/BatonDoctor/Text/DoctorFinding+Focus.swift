// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of a provider that knows which app is in front.
    var focusText: DoctorText {
        switch reason?.code {
        case .doctor(.appInFront): DoctorText(appInFront)
        case .doctor(.deniedAppInFront): DoctorText(translated("\(appInFront); Baton never presses keys there"))
        case .doctor(.askingAppInFront): DoctorText(translated("\(appInFront); a shake always asks there"))
        case .doctor(.x11AskedLast):
            DoctorText(translated("on Wayland it is used last, for X11 apps; it was not checked now"))
        default: DoctorText(reason, name == FocusProviderName.accessibility.rawValue ? accessibilityAdvice : "")
        }
    }

    private var appInFront: String {
        let app = details.text(.app)
        let process = details.text(.process)
        let unnamed =
            process.isEmpty ? translated("an app without a name") : translated("the app of process \(process)")
        let named = app.isEmpty ? unnamed : app
        return process.isEmpty
            ? translated("in front: \(named)") : translated("in front: \(named), process \(process)")
    }

    private var accessibilityAdvice: String {
        if state == DoctorState.off.rawValue { return translated("install at-spi2-core and log in again") }
        guard state == DoctorState.unavailable.rawValue || reason?.code == .focus(.noAccessibleApp) else { return "" }
        return translated(
            """
            if an app is not recognized, run this and restart the app: \
            gsettings set org.gnome.desktop.interface toolkit-accessibility true
            """)
    }
}
