// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSources

/// The row about a source of presses.
@MainActor
enum DoctorInputs {
    static func check(_ source: InputSource) -> DoctorCheck {
        DoctorCheck(.input, source.name) { [row(source.name, source.state)] }
    }

    nonisolated static func row(_ name: String, _ state: InputSource.State) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: String, _ advice: String = "") -> DoctorRow {
            DoctorRow(section: .input, name: name, state: state, reason: reason, advice: advice)
        }
        return switch state {
        case .listening: row(.works, "listening")
        case .waiting(let reason): row(.off, "waiting: \(reason)")
        // The reason of a source says in one sentence why, and what to do.
        case .off(let reason): row(.unavailable, reason)
        }
    }
}
