// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSession
import BatonUndo

/// The row about the user's session.
@MainActor
enum DoctorSession {
    static func check(_ situation: SituationFinder) -> DoctorCheck {
        DoctorCheck(.session, DoctorName.state) { _, then in
            situation.findObstacle { then([row(obstacle: $0)]) }
        }
    }

    /// - Parameter obstacle: why no undo is possible now; nil if it is.
    nonisolated static func row(obstacle: Reason?) -> DoctorRow {
        guard let obstacle else { return DoctorRow(.session, DoctorName.state, .works, .doctor(.undoPossible)) }
        return DoctorRow(.session, DoctorName.state, .off, obstacle)
    }

    nonisolated static func row(_ display: DisplayEnvironment) -> DoctorRow {
        var details: Reason.Details = [:]
        details[.wayland] = display["WAYLAND_DISPLAY"].map { .text($0) }
        details[.x11] = display["DISPLAY"].map { .text($0) }
        let isFound = !details.isEmpty
        details[.gone] = display.deadDisplay.map { .text($0) }
        guard isFound else {
            let code: DoctorCode = details.isEmpty ? .displayUnknown : .displayGone
            return DoctorRow(.session, DoctorName.display, .unavailable, .doctor(code, details))
        }
        details[.desktop] = display["XDG_CURRENT_DESKTOP"].map { .text($0) }
        return DoctorRow(.session, DoctorName.display, .works, .doctor(.displayFound, details))
    }
}
