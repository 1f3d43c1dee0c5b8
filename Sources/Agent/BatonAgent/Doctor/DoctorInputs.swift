// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonIntake

/// The row about an input of presses.
@MainActor
enum DoctorInputs {
    static func check(_ input: Input) -> DoctorCheck {
        DoctorCheck(.input, input.name) { [row(input.name, input.state, note: input.note)] }
    }

    nonisolated static func row(_ name: String, _ state: Input.State, note: Reason? = nil) -> DoctorRow {
        switch state {
        case .listening: DoctorRow(.input, name, .works, note ?? .doctor(.listening))
        case .waiting(let reason): DoctorRow(.input, name, .off, reason)
        case .off(let reason): DoctorRow(.input, name, .unavailable, reason)
        }
    }
}
