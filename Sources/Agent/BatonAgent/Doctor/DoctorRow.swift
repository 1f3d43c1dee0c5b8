// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

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

    /// The type of ``value``.
    static let type: Signature = "(ssssa{sv})"

    /// The row as a value for D-Bus: section, name, state, code and details.
    var value: Value {
        .structure(
            [.string(section.rawValue), .string(name.cleaned()), .string(state.rawValue)] + reason.cleaned.values)
    }
}
