// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonPages
import BatonTranslation

/// The outcome of a simulated shake: the message and the exit status.
struct SimulationOutcome: Equatable, Sendable {
    /// The outcome as the agent reports it.
    let word: String
    let text: String
    let status: ExitStatus

    /// - Parameter answer: What `SimulateMotion` has returned.
    init(_ answer: (outcome: String, responder: String, reason: String, details: Reason.Details)) {
        self.init(
            answer.outcome, responder: answer.responder, reason: Reason(word: answer.reason, details: answer.details))
    }

    /// - Parameters:
    ///   - outcome: The outcome as the agent reports it.
    ///   - responder: The responder that handled it; empty for none.
    ///   - reason: Why nothing was done; nil where there is no reason to give.
    init(_ outcome: String, responder: String, reason: Reason? = nil) {
        word = outcome
        let name = ResponderName.short(responder)
        switch OutcomeWord(rawValue: outcome) {
        case .handled, .undone, .redone, .pressed:
            text = Self.done(outcome, by: name)
            status = .success
        case .unhandled:
            text = translated(
                "Nothing took the shake: no app handled it, and Baton could not ask. 'batonctl doctor' says why.")
            status = .unhandledShake
        case .declined:
            text = translated("You declined it.")
            status = .failure
        case .disabled:
            text = translated("Nothing was done: [undo] mode is off in baton.conf.")
            status = .failure
        case .refused:
            text = translated("Nothing was undone\(Self.why(reason))")
            status = .failure
        case .failed:
            text = translated("It failed\(Self.why(reason)) 'batonctl doctor --all' lists the ways to undo.")
            status = .failure
        case .timeout:
            text =
                responder.isEmpty
                ? translated("The app did not answer in time.") : translated("\(name) did not answer in time.")
            status = .failure
        case .sent, .granted, .denied, nil:
            text = translated("It failed: \(outcome)") + (responder.isEmpty ? "" : " (\(name))")
            status = .failure
        }
    }

    private static func done(_ outcome: String, by name: String) -> String {
        switch OutcomeWord(rawValue: outcome) {
        case .undone: translated("Undone.")
        case .redone: translated("Redone.")
        case .pressed: translated("Pressed the keys.")
        default: name.isEmpty ? translated("An app handled the shake.") : translated("\(name) handled the shake.")
        }
    }

    private static func why(_ reason: Reason?) -> String {
        reason.map { ": \($0)." } ?? translated("; see the log: journalctl --user -u app-org.baton.Baton.")
    }
}
