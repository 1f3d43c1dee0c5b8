// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonRouting
import BatonSettings

/// The row about what `[routing] priority` names and no player is called: a name that is written wrong has no effect, and nothing
/// else says so.
@MainActor
enum DoctorPriority {
    static func check(_ directory: PlayerDirectory) -> DoctorCheck {
        DoctorCheck(.service, DoctorName.priority) { [weak directory] in rows(directory?.unmatchedPriorities ?? []) }
    }

    nonisolated static func rows(_ unmatched: [PlayerPattern]) -> [DoctorRow] {
        guard !unmatched.isEmpty else { return [] }
        let names = unmatched.map(\.description).joined(separator: ", ")
        return [
            DoctorRow(.service, DoctorName.priority, .off, .doctor(.priorityUnmatched, [.apps: .text(names)]))
        ]
    }
}
