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

    /// What this machine or its desktop lacks; nothing is broken then.
    private static let lacks: [ReasonCode] = [
        .sensor(.noAccelerometer), .doctor(.displayUnknown), .doctor(.desktopKeepsKeys), .input(.desktopActs),
        .input(.otherKeys), .doctor(.playsElsewhere),
    ]

    /// Whether it cannot be used and should: of routes and providers of the focus one is enough, and it may be another one.
    var isFault: Bool {
        guard state == Self.unavailable, !Self.lacks.contains(where: { $0.rawValue == code }) else { return false }
        let isOneOfSeveral = [DoctorSection.focus, .route].contains { $0.rawValue == section }
        return !isOneOfSeveral || code == RouteCode.noHelper.rawValue
    }

    /// Whether it works, and the user should know something about it.
    var isWarning: Bool {
        [DoctorCode.configurationWarnings, .priorityUnmatched, .beliefUnused].contains { $0.rawValue == code }
    }
}

extension DoctorLine {
    /// A row of the agent's, in words.
    ///
    /// - Parameter isVerbose: whether everything that is known is told.
    init(_ finding: DoctorFinding, isVerbose: Bool = false) {
        let text = isVerbose ? finding.text : finding.briefText
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
