// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor

/// One item that was examined, in words. Section, name and state are those of the agent's `Doctor`; newer agents may add new ones.
struct DoctorLine: Equatable, Sendable {
    let section: String
    let name: String
    /// A word of `DoctorState`.
    let state: String
    var reason = ""
    var advice = ""
    /// What the reason is made from, for scripts: a word of `ReasonCode`, of ``LocalCode``, or of a newer agent.
    var code = ""
    /// The details of the code.
    var details: Reason.Details = [:]

    static let works = DoctorState.works.rawValue
    static let needsConsent = DoctorState.needsConsent.rawValue
    static let off = DoctorState.off.rawValue
    static let unavailable = DoctorState.unavailable.rawValue

    /// Whether it can be used now.
    var isWorking: Bool { state == Self.works }
}

extension DoctorLine {
    /// A row of the agent's, in words.
    init(_ finding: DoctorFinding) {
        let text = finding.text
        self.init(
            section: finding.section, name: finding.name, state: finding.state, reason: text.reason,
            advice: text.advice, code: finding.reason?.code.rawValue ?? "", details: finding.details)
    }

    /// The row as JSON.
    var json: JSON {
        .object([
            ("section", .string(section)), ("name", .string(name)), ("state", .string(state)),
            ("reason", .string(reason)), ("advice", .string(advice)),
            ("code", .string(code)), ("details", .details(details)),
        ])
    }
}
