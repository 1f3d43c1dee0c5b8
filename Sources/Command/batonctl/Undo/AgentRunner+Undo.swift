// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

extension AgentRunner {
    /// Undoes or redoes in the app in front, and prints the outcome.
    func perform(_ choice: UndoOperation) throws {
        try motion { (session) throws(CommandError) in
            let agent = AgentClient(session: session)
            let answer = try UndoFailure.asking { () throws(DBusError) in try agent.perform(choice) }
            Console.print(try UndoOutcome(answer.outcome, reason: answer.reason, of: choice).get())
        }
    }
}
