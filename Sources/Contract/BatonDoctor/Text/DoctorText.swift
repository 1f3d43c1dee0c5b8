// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonTranslation

/// The words of a row: why or how, and what people can do.
package struct DoctorText: Hashable, Sendable {
    package let reason: String
    /// Empty if there is nothing to do.
    package let advice: String

    package init(_ reason: String, _ advice: String = "") {
        self.reason = reason
        self.advice = advice
    }

    /// The sentence of the reason itself, which is the word of a code that is not known here.
    package init(_ reason: Reason?, _ advice: String = "") {
        self.init(reason.map { "\($0)" } ?? "", advice)
    }

    /// Advice for an installation that lacks programs.
    package static let install = translated("reinstall Baton")
    /// Advice where only the log tells more.
    package static let log = translated("see the log: journalctl --user -u app-org.baton.Baton")
}

extension DoctorFinding {
    /// The row in words, without what only matters where something is wrong with a sensor: the sign of gravity and why it was assumed.
    package var briefText: DoctorText {
        guard reason?.code == .sensor(.reading), details.text(.axes) != "disagree" else { return text }
        return DoctorText(reason)
    }

    /// The row in words, with everything that is known.
    package var text: DoctorText {
        guard reason?.code != .doctor(.unanswered) else {
            return DoctorText(translated("no answer within two seconds"), DoctorText.log)
        }
        return switch DoctorSection(rawValue: section) {
        case .service: serviceText
        case .session: sessionText
        case .sensor: sensorText
        case .focus: focusText
        case .route: routeText
        case .notifications: notificationsText
        case .input: inputText
        case .interruptions: interruptionsText
        case .machines: DoctorText(reason)
        case nil: DoctorText(reason)
        }
    }
}
