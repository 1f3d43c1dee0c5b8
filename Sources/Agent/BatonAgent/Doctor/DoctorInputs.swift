// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonIntake

/// The row about a source of presses.
@MainActor
enum DoctorInputs {
    static func check(_ source: InputSource) -> DoctorCheck {
        DoctorCheck(.input, source.name) { [row(source.name, source.state, note: source.note)] }
    }

    nonisolated static func row(_ name: String, _ state: InputSource.State, note: Reason? = nil) -> DoctorRow {
        switch state {
        case .listening: DoctorRow(.input, name, .works, note ?? .doctor(.listening))
        case .waiting(let reason): DoctorRow(.input, name, .off, reason)
        case .off(let reason): DoctorRow(.input, name, .unavailable, reason)
        }
    }
}
