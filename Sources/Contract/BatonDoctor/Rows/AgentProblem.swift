// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// Why the agent could not be asked.
package enum AgentProblem: Hashable, Sendable {
    /// There is no session bus; the reason.
    case noBus(String)
    /// It is not on the bus, and the bus could not start it.
    case absent
    /// It is on the bus, and has no `Doctor` method.
    case old
    /// It is on the bus, and does not answer; the reason.
    case silent(String)
    /// It answers with an error, which says what to do; a restart is no cure.
    case refusing(String)

    /// Whether the session bus answers.
    package var hasBus: Bool {
        if case .noBus = self { false } else { true }
    }

    /// Whether there is an agent, which could not be asked.
    package var isOfRunningAgent: Bool {
        switch self {
        case .noBus, .absent: false
        case .old, .silent, .refusing: true
        }
    }

    /// The reason, for people.
    package var reason: String {
        switch self {
        case .noBus(let reason): reason
        case .absent: translated("Baton is not running")
        case .old: translated("the Baton that is running is of another version than batonctl")
        case .silent(let reason), .refusing(let reason): reason
        }
    }
}
