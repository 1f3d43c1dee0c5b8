// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// Whether what a page shows is of now, and why not.
///
/// Each sentence says why, and ends in the command that helps where there is one (`Advice` divides it).
package enum AgentCondition: Hashable, Sendable {
    /// Nothing is known yet: the bus and the agent are being asked.
    case unknown
    /// There is no session bus; why.
    case noBus(String)
    /// The agent is not on the bus; why, and how to start it.
    case absent(String)
    /// It is there and does not answer; how to restart it.
    case silent(String)
    /// It answers, and refuses to tell what a page shows; why.
    case refusing(String)
    /// It answers.
    case answering

    /// What a page says above what it shows; nil if there is nothing to say.
    package var notice: String? {
        switch self {
        case .unknown: translated("Asking Baton …")
        case .noBus(let sentence), .absent(let sentence), .silent(let sentence), .refusing(let sentence): sentence
        case .answering: nil
        }
    }

    /// What is said beside what was known before.
    package static var oldMark: String { translated("Below is what was known last.") }
}
