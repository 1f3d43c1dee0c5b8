// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus

extension AwaitedAgent {
    /// The agent answers at once, but the bus may have to start it first.
    static let inputsDeadline = Duration.seconds(5)

    /// Every input of presses.
    func inputs() throws(CommandError) -> [InputReport] {
        try call(ApplicationInterface.inputs, within: Self.inputsDeadline)
    }

    /// The next button that the user presses.
    func learn(seconds: UInt32) throws(CommandError) -> LearnedButton {
        let deadline = .seconds(Int64(clamping: seconds)) + Self.inputsDeadline
        let answer = reply { $0.call(ApplicationInterface.learn, seconds, within: deadline, reply: $1) }
        if case .failure(let error) = answer, error.cause.name == .timeout { throw try nothingPressed() }
        return try content(of: answer)
    }

    /// Explains why no button was seen: it may belong to an input that is not listening.
    ///
    /// - Throws: when the agent itself does not answer.
    private func nothingPressed() throws(CommandError) -> CommandError {
        let silent = try inputs().filter { $0.state != InputStateWord.listening.rawValue }
        Console.complain("No button was pressed.\(silent.isEmpty ? "" : " These inputs are not listening:")")
        for row in silent { Console.complain("  \(row.name): \(row.text)") }
        return CommandError.silent
    }
}
