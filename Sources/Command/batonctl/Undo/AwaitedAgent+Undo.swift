// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient

extension AwaitedAgent {
    /// How long an undo may take: each route has half a second to tell whether it can deliver, and two to deliver.
    private static let undoDeadline = Duration.seconds(20)

    /// Undoes or redoes in the app in front.
    ///
    /// - Returns: What was done, in a word.
    func perform(_ choice: UndoOperation) throws(CommandError) -> String {
        // An agent that does not run on answers nothing, and is not waited for as long as an undo may take.
        try ping()
        let method = choice == .undo ? ApplicationInterface.undo : ApplicationInterface.redo
        let (word, reason, details) = try call(method, within: Self.undoDeadline)
        return try UndoOutcome(word, reason: Reason(word: reason, details: details), of: choice).get()
    }
}
