// SPDX-License-Identifier: Apache-2.0

import BatonAPI

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
        let name = ChainTable.short(responder)
        switch OutcomeWord(rawValue: outcome) {
        case .handled, .undone, .redone, .pressed:
            text = responder.isEmpty ? outcome : "\(outcome) by \(name)"
            status = .success
        case .unhandled:
            text = "No responder handled it."
            status = .unhandledShake
        case .declined:
            text = "It was declined."
            status = .failure
        case .disabled:
            text = "It is turned off in the configuration."
            status = .failure
        case .refused:
            text = "A guard refused it\(Self.why(reason))"
            status = .failure
        case .failed:
            text = "It failed\(Self.why(reason)) 'batonctl doctor --all' lists the ways to undo."
            status = .failure
        case .timeout:
            text = responder.isEmpty ? "A responder did not answer in time." : "\(name) did not answer in time."
            status = .failure
        case .sent, .granted, .denied, nil:
            text = "It was refused: \(outcome)" + (responder.isEmpty ? "" : " (\(name))")
            status = .failure
        }
    }

    private static func why(_ reason: Reason?) -> String {
        reason.map { ": \($0)." } ?? "; the log says why: journalctl --user -u batond."
    }
}
