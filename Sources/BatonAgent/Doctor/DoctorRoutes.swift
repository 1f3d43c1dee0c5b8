// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSettings
import BatonUndo

/// The rows about the routes of an undo to an app.
@MainActor
enum DoctorRoutes {
    static func checks(_ routes: [any UndoRoute]) -> [DoctorCheck] {
        let checks = routes.map { route in
            DoctorCheck(.route, route.name) { _, then in
                route.probe(for: nil) { then([row(route.name, $0)]) }
            }
        }
        let unused = UndoRouteName.allCases.filter { name in !routes.contains { $0.name == name.rawValue } }
        return checks + unused.map { name in DoctorCheck(.route, name.rawValue) { [unusedRow(name)] } }
    }

    /// The row of a route that the configuration does not name.
    nonisolated static func unusedRow(_ name: UndoRouteName) -> DoctorRow {
        let isUsual = UndoRouteName.usual.contains(name)
        return DoctorRow(
            section: .route, name: name.rawValue, state: .off, reason: "not among the routes that [undo] names",
            advice: "add 'route = \(name.rawValue)' to those below [undo]"
                + (isUsual ? "" : " if they do not do; docs/undo.md tells what it costs"))
    }

    nonisolated static func row(_ name: String, _ availability: RouteAvailability) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: String, _ advice: String = "") -> DoctorRow {
            DoctorRow(section: .route, name: name, state: state, reason: reason, advice: advice)
        }
        return switch availability {
        case .ready: row(.works, reach(name))
        case .needsConsent: row(.needsConsent, "the desktop asks you first, once", "batonctl setup")
        case .unavailable(let reason): row(.unavailable, sentence(reason), advice(reason.code))
        }
    }

    private nonisolated static func sentence(_ reason: Reason) -> String {
        guard reason.code == .route(.noVirtualKeyboard) else { return "\(reason)" }
        return "\(reason); where it is missing the route portal does it"
    }

    /// Which apps a route reaches.
    private nonisolated static func reach(_ name: String) -> String {
        switch name {
        case "gtk-actions": "apps that export their own Undo, most of them GTK"
        case "xtest": "all X11 apps"
        case "virtual-keyboard", "portal", "uinput": "all apps"
        case "atspi": "apps whose Undo is a menu item or button that assistive technology can press"
        default: ""
        }
    }

    private nonisolated static func advice(_ code: ReasonCode) -> String {
        switch code {
        case .route(.uinputMissing): "sudo modprobe uinput, or do without this route"
        case .route(.uinputForbidden): "docs/undo.md has the udev rule that allows it, and what else that allows"
        case .route(.noHelper): "install Baton whole: make install"
        default: ""
        }
    }
}
