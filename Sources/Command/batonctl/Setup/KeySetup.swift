// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonSetup
import BatonTranslation

/// Asks about one key of the user's `baton.conf`, and writes it with the user's consent.
struct KeySetup {
    let question: KeyQuestion
    /// The configuration file that batond has read; nil for none.
    let usedFile: String?
    var environment = SetupEnvironment.current
    /// Whether to print the change only.
    var isDry = false
    /// Whether to print what Baton itself would keep, too.
    var showsRecords = false

    /// The change; nil when there is nothing to ask: the user has decided, or the file is not the user's own.
    func change() throws(CommandError) -> ConfigurationChange? {
        guard let home = environment.configHome, UserFile.exists(home) else { return nil }
        let directory = try environment.requireStateDirectory()
        do throws(SetupError) {
            guard try !ConfigurationChange.isMade(question.kind, in: directory) else { return nil }
            let change = try ConfigurationChange(
                question.section, [(question.key, question.value)], usedFile: usedFile, environment, as: question.kind)
            return change.hadLines ? nil : change
        } catch {
            // Another file is in use, or it cannot be read: the doctor tells.
            return nil
        }
    }

    /// Shows the change, and makes it if the user agrees.
    func run(_ change: ConfigurationChange) throws(CommandError) {
        Console.print(paragraph: question.text)
        Console.print(paragraph: question.explanation)
        let directory = try environment.requireStateDirectory()
        guard !isDry else {
            let difference = try CommandError.setting { () throws(SetupError) in
                try change.difference(in: directory, withRecord: showsRecords)
            }
            return Console.print(block: String(difference.dropLast()))
        }
        Console.print(paragraph: translated("In \(change.path):"))
        Console.print("  [\(question.section)]")
        Console.print("  \(question.key) = \(question.value)")
        guard try SetupQuestion.isAgreedToRestorable(false) else { return }
        try CommandError.setting { () throws(SetupError) in try change.make(in: directory) }
        Console.print(paragraph: translated("To apply it: \(Installation.current.reload)"))
    }

    /// Takes back what was written.
    ///
    /// - Returns: Whether something was.
    static func revert(
        _ question: KeyQuestion, _ environment: SetupEnvironment = .current
    ) throws(CommandError) -> Bool {
        let directory = try environment.requireStateDirectory()
        let kept = try CommandError.setting { () throws(SetupError) in
            try ConfigurationChange.takeBack(question.kind, in: directory)
        }
        for sentence in kept ?? [] { Console.print(sentence) }
        if kept != nil { Console.print(paragraph: question.reverted) }
        return kept != nil
    }
}
