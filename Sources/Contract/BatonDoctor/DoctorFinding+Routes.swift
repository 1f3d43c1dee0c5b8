// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of a route of an undo to an app.
    var routeText: DoctorText {
        switch reason?.code {
        case .doctor(.routeReady): DoctorText(reach)
        case .doctor(.routeUnused): DoctorText(Self.unused, useAdvice)
        case .doctor(.unusualRouteUnused):
            DoctorText(Self.unused, translated("\(useAdvice) if they do not do; docs/undo.md tells what it costs"))
        case .route(.needsConsent) where state == DoctorState.needsConsent.rawValue:
            DoctorText(translated("the desktop asks you first, once"), "batonctl setup")
        case .route(.noVirtualKeyboard):
            DoctorText(translated("\(DoctorText(reason).reason); where it is missing the route portal does it"))
        case .route(.uinputMissing): DoctorText(reason, translated("sudo modprobe uinput, or do without this route"))
        case .route(.uinputForbidden):
            DoctorText(reason, translated("docs/undo.md has the udev rule that allows it, and what else that allows"))
        case .route(.noHelper): DoctorText(reason, DoctorText.install)
        case .route(.librariesMissing): DoctorText(reason, DoctorText.install(details))
        default: DoctorText(reason)
        }
    }

    private static let unused = translated("not among the routes that [undo] names")

    private var useAdvice: String { translated("add 'route = \(name)' to those below [undo]") }

    /// Which apps the route reaches.
    private var reach: String {
        switch name {
        case "gtk-actions": translated("apps that export their own Undo, most of them GTK")
        case "xtest": translated("all X11 apps")
        case "virtual-keyboard", "portal", "uinput": translated("all apps")
        case "atspi": translated("apps whose Undo is a menu item or button that assistive technology can press")
        default: ""
        }
    }
}
