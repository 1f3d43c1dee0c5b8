// SPDX-License-Identifier: Apache-2.0

package import BatonAPI

/// One item that was examined, in words. Section, name and state are those of the agent's `Doctor`; newer agents may add new ones.
package struct DoctorLine: Equatable, Sendable {
    package let section: String
    package let name: String
    /// A word of `DoctorState`.
    package let state: String
    package var reason = ""
    package var advice = ""
    /// What the reason is made from, for scripts: a word of `ReasonCode`, of ``LocalCode``, or of a newer agent.
    package var code = ""
    /// The details of the code.
    package var details: Reason.Details = [:]

    /// Makes a row.
    package init(
        section: String, name: String, state: String, reason: String = "", advice: String = "", code: String = "",
        details: Reason.Details = [:]
    ) {
        (self.section, self.name, self.state) = (section, name, state)
        (self.reason, self.advice, self.code, self.details) = (reason, advice, code, details)
    }

    package static let works = DoctorState.works.rawValue
    package static let needsConsent = DoctorState.needsConsent.rawValue
    package static let off = DoctorState.off.rawValue
    package static let unavailable = DoctorState.unavailable.rawValue

    /// Whether it can be used now.
    package var isWorking: Bool { state == Self.works }

    /// What this machine or its desktop lacks; nothing is broken then.
    private static let lacks: [ReasonCode] = [
        .sensor(.noAccelerometer), .doctor(.displayUnknown), .doctor(.desktopKeepsKeys), .input(.desktopActs),
        .input(.otherKeys), .doctor(.playsElsewhere),
    ]

    /// Whether it cannot be used and should: of routes and providers of the focus one is enough, and it may be another one.
    package var isFault: Bool {
        guard state == Self.unavailable, !Self.lacks.contains(where: { $0.rawValue == code }) else { return false }
        let isOneOfSeveral = [DoctorSection.focus, .route].contains { $0.rawValue == section }
        return !isOneOfSeveral || code == RouteCode.noHelper.rawValue
    }

    /// Whether it works, and the user should know something about it.
    package var isWarning: Bool {
        [DoctorCode.configurationWarnings, .priorityUnmatched, .beliefUnused].contains { $0.rawValue == code }
    }
}

extension DoctorLine {
    /// A row of the agent's, in words.
    ///
    /// - Parameter isVerbose: whether everything that is known is told.
    package init(_ finding: DoctorFinding, isVerbose: Bool = false) {
        let text = isVerbose ? finding.text : finding.briefText
        self.init(
            section: finding.section, name: finding.name, state: finding.state, reason: text.reason,
            advice: text.advice, code: finding.reason?.code.rawValue ?? "", details: finding.details)
    }
}
