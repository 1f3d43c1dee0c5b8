// SPDX-License-Identifier: Apache-2.0

/// How a step of the set-up ended.
enum SetupOutcome: Hashable, Sendable {
    case done
    /// The user did not want it, or gave up; nothing is changed.
    case declined(String)
    /// It was wanted and did not work, and why.
    case failed(String)
}
