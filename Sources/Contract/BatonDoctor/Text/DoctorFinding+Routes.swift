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
            DoctorText(
                Self.unused,
                translated(
                    "if the routes above are not enough, add 'route = \(name)' under [undo] (see docs/undo.md for the trade-offs)"
                ))
        case .route(.needsConsent) where state == DoctorState.needsConsent.rawValue:
            DoctorText(translated("your desktop asks you first, once"), "batonctl setup")
        case .route(.noVirtualKeyboard):
            DoctorText(
                translated("\(DoctorText(reason).reason); Baton uses the route portal instead where there is one"))
        case .route(.uinputMissing): DoctorText(reason, translated("if you need this route: sudo modprobe uinput"))
        case .route(.uinputForbidden):
            DoctorText(reason, translated("docs/undo.md has the udev rule that allows it, and its risks"))
        case .route(.noHelper): DoctorText(reason, DoctorText.install)
        case .route(.librariesMissing): DoctorText(reason, DoctorText.install(details))
        default: DoctorText(reason)
        }
    }

    private static let unused = translated("not enabled")

    private var useAdvice: String { translated("add 'route = \(name)' under [undo]") }

    /// Which apps the route reaches.
    private var reach: String {
        switch name {
        case "gtk-actions": translated("works in apps with their own Undo action, mostly GTK")
        case "xtest": translated("works in all X11 apps")
        case "virtual-keyboard", "portal", "uinput": translated("works in all apps")
        case "atspi": translated("works in apps whose Undo menu item or button assistive technology can press")
        default: ""
        }
    }
}
