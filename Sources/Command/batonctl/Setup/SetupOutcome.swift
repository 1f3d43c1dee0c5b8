// SPDX-License-Identifier: Apache-2.0

/// The outcome of a step of the set-up.
enum SetupOutcome: Hashable, Sendable {
    case done
    /// The user refused or cancelled; nothing is changed.
    case declined(String)
    /// The user agreed, but it failed, for this reason.
    case failed(String)
}
