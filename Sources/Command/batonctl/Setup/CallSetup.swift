// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import BatonTranslation

/// Asks whether players pause while a program listens to the microphone, and writes that with the user's consent: one key of
/// the user's `baton.conf`.
struct CallSetup {
    /// The configuration file that batond has read; nil for none.
    let usedFile: String?
    var environment = SetupEnvironment.current
    /// Whether to print the change only.
    var isDry = false

    /// The change; nil when there is nothing to ask: the user has decided, or the file is not the user's own.
    func change() throws(CommandError) -> ConfigurationChange? {
        guard let home = environment.configHome, UserFile.exists(home) else { return nil }
        let directory = try environment.requireStateDirectory()
        do throws(SetupError) {
            guard try !ConfigurationChange.isMade(.call, in: directory) else { return nil }
            let change = try ConfigurationChange(
                "interruptions", [("call", "microphone")], usedFile: usedFile, environment, as: .call)
            return change.hadLines ? nil : change
        } catch {
            // Another file is in use, or it cannot be read: the doctor tells.
            return nil
        }
    }

    /// Shows the change, and makes it if the user agrees.
    func run(_ change: ConfigurationChange) throws(CommandError) {
        Console.print(paragraph: translated("Calls: pause the players while a program listens to the microphone?"))
        Console.print(
            paragraph: translated("By default they pause only during what calls itself a call. This would change:"))
        let directory = try environment.requireStateDirectory()
        guard !isDry else {
            let difference = try CommandError.setting { () throws(SetupError) in try change.difference(in: directory) }
            return Console.print(block: String(difference.dropLast()))
        }
        Console.print(paragraph: translated("In \(change.path):"))
        Console.print("  [interruptions]")
        Console.print("  call = microphone")
        guard try SetupQuestion.isAgreedToRestorable(false) else { return }
        try CommandError.setting { () throws(SetupError) in try change.make(in: directory) }
        Console.print(paragraph: translated("Now make batond read it: systemctl --user reload batond"))
    }

    /// Takes back what was written.
    ///
    /// - Returns: Whether something was.
    static func revert(_ environment: SetupEnvironment = .current) throws(CommandError) -> Bool {
        let directory = try environment.requireStateDirectory()
        let kept = try CommandError.setting { () throws(SetupError) in
            try ConfigurationChange.takeBack(.call, in: directory)
        }
        for sentence in kept ?? [] { Console.print(sentence) }
        if kept != nil { Console.print(paragraph: translated("Calls: [interruptions] call is as before.")) }
        return kept != nil
    }
}
