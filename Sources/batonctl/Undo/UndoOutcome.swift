// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// The outcome of an undo or redo: the message and the exit status.
struct UndoOutcome: Hashable, Sendable {
    let text: String
    let status: ExitStatus

    /// - Parameters:
    ///   - outcome: The agent's outcome.
    ///   - reason: The reason, in the agent's words; may be empty.
    init(_ outcome: String, reason: String, of choice: UndoOperation) {
        let because = reason.isEmpty ? "." : ": \(reason)."
        switch OutcomeWord(rawValue: outcome) {
        case choice.done:
            text = outcome
            status = .success
            return
        case .declined: text = "Nothing was \(choice.done.rawValue): it was declined."
        case .refused:
            text = "Nothing was \(choice.done.rawValue)\(because)" + Self.advice(reason, choice, isFailure: false)
        case .failed: text = "Could not \(choice.rawValue)\(because)" + Self.advice(reason, choice, isFailure: true)
        default: text = "Nothing was \(choice.done.rawValue): the agent's outcome is '\(outcome)'\(because)"
        }
        status = .failure
    }

    /// The message when it is done.
    ///
    /// - Throws: ``CommandError`` with the message when it is not.
    func get() throws(CommandError) -> String {
        guard status == .success else { throw CommandError(text, status: status, isQuietable: true) }
        return text
    }

    /// Advice, where the reason does not have it already.
    private static func advice(_ reason: String, _ choice: UndoOperation, isFailure: Bool) -> String {
        if reason.contains("batonctl") { return "" }
        if reason.contains("terminal") {
            return " To try it from here: 'sleep 3; batonctl \(choice.rawValue)', and change to the app meanwhile."
        }
        if reason.contains("nobody knows") { return " 'batonctl doctor' lists what could know, under focus." }
        if reason.contains("off by the configuration") { return " Change [undo] mode in baton.conf." }
        return isFailure ? " 'batonctl doctor' lists the ways to undo." : ""
    }
}
