// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonInterruptionCauses
import BatonSettings

/// The row about what keeps the screen on (rule AWAKE7).
@MainActor
enum DoctorAwake {
    static func check(_ awake: ScreenAwake) -> DoctorCheck {
        DoctorCheck(.session, DoctorName.awake) { [weak awake] in
            guard let awake else { return [] }
            return [row(isOn: awake.isOn, awake.holders, ways: awake.ways)]
        }
    }

    /// - Parameters:
    ///   - holders: the players that keep the screen on.
    ///   - ways: what keeps it on for Baton.
    nonisolated static func row(isOn: Bool, _ holders: [BusName], ways: [String]) -> DoctorRow {
        func row(_ state: DoctorState, _ code: DoctorCode, _ details: Reason.Details = [:]) -> DoctorRow {
            DoctorRow(.session, DoctorName.awake, state, .doctor(code, details))
        }
        guard isOn else { return row(.off, .awakeOff) }
        guard !holders.isEmpty else { return row(.works, .awakeIdle) }
        let names = holders.map { String(PlayerPattern.withoutPrefix($0.rawValue)) }.joined(separator: ", ")
        guard !ways.isEmpty else { return row(.unavailable, .awakeRefused, [.apps: .text(names)]) }
        return row(.works, .awakeHeld, [.apps: .text(names), .service: .text(ways.joined(separator: ", "))])
    }
}
