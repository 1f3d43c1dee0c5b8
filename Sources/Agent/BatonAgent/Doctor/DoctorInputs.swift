// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonIntake
import BatonRouting
import BatonSettings

/// The row about an input of presses.
@MainActor
enum DoctorInputs {
    /// - Parameter player: returns the player that gets a press now; nil for none.
    static func check(_ input: Input, player: @escaping () -> String? = { nil }) -> DoctorCheck {
        DoctorCheck(.input, input.name) {
            [row(input.name, input.state, note: input.note, kind: input.kind, player: player())]
        }
    }

    /// - Parameters:
    ///   - kind: told with every code, so that scripts know what the row is about whatever it is called.
    ///   - player: told of a headset that works.
    nonisolated static func row(
        _ name: String, _ state: Input.State, note: Reason? = nil, kind: InputKind? = nil, player: String? = nil
    ) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: Reason) -> DoctorRow {
            var details = reason.details
            details[.kind] = kind.map { .text($0.rawValue) }
            if kind == .evdev, state == .works { details[.program] = player.map { .text($0) } }
            return DoctorRow(.input, name, state, Reason(reason.code, details))
        }
        return switch state {
        case .listening: row(.works, note ?? .doctor(.listening))
        case .waiting(let reason): row(.off, reason)
        case .off(let reason): row(.unavailable, reason)
        }
    }
}
