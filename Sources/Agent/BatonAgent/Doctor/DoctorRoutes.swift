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
        return DoctorRow(.route, name.rawValue, .off, .doctor(isUsual ? .routeUnused : .unusualRouteUnused))
    }

    nonisolated static func row(_ name: String, _ availability: RouteAvailability) -> DoctorRow {
        switch availability {
        case .ready: DoctorRow(.route, name, .works, .doctor(.routeReady))
        case .needsConsent: DoctorRow(.route, name, .needsConsent, .route(.needsConsent))
        case .unavailable(let reason): DoctorRow(.route, name, .unavailable, reason)
        }
    }
}
