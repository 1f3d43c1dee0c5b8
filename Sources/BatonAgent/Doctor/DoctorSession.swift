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
        guard let obstacle else {
            return DoctorRow(
                section: .session, name: DoctorName.state, state: .works, reason: "nothing speaks against an undo")
        }
        return DoctorRow(
            section: .session, name: DoctorName.state, state: .off, reason: "nothing is undone now: \(obstacle)",
            advice: isLock(obstacle.code) ? "unlock the session" : "")
    }

    private nonisolated static func isLock(_ code: ReasonCode) -> Bool {
        code == .session(.locked) || code == .session(.screenSaver)
    }

    nonisolated static func row(_ display: DisplayEnvironment) -> DoctorRow {
        var found: [String] = []
        if let name = display["WAYLAND_DISPLAY"] { found.append("Wayland \(name)") }
        if let name = display["DISPLAY"] { found.append("X11 \(name)") }
        if let desktop = display["XDG_CURRENT_DESKTOP"], !found.isEmpty { found.append(desktop) }
        guard !found.isEmpty else {
            return DoctorRow(
                section: .session, name: DoctorName.display, state: .unavailable,
                reason: display.deadDisplay.map { "the compositor of WAYLAND_DISPLAY=\($0) is gone" }
                    ?? "neither batond nor the user manager knows WAYLAND_DISPLAY or DISPLAY",
                advice: "in the session, and at its start: systemctl --user import-environment WAYLAND_DISPLAY DISPLAY "
                    + "XAUTHORITY SWAYSOCK HYPRLAND_INSTANCE_SIGNATURE XDG_CURRENT_DESKTOP")
        }
        let dead = display.deadDisplay.map { "; Wayland \($0) is named too, and gone" } ?? ""
        return DoctorRow(
            section: .session, name: DoctorName.display, state: .works, reason: found.joined(separator: ", ") + dead,
            advice: dead.isEmpty ? "" : "systemctl --user unset-environment WAYLAND_DISPLAY")
    }
}
