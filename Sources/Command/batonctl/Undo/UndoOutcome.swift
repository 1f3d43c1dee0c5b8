// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

/// The outcome of an undo or redo: the message and the exit status.
struct UndoOutcome: Equatable, Sendable {
    let text: String
    let status: ExitStatus

    /// - Parameters:
    ///   - outcome: The agent's outcome.
    ///   - reason: The agent's reason; nil when it gives none.
    init(_ outcome: String, reason: Reason?, of choice: UndoOperation) {
        let because = reason.map { ": \($0)." } ?? "."
        let nothing = { (cause: String) in
            choice == .undo ? translated("Nothing was undone\(cause)") : translated("Nothing was redone\(cause)")
        }
        switch OutcomeWord(rawValue: outcome) {
        case choice.done, .pressed:
            text = outcome
            status = .success
            return
        case .declined: text = nothing(". " + translated("You declined it."))
        case .refused: text = nothing(because) + UndoAdvice.text(for: reason, choice, isFailure: false)
        case .failed:
            let failed =
                choice == .undo ? translated("Could not undo\(because)") : translated("Could not redo\(because)")
            text = failed + UndoAdvice.text(for: reason, choice, isFailure: true)
        default: text = nothing(": '\(outcome)'\(because)")
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
}
