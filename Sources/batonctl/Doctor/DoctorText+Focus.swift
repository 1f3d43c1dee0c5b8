// SPDX-License-Identifier: Apache-2.0
import BatonAPI

extension DoctorFinding {
    /// Of a source that knows which app is in front.
    var focusText: DoctorText {
        switch reason?.code {
        case .doctor(.appInFront): DoctorText(appInFront)
        case .doctor(.deniedAppInFront): DoctorText("\(appInFront), where no key is pressed")
        case .doctor(.askingAppInFront): DoctorText("\(appInFront), where a shake always asks")
        case .doctor(.x11AskedLast): DoctorText("on Wayland it is asked last, about X11 apps; it was not asked now")
        default: DoctorText(reason, name == DoctorName.accessibility ? accessibilityAdvice : "")
        }
    }

    private var appInFront: String {
        let app = details.text(.app)
        let process = details.text(.process)
        let unnamed = process.isEmpty ? "an app without a name" : "the app of process \(process)"
        return "in front: \(app.isEmpty ? unnamed : app)\(process.isEmpty ? "" : ", process \(process)")"
    }

    private var accessibilityAdvice: String {
        if state == DoctorRow.off { return "install at-spi2-core and log in anew" }
        guard state == DoctorRow.unavailable || reason?.code == .focus(.noAccessibleApp) else { return "" }
        return "for apps that do not tell: gsettings set org.gnome.desktop.interface toolkit-accessibility true, "
            + "and start them anew"
    }
}
