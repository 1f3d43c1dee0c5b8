// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// One result of `batonctl doctor`: whether it works, and why or why not. batonctl makes the sentence and the advice.
struct DoctorRow: Sendable, Equatable {
    /// The part of Baton that it belongs to.
    let section: DoctorSection
    /// The name for users and scripts, the same in each session.
    let name: String
    let state: DoctorState
    /// Why, or how.
    let reason: Reason

    init(_ section: DoctorSection, _ name: String, _ state: DoctorState, _ reason: Reason) {
        self.section = section
        self.name = name
        self.state = state
        self.reason = reason
    }

    /// The row as callers get it, without what a terminal would obey.
    var finding: DoctorFinding {
        DoctorFinding(
            section: section.rawValue, name: name.cleaned(), state: state.rawValue, reason: reason.cleaned
        )
    }
}
